"""The table of parsers: which one reads an evidence kind."""

from collections.abc import Iterator
from functools import cache
from typing import assert_never

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import EventSeen, Fact, Unreadable
from calicovet.parse.messages.scan import read_messages
from calicovet.parse.objects.reported_words import unreported_lines
from calicovet.parse.parser import Parser


@cache
def parser_of(kind: EvidenceKind) -> Parser:
    """The parser of an evidence kind. mypy finds a kind that is missing here.

    Each is imported when it is needed: an incident shows but a few kinds.
    """
    match kind:
        case EvidenceKind.PASTE:
            return Parser(read_messages, gives=(), messages=False)
        case EvidenceKind.TEXT:
            from calicovet.parse.plain_text import PARSER

            return PARSER
        case EvidenceKind.FLEET:
            from calicovet.parse.fleet_count import GIVES, read_fleet

            return Parser(read_fleet, GIVES)
        case EvidenceKind.POD_TABLE | EvidenceKind.NETWORK_PODS | EvidenceKind.TYPHA_PODS:
            from calicovet.parse.pods import TABLE_GIVES, read_pod_table

            return Parser(read_pod_table, TABLE_GIVES)
        case EvidenceKind.POD_DESCRIBE:
            from calicovet.parse.pods import GIVES, read_pod_describe

            return Parser(read_pod_describe, GIVES)
        case EvidenceKind.NODE_TABLE:
            from calicovet.parse.nodes import TABLE_GIVES, TABLE_IN_PASSING, read_node_table

            return Parser(read_node_table, TABLE_GIVES, in_passing=TABLE_IN_PASSING)
        case EvidenceKind.NODE_DESCRIBE:
            from calicovet.parse.nodes import GIVES, read_node_describe

            return Parser(read_node_describe, GIVES)
        case EvidenceKind.NODE_ADDRESSES:
            from calicovet.parse.nodes import ADDRESSES_GIVES, read_node_addresses

            return Parser(read_node_addresses, ADDRESSES_GIVES)
        case EvidenceKind.EVENT_TABLE | EvidenceKind.SANDBOX_EVENTS:
            from calicovet.parse.events import GIVES, read_event_table

            return Parser(read_event_table, GIVES)
        case EvidenceKind.EVENT_LINES:
            from calicovet.parse.events import GIVES, read_event_lines

            return Parser(read_event_lines, GIVES)
        case EvidenceKind.WORKLOAD_TABLE:
            from calicovet.parse.calico.tables import WORKLOAD_GIVES, read_workload_table

            return Parser(read_workload_table, WORKLOAD_GIVES)
        case EvidenceKind.OTHER_TABLE:
            from calicovet.parse.calico.bgp_tables import GIVES as BGP_GIVES
            from calicovet.parse.calico.tables import OTHER_TABLE_GIVES, read_other_table

            return Parser(read_other_table, OTHER_TABLE_GIVES, in_passing=BGP_GIVES)
        case EvidenceKind.OTHER_DESCRIBE:
            from calicovet.parse.calico.tables import OTHER_DESCRIBE_GIVES, read_other_describe

            return Parser(read_other_describe, OTHER_DESCRIBE_GIVES)
        case EvidenceKind.DAEMONSET_DESCRIBE:
            from calicovet.parse.calico.daemonset import DAEMONSET_GIVES, read_daemonset_describe

            return Parser(read_daemonset_describe, DAEMONSET_GIVES)
        case (
            EvidenceKind.OBJECTS
            | EvidenceKind.CLUSTER_INFORMATION
            | EvidenceKind.INSTALLATION
            | EvidenceKind.POOLS
        ):
            from calicovet.parse.objects.by_kind import PARSER

            return PARSER
        case EvidenceKind.BGP_STATUS:
            from calicovet.parse.calico.bgp_status import BGP_GIVES, read_bgp_status

            return Parser(read_bgp_status, BGP_GIVES)
        case EvidenceKind.VERSIONS:
            from calicovet.parse.calico.versions import VERSIONS_GIVES, read_versions

            return Parser(read_versions, VERSIONS_GIVES)
        case EvidenceKind.CALICO_LOG:
            from calicovet.parse.logs.calico_log import PARSER

            return PARSER
        case EvidenceKind.OTHER_LOG:
            from calicovet.parse.logs.calico_log import OTHER_LOG_PARSER

            return OTHER_LOG_PARSER
        case EvidenceKind.SYSTEM_JOURNAL:
            from calicovet.parse.logs.system_journal import SYSTEM_JOURNAL_PARSER

            return SYSTEM_JOURNAL_PARSER
        case EvidenceKind.KERNEL_LOG:
            from calicovet.parse.logs.system_journal import KERNEL_LOG_PARSER

            return KERNEL_LOG_PARSER
        case EvidenceKind.KUBELET_JOURNAL:
            from calicovet.parse.logs.system_journal import KUBELET_JOURNAL_PARSER

            return KUBELET_JOURNAL_PARSER
        case EvidenceKind.RUNTIME_JOURNAL:
            from calicovet.parse.logs.system_journal import RUNTIME_JOURNAL_PARSER

            return RUNTIME_JOURNAL_PARSER
        case EvidenceKind.KUBELET_STATS:
            from calicovet.parse.kubelet.stats import PARSER

            return PARSER
        case EvidenceKind.KUBELET_METRICS:
            from calicovet.parse.kubelet.metrics import PARSER

            return PARSER
        case EvidenceKind.IP_ADDR:
            from calicovet.parse.host.ip_addr import PARSER

            return PARSER
        case EvidenceKind.IP_LINK | EvidenceKind.PATH_MTU:
            from calicovet.parse.host.ip_link import PARSER

            return PARSER
        case EvidenceKind.IP_ROUTE:
            from calicovet.parse.host.routes import PARSER

            return PARSER
        case EvidenceKind.BRIDGES:
            from calicovet.parse.host.bridges import PARSER

            return PARSER
        case EvidenceKind.CONTAINERD_CONFIG:
            from calicovet.parse.host.containerd_config import PARSER

            return PARSER
        case EvidenceKind.DOCKER_CONFIG:
            from calicovet.parse.host.docker_config import PARSER

            return PARSER
        case EvidenceKind.KUBELET_CONFIG:
            from calicovet.parse.host.kubelet_config import PARSER

            return PARSER
        case EvidenceKind.KUBEADM_CONFIG:
            from calicovet.parse.host.kubeadm_config import PARSER

            return PARSER
        case EvidenceKind.LOAD:
            from calicovet.parse.host.load import PARSER

            return PARSER
        case EvidenceKind.CPU_COUNT:
            from calicovet.parse.host.cpu_count import PARSER

            return PARSER
        case EvidenceKind.MEMORY:
            from calicovet.parse.host.memory import PARSER

            return PARSER
        case EvidenceKind.DISKS:
            from calicovet.parse.host.disks import PARSER

            return PARSER
        case EvidenceKind.MODULES:
            from calicovet.parse.host.modules import PARSER

            return PARSER
        case EvidenceKind.SYSCTL:
            from calicovet.parse.host.sysctl import PARSER

            return PARSER
        case EvidenceKind.SOCKETS:
            from calicovet.parse.host.sockets import PARSER

            return PARSER
        case EvidenceKind.KERNEL:
            from calicovet.parse.host.kernel import PARSER

            return PARSER
        case EvidenceKind.OS_RELEASE:
            from calicovet.parse.host.os_release import PARSER

            return PARSER
        case EvidenceKind.CONTAINER_LIST:
            from calicovet.parse.host.container_list import PARSER

            return PARSER
        case EvidenceKind.CGROUP_PATHS:
            from calicovet.parse.host.cgroup_paths import PARSER

            return PARSER
        case EvidenceKind.CPU_STAT:
            from calicovet.parse.host.cpu_stat import PARSER

            return PARSER
        case EvidenceKind.UNITS:
            from calicovet.parse.host.units import PARSER

            return PARSER
        case EvidenceKind.API_CURL | EvidenceKind.BGP_PORT | EvidenceKind.TYPHA_PORT:
            from calicovet.parse.host.api_curl import PARSER

            return PARSER
        case (
            EvidenceKind.HOST_FILE
            | EvidenceKind.KUBE_PROXY_RULES
            | EvidenceKind.TUNNEL_TRAFFIC
            | EvidenceKind.IPTABLES_BACKENDS
            | EvidenceKind.EGRESS
            | EvidenceKind.OFFLOAD
            | EvidenceKind.CNI_STATE
            | EvidenceKind.HOST_NAMES
        ):
            from calicovet.parse.host.host_file import PARSER

            return PARSER
    assert_never(kind)


