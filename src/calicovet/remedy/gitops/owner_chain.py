"""The owners of the DaemonSet (operator, Helm, Argo CD, Flux), from the objects."""

from collections.abc import Iterator, Mapping, Sequence

from calicovet.model.facts.settings import OwnerKind
from calicovet.model.record import record
from calicovet.model.remediation.change import ObjectRef, Value
from calicovet.remedy.ownership import KEEPERS

HELM_RELEASE = "HelmRelease"
_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
_RELEASE, _RELEASE_SPACE = "meta.helm.sh/release-name", "meta.helm.sh/release-namespace"
_MANAGED_BY = "app.kubernetes.io/managed-by"
_INSTANCE = "app.kubernetes.io/instance"
_TRACKING, _TRACKING_LABEL = "argocd.argoproj.io/tracking-id", "argocd.argoproj.io/instance"
_FLUX = {
    "kustomize.toolkit.fluxcd.io/name": "Kustomization",
    "helm.toolkit.fluxcd.io/name": HELM_RELEASE,
}
_IGNORED = "unsupported.operator.tigera.io/ignore"
_OPERATORS_NAMESPACE = "calico-system"
_CATTLE = ("helm.cattle.io/", "objectset.rio.cattle.io/")
_CHARTS_OF_A_DISTRIBUTION = ("rke2-", "k3s-")
_KUBESPRAY = ("kubespray.", "kubespray/")
_MANAGERS: Mapping[str, tuple[OwnerKind, str]] = {
    "argocd-controller": (OwnerKind.ARGO_CD, ""),
    "argocd-application-controller": (OwnerKind.ARGO_CD, ""),
    "kustomize-controller": (OwnerKind.FLUX, ""),
    "helm-controller": (OwnerKind.FLUX, HELM_RELEASE),
    "helm": (OwnerKind.HELM, ""),
}


@record(kw_only=True)
class Keeper:
    """A tool that writes the object again from its own source."""

    kind: OwnerKind
    name: str = ""
    """The release, application or chart, where the object names it."""
    namespace: str = ""
    through: str = ""
    """Flux has two kinds of objects: `HelmRelease`, `Kustomization`."""
    shown_by: str

    @property
    def title(self) -> str:
        """`Helm (calico in tigera-operator)`, `Flux (HelmRelease calico in flux-system)`."""
        place = f" in {self.namespace}" if self.namespace else ""
        what = f"{self.through} " if self.through else ""
        keeper = KEEPERS[self.kind]
        return f"{keeper} ({what}{self.name}{place})" if self.name else keeper


@record(kw_only=True)
class Chain:
    """From the DaemonSet upwards."""

    links: tuple[str, ...]
    """Each with what shows it."""
    under_operator: bool
    keeper: Keeper | None = None
    """The owner of the topmost object."""


def chain_of(
    daemonset: ObjectRef, installation: ObjectRef, objects: Mapping[ObjectRef, Value]
) -> Chain | None:
    """Who decides; None where the DaemonSet was not read."""
    found = objects.get(daemonset)
    if not isinstance(found, Mapping):
        return None
    above = objects.get(installation)
    operated = _operated(found, daemonset.namespace, above)
    topmost: Value = found
    title = daemonset.title
    links: list[str] = []
    if operated:
        links.append(f"{daemonset.title} ({operated})")
        topmost, title = above, installation.title
    keeper = keeper_of(topmost)
    if keeper is None:
        links.append(f"{title} ({_written_by(topmost)})")
    else:
        links += [f"{title} ({keeper.shown_by})", keeper.title]
    return Chain(links=tuple(links), under_operator=bool(operated), keeper=keeper)


def _operated(daemonset: Value, namespace: str, installation: Value) -> str:
    """What shows that the operator writes the DaemonSet; empty: it does not."""
    if _is_ignored(daemonset):
        return ""
    if reference := operators_reference(daemonset):
        return f"ownerReferences: {reference}"
    # An object restored from a copy has lost its owner reference, and the operator restores that.
    there = isinstance(installation, Mapping) and namespace == _OPERATORS_NAMESPACE
    return f"namespace {namespace}, beside an Installation" if there else ""


def _is_ignored(value: Value) -> bool:
    """Whether the operator was told to leave the object alone."""
    return _mapping(_metadata(value).get("annotations")).get(_IGNORED) == "true"


def operators_reference(value: Value) -> str:
    """The Installation that an object belongs to; empty where it belongs to none."""
    for owner in _list(_metadata(value).get("ownerReferences")):
        if isinstance(owner, Mapping) and owner.get("kind") == "Installation":
            return f"Installation/{owner.get('name')}"
    return ""


