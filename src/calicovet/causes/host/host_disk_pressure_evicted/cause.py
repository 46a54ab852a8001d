"""The kubelet throws calico-node out, because the disk runs short."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    EventSeen,
    Fact,
    KubeletSaid,
    NodeCondition,
    PodListed,
    PodPhase,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    NoUndo,
    Plan,
    Risk,
    RunKubectl,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_KEY = "host-disk-pressure-evicted"
_EVICTED = "Evicted"
_OURS = ("calico-node", "canal")


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    pressure = node.one(NodeCondition, lambda found: found.type == "DiskPressure")
    said = message(node, KubeletSaid, _KEY)
    evicted = _evicted(node)
    words = {"what": said.detail("what") if said else "DiskPressure"}
    if pressure is not None and pressure.status == "False":
        # It may have been short, and be so again; at the moment it is not.
        yield hints(said, pressure, **words) if said and evicted else denies(pressure)
    elif evicted is not None and (said or pressure):
        yield proves(*(fact for fact in (evicted, said, pressure) if fact), **words)
    elif said is not None and (_is_ours(said) or not said.about.pod):
        yield (proves if _is_ours(said) else indicates)(said, **words)
    elif found := pressure or said or evicted:
        yield hints(found, **words)


def _evicted(node: NodeView) -> Fact | None:
    """calico-node itself; that other pods are thrown out is the rule under pressure."""
    return (
        node.one(PodPhase, lambda found: found.reason == _EVICTED and _is_ours(found))
        or node.one(PodListed, lambda found: found.status == _EVICTED and _is_ours(found))
        or node.one(EventSeen, lambda found: found.reason == _EVICTED and _is_ours(found))
    )


def _is_ours(fact: Fact) -> bool:
    return fact.about.pod.startswith(_OURS)


CAUSE = Cause(
    name="host-disk-pressure-evicted",
    code="HST009",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.PENDING,
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.EXITS_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(NodeCondition, KubeletSaid, PodListed, PodPhase, EventSeen),
    decided_by=(NodeCondition,),
    failures=(
        fails(How.EVICTED, thing=ThingClass.DISK),
        fails(How.INSUFFICIENT, thing=ThingClass.DISK, by=Speaker.KUBELET),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode("who-fills-it", commands=("df -h", "df -i"), risk=Risk.NONE),
            AskHuman("free-space", risk=Risk.TOUCHES_HOST),
            RunKubectl(
                "is-it-critical",
                commands=(
                    "kubectl get daemonset -A -o custom-columns=NAME:.metadata.name,PRIORITY:.spec.template.spec.priorityClassName | grep -e calico -e canal",
                ),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "sweep",
                commands=(
                    "kubectl delete pods -A --field-selector=status.phase=Failed -l 'k8s-app in (calico-node,canal)'",
                ),
                risk=Risk.NONE,
                no_undo=NoUndo.WAS_BROKEN,
            ),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.REINSTALL_CALICO,
        ),
    ),
    caused_by=("host-disk-full",),
    prior=0.5,
)
