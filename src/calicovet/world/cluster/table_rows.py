"""Rows from server-side Tables, by column name."""

from collections.abc import Iterable, Iterator, Sequence

from calicovet.model.overview import NodeRow, PodRow
from calicovet.world.kube.table import Table

Cells = Sequence[object]

_PODS = ("Name", "Ready", "Status", "Restarts", "Age", "IP", "Node")
_NEEDED_OF_PODS = frozenset(_PODS[:5])
_NODES = (
    "Name",
    "Status",
    "Roles",
    "Age",
    "Version",
    "Internal-IP",
    "External-IP",
    "OS-Image",
    "Kernel-Version",
    "Container-Runtime",
)
_NEEDED_OF_NODES = frozenset(_NODES[:2])
_NOTHING = frozenset({"<none>", "<unknown>", "None"})


def pod_rows(table: Table, namespaces: Iterable[str]) -> Iterator[PodRow] | None:
    """A row for each pod; None where a needed column is missing."""
    if not _NEEDED_OF_PODS.issubset(table.columns):
        return None
    places = _places(table.columns, _PODS)
    return (
        _pod(_words(row.cells, places), namespace)
        for row, namespace in zip(table.rows, namespaces, strict=True)
    )


def namespaces_of(table: Table) -> list[str] | None:
    """The namespace of each row; None where a row does not have its object's metadata."""
    import msgspec

    from calicovet.world.cluster.object_fields import Owned
    from calicovet.world.json_decoding import decode_as

    try:
        return [decode_as(row.object, Owned).metadata.namespace for row in table.rows]
    except msgspec.DecodeError:
        return None


def _pod(words: Sequence[str], namespace: str) -> PodRow:
    name, containers, status, restarted, age, ip, node = words
    ready, _, total = containers.partition("/")
    restarts, _, ago = restarted.partition(" (")
    return PodRow(
        namespace=namespace,
        name=name,
        ready=_number(ready),
        total=_number(total),
        status=status,
        restarts=_number(restarts),
        restarted_ago=ago.removesuffix(" ago)"),
        age=age,
        ip=ip,
        node=node,
    )


def node_rows(table: Table) -> Iterator[NodeRow] | None:
    """A row for each node; None where a needed column is missing."""
    if not _NEEDED_OF_NODES.issubset(table.columns):
        return None
    places = _places(table.columns, _NODES)
    return (_node(_words(row.cells, places)) for row in table.rows)


def _node(words: Sequence[str]) -> NodeRow:
    name, status, roles, age, version, internal, external, os, kernel, runtime = words
    return NodeRow(
        name=name,
        status=status,
        roles=roles,
        age=age,
        version=version,
        internal=internal,
        external=external,
        os=os,
        kernel=kernel,
        runtime=runtime,
    )


def _places(columns: Sequence[str], names: Sequence[str]) -> Sequence[int | None]:
    """Where each column stands; of a thousand rows, each would look for itself."""
    return [columns.index(name) if name in columns else None for name in names]


def _words(cells: Cells, places: Sequence[int | None]) -> list[str]:
    return [
        "" if place is None or (word := str(cells[place])) in _NOTHING else word for place in places
    ]


def _number(word: str) -> int:
    return int(word[:9]) if word.isdecimal() else 0
