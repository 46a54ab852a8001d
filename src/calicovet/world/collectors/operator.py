"""Collects the operator's pod and its last log lines."""

from collections.abc import Iterator

from calicovet.model.commands.shell import command
from calicovet.model.evidence import Evidence, EvidenceKind, Request
from calicovet.model.subject import Subject
from calicovet.world.cluster.api_paths import OPERATOR_NAMESPACE
from calicovet.world.cluster.table_rows import pod_rows
from calicovet.world.collectors.calls import Calls
from calicovet.world.collectors.pods import describe_pod, end_of_log

THE_OPERATOR = Request(
    EvidenceKind.OTHER_LOG, Subject(namespace=OPERATOR_NAMESPACE, container="tigera-operator")
)
"""The wish for it: which pod it is has to be found out first."""
_LABEL = "k8s-app=tigera-operator"
_MOST = 2
"""One that is being replaced, and the one that comes."""


def operator(calls: Calls, request: Request) -> Iterator[Evidence]:
    """Its pod with events, and the end of its log; nothing where Calico is not operator-managed."""
    namespace, container = request.about.namespace, request.about.container
    path = f"/api/v1/namespaces/{namespace}/pods"
    line = command(
        "kubectl -n {namespace} get pods -l {label} -o wide", namespace=namespace, label=_LABEL
    )
    table = calls.table(request, path, line, {"labelSelector": _LABEL})
    rows = pod_rows(table, [namespace] * len(table.rows)) if table is not None else None
    for pod in sorted(rows or (), key=lambda pod: pod.name)[:_MOST]:
        wish = Request(EvidenceKind.POD_DESCRIBE, Subject(pod.node, namespace, pod.name))
        yield from describe_pod(calls, wish)
        runs = (False, True) if pod.restarts and not pod.well else (False,)
        for previous in runs if pod.node else ():
            about = Subject(pod.node, namespace, pod.name, container, previous=previous)
            yield from end_of_log(calls, Request(EvidenceKind.OTHER_LOG, about))
