"""Failure patterns that several causes share, so that none fits more closely."""

from collections.abc import Iterable

from calicovet.model.failures.act import Act
from calicovet.model.failures.how import CERTIFICATES, UNREACHED, How
from calicovet.model.failures.pattern import FailurePattern, fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker

API_CLIENTS = (
    Speaker.STARTUP,
    Speaker.FELIX,
    Speaker.CONFD,
    Speaker.TUNNEL_IP_ALLOCATOR,
    Speaker.MONITOR_ADDRESSES,
    Speaker.CNI_CONFIG_MONITOR,
    Speaker.STATUS_REPORTER,
    Speaker.COMPLETE_STARTUP,
    Speaker.NODE_SERVICES,
    Speaker.SHUTDOWN,
    Speaker.UPGRADE_IPAM,
    Speaker.INSTALL_CNI,
    Speaker.MOUNT_BPFFS,
    Speaker.CNI_PLUGIN,
    Speaker.TYPHA,
    Speaker.OPERATOR,
)
"""Calico's programs on a node, and those without which it gets no calico-node or no data."""

SERVICE = ("service", "")
"""The API server's service address, or an address that the text does not show."""
ENDPOINT = ("endpoint", "")
ANY_ADDRESS = ("service", "endpoint", "localhost", "")


def api_fails(
    *how: How, at: Iterable[str] = ANY_ADDRESS, by: Speaker | Iterable[Speaker] = API_CLIENTS
) -> FailurePattern:
    """Calls to the API server, or to a datastore that may be it, at one of these addresses."""
    return fails(*how, thing=(ThingClass.API_SERVER, ThingClass.DATASTORE), value=at, by=by)


DATASTORE_NOT_CONNECTED = fails(
    How.FAILED,
    thing=(ThingClass.API_SERVER, ThingClass.DATASTORE),
    by=API_CLIENTS,
    doing=Act.CONNECT,
)
"""No connection, and no reason."""
CERTIFICATE_REFUSED = tuple(how for how in CERTIFICATES if how is not How.CERTIFICATE_NOT_YET_VALID)
"""A certificate that is not valid yet shows a wrong clock, whichever server it belongs to."""
API_CERTIFICATE_DATES = fails(
    How.CERTIFICATE_DATES,
    thing=(ThingClass.API_SERVER, ThingClass.DATASTORE, ThingClass.CERTIFICATE),
)
"""Expired, or not yet valid by a clock that is wrong: the text does not say which."""

BGP_NOT_ESTABLISHED = fails(How.NOT_READY, How.FAILED, thing=(ThingClass.BGP_PEER, ThingClass.BIRD))
"""A session is not up, for whatever reason."""
BGP_UNANSWERED = fails(How.TIMED_OUT, thing=ThingClass.BGP_PEER)
"""A blocked port, a wrong address at either end, a peer that is down, and an MD5 password look the same."""

PROBE_UNANSWERED = fails(How.TIMED_OUT, How.SLOW, How.CANCELLED, How.FAILED, thing=ThingClass.PROBE)
KILLED_BY_PROBE = fails(How.KILLED_BY_PROBE)
HEALTH_REFUSED = fails(How.REFUSED, thing=ThingClass.FELIX, value=("health", ""))
"""Felix is not up yet, ended, or listens at another address."""
HEALTH_UNANSWERED = fails(How.TIMED_OUT, How.SLOW, thing=ThingClass.FELIX, value=("health", ""))
BIRD_SOCKET_UNANSWERED = fails(
    How.MISSING, How.REFUSED, thing=ThingClass.BIRD, by=(Speaker.PROBE, Speaker.KUBELET)
)

CONTAINER_KILLED = (
    fails(How.EXIT, thing=ThingClass.CONTAINER, saying=("137", "143")),
    fails(How.KILLED, thing=ThingClass.CONTAINER),
)
"""A container was killed; the text does not say why."""

PULL = (
    *UNREACHED,
    *CERTIFICATE_REFUSED,
    How.SLOW,
    How.RESET,
    How.EOF,
    How.CANCELLED,
    How.NOT_RESOLVED,
    How.NOT_TLS,
    How.UNAUTHORIZED,
    How.FORBIDDEN,
    How.DENIED,
    How.NOT_FOUND,
    How.SERVER_ERROR,
    How.FOREIGN_ANSWER,
)
"""How a pull fails that gets no image from a registry."""
PULL_FAILED = fails(How.FAILED, thing=(ThingClass.IMAGE, ThingClass.REGISTRY))
"""A pull without a reason."""
PROGRAM_NOT_RUN = (
    fails(How.EXEC_FORMAT),
    fails(
        How.MISSING_PROGRAM,
        thing=(ThingClass.PROGRAM, ThingClass.CONTAINER),
        by=(Speaker.RUNTIME, Speaker.KUBELET, Speaker.PROBE),
    ),
)

TABLES = ("filter", "nat", "mangle", "raw", "security")
IPTABLES = ("iptables", "iptables-save", "iptables-restore")
IP6TABLES = ("ip6tables", "ip6tables-save", "ip6tables-restore")
RULES_NOT_READ = fails(
    How.EXIT,
    How.FAILED,
    thing=ThingClass.PROGRAM,
    value=("iptables", "iptables-save"),
    by=Speaker.FELIX,
)
RULES_NOT_WRITTEN = fails(
    How.EXIT,
    How.FAILED,
    thing=ThingClass.PROGRAM,
    value=("iptables-restore", "ip6tables-restore"),
    by=Speaker.FELIX,
)
SETS_NOT_WRITTEN = (
    fails(How.FAILED, How.EXIT, thing=ThingClass.IPSET, by=Speaker.FELIX),
    fails(
        How.FAILED,
        How.EXIT,
        thing=ThingClass.PROGRAM,
        value=("ipset", "nft"),
        by=Speaker.FELIX,
    ),
)

LINK_TAKEN_DOWN = fails(How.LINK_DOWN, thing=ThingClass.LINK, value=("vxlan", "ipip", "veth"))
POOL_OVERLAPS = fails(How.OVERLAP, How.CONFLICT, thing=ThingClass.POOL)
ADMISSION_DENIED = fails(
    How.DENIED, How.QUOTA, thing=(ThingClass.RESOURCE, ThingClass.POD), value=("pods", "")
)
"""The API server refuses the pods; its words say by which policy or quota."""
ADDRESS_TAKEN = fails(
    How.CONFLICT, How.ALREADY_EXISTS, How.ADDRESS_IN_USE, thing=ThingClass.ADDRESS
)

CALICOS_KINDS = (
    "bgpconfigurations",
    "bgpfilters",
    "bgppeers",
    "blockaffinities",
    "caliconodestatuses",
    "clusterinformations",
    "felixconfigurations",
    "globalnetworkpolicies",
    "globalnetworksets",
    "hostendpoints",
    "ipamblocks",
    "ipamconfigs",
    "ipamhandles",
    "ippools",
    "ipreservations",
    "kubecontrollersconfigurations",
    "networksets",
    "stagedglobalnetworkpolicies",
    "stagedkubernetesnetworkpolicies",
    "stagednetworkpolicies",
    "tiers",
)
"""Those that only Calico has; networkpolicies may be Kubernetes' own."""
