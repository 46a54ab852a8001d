"""Message table: the CNI plugin, about other pods."""

from calicovet.model.facts.said import CniPluginSaid, ControllersSaid
from calicovet.parse.messages.message import said

_SAID = CniPluginSaid

MESSAGES = (
    said(
        "cni-noexec-mount", r"fork/exec /opt/cni/bin/(?P<binary>[^\s:]+): permission denied", _SAID
    ),
    said(
        "cni-plugin-removed",
        r"failed to find plugin \W{0,4}(?P<binary>calico|calico-ipam|loopback|portmap|bandwidth|host-local|tuning)\W{1,4} in path \[(?P<path>[^\]]{1,200})\]",
        _SAID,
    ),
    said(
        "cni-kubeconfig-token-stale",
        r"connection is unauthorized: (?P<error>Unauthorized|the server has asked for the client to provide credentials)",
        _SAID,
        anyone=True,
        yields_to=("cni-token-unauthorized",),
    ),
    # The payload of a decoded token, and the API server's answer to a refused one.
    said(
        "cni-kubeconfig-token-stale:decoded",
        r"\"exp\W{1,4}(?P<exp>\d{10})\b.{0,900}?system:serviceaccount:[\w-]+:(calico-cni-plugin|calico-node|canal)\b",
        ControllersSaid,
        words=("exp",),
    ),
    said(
        "cni-kubeconfig-token-stale:expired",
        r"\binvalid bearer token, (service account )?token has expired",
        ControllersSaid,
    ),
    said(
        "cni-sa-terminating",
        r"(^|\s)(?P<account>calico-cni-plugin|calico-node|canal) (?P<since>\d{4}-\d\d-\d\dT[\d:]{8}Z) .{0,60}?tigera\.io/cni-protector",
        ControllersSaid,
        words=("protector",),
    ),
    said(
        "cni-kernel-no-xfrm", r"failed to create host netlink handle: protocol not supported", _SAID
    ),
    said(
        "cni-node-not-started",
        r"(stat|open) /var/lib/calico/nodename: no such file or directory: check that the calico/node container is running",
        _SAID,
    ),
    said("cni-mtu-file", r"\bfailed to read MTU file\b", _SAID),
    said(
        "cni-cluster-information",
        r"error getting ClusterInformation: (?P<error>.{1,300})",
        _SAID,
        yields_to=("cni-kubeconfig-token-stale",),
    ),
    said(
        "rt-nested-readonly-proc:proxy-delay",
        r"failed to set net\.ipv4\.neigh\S*proxy_delay",
        _SAID,
        words=("neigh",),
    ),
    said(
        "rt-cni-leftover-config:bridge",
        r"failed to set bridge addr: \W{0,4}cni0\W{0,4} already has an IP address different from",
        _SAID,
    ),
    said(
        "rt-cni-leftover-config:plugin",
        r"plugin type\W{1,4}(?P<plugin>flannel|weave-net|bridge)\W",
        _SAID,
        words=("flannel", "weave", "bridge"),
    ),
)
