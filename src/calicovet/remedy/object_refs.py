"""Names and namespaces of the objects that a plan may change."""

from collections.abc import Mapping

from calicovet.model.remediation.change import ObjectRef
from calicovet.model.remediation.plan import CalicoKind
from calicovet.remedy.ownership import Owner

_CALICO = "crd.projectcalico.org/v1"
_RBAC = "rbac.authorization.k8s.io/v1"
_PLURALS: Mapping[CalicoKind, str] = {
    CalicoKind.FELIX_CONFIGURATION: "felixconfigurations",
    CalicoKind.BGP_CONFIGURATION: "bgpconfigurations",
    CalicoKind.IP_POOL: "ippools",
    CalicoKind.CLUSTER_INFORMATION: "clusterinformations",
}

INSTALLATION = ObjectRef(
    api_version="operator.tigera.io/v1",
    kind="Installation",
    plural="installations",
    name="default",
)


def daemonset(owner: Owner) -> ObjectRef:
    return ObjectRef(
        api_version="apps/v1",
        kind="DaemonSet",
        plural="daemonsets",
        name=owner.daemonset,
        namespace=owner.namespace,
    )


def pod(namespace: str, name: str) -> ObjectRef:
    return ObjectRef(api_version="v1", kind="Pod", plural="pods", name=name, namespace=namespace)


def config_map(namespace: str, name: str) -> ObjectRef:
    return ObjectRef(
        api_version="v1", kind="ConfigMap", plural="configmaps", name=name, namespace=namespace
    )


def calicos(kind: CalicoKind, name: str, owner: Owner) -> ObjectRef:
    """One of Calico's own objects."""
    if kind is CalicoKind.INSTALLATION:
        return INSTALLATION
    if kind is CalicoKind.CALICO_CONFIG:
        return config_map(owner.namespace, name)
    return ObjectRef(api_version=_CALICO, kind=kind.value, plural=_PLURALS[kind], name=name)


def role(name: str) -> ObjectRef:
    return ObjectRef(api_version=_RBAC, kind="ClusterRole", plural="clusterroles", name=name)


def binding(name: str) -> ObjectRef:
    return ObjectRef(
        api_version=_RBAC, kind="ClusterRoleBinding", plural="clusterrolebindings", name=name
    )


def command_name(ref: ObjectRef) -> str:
    """As one names it to kubectl: `installation`, `ippools.crd.projectcalico.org`."""
    if ref.api_version == _CALICO:
        return f"{ref.plural}.{_CALICO.partition('/')[0]}"
    return ref.kind.lower()
