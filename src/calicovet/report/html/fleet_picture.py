"""All nodes as cells, grouped by cause, the unhealthy first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState, Passage
from calicovet.model.display.natural_order import natural
from calicovet.model.record import record
from calicovet.report.html.both import Both, label, plain
from calicovet.report.html.incidents import Incident
from calicovet.report.page import rows

_NAMED_TILES = 24
_NAMED_LINKS = 80
"""So many cells of a group carry their names; more are dots."""


@record
class Cell:
    name: str
    link: str
    """The node's place on the page; empty: it has none."""
    alike: bool = False
    """The same from outside, and not examined."""
    short: str = ""
    """The name without the domain that all nodes share."""


@record(kw_only=True)
class CellGroup:
    """The nodes with one answer."""

    label: Both
    tone: str
    link: str = ""
    tiles: tuple[Cell, ...] = ()
    dots: tuple[Cell, ...] = ()
    unnamed: int = 0
    """Nodes that are only counted."""

    @property
    def count(self) -> int:
        """How many nodes it holds."""
        return len(self.tiles) + len(self.dots) + self.unnamed


def fleet(diagnosis: Diagnosis, found: Sequence[Incident]) -> tuple[CellGroup, ...]:
    """The groups in the order of urgency."""
    groups = _merged(group for group in _groups(diagnosis, found) if group.count)
    domain = _domain([cell.name for group in groups for cell in (*group.tiles, *group.dots)])
    return tuple(replace(group, tiles=_shortened(group.tiles, domain)) for group in groups)


def _merged(groups: Iterable[CellGroup]) -> list[CellGroup]:
    """Groups of one label are one group of the picture."""
    alike: dict[tuple[Both, str], CellGroup] = {}
    for group in groups:
        known = alike.setdefault((group.label, group.tone), group)
        if known is not group:
            tiles, dots = known.tiles + group.tiles, known.dots + group.dots
            alike[group.label, group.tone] = replace(known, tiles=tiles, dots=dots)
    return list(alike.values())


def _domain(names: Sequence[str]) -> str:
    """What stands behind the first dot of every name, where all have the same; with the dot."""
    ends = {name[name.find(".") :] if "." in name else "" for name in names}
    return ends.pop() if len(ends) == 1 and len(names) > 1 else ""


def _shortened(cells: Sequence[Cell], domain: str) -> tuple[Cell, ...]:
    return tuple(replace(cell, short=cell.name.removesuffix(domain)) for cell in cells)


def _groups(diagnosis: Diagnosis, found: Sequence[Incident]) -> Iterator[CellGroup]:
    told = {name for incident in found for name in incident.names}
    for incident in found:
        cells = [
            Cell(name, node.id) for name, node in zip(incident.names, incident.nodes, strict=True)
        ]
        cells += [Cell(name, incident.nodes[0].id, True) for name in incident.alike]
        name = plain(incident.cause) if incident.cause else label("fleet.unknown")
        yield _group(name, str(incident.tone), cells, incident.id)
    rest = [node for node in diagnosis.nodes if rows.called(node) not in told]
    yield _group(label("fleet.victims"), "victim", _cells(rest, victim=True))
    for passage in Passage:
        moving = [node for node in rest if node.passage is passage and node.victim_of is None]
        yield _group(label(f"fleet.{passage}"), "unclear", _cells(moving))
    still = [node for node in rest if node.passage is None and node.victim_of is None]
    unclear = [node for node in still if node.state is NodeState.UNCLEAR]
    yield _group(label("fleet.unclear"), "unclear", _cells(unclear))
    healthy = [node for node in still if node.state is NodeState.HEALTHY]
    cells = _cells(healthy)
    unnamed = max(diagnosis.summary.healthy - len(cells), 0)
    yield _group(label("fleet.healthy"), "healthy", cells, unnamed=unnamed)


def _cells(nodes: Sequence[NodeDiagnosis], victim: bool = False) -> list[Cell]:
    chosen = [node for node in nodes if not victim or node.victim_of is not None]
    names = sorted(filter(None, map(rows.called, chosen)), key=natural)
    return [Cell(name, "") for name in names]


def _group(
    name: Both, tone: str, cells: Sequence[Cell], link: str = "", unnamed: int = 0
) -> CellGroup:
    few = len(cells) + unnamed <= (_NAMED_LINKS if link else _NAMED_TILES)
    return CellGroup(
        label=name,
        tone=tone,
        link=link,
        tiles=tuple(cells) if few else (),
        dots=() if few else tuple(cells),
        unnamed=unnamed,
    )
