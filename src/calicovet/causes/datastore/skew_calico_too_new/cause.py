"""This Calico asks for kinds that this Kubernetes does not have yet."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, hints, proves
from calicovet.model.facts import ControllersSaid
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.stage import Shape, StageId

_KEY = "skew-calico-too-new"


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(ControllersSaid, lambda found: found.key == _KEY)
    if said is not None:
        yield proves(said, kind=said.detail("kind"), version=said.detail("version"))
        return
    said = case.node.one(ControllersSaid, lambda found: found.key == f"{_KEY}:whose")
    if said is not None:
        yield hints(said, kind=said.detail("kind"), version=said.detail("version"))


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunKubectl(
                "compare",
                commands=("kubectl version", "kubectl api-versions | grep -e policy -e discovery"),
                risk=Risk.NONE,
            ),
            AskHuman("one-that-fits", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Vain.DELETE_POD, Vain.RESET_NODE, Vain.RESTART_KUBELET),
    )


CAUSE = Cause(
    name="skew-calico-too-new",
    stage=StageId.POD_CREATED,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.PENDING,
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(ControllersSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.3,
)
