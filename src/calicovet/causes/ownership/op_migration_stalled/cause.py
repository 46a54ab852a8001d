"""The way from the manifest to the operator waits for an old pod."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, indicates, proves
from calicovet.model.facts import ControllersSaid
from calicovet.model.remediation.plan import (
    AN_INSTALLATION,
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import Shape, StageId

_NAME = "op-migration-stalled"

_COUNT = f"{_NAME}:replicas"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    waits = node.one(ControllersSaid, lambda found: found.key == _NAME)
    count = node.one(ControllersSaid, lambda found: found.key == _COUNT)
    words = {
        "have": count.detail("have") if count is not None else "?",
        "wanted": count.detail("wanted") if count is not None else "?",
    }
    if waits is not None:
        yield proves(waits, *((count,) if count else ()), **words)
    elif count is not None:
        # It counts like this in every migration; only its end says that it did not go on.
        yield indicates(count, **words)


def plan(case: Case) -> Plan:
    return Plan(
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
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    )


CAUSE = Cause(
    name=_NAME,
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
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.4,
)
