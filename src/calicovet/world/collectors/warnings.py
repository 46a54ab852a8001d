"""Collects the warnings of a namespace in one call."""

from collections.abc import Iterator

from msgspec import DecodeError, Raw, Struct, field

from calicovet.model.commands.shell import command
from calicovet.model.evidence import Evidence, Request
from calicovet.model.record import record
from calicovet.world.collectors.calls import Calls
from calicovet.world.json_decoding import decode_as
from calicovet.world.kube.answers import ListMeta

_MOST = 500
_OWN = ("Pod", "Node")
"""Kinds of which there is one for each node."""
_DAEMONSET = "DaemonSet"


class _Involved(Struct, gc=False):
    kind: str = ""
    name: str = ""


class _Event(Struct, gc=False):
    involved: _Involved = field(default_factory=_Involved, name="involvedObject")
    reason: str = ""


class _Events(Struct, gc=False):
    metadata: ListMeta = field(default_factory=ListMeta)
    items: list[Raw] = []


def warnings(
    calls: Calls, request: Request, namespace: str, named: frozenset[str], kind: str = ""
) -> Iterator[Evidence]:
    """The namespace's warnings, all or of one kind, without those of pods and nodes that are not among the named.

    Where a DaemonSet was refused a pod, also when it got one: the refusal may be over.
    """
    which = f"type=Warning,involvedObject.kind={kind}" if kind else "type=Warning"
    found = _events(calls, request, namespace, which)
    if found is None:
        return
    kept = [(event, raw) for event, raw in found.events if _matters(event, named)]
    yield _piece(calls, found, [raw for _, raw in kept])
    if any(_is_refused(event) for event, _ in kept):
        which = f"reason=SuccessfulCreate,involvedObject.kind={_DAEMONSET}"
        made = _events(calls, request, namespace, which)
        if made is not None:
            yield _piece(calls, made, [raw for _, raw in made.events])


@record(kw_only=True)
class _Found:
    """The events that a question brought."""

    path: str
    line: str
    events: tuple[tuple[_Event, bytes], ...]
    whole: bool


def _events(calls: Calls, request: Request, namespace: str, which: str) -> _Found | None:
    path = f"/api/v1/namespaces/{namespace}/events"
    line = command(
        "kubectl -n {namespace} get events --field-selector {which} -o json",
        namespace=namespace,
        which=which,
    )
    answer = calls.get(request, path, line, {"fieldSelector": which, "limit": str(_MOST)})
    if answer is None:
        return None
    try:
        listed = decode_as(answer.body, _Events)
        events = tuple((decode_as(raw, _Event), bytes(raw)) for raw in listed.items)
    except DecodeError:
        return None
    return _Found(path=path, line=line, events=events, whole=not listed.metadata.go_on)


def _piece(calls: Calls, found: _Found, kept: list[bytes]) -> Evidence:
    return calls.writer.objects(
        b'{"kind":"EventList","apiVersion":"v1","items":[' + b",".join(kept) + b"]}",
        source=found.path,
        taken_by=found.line,
        whole=found.whole,
    )


def _is_refused(event: _Event) -> bool:
    return event.reason == "FailedCreate" and event.involved.kind == _DAEMONSET


def _matters(event: _Event, named: frozenset[str]) -> bool:
    return event.involved.kind not in _OWN or event.involved.name in named
