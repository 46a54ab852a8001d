"""The rights that a live diagnosis needs; deploy/rbac grants exactly these."""

from calicovet.model.rights import Right, Role, Where
from calicovet.world.cluster.api_paths import CRD_GROUP, OPERATOR_GROUP, V3_GROUP

_READ, _PATCH = ("get", "list"), ("patch",)
_DAEMONSETS = ("calico-node", "canal", "rke2-canal")
_ENDPOINT = ("kubernetes-services-endpoint",)
_ACCOUNTS = ("calico-node", "calico-cni-plugin")
"""Calico's accounts; their roles and bindings go by the same names."""
_MADE = frozenset({"felixconfigurations", "bgpconfigurations"})
"""Calico works without these as long as the defaults are used."""


def _of_calico(resource: str) -> tuple[Right, ...]:
    """By the CRDs or by Calico's own API server, whichever the cluster has."""
    return tuple(
        Right(key=resource, group=group, resource=resource, verbs=_READ)
        for group in (CRD_GROUP, V3_GROUP)
    )


def _change_of_calico(resource: str) -> tuple[Right, ...]:
    verbs = (*_PATCH, "create", "delete") if resource in _MADE else _PATCH
    return tuple(
        Right(key=f"fix-{resource}", group=group, resource=resource, verbs=verbs, role=Role.FIX)
        for group in (CRD_GROUP, V3_GROUP)
    )


def _change_of_rbac(resource: str) -> Right:
    # It cannot grant more than the user has: the API server prevents escalation.
    return Right(
        key="fix-rbac",
        group="rbac.authorization.k8s.io",
        resource=resource,
        names=_ACCOUNTS,
        verbs=("get", *_PATCH),
        role=Role.FIX,
    )


_LOOKING = (
    Right(key="pods", group="", resource="pods", verbs=_READ, where=Where.CALICO, needed=True),
    Right(
        key="logs", group="", resource="pods/log", verbs=("get",), where=Where.CALICO, needed=True
    ),
    Right(key="nodes", group="", resource="nodes", verbs=_READ, needed=True),
    Right(key="events", group="", resource="events", verbs=_READ, where=Where.CALICO, needed=True),
    Right(
        key="daemonsets",
        group="apps",
        resource="daemonsets",
        verbs=_READ,
        where=Where.ASKED,
        needed=True,
    ),
    Right(key="neighbours", group="", resource="pods", verbs=("list",)),
    Right(key="node-events", group="", resource="events", verbs=("list",), where=Where.DEFAULT),
    Right(
        key="revisions",
        group="apps",
        resource="controllerrevisions",
        verbs=_READ,
        where=Where.CALICO,
    ),
    Right(
        key="api-service",
        group="",
        resource="services",
        names=("kubernetes",),
        verbs=("get",),
        where=Where.DEFAULT,
    ),
    # Lists by label cannot be bound to a name.
    Right(
        key="api-endpoints",
        group="discovery.k8s.io",
        resource="endpointslices",
        verbs=_READ,
        where=Where.DEFAULT,
    ),
    Right(
        key="kubeadm-config",
        group="",
        resource="configmaps",
        names=("kubeadm-config",),
        verbs=("get",),
        where=Where.KUBE_SYSTEM,
    ),
    Right(
        key="calico-config",
        group="",
        resource="configmaps",
        names=("calico-config",),
        verbs=("get",),
        where=Where.CALICO,
    ),
    Right(
        key="api-override",
        group="",
        resource="configmaps",
        names=_ENDPOINT,
        verbs=("get",),
        where=Where.BESIDE,
    ),
    Right(
        key="operator",
        group="",
        resource="pods",
        verbs=_READ,
        where=Where.OPERATOR,
    ),
    Right(
        key="operator-log",
        group="",
        resource="pods/log",
        verbs=("get",),
        where=Where.OPERATOR,
    ),
    *_of_calico("clusterinformations"),
    *_of_calico("ippools"),
    *_of_calico("felixconfigurations"),
    *_of_calico("bgpconfigurations"),
    *_of_calico("bgppeers"),
    *_of_calico("hostendpoints"),
    Right(key="installations", group=OPERATOR_GROUP, resource="installations", verbs=_READ),
    Right(key="tigerastatuses", group=OPERATOR_GROUP, resource="tigerastatuses", verbs=_READ),
)

_KUBELETS = (
    Right(key="node-proxy", group="", resource="nodes/proxy", verbs=("get",), role=Role.NODE_PROXY),
)

_FIXING = (
    Right(
        key="fix-installations",
        group=OPERATOR_GROUP,
        resource="installations",
        verbs=_PATCH,
        role=Role.FIX,
    ),
    Right(
        key="fix-daemonsets",
        group="apps",
        resource="daemonsets",
        names=_DAEMONSETS,
        verbs=_PATCH,
        where=Where.CALICO,
        role=Role.FIX,
    ),
    Right(
        key="fix-pods",
        group="",
        resource="pods",
        verbs=("delete",),
        where=Where.CALICO,
        role=Role.FIX,
    ),
    *_change_of_calico("clusterinformations"),
    *_change_of_calico("ippools"),
    *_change_of_calico("felixconfigurations"),
    *_change_of_calico("bgpconfigurations"),
    Right(
        key="fix-calico-config",
        group="",
        resource="configmaps",
        names=("calico-config",),
        verbs=_PATCH,
        where=Where.CALICO,
        role=Role.FIX,
    ),
    _change_of_rbac("clusterroles"),
    _change_of_rbac("clusterrolebindings"),
    Right(key="fix-nodes", group="", resource="nodes", verbs=_PATCH, role=Role.FIX),
    Right(key="fix-drain", group="", resource="pods/eviction", verbs=("create",), role=Role.FIX),
    Right(
        key="fix-endpoint",
        group="",
        resource="configmaps",
        names=_ENDPOINT,
        verbs=("get", "patch", "delete"),
        where=Where.KUBE_SYSTEM,
        role=Role.FIX,
    ),
    # What is yet to be made has no name that a rule could know.
    Right(
        key="fix-endpoint",
        group="",
        resource="configmaps",
        verbs=("create",),
        where=Where.KUBE_SYSTEM,
        role=Role.FIX,
    ),
)

_ON_REQUEST = (
    Right(
        key="debug-pod",
        group="",
        resource="pods",
        verbs=("create", "delete"),
        where=Where.CALICO,
        role=None,
    ),
    Right(
        key="exec",
        group="",
        resource="pods/exec",
        # kubectl asks by WebSocket, which begins with a GET, and else by POST.
        verbs=("create", "get"),
        where=Where.CALICO,
        role=None,
    ),
)

RIGHTS: tuple[Right, ...] = (*_LOOKING, *_KUBELETS, *_FIXING, *_ON_REQUEST)
