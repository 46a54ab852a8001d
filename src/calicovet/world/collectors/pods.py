"""A pod with its events, the pods beside it, and its containers' logs."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence, EvidenceKind, Request
from calicovet.model.subject import Subject
from calicovet.world.collectors.calls import Calls
from calicovet.world.objects import printed
from calicovet.world.printed_table import print_pods
from calicovet.world.rows import namespaces_of, pod_rows

HEAD, TAIL = 512 << 10, 256 << 10
"""Bytes of a log that are read from its beginning and, where it is longer, from its end."""
_TAIL_LINES = 1000


def describe_pod(calls: Calls, request: Request) -> Iterator[Evidence]:
    """The pod as it is now, and its events."""
    about = request.about
    path = f"/api/v1/namespaces/{about.namespace}/pods/{about.pod}"
    line = f"kubectl -n {about.namespace} get pod {about.pod} -o json"
    if (answer := calls.get(request, path, line)) is not None:
        yield calls.desk.piece(
            EvidenceKind.OBJECTS, printed(answer.body), source=path, taken_by=line, about=about
        )
    yield from events_of(calls, request, about.namespace, "Pod", about.pod)


def events_of(
    calls: Calls, request: Request, namespace: str, kind: str, name: str
) -> Iterator[Evidence]:
    """What happened to one object."""
    path = f"/api/v1/namespaces/{namespace}/events"
    which = f"involvedObject.kind={kind},involvedObject.name={name}"
    line = f"kubectl -n {namespace} get events --field-selector {which} -o json"
    answer = calls.get(request, path, line, {"fieldSelector": which, "limit": "200"})
    if answer is not None:
        about = request.about if kind == "Pod" else Subject(node=request.about.node)
        yield calls.desk.piece(
            EvidenceKind.OBJECTS, printed(answer.body), source=path, taken_by=line, about=about
        )


def neighbours(calls: Calls, request: Request) -> Iterator[Evidence]:
    """All pods on the node."""
    node = request.about.node
    path = "/api/v1/pods"
    line = f"kubectl get pods -A -o wide --field-selector spec.nodeName={node}"
    table = calls.table(request, path, line, {"fieldSelector": f"spec.nodeName={node}"})
    if table is None:
        return
    rows = pod_rows(table, namespaces_of(table))
    if rows is not None:
        yield calls.desk.piece(
            EvidenceKind.POD_TABLE, print_pods(rows), source=path, taken_by=line, whole=False
        )


def log_of(calls: Calls, request: Request) -> Iterator[Evidence]:
    """A container's log: from its beginning, and where it is long also its end."""
    about = request.about
    path = f"/api/v1/namespaces/{about.namespace}/pods/{about.pod}/log"
    container = f" -c {about.container}" if about.container else ""
    line = f"kubectl -n {about.namespace} logs {about.pod}{container}"
    query = {"container": about.container} if about.container else {}
    if about.previous:
        line += " --previous"
        query["previous"] = "true"
    answer = calls.get(request, path, line, {**query, "limitBytes": str(HEAD)}, limit=HEAD)
    if answer is None:
        return
    content = answer.body.decode(errors="replace")
    whole = len(answer.body) < HEAD and not answer.cut
    if not whole:
        tail = {**query, "tailLines": str(_TAIL_LINES), "limitBytes": str(TAIL)}
        if (end := calls.get(request, path, line, tail, limit=TAIL)) is not None:
            content += "\n" + end.body.decode(errors="replace")
    yield calls.desk.piece(
        request.kind,
        content,
        source=f"{about.pod}/{about.container}{'.previous' if about.previous else ''}.log",
        taken_by=line,
        about=about,
        whole=whole,
    )
