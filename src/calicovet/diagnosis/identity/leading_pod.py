"""Which of two pods on a node counts, and which pods are gone."""

from collections.abc import Iterable, Mapping

from calicovet.diagnosis.identity.node_names import is_calico_node_pod, is_placeholder
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import Fact, PodListed
from calicovet.model.overview import FINISHED


def behind(facts: Iterable[Fact]) -> frozenset[str]:
    """The pods of a node that do not tell how it is; `facts` are the node's, newest first.

    A pod that stays is preferred to one that is being deleted, then an unhealthy one to a ready one.
    Who was listed at another time only is told by the newest word, as ever.
    """
    rows = [
        fact
        for fact in facts
        if isinstance(fact, PodListed) and is_calico_node_pod(fact.about.pod) and fact.cited
    ]
    newest: dict[tuple[str, str], PodListed] = {}
    for row in rows:
        newest.setdefault(_name(row), row)
    if len(newest) < 2:
        return frozenset()
    together = _listed_together(rows)
    # A pod that is being deleted will not come back, and its object need not say so.
    going = {_name(row) for row in rows if row.status == "Terminating"}
    told = {name: row for name, row in newest.items() if name in together}
    if len(told) < 2:
        return frozenset()
    leader = min(told, key=lambda name: (_weight(told[name], name in going), name))
    # Two installations may call their pods alike, though hardly.
    return frozenset(pod for _, pod in told if pod != leader[1])


def _name(row: PodListed) -> tuple[str, str]:
    return row.about.namespace, row.about.pod


def _listed_together(rows: Iterable[PodListed]) -> frozenset[tuple[str, str]]:
    """Those of the newest list that shows more than one of them."""
    lists: dict[str, set[tuple[str, str]]] = {}
    for row in rows:
        lists.setdefault(row.cited[0].evidence, set()).add(_name(row))
    return frozenset(next((names for names in lists.values() if len(names) > 1), ()))


def _weight(row: PodListed, goes: bool) -> tuple[bool, bool, bool]:
    well = row.status == "Running" and row.ready == row.total > 0
    return row.status in FINISHED, goes, well


def gone_pods(facts: Iterable[Fact], evidence: Mapping[str, Evidence]) -> frozenset[str]:
    """The pods of calico-node that a later list no longer shows; `facts` are newest first.

    The later list shows another pod on the same node, or as many pods as the earlier one.
    """
    lists: dict[str, list[PodListed]] = {}
    for fact in facts:
        if isinstance(fact, PodListed) and fact.cited and is_calico_node_pod(fact.about.pod):
            piece = evidence.get(fact.cited[0].evidence)
            if piece is not None and piece.kind is EvidenceKind.POD_TABLE:
                lists.setdefault(piece.id, []).append(fact)
    gone: set[str] = set()
    present: set[str] = set()
    nodes: set[str] = set()
    most = 0
    for shown, rows in lists.items():
        for row in rows:
            about = row.about
            if about.pod in present or is_placeholder(about.pod):
                continue
            if about.node in nodes if about.node and nodes else most >= len(rows):
                gone.add(about.pod)
        left = [row.about for row in rows if row.about.pod not in gone]
        present |= {about.pod for about in left}
        nodes |= {about.node for about in left} - {""}
        if len(rows) > 1 or evidence[shown].whole:
            most = max(most, len(rows))
    return frozenset(gone)
