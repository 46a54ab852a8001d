"""The table of readers of Kubernetes' own output, and of Calico's."""

from collections.abc import Mapping

from calicovet.model.evidence import EvidenceKind
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
from calicovet.parse.nodes import (
    ADDRESSES_GIVES,
    read_node_addresses,
    read_node_describe,
    read_node_table,
)
from calicovet.parse.nodes import GIVES as NODE_GIVES
from calicovet.parse.nodes import TABLE_GIVES as NODE_TABLE_GIVES
from calicovet.parse.objects.by_kind import GIVES as OBJECT_GIVES
from calicovet.parse.objects.by_kind import read_objects
from calicovet.parse.parser import Parser
from calicovet.parse.pods import GIVES as POD_GIVES
from calicovet.parse.pods import TABLE_GIVES, read_pod_describe, read_pod_table

KUBE_PARSERS: Mapping[EvidenceKind, Parser] = {
    EvidenceKind.FLEET: Parser(read_fleet, FLEET_GIVES),
    EvidenceKind.POD_TABLE: Parser(read_pod_table, TABLE_GIVES),
    EvidenceKind.POD_DESCRIBE: Parser(read_pod_describe, POD_GIVES),
    EvidenceKind.NODE_TABLE: Parser(read_node_table, NODE_TABLE_GIVES),
    EvidenceKind.NODE_DESCRIBE: Parser(read_node_describe, NODE_GIVES),
    EvidenceKind.NODE_ADDRESSES: Parser(read_node_addresses, ADDRESSES_GIVES),
    EvidenceKind.EVENT_TABLE: Parser(read_event_table, EVENT_GIVES),
    EvidenceKind.EVENT_LINES: Parser(read_event_lines, EVENT_GIVES),
    EvidenceKind.WORKLOAD_TABLE: Parser(read_workload_table, WORKLOAD_GIVES),
    EvidenceKind.OTHER_TABLE: Parser(read_other_table, OTHER_TABLE_GIVES),
    EvidenceKind.DAEMONSET_DESCRIBE: Parser(read_daemonset_describe, DAEMONSET_GIVES),
    EvidenceKind.OTHER_DESCRIBE: Parser(read_other_describe, OTHER_DESCRIBE_GIVES),
    EvidenceKind.OBJECTS: Parser(read_objects, OBJECT_GIVES),
    EvidenceKind.CLUSTER_INFORMATION: Parser(read_objects, OBJECT_GIVES),
    EvidenceKind.BGP_STATUS: Parser(read_bgp_status, BGP_GIVES),
    EvidenceKind.VERSIONS: Parser(read_versions, VERSIONS_GIVES),
}
