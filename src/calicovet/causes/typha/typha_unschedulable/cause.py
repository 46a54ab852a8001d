"""Typha finds no node to run on, or not its port."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import ControllersSaid, TyphaState
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId

_NAME = "typha-unschedulable"
_LISTEN = f"{_NAME}:listen"
_NODES = f"{_NAME}:nodes"
_MIGRATION = "op-migration-stalled"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = node.one(ControllersSaid, _is_of_typha)
    if said is None:
        return
    words = {"why": _why(said)}
    moving = node.one(ControllersSaid, lambda found: found.key.partition(":")[0] == _MIGRATION)
    typhas = node.all(TyphaState)
    ready = next((typha for typha in typhas if typha.ready), None)
    waiting = next((typha for typha in typhas if typha.status == "Pending"), None)
    if said.key == _NODES and moving is not None:
        # Nodes are labelled one after the other then; too few of them is how it begins.
        yield denies(moving)
    elif ready is not None:
        yield hints(said, ready, **words)
    elif said.key == _NODES:
        yield indicates(said, **words)
    elif said.key == _LISTEN or said.about.pod:
        yield proves(said, **words)
    else:
        # Any pod with a host port may be told so.
        yield indicates(said, waiting, **words) if waiting else hints(said, **words)


def _is_of_typha(said: ControllersSaid) -> bool:
    if said.key.partition(":")[0] != _NAME:
        return False
    return said.key == _NODES or not said.about.pod or "typha" in said.about.pod


def _why(said: ControllersSaid) -> str:
    if said.key == _NODES:
        return f"{said.detail('have')} < {said.detail('wanted')} nodes"
    return "5473/tcp: address already in use"


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "calico-system"
    return Plan(
        steps=(
            RunKubectl(
                "look-at-typha",
                commands=(
                    command(
                        "kubectl -n {namespace} describe pods -l k8s-app=calico-typha",
                        namespace=namespace,
                    ),
                    "kubectl get nodes",
                    "kubectl get pods -A -o wide | grep -e calico-typha -e calico-node",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("make-room", risk=Risk.CLUSTER_WIDE),
        ),
        reaches=StageId.TYPHA_CONNECTED,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="TYP004",
    # Under the operator calico-node waits for Typha before it is even made.
    stage=StageId.POD_CREATED,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.PENDING,
            Shape.RUNNING_NOT_READY,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
        }
    ),
    reads=(ControllersSaid, TyphaState),
    decided_by=(TyphaState,),
    failures=(
        fails(
            How.ADDRESS_IN_USE, How.CONFLICT, How.INSUFFICIENT, thing=ThingClass.PORT, value="5473"
        ),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("typha-none-ready",),
    caused_by=("op-two-installations", "op-migration-stalled"),
    prior=0.5,
    unforeseen=Unforeseen.EFFECT,
)
