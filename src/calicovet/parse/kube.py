"""The table of readers of Kubernetes' own output."""

from collections.abc import Mapping

from calicovet.model.evidence import EvidenceKind
from calicovet.parse.events import read_event_lines, read_event_table
from calicovet.parse.events.facts import GIVES as EVENT_GIVES
from calicovet.parse.form import Parser
from calicovet.parse.nodes import (
    ADDRESSES_GIVES,
    read_node_addresses,
    read_node_describe,
    read_node_table,
)
from calicovet.parse.nodes import GIVES as NODE_GIVES
from calicovet.parse.pods import GIVES as POD_GIVES
from calicovet.parse.pods import TABLE_GIVES, read_pod_describe, read_pod_table

KUBE_PARSERS: Mapping[EvidenceKind, Parser] = {
    EvidenceKind.POD_TABLE: Parser(read_pod_table, TABLE_GIVES),
    EvidenceKind.POD_DESCRIBE: Parser(read_pod_describe, POD_GIVES),
    EvidenceKind.NODE_TABLE: Parser(read_node_table, NODE_GIVES),
    EvidenceKind.NODE_DESCRIBE: Parser(read_node_describe, NODE_GIVES),
    EvidenceKind.NODE_ADDRESSES: Parser(read_node_addresses, ADDRESSES_GIVES),
    EvidenceKind.EVENT_TABLE: Parser(read_event_table, EVENT_GIVES),
    EvidenceKind.EVENT_LINES: Parser(read_event_lines, EVENT_GIVES),
}
