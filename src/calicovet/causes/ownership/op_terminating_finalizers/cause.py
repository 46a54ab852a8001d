"""What an uninstall deleted does not go away, and nothing is made in its place."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, indicates, proves
from calicovet.model.facts import BeingDeleted, ControllersSaid, Fact
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AN_INSTALLATION,
    AskHuman,
    NoUndo,
    Plan,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known

_NAME = "op-terminating-finalizers"

_KINDS = frozenset({"Namespace", "Installation"})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    going = node.one(BeingDeleted, lambda found: found.kind in _KINDS)
    blocked = node.one(ControllersSaid, _is_calicos_namespace)
    dead = message(node, ControllersSaid, _NAME)
    facts: tuple[Fact, ...] = only_known(going, blocked, dead)
    if going is not None:
        yield proves(*facts, what=f"{going.kind} {going.name}".strip())
    elif blocked is not None:
        yield proves(*facts, what=f"Namespace {blocked.detail('namespace')}")
    elif dead is not None:
        # It keeps any namespace from going away, not only Calico's.
        yield indicates(dead, what="APIService v3.projectcalico.org")


def _is_calicos_namespace(said: ControllersSaid) -> bool:
    namespace = said.detail("namespace")
    return said.key == f"{_NAME}:namespace" and ("calico" in namespace or "tigera" in namespace)


CAUSE = Cause(
    name=_NAME,
    code="OWN008",
    stage=StageId.POD_CREATED,
    shows_as=frozenset({Shape.NOT_CREATED, Shape.PENDING, Shape.RUNNING_NOT_READY}),
    reads=(
        BeingDeleted,
        ControllersSaid,
    ),
    failures=(
        fails(How.BEING_DELETED, thing=ThingClass.RESOURCE),
        fails(
            How.HUNG,
            How.CONFLICT,
            How.DENIED,
            How.FORBIDDEN,
            thing=ThingClass.RESOURCE,
            value="namespaces",
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "see-what-holds-it",
                commands=(
                    "kubectl get namespaces",
                    "kubectl get installation default -o yaml | grep -e deletionTimestamp -A4 -e finalizers",
                    "kubectl get apiservice v3.projectcalico.org",
                ),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "remove-the-dead-service",
                commands=("kubectl delete apiservice v3.projectcalico.org",),
                risk=Risk.CLUSTER_WIDE,
                no_undo=NoUndo.RECREATED,
            ),
            AskHuman("let-the-operator-clean-up", risk=Risk.CLUSTER_WIDE),
        ),
        within=AN_INSTALLATION,
    ),
    scope=Scope.CLUSTER,
    prior=0.4,
)