_CONFIGURATION = frozenset(
    {
        EvidenceKind.OBJECTS,
        EvidenceKind.KUBEADM_CONFIG,
        EvidenceKind.KUBELET_CONFIG,
        EvidenceKind.CONTAINERD_CONFIG,
        EvidenceKind.DOCKER_CONFIG,
    }
)


def parse(piece: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts of a piece, and the known messages in it."""
    parser = parser_of(piece.kind)
    told: set[int] = set()
    for found in parser.read(piece):
        if isinstance(found, EventSeen):
            told.update(_lines_of(found))
        yield found
    if parser.messages:
        if piece.kind in _CONFIGURATION:
            told.update(_comments(piece.content))
        if piece.kind is EvidenceKind.OBJECTS:
            told.update(unreported_lines(piece.content))
        # What stands in an event was found there already, and its parser knows whose event it is.
        yield from (fact for fact in read_messages(piece) if told.isdisjoint(_lines_of(fact)))


def _comments(text: str) -> Iterator[int]:
    """The lines of a configuration in which nothing is configured; a message in them was never printed."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("#"):
            yield number


def _lines_of(fact: Fact) -> Iterator[int]:
    for cited in fact.cited:
        yield from range(cited.line, max(cited.line, cited.last) + 1)


def gives_of(piece: Evidence) -> tuple[type[Fact], ...]:
    """The fact types that a piece would have shown, had there been any."""
    parser = parser_of(piece.kind)
    if parser.gives_in is not None:
        return parser.gives_in(piece)
    return tuple(kind for kind in parser.gives if kind not in parser.in_passing)
