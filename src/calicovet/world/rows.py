"""Server-side tables to rows, by the names of their columns: which columns there are is the server's choice."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from calicovet.model.overview import NodeRow, PodRow
from calicovet.world.kube.table import Table

Cells = Sequence[object]

_PODS = ("Name", "Ready", "Status", "Restarts", "Age")
_NODES = ("Name", "Status")


def pod_rows(table: Table, namespaces: Iterable[str]) -> Iterator[PodRow] | None:
    """A row for each pod; None where a needed column is missing."""
    place = _places(table.columns, _PODS)
    if place is None:
        return None
    return (
        _pod(row.cells, place, namespace)
        for row, namespace in zip(table.rows, namespaces, strict=True)
    )


def namespaces_of(table: Table) -> list[str] | None:
    """The namespace of each row; None where a row does not have its object's metadata."""
    import msgspec

    from calicovet.world.wire import Owned

    try:
        return [
            msgspec.json.decode(row.object, type=Owned).metadata.namespace for row in table.rows
        ]
    except msgspec.DecodeError:
        return None


def _pod(cells: Cells, place: Mapping[str, int], namespace: str) -> PodRow:
    ready, _, total = _word(cells, place, "Ready").partition("/")
    restarts, _, ago = _word(cells, place, "Restarts").partition(" (")
    return PodRow(
        namespace=namespace,
        name=_word(cells, place, "Name"),
        ready=_number(ready),
        total=_number(total),
        status=_word(cells, place, "Status"),
        restarts=_number(restarts),
        restarted_ago=ago.removesuffix(" ago)"),
        age=_word(cells, place, "Age"),
        ip=_word(cells, place, "IP"),
        node=_word(cells, place, "Node"),
    )


def node_rows(table: Table) -> Iterator[NodeRow] | None:
    """A row for each node; None where a needed column is missing."""
    place = _places(table.columns, _NODES)
    if place is None:
        return None
    return (
        NodeRow(
            name=_word(cells, place, "Name"),
            status=_word(cells, place, "Status"),
            roles=_word(cells, place, "Roles"),
            age=_word(cells, place, "Age"),
            version=_word(cells, place, "Version"),
            internal=_word(cells, place, "Internal-IP"),
            external=_word(cells, place, "External-IP"),
            os=_word(cells, place, "OS-Image"),
            kernel=_word(cells, place, "Kernel-Version"),
            runtime=_word(cells, place, "Container-Runtime"),
        )
        for cells in (row.cells for row in table.rows)
    )


def _places(columns: Sequence[str], needed: Iterable[str]) -> Mapping[str, int] | None:
    places = {name: number for number, name in enumerate(columns)}
    return places if all(name in places for name in needed) else None


def _word(cells: Cells, place: Mapping[str, int], name: str) -> str:
    number = place.get(name, -1)
    if not 0 <= number < len(cells):
        return ""
    word = str(cells[number])
    return "" if word in ("<none>", "<unknown>", "None") else word


def _number(word: str) -> int:
    return int(word[:9]) if word.isdecimal() else 0
