"""Nodes: tables, describe, objects, and the addresses that people grep out of them."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    Fact,
    InternalAddress,
    KernelVersion,
    KubeletVersion,
    MigrationLabel,
    NodeLabels,
    NodeListed,
    OsImage,
    RuntimeVersion,
    Unreadable,
)
from calicovet.model.subject import Subject
from calicovet.parse.events.event_facts import GIVES as EVENT_GIVES
from calicovet.parse.events.event_facts import event_facts
from calicovet.parse.events.from_rows import read_rows
from calicovet.parse.indented import read_lines
from calicovet.parse.nodes.from_describe import read_node_blocks
from calicovet.parse.nodes.from_table import read_node_rows
from calicovet.parse.nodes.node_addresses import ADDRESSES_GIVES, read_node_addresses
from calicovet.parse.nodes.node_facts import GIVES as NODE_GIVES
from calicovet.parse.nodes.node_facts import node_facts

GIVES = (*NODE_GIVES, *EVENT_GIVES)
TABLE_IN_PASSING: tuple[type[Fact], ...] = (NodeLabels, MigrationLabel)
"""A flag adds their columns."""
TABLE_GIVES: tuple[type[Fact], ...] = (
    NodeListed,
    KubeletVersion,
    RuntimeVersion,
    KernelVersion,
    OsImage,
    InternalAddress,
    *TABLE_IN_PASSING,
)
"""A table shows neither annotations nor conditions nor events."""

__all__ = [
    "ADDRESSES_GIVES",
    "GIVES",
    "TABLE_GIVES",
    "TABLE_IN_PASSING",
    "read_node_addresses",
    "read_node_describe",
    "read_node_table",
]


def read_node_table(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts in the output of `kubectl get nodes`."""
    for node in read_node_rows(evidence.content):
        yield from node_facts(node, evidence.id, evidence.about)


def read_node_describe(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts in the output of `kubectl describe node`, events included."""
    for node, events in read_node_blocks(read_lines(evidence.content)):
        yield from node_facts(node, evidence.id, evidence.about)
        about = Subject(node=node.name or evidence.about.node)
        rows = read_rows((line.number, line.text) for line in events)
        yield from event_facts(rows, evidence.id, about)
