"""Calico calls this host otherwise than Kubernetes does, or as it calls another host."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, proves
from calicovet.model.facts import Fact, NodeListed, NodeNameUsed, PodListed, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, RestartPod, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_FILE = "/var/lib/calico/nodename"
_MISSING = "name-node-object-missing"
_ON_THE_HOST = ("file", "conflist")
_WRITTEN_LAST = "file"
"""calico-node writes the file at the end of its start."""


def examine(case: Case) -> Iterator[Sign]:
    known = _known_by_kubernetes(case.node)
    names = case.node.all(NodeNameUsed, _can_differ)
    if known is not None:
        yield from _compare(known, case.node.name or "", _telling(case.node, names))
    for used in names:
        if twin := _same_name_elsewhere(used, case):
            yield proves(used, twin, name=used.name, expected=case.node.name or "?")
            return
    said = message(case.node, StartupSaid, "name-mismatch")
    if said is not None:
        # A host whose address was changed says so too.
        yield hints(said, name=said.detail("node") or "?", expected=case.node.name or "?")


def _telling(node: NodeView, names: tuple[NodeNameUsed, ...]) -> tuple[NodeNameUsed, ...]:
    """The names, without those of logs in which start-up ends because no Node has that name."""
    unknown = node.one(StartupSaid, lambda said: said.key.startswith(_MISSING))
    return names if unknown is None else tuple(used for used in names if used.where in _ON_THE_HOST)


def _can_differ(used: NodeNameUsed) -> bool:
    # A log that nothing ties to a pod is told apart by this very name.
    return used.where in _ON_THE_HOST or bool(used.about.pod)


def _known_by_kubernetes(node: NodeView) -> Fact | None:
    return node.one(NodeListed) or node.one(PodListed, lambda listed: bool(listed.about.node))


def _compare(known: Fact, expected: str, names: tuple[NodeNameUsed, ...]) -> Iterator[Sign]:
    others = [used for used in names if used.name != expected]
    if not others:
        stored = [used for used in names if used.where in _ON_THE_HOST]
        if stored:
            yield denies(known, *stored)
        return
    # What stands on the host decides; a log may be another node's, or have its names hidden.
    used = next((used for used in others if used.where in _ON_THE_HOST), others[0])
    alike = _is_short_for(used.name, expected) or _is_short_for(expected, used.name)
    sign = proves if used.where in _ON_THE_HOST and not alike else hints
    if used.where == _WRITTEN_LAST and any(_names_in_log(name, expected) for name in names):
        # A start that fails leaves the file of the last one that did not.
        sign = hints
    yield sign(used, known, name=used.name, expected=expected)


def _names_in_log(used: NodeNameUsed, expected: str) -> bool:
    return used.where not in _ON_THE_HOST and used.name == expected


def _is_short_for(short: str, long: str) -> bool:
    return long.lower().startswith(f"{short.lower()}.")


def _same_name_elsewhere(used: NodeNameUsed, case: Case) -> NodeNameUsed | None:
    if used.where not in _ON_THE_HOST:
        return None
    return next(
        (
            theirs
            for peer in case.peers.sharing(_names, (used.where, used.name))
            for theirs in peer.all(NodeNameUsed, lambda found: found.where == used.where)
            if theirs.name == used.name and peer.name != case.node.name
        ),
        None,
    )


def _names(node: NodeView) -> Iterator[tuple[str, str]]:
    return ((used.where, used.name) for used in node.all(NodeNameUsed))


CAUSE = Cause(
    name="name-mismatch",
    code="NAM002",
    stage=StageId.NODE_NAMED,
    shows_as=frozenset(
        {
            Shape.EXITS_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(NodeNameUsed, NodeListed, PodListed, StartupSaid),
    decided_by=(NodeNameUsed,),
    failures=(fails(How.MISMATCH, thing=ThingClass.NODE_NAME),),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "forget-the-name",
                moves=(_FILE,),
            ),
            RestartPod(),
            AskHuman("remove-the-ghost"),
        ),
        does_not_help=(Ineffective.REINSTALL_CALICO, Ineffective.CHANGE_ADDRESS),
    ),
    explains=("name-node-object-missing", "ip-conflict-duplicate"),
    prior=0.5,
)
