"""calico-kube-controllers fails because calico-node does, and not the other way round."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.facts import (
    BgpNotEstablished,
    Claimed,
    ContainerState,
    ControllersDown,
    ControllersSaid,
    Fact,
    PodListed,
    ProbeFailed,
    Topic,
)
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import only_known

_KEY = "kc-crash-is-consequence"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = node.one(ControllersSaid, lambda found: found.key.partition(":")[0] == _KEY)
    down = node.one(ControllersDown)
    told = only_known(said, down)
    if not told:
        return
    words = {"pod": _pod(said, down)}
    sick = _calico_node_is_not_ready(node)
    if sick is None:
        # It may be the other way: calico-node is well, and something else keeps the controllers down.
        yield hints(*told, **words)
        return
    here = down is not None and bool(down.about.node) and down.about.node == node.name
    speaks = said is not None and not said.key.endswith(":readiness")
    if speaks and here:
        yield proves(*told, sick, **words)
    elif speaks or here:
        yield indicates(*told, sick, **words)
    else:
        yield hints(*told, sick, **words)


def _pod(said: ControllersSaid | None, down: ControllersDown | None) -> str:
    if down is not None:
        return down.name
    pod = said.about.pod if said is not None else ""
    return pod or "calico-kube-controllers"


def _calico_node_is_not_ready(node: NodeView) -> Fact | None:
    """What shows it, for the controllers need the network that calico-node makes on their node."""
    listed = node.one(PodListed)
    if listed is not None:
        return listed if listed.ready < listed.total else None
    return (
        node.one(ContainerState, lambda found: found.ready is False)
        or node.one(ProbeFailed)
        or node.one(BgpNotEstablished)
        or node.one(Claimed, lambda found: found.topic is Topic.SICK)
    )


CAUSE = Cause(
    name=_KEY,
    code="OWN001",
    # It may come to light however far calico-node itself came.
    stage=StageId.POD_BOUND,
    shows_as=frozenset(Shape)
    - {Shape.READY_BUT_FLAPPING, Shape.READY_BUT_BROKEN, Shape.ANOTHER_CONTAINER_FAILING},
    reads=(
        ControllersSaid,
        ControllersDown,
        PodListed,
        ContainerState,
        ProbeFailed,
        BgpNotEstablished,
    ),
    examine=examine,
    plan=Plan(
        steps=(AskHuman("calico-node-first"),),
        reaches=StageId.NETWORK_AVAILABLE,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO),
    ),
    # One pod for the whole cluster: it has no peers.
    scope=Scope.CLUSTER,
    bystander=True,
    unforeseen=Unforeseen.EFFECT,
)
