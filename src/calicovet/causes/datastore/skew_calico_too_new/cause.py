"""This Calico asks for kinds that this Kubernetes does not have yet."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign
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
from calicovet.signals.unserved_kinds import refused_kind

_NAME = "skew-calico-too-new"


def examine(case: Case) -> Iterator[Sign]:
    yield from refused_kind(case, _NAME)


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunKubectl(
                "compare",
                commands=(
                    "kubectl version",
                    "kubectl api-versions | grep -e policy -e discovery -e admission",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("one-that-fits", risk=Risk.CLUSTER_WIDE),
        ),
        within=AN_INSTALLATION,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.RESTART_KUBELET),
    )


CAUSE = Cause(
    name=_NAME,
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