def is_operators(value: Value) -> bool:
    """Whether the operator reverts every change of the object."""
    if _is_ignored(value):
        return False
    labels = _mapping(_metadata(value).get("labels"))
    return bool(operators_reference(value)) or labels.get(_MANAGED_BY) == "tigera-operator"


def keeper_of(value: Value) -> Keeper | None:
    """The tool that writes this object again from its own source; the outermost, if there are several."""
    found = tuple(_keepers(value))
    return min(found, key=lambda keeper: _OUTERMOST.index(keeper.kind)) if found else None


_OUTERMOST = (
    OwnerKind.ARGO_CD,
    OwnerKind.FLUX,
    OwnerKind.HELM_CHART_CONFIG,
    OwnerKind.KUBESPRAY,
    OwnerKind.HELM,
)
"""Argo CD and Flux run Helm themselves, and so does the controller of HelmCharts."""


def _keepers(value: Value) -> Iterator[Keeper]:
    metadata = _metadata(value)
    labels, annotations = _mapping(metadata.get("labels")), _mapping(metadata.get("annotations"))
    managers = _managers(metadata)
    release = _text(annotations.get(_RELEASE))
    space = _text(annotations.get(_RELEASE_SPACE))
    cattle = next((name for name in (*annotations, *labels) if name.startswith(_CATTLE)), "")
    if cattle or release.startswith(_CHARTS_OF_A_DISTRIBUTION):
        shown = cattle or f"{_RELEASE}: {release}"
        yield Keeper(
            kind=OwnerKind.HELM_CHART_CONFIG, name=release, namespace=space, shown_by=shown
        )
    if release:
        shown = f"{_RELEASE}: {release}"
        yield Keeper(kind=OwnerKind.HELM, name=release, namespace=space, shown_by=shown)
    elif labels.get(_MANAGED_BY) == "Helm":
        yield Keeper(kind=OwnerKind.HELM, shown_by=f"{_MANAGED_BY}: Helm")
    tracking = _text(annotations.get(_TRACKING))
    if tracking:
        shown = f"{_TRACKING}: {tracking}"
        yield Keeper(kind=OwnerKind.ARGO_CD, name=tracking.partition(":")[0], shown_by=shown)
    if application := _text(labels.get(_TRACKING_LABEL)):
        shown = f"{_TRACKING_LABEL}: {application}"
        yield Keeper(kind=OwnerKind.ARGO_CD, name=application, shown_by=shown)
    for name, through in _FLUX.items():
        if name in labels:
            yield Keeper(
                kind=OwnerKind.FLUX,
                name=_text(labels[name]),
                namespace=_text(labels.get(name.replace("/name", "/namespace"))),
                through=through,
                shown_by=f"{name}: {labels[name]}",
            )
    for manager, (kind, through) in _MANAGERS.items():
        if manager in managers:
            # The label is anybody's; only together with its manager it names an application.
            name = _text(labels.get(_INSTANCE)) if kind is OwnerKind.ARGO_CD else ""
            shown = f"managedFields: {manager}"
            yield Keeper(kind=kind, name=name, through=through, shown_by=shown)
    template = _mapping(_mapping(_mapping(value).get("spec")).get("template"))
    for name in (*annotations, *_mapping(_metadata(template).get("annotations"))):
        if name.startswith(_KUBESPRAY):
            yield Keeper(kind=OwnerKind.KUBESPRAY, shown_by=name)


def _written_by(value: Value) -> str:
    """What shows that no tool manages it."""
    if value is None:
        return "not read"
    if _is_ignored(value):
        return f"{_IGNORED}: the operator leaves it alone"
    metadata = _metadata(value)
    if _APPLIED in _mapping(metadata.get("annotations")):
        return "kubectl apply"
    return (
        ", ".join(f"managedFields: {name}" for name in _managers(metadata)) or "no owner above it"
    )


def _managers(metadata: Mapping[str, Value]) -> tuple[str, ...]:
    """Who wrote the object itself; its status is everybody's."""
    return tuple(
        dict.fromkeys(
            _text(entry.get("manager"))
            for entry in _list(metadata.get("managedFields"))
            if isinstance(entry, Mapping) and entry.get("subresource") != "status"
        )
    )


def _metadata(value: Value) -> Mapping[str, Value]:
    return _mapping(_mapping(value).get("metadata"))


def _mapping(value: Value) -> Mapping[str, Value]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Value) -> Sequence[Value]:
    return value if isinstance(value, list) else ()


def _text(value: Value) -> str:
    return value if isinstance(value, str) else ""
