"""Collects evidence about the cluster: endpoints, DaemonSet revisions, warnings."""

from collections.abc import Iterable, Iterator

from calicovet.model.commands.shell import command
from calicovet.model.evidence import Evidence, Request
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.world.cluster.api_paths import CALICO_NODE, OPERATOR_NAMESPACE
from calicovet.world.collectors.calls import Calls
from calicovet.world.collectors.pods import events_of


def _fetch(
    calls: Calls,
    request: Request,
    path: str,
    line: str,
    query: dict[str, str] | None = None,
    *,
    about: Subject = NO_SUBJECT,
    optional: bool = False,
) -> Iterator[Evidence]:
    if (answer := calls.get(request, path, line, query, optional=optional)) is not None:
        yield calls.writer.objects(answer.body, source=path, taken_by=line, about=about)


def describe_node(calls: Calls, request: Request) -> Iterator[Evidence]:
    """The node as it is now, and its events."""
    yield from show_node(calls, request)
    yield from events_of(calls, request, "default", "Node", request.about.node)


def show_node(calls: Calls, request: Request) -> Iterator[Evidence]:
    """The node as it is now."""
    node = request.about.node
    line = command("kubectl get node {node} -o json", node=node)
    yield from _fetch(calls, request, f"/api/v1/nodes/{node}", line, about=Subject(node=node))


def revisions(calls: Calls, request: Request, namespaces: Iterable[str]) -> Iterator[Evidence]:
    """How the DaemonSet looked before."""
    for namespace in namespaces:
        path = f"/apis/apps/v1/namespaces/{namespace}/controllerrevisions"
        line = command(
            "kubectl -n {namespace} get controllerrevisions -l {labels} -o json",
            namespace=namespace,
            labels=CALICO_NODE,
        )
        yield from _fetch(calls, request, path, line, {"labelSelector": CALICO_NODE, "limit": "20"})


def api_server(calls: Calls, request: Request) -> Iterator[Evidence]:
    """The address of the API server inside the cluster, and the addresses behind it."""
    service = "/api/v1/namespaces/default/services/kubernetes"
    yield from _fetch(calls, request, service, "kubectl get service kubernetes -o json")
    slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices"
    which = "kubernetes.io/service-name=kubernetes"
    line = command("kubectl get endpointslices -l {which} -o json", which=which)
    yield from _fetch(calls, request, slices, line, {"labelSelector": which})


def config_maps(
    calls: Calls, request: Request, namespaces: Iterable[str], *, operator: bool
) -> Iterator[Evidence]:
    """What the installers wrote down: kubeadm's networks, the manifest's settings, another way to the API server."""
    places = tuple(namespaces)
    beside = (OPERATOR_NAMESPACE,) if operator else ()
    of_calico = [(place, "calico-config") for place in places]
    # A manifest's calico-node reads it beside itself, the operator beside its own pod. Last: an older role lacks it.
    ways = [(place, "kubernetes-services-endpoint") for place in (*places, *beside)]
    for place, name in (("kube-system", "kubeadm-config"), *of_calico, *ways):
        path = f"/api/v1/namespaces/{place}/configmaps/{name}"
        line = command(
            "kubectl -n {namespace} get configmap {name} -o json", namespace=place, name=name
        )
        yield from _fetch(calls, request, path, line, optional=True)
