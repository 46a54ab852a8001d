"""The owner of the DaemonSet, from the labels and annotations that owners leave."""

from collections.abc import Iterable, Iterator

from calicovet.model.facts import OwnerKind
from calicovet.parse.pods.pod_record import Named, PodRecord

Trace = tuple[OwnerKind, str, int]
"""The owner, the trace itself, and its line."""

_BY_NAMESPACE = {
    "calico-system": OwnerKind.OPERATOR,
    "kube-system": OwnerKind.MANIFEST,
}
_BY_PREFIX = (
    ("argocd.argoproj.io/", OwnerKind.ARGO_CD),
    ("kustomize.toolkit.fluxcd.io/", OwnerKind.FLUX),
    ("helm.toolkit.fluxcd.io/", OwnerKind.FLUX),
    ("helm.cattle.io/", OwnerKind.HELM_CHART_CONFIG),
    ("meta.helm.sh/", OwnerKind.HELM),
    ("hash.operator.tigera.io/", OwnerKind.OPERATOR),
    ("operator.tigera.io/", OwnerKind.OPERATOR),
    ("kubectl.kubernetes.io/last-applied-configuration", OwnerKind.MANIFEST),
)
_BY_MANAGER = {
    "tigera-operator": OwnerKind.OPERATOR,
    "operator": OwnerKind.OPERATOR,
    "helm": OwnerKind.HELM,
    "Helm": OwnerKind.HELM,
    "argocd": OwnerKind.ARGO_CD,
    "argocd-controller": OwnerKind.ARGO_CD,
    "argocd-application-controller": OwnerKind.ARGO_CD,
    "kustomize-controller": OwnerKind.FLUX,
    "flux": OwnerKind.FLUX,
    "kubectl-client-side-apply": OwnerKind.MANIFEST,
}
_CHARTS_OF_A_DISTRIBUTION = ("rke2-", "k3s-")


def owner_by_namespace(namespace: str) -> OwnerKind | None:
    """The owner that puts calico-node into that namespace."""
    return _BY_NAMESPACE.get(namespace)


def owner_by_manager(name: str) -> OwnerKind | None:
    """The owner behind a manager of fields."""
    return _BY_MANAGER.get(name)


def owners_by_names(names: Iterable[Named]) -> Iterator[Trace]:
    """Owners by labels and annotations."""
    for named in names:
        if named.name == "app.kubernetes.io/managed-by":
            owner = _BY_MANAGER.get(named.value)
            if owner is not None:
                yield owner, f"{named.name}={named.value}", named.line
            continue
        for prefix, owner in _BY_PREFIX:
            if not named.name.startswith(prefix):
                continue
            if owner is OwnerKind.HELM and named.value.startswith(_CHARTS_OF_A_DISTRIBUTION):
                owner = OwnerKind.HELM_CHART_CONFIG
            yield owner, named.name, named.line
            break


def owners_of_pod(pod: PodRecord) -> Iterator[Trace]:
    """Owners by the namespace, the labels and the annotations of a calico-node pod."""
    owner = owner_by_namespace(pod.namespace)
    if owner is not None:
        yield owner, f"namespace {pod.namespace}", pod.line
    yield from owners_by_names((*pod.labels, *pod.annotations))
