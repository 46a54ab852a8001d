"""Pods: tables, describe, objects."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, Unreadable
from calicovet.parse.events.event_facts import GIVES as EVENT_GIVES
from calicovet.parse.events.event_facts import event_facts, whose_events
from calicovet.parse.events.from_rows import read_rows
from calicovet.parse.indented import read_lines
from calicovet.parse.pods.from_describe import read_pod_blocks
from calicovet.parse.pods.from_table import TABLE_GIVES, read_pod_table
from calicovet.parse.pods.loose import loose_facts
from calicovet.parse.pods.pod_facts import GIVES as POD_GIVES
from calicovet.parse.pods.pod_facts import about_pod, pod_facts, runs_calico_node

GIVES = (*POD_GIVES, *EVENT_GIVES)

__all__ = ["GIVES", "TABLE_GIVES", "read_pod_describe", "read_pod_table"]


def read_pod_describe(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts in the output of `kubectl describe pod`, events included."""
    for pod, events in read_pod_blocks(read_lines(evidence.content)):
        rows = tuple(read_rows((line.number, line.text) for line in events))
        about = evidence.about if pod.name else whose_events(rows, evidence.about)
        yield from pod_facts(pod, evidence.id, about)
        about = about_pod(pod, about)
        yield from event_facts(rows, evidence.id, about)
        # A filter leaves variables without the heading that ties them to their container.
        if not any(one.environment for one in pod.containers) and runs_calico_node(pod):
            yield from loose_facts(evidence, about)
