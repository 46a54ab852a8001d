"""The way from the manifest to the operator waits for an old pod."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, indicates, proves
from calicovet.model.facts import ControllersSaid
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AN_INSTALLATION, AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known

_NAME = "op-migration-stalled"

_COUNT = f"{_NAME}:replicas"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    waits = message(node, ControllersSaid, _NAME)
    count = message(node, ControllersSaid, _COUNT)
    words = {
        "have": count.detail("have") if count is not None else "?",
        "wanted": count.detail("wanted") if count is not None else "?",
    }
    if waits is not None:
        yield proves(waits, *only_known(count), **words)
    elif count is not None:
        # It counts like this in every migration; only its end says that it did not go on.
        yield indicates(count, **words)


CAUSE = Cause(
    name=_NAME,
    code="OWN010",
    stage=StageId.POD_CREATED,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.PENDING,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=(ControllersSaid,),
    failures=(
        fails(
            How.NOT_READY,
            How.FAILED,
            thing=ThingClass.RESOURCE,
            value=("daemonsets", "nodes"),
            by=Speaker.OPERATOR,
            doing=(Act.MIGRATE, Act.WAIT),
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "find-the-old-pod",
                commands=(
                    "kubectl -n kube-system get pods -o wide -l k8s-app=calico-node",
                    "kubectl get nodes -L projectcalico.org/operator-node-migration",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("repair-that-node", risk=Risk.CLUSTER_WIDE),
        ),
        within=AN_INSTALLATION,
    ),
    scope=Scope.CLUSTER,
    prior=0.4,
)
