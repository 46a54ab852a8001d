"""Warnings of a whole namespace in one call: the server reads all its events for every question about one of them."""

from collections.abc import Iterator

from msgspec import DecodeError, Raw, Struct, field
from msgspec.json import decode

from calicovet.model.evidence import Evidence, Request
from calicovet.world.collectors.calls import Calls
from calicovet.world.kube.answers import ListMeta

_MOST = 500
_OWN = ("Pod", "Node")
"""Kinds of which there is one for each node."""


class _Involved(Struct, gc=False):
    kind: str = ""
    name: str = ""


class _Event(Struct, gc=False):
    involved: _Involved = field(default_factory=_Involved, name="involvedObject")


class _Events(Struct, gc=False):
    metadata: ListMeta = field(default_factory=ListMeta)
    items: list[Raw] = []


def warnings(
    calls: Calls, request: Request, namespace: str, named: frozenset[str], kind: str = ""
) -> Iterator[Evidence]:
    """The namespace's warnings, all or of one kind, without those of pods and nodes that are not among the named."""
    path = f"/api/v1/namespaces/{namespace}/events"
    which = f"type=Warning,involvedObject.kind={kind}" if kind else "type=Warning"
    line = f"kubectl -n {namespace} get events --field-selector {which} -o json"
    query = {"fieldSelector": which, "limit": str(_MOST)}
    answer = calls.get(request, path, line, query)
    if answer is None:
        return
    try:
        events = decode(answer.body, type=_Events)
        kept = [bytes(raw) for raw in events.items if _matters(decode(raw, type=_Event), named)]
    except DecodeError:
        return
    yield calls.desk.objects(
        b'{"kind":"EventList","apiVersion":"v1","items":[' + b",".join(kept) + b"]}",
        source=path,
        taken_by=line,
        whole=not events.metadata.go_on,
    )


def _matters(event: _Event, named: frozenset[str]) -> bool:
    return event.involved.kind not in _OWN or event.involved.name in named
