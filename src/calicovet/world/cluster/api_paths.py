"""API paths of objects, and the kubectl commands that show them."""

from collections.abc import Mapping

from calicovet.model.commands.shell import command

CALICO_NODE = "k8s-app in (calico-node,canal)"
CALICO = "k8s-app in (calico-node,canal,calico-typha,calico-kube-controllers)"
USUAL_NAMESPACES = ("kube-system", "calico-system")
OPERATOR_NAMESPACE = "tigera-operator"

CRD_GROUP, V3_GROUP, OPERATOR_GROUP = (
    "crd.projectcalico.org",
    "projectcalico.org",
    "operator.tigera.io",
)
_OF_CALICO = ("clusterinformations", "ippools", "felixconfigurations", "bgpconfigurations")
_OF_THE_OPERATOR = ("installations", "tigerastatuses")


def calico_lists(groups: frozenset[str]) -> Mapping[str, str]:
    """By path, the kubectl line: Calico's own objects, by whichever group serves them."""
    found: dict[str, str] = {}
    for name in _OF_CALICO:
        found.update(_calico_list(groups, name))
    if OPERATOR_GROUP in groups:
        for name in _OF_THE_OPERATOR:
            path = f"/apis/{OPERATOR_GROUP}/v1/{name}"
            found[path] = command(
                "kubectl get {name}.{group} -o json", name=name, group=OPERATOR_GROUP
            )
    return found


def bgp_peers(groups: frozenset[str]) -> Mapping[str, str]:
    """The same for BGPPeers, which matter where the mesh is off."""
    return _calico_list(groups, "bgppeers")


def host_endpoints(groups: frozenset[str]) -> Mapping[str, str]:
    """The same for HostEndpoints, which can cut off a node."""
    return _calico_list(groups, "hostendpoints")


def _calico_list(groups: frozenset[str], name: str) -> Mapping[str, str]:
    # The CRDs answer even where Calico's own API server does not.
    group, version = (CRD_GROUP, "v1") if CRD_GROUP in groups else (V3_GROUP, "v3")
    if group not in groups:
        return {}
    line = command("kubectl get {name}.{group} -o json", name=name, group=group)
    return {f"/apis/{group}/{version}/{name}": line}


def in_namespace(namespace: str, resource: str) -> str:
    """The path of a core resource, in one namespace or in all."""
    return f"/api/v1/namespaces/{namespace}/{resource}" if namespace else f"/api/v1/{resource}"
