"""The table of parsers: which one reads an evidence kind."""

from collections.abc import Iterator
from functools import cache
from typing import assert_never

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import EventSeen, Fact, Unreadable
from calicovet.parse.calico import (
    BGP_GIVES,
    DAEMONSET_GIVES,
    OTHER_DESCRIBE_GIVES,
    OTHER_TABLE_GIVES,
    VERSIONS_GIVES,
    WORKLOAD_GIVES,
    read_bgp_status,
    read_daemonset_describe,
    read_other_describe,
    read_other_table,
    read_versions,
    read_workload_table,
)
from calicovet.parse.events import read_event_lines, read_event_table
from calicovet.parse.events.event_facts import GIVES as EVENT_GIVES
from calicovet.parse.fleet_count import GIVES as FLEET_GIVES
from calicovet.parse.fleet_count import read_fleet
from calicovet.parse.logs.calico_log import (
    EVERY_LOG_GIVES,
    OTHER_LOG_GIVES,
    gives_for,
    read_calico_log,
    read_other_log,
)
from calicovet.parse.logs.system_journal import (
    KERNEL_LOG_GIVES,
    KUBELET_JOURNAL_GIVES,
    RUNTIME_JOURNAL_GIVES,
    SYSTEM_JOURNAL_GIVES,
    read_journal,
)
from calicovet.parse.messages.scan import read_messages
from calicovet.parse.nodes import (
    ADDRESSES_GIVES,
    read_node_addresses,
    read_node_describe,
    read_node_table,
)
from calicovet.parse.nodes import GIVES as NODE_GIVES
from calicovet.parse.nodes import TABLE_GIVES as NODE_TABLE_GIVES
from calicovet.parse.objects.by_kind import GIVES as OBJECT_GIVES
from calicovet.parse.objects.by_kind import gives_in_objects, read_objects
from calicovet.parse.parser import Parser
from calicovet.parse.pods import GIVES as POD_GIVES
from calicovet.parse.pods import TABLE_GIVES, read_pod_describe, read_pod_table


def _gives_in_log(piece: Evidence) -> tuple[type[Fact], ...]:
    return gives_for(piece.about.container)


def _gives_in_objects(piece: Evidence) -> tuple[type[Fact], ...]:
    return gives_in_objects(piece.content)


_TEXT = Parser(read_messages, gives=(), messages=False)
_OBJECTS = Parser(read_objects, OBJECT_GIVES, gives_in=_gives_in_objects)


@cache
def parser_of(kind: EvidenceKind) -> Parser:
    """The parser of an evidence kind. mypy finds a kind that is missing here.

    Parsers of hosts and of kubelets are imported when they are needed: an incident shows but a few of them.
    """
    match kind:
        case EvidenceKind.PASTE | EvidenceKind.TEXT:
            return _TEXT
        case EvidenceKind.FLEET:
            return Parser(read_fleet, FLEET_GIVES)
        case EvidenceKind.POD_TABLE:
            return Parser(read_pod_table, TABLE_GIVES)
        case EvidenceKind.POD_DESCRIBE:
            return Parser(read_pod_describe, POD_GIVES)
        case EvidenceKind.NODE_TABLE:
            return Parser(read_node_table, NODE_TABLE_GIVES)
        case EvidenceKind.NODE_DESCRIBE:
            return Parser(read_node_describe, NODE_GIVES)
        case EvidenceKind.NODE_ADDRESSES:
            return Parser(read_node_addresses, ADDRESSES_GIVES)
        case EvidenceKind.EVENT_TABLE:
            return Parser(read_event_table, EVENT_GIVES)
        case EvidenceKind.EVENT_LINES:
            return Parser(read_event_lines, EVENT_GIVES)
        case EvidenceKind.WORKLOAD_TABLE:
            return Parser(read_workload_table, WORKLOAD_GIVES)
        case EvidenceKind.OTHER_TABLE:
            return Parser(read_other_table, OTHER_TABLE_GIVES)
        case EvidenceKind.DAEMONSET_DESCRIBE:
            return Parser(read_daemonset_describe, DAEMONSET_GIVES)
        case EvidenceKind.OTHER_DESCRIBE:
            return Parser(read_other_describe, OTHER_DESCRIBE_GIVES)
        case EvidenceKind.OBJECTS | EvidenceKind.CLUSTER_INFORMATION:
            return _OBJECTS
        case EvidenceKind.BGP_STATUS:
            return Parser(read_bgp_status, BGP_GIVES)
        case EvidenceKind.VERSIONS:
            return Parser(read_versions, VERSIONS_GIVES)
        case EvidenceKind.CALICO_LOG:
            return Parser(read_calico_log, EVERY_LOG_GIVES, gives_in=_gives_in_log, messages=False)
        case EvidenceKind.OTHER_LOG:
            return Parser(
                read_other_log, OTHER_LOG_GIVES, in_passing=OTHER_LOG_GIVES, messages=False
            )
        case EvidenceKind.KUBELET_JOURNAL:
            return Parser(read_journal, KUBELET_JOURNAL_GIVES, messages=False)
        case EvidenceKind.RUNTIME_JOURNAL:
            return Parser(read_journal, RUNTIME_JOURNAL_GIVES, messages=False)
        # Of a log that many write to, seldom all is shown.
        case EvidenceKind.SYSTEM_JOURNAL:
            return Parser(
                read_journal,
                SYSTEM_JOURNAL_GIVES,
                in_passing=SYSTEM_JOURNAL_GIVES,
                messages=False,
            )
        case EvidenceKind.KERNEL_LOG:
            return Parser(
                read_journal, KERNEL_LOG_GIVES, in_passing=KERNEL_LOG_GIVES, messages=False
            )
        case EvidenceKind.KUBELET_STATS:
            from calicovet.parse.kubelet.stats import PARSER

            return PARSER
        case EvidenceKind.KUBELET_METRICS:
            from calicovet.parse.kubelet.metrics import PARSER

            return PARSER
        case EvidenceKind.IP_ADDR:
            from calicovet.parse.host.ip_addr import PARSER

            return PARSER
        case EvidenceKind.IP_LINK:
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
        case EvidenceKind.API_CURL:
            from calicovet.parse.host.api_curl import PARSER

            return PARSER
        case (
            EvidenceKind.HOST_FILE
            | EvidenceKind.KUBE_PROXY_RULES
            | EvidenceKind.TUNNEL_TRAFFIC
            | EvidenceKind.IPTABLES_BACKENDS
        ):
            from calicovet.parse.host.host_file import PARSER

            return PARSER
    assert_never(kind)


def parse(piece: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts of a piece, and the known messages in it."""
    parser = parser_of(piece.kind)
    told: set[int] = set()
    for found in parser.read(piece):
        if isinstance(found, EventSeen):
            told.update(_lines_of(found))
        yield found
    if parser.messages:
        # What stands in an event was found there already, and its parser knows whose event it is.
        yield from (fact for fact in read_messages(piece) if told.isdisjoint(_lines_of(fact)))


def _lines_of(fact: Fact) -> Iterator[int]:
    for cited in fact.cited:
        yield from range(cited.line, max(cited.line, cited.last) + 1)


def gives_of(piece: Evidence) -> tuple[type[Fact], ...]:
    """The fact types that a piece would have shown, had there been any."""
    parser = parser_of(piece.kind)
    if parser.gives_in is not None:
        return parser.gives_in(piece)
    return tuple(kind for kind in parser.gives if kind not in parser.in_passing)
