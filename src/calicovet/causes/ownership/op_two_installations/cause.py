"""Calico was installed twice, by manifest and by the operator."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, proves
from calicovet.model.facts import ControllersSaid, WorkloadListed
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AN_INSTALLATION, AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_NAME = "op-two-installations"

_BY_MANIFEST = "kube-system"
_BY_OPERATOR = "calico-system"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    moving = node.one(ControllersSaid, lambda found: found.key.startswith("op-migration-stalled"))
    said = message(node, ControllersSaid, _NAME)
    sets = {
        found.about.namespace: found
        for found in reversed(node.all(WorkloadListed, _is_a_set_of_calico_node))
    }
    both = _BY_MANIFEST in sets and _BY_OPERATOR in sets
    if moving is not None and (said is not None or both):
        # The operator takes over node by node; both are meant to be there until it has done.
        yield denies(moving)
    elif said is not None:
        yield proves(said, where=f"{_BY_MANIFEST}, {_BY_OPERATOR}")
    elif both:
        yield proves(sets[_BY_MANIFEST], sets[_BY_OPERATOR], where=", ".join(sorted(sets)))


def _is_a_set_of_calico_node(found: WorkloadListed) -> bool:
    return found.kind == "daemonset" and found.name == "calico-node" and found.desired > 0


CAUSE = Cause(
    name=_NAME,
    code="OWN009",
    stage=StageId.POD_CREATED,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.PENDING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(
        ControllersSaid,
        WorkloadListed,
    ),
    failures=(
        fails(How.CONFLICT, How.ALREADY_EXISTS, thing=ThingClass.RESOURCE, value="installations"),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "see-both",
                commands=(
                    "kubectl get daemonsets -A | grep calico-node",
                    "kubectl get pods -A -o wide | grep calico-node",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("choose-one", risk=Risk.CLUSTER_WIDE),
        ),
        within=AN_INSTALLATION,
    ),
    scope=Scope.CLUSTER,
    explains=("felix-port-9099-in-use", "bgp-port-179-in-use", "typha-unschedulable"),
    prior=0.5,
)
