"""Which nodes a page speaks of, and which of them share a block."""

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState, SummaryVerdict
from calicovet.model.facts import NodeListed, PodListed
from calicovet.model.finding import NAMED, Verdict
from calicovet.report.page.headline import is_large, leading

ALIKE = 6
"""More nodes than this with the same answer share a block."""
FEW = 2
"""The same where so many are unhealthy that the answers would hide each other."""

_TOLD = NAMED | {Verdict.POSSIBLE, Verdict.AHEAD}
"""The verdicts that a block speaks of."""


def groups_of(diagnosis: Diagnosis) -> list[list[NodeDiagnosis]]:
    """The nodes that a page speaks of; those that share a block together."""
    return _groups(to_tell(diagnosis), FEW if is_large(diagnosis) else ALIKE)


def to_tell(diagnosis: Diagnosis) -> list[NodeDiagnosis]:
    told = [
        node
        for node in diagnosis.nodes
        if node.victim_of is None and (node.state is NodeState.SICK or leading(node) is not None)
    ]
    if told or diagnosis.summary.verdict is SummaryVerdict.HEALTHY:
        return told
    # No node is known to be unhealthy: those with a line to look at or a question are shown all the same.
    return [
        node
        for node in diagnosis.nodes
        if node.state is NodeState.UNCLEAR and (node.look_at or node.next)
    ]


def _groups(nodes: list[NodeDiagnosis], most: int) -> list[list[NodeDiagnosis]]:
    alike: dict[tuple[object, ...], list[NodeDiagnosis]] = {}
    for node in nodes:
        finding = leading(node)
        answer = (finding.name, finding.verdict) if finding else node.stages.shape
        alike.setdefault((answer, node.next.key if node.next else ""), []).append(node)
    groups: list[list[NodeDiagnosis]] = []
    for group in alike.values():
        groups.extend([group] if len(group) > most else _with_nothing_of_their_own(group))
    # As the engine ordered them, by the first of each group.
    return sorted(groups, key=lambda group: nodes.index(group[0]))


def _with_nothing_of_their_own(nodes: list[NodeDiagnosis]) -> list[list[NodeDiagnosis]]:
    """The nodes one by one; those of which nothing is known but the same few things, together."""
    groups: dict[object, list[NodeDiagnosis]] = {}
    for place, node in enumerate(nodes):
        groups.setdefault(place if _has_its_own(node) else _told_of(node), []).append(node)
    return list(groups.values())


def _has_its_own(node: NodeDiagnosis) -> bool:
    """Whether anything but a row of a list is shown of just this node."""
    names = {node.node, node.pod.rpartition("/")[2]} - {None, ""}
    facts = [
        fact
        for one in node.findings
        if one.verdict in _TOLD
        for sign in one.signs
        for fact in sign.facts
        if not isinstance(fact, PodListed | NodeListed)
    ]
    shown = any({fact.about.node, fact.about.pod} & names for fact in facts)
    return (
        shown or leading(node) is not None or bool(node.look_at or node.differences or node.alike)
    )


def _told_of(node: NodeDiagnosis) -> tuple[object, ...]:
    """What a block would say of a node whose cause is not known, without its names."""
    asked = node.next
    return (
        node.stages.shape,
        tuple(node.stages.states.items()),
        tuple((one.name, one.verdict) for one in node.findings if one.verdict in _TOLD),
        asked and (asked.key, asked.answers, bool(asked.node)),
        asked and tuple((wish.kind, wish.about.container) for wish in asked.requests),
    )
