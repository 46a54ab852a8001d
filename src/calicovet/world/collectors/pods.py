"""Collects a pod with events, neighbours and logs."""

from collections.abc import Iterator
from dataclasses import replace

from calicovet.model.commands.shell import Part, command, part
from calicovet.model.evidence import Evidence, EvidenceKind, Request
from calicovet.model.subject import Subject
from calicovet.world.cluster.printed_table import print_pods
from calicovet.world.cluster.table_rows import namespaces_of, pod_rows
from calicovet.world.collectors.calls import Calls

HEAD, TAIL = 512 << 10, 256 << 10
"""Bytes of a log that are read from its beginning and, where it is longer, from its end."""
_TAIL_LINES = 1000
SHORT = 96 << 10
"""The same of a peer, for each end: reading logs takes longer than fetching them."""
_SHORT_LINES = 500
_PATIENCE = 10.0
"""Seconds; logs come from kubelets, and one that hangs must not hold up the rest."""
_MOST_OF_A_TAIL = 2 << 20


def describe_pod(calls: Calls, request: Request) -> Iterator[Evidence]:
    """The pod as it is now, and its events."""
    yield from show_pod(calls, request)
    yield from events_of(calls, request, request.about.namespace, "Pod", request.about.pod)


def show_pod(calls: Calls, request: Request) -> Iterator[Evidence]:
    """The pod as it is now."""
    about = request.about
    path = f"/api/v1/namespaces/{about.namespace}/pods/{about.pod}"
    line = command(
        "kubectl -n {namespace} get pod {pod} -o json", namespace=about.namespace, pod=about.pod
    )
    if (answer := calls.get(request, path, line)) is not None:
        yield calls.writer.objects(answer.body, source=path, taken_by=line, about=about)


def events_of(
    calls: Calls, request: Request, namespace: str, kind: str, name: str
) -> Iterator[Evidence]:
    """What happened to one object."""
    path = f"/api/v1/namespaces/{namespace}/events"
    which = f"involvedObject.kind={kind},involvedObject.name={name}"
    line = command(
        "kubectl -n {namespace} get events --field-selector {which} -o json",
        namespace=namespace,
        which=which,
    )
    answer = calls.get(request, path, line, {"fieldSelector": which, "limit": "200"})
    if answer is not None:
        about = request.about if kind == "Pod" else Subject(node=request.about.node)
        yield calls.writer.objects(answer.body, source=path, taken_by=line, about=about)


def neighbours(calls: Calls, request: Request) -> Iterator[Evidence]:
    """All pods on the node."""
    node = request.about.node
    path = "/api/v1/pods"
    line = command("kubectl get pods -A -o wide --field-selector spec.nodeName={node}", node=node)
    table = calls.table(request, path, line, {"fieldSelector": f"spec.nodeName={node}"})
    namespaces = namespaces_of(table) if table is not None else None
    if table is None or namespaces is None:
        return
    rows = pod_rows(table, namespaces)
    if rows is not None:
        yield calls.writer.piece(
            EvidenceKind.POD_TABLE, print_pods(rows), source=path, taken_by=line, whole=False
        )


def log_of(calls: Calls, request: Request) -> Iterator[Evidence]:
    """A container's log: from its beginning, and where it is long also its end."""
    return _log(calls, request, HEAD, TAIL, _TAIL_LINES)


def short_log_of(calls: Calls, request: Request) -> Iterator[Evidence]:
    """The same of a healthy pod: its start and its latest lines are enough to compare with."""
    return _log(calls, request, SHORT, SHORT, _SHORT_LINES)


def end_of_log(calls: Calls, request: Request) -> Iterator[Evidence]:
    """What a container said last."""
    path, line, query = _asked_for(request, part(" --tail={lines}", lines=_SHORT_LINES))
    last = {**query, "tailLines": str(_SHORT_LINES)}
    answer = calls.get(request, path, line, last, limit=_MOST_OF_A_TAIL, timeout=_PATIENCE)
    if answer is not None:
        yield _piece(calls, request, joined(b"", answer.body), line, whole=False)
    else:
        yield from _refused(calls, request, line)


def _log(
    calls: Calls, request: Request, head: int, tail: int, tail_lines: int
) -> Iterator[Evidence]:
    path, line, query = _asked_for(request)
    begin = {**query, "limitBytes": str(head)}
    answer = calls.get(request, path, line, begin, limit=head, timeout=_PATIENCE)
    if answer is None:
        yield from _refused(calls, request, line)
        return
    whole = len(answer.body) < head and not answer.cut
    content = answer.body
    if not whole:
        # Without a bound of bytes: the server would count them from the first of these lines, and cut the last.
        last = {**query, "tailLines": str(tail_lines)}
        end = calls.get(request, path, line, last, limit=_MOST_OF_A_TAIL, timeout=_PATIENCE)
        content = joined(content, end.body if end is not None else b"", tail)
    yield _piece(calls, request, content, line, whole=whole)


def _refused(calls: Calls, request: Request, line: str) -> Iterator[Evidence]:
    """In place of a log, that the kubelet's port is closed, as kubectl prints it."""
    if words := calls.taken_refusal(request.about.node):
        yield calls.writer.piece(
            EvidenceKind.TEXT,
            f"Error from server: {words}",
            source=f"{request.about.pod}.refusal",
            taken_by=line,
            about=replace(request.about, container="", previous=False),
        )


_WHOLE = part("")


def _asked_for(request: Request, tail: Part = _WHOLE) -> tuple[str, str, dict[str, str]]:
    """Where a container's log is, by hand and by the API."""
    about = request.about
    path = f"/api/v1/namespaces/{about.namespace}/pods/{about.pod}/log"
    container = part("")
    query = {}
    if about.container:
        container = part(" -c {container}", container=about.container)
        query["container"] = about.container
    if about.previous:
        query["previous"] = "true"
    line = command(
        "kubectl -n {namespace} logs {pod}{container}{previous}{tail}",
        namespace=about.namespace,
        pod=about.pod,
        container=container,
        previous=part(" --previous" if about.previous else ""),
        tail=tail,
    )
    return path, line, query


def _piece(calls: Calls, request: Request, content: bytes, line: str, *, whole: bool) -> Evidence:
    about = request.about
    return calls.writer.piece(
        request.kind,
        content.decode(errors="replace"),
        source=f"{about.pod}/{about.container}{'.previous' if about.previous else ''}.log",
        taken_by=line,
        about=about,
        whole=whole,
    )


def joined(head: bytes, end: bytes, most: int = TAIL) -> bytes:
    """The beginning and the end of a log in whole lines, none of them twice."""
    head = head[: head.rfind(b"\n") + 1] or head
    if len(end) > most:
        end = end[-most:].partition(b"\n")[2]
    first = end.partition(b"\n")[0]
    overlap = head.rfind(first + b"\n") if first else -1
    if overlap >= 0 and end.startswith(head[overlap:]):
        head = head[:overlap]
    return head + end
