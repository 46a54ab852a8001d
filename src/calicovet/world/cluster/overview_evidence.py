"""The survey as evidence: rows of examined nodes, counts of all."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    Fact,
    FleetCounted,
    FleetLabels,
    NotExamined,
    PodMissing,
    PodUncertain,
)
from calicovet.model.facts.fleet_text import write_fleet
from calicovet.model.overview import Overview, Selection
from calicovet.model.subject import Subject
from calicovet.world.cluster.evidence_writer import EvidenceWriter
from calicovet.world.cluster.printed_table import print_nodes, print_pods


def survey(writer: EvidenceWriter, overview: Overview, selection: Selection) -> Iterator[Evidence]:
    """Tables as kubectl prints them, Calico's addresses, and how many there are altogether."""
    named = selection.named
    yield writer.piece(
        EvidenceKind.FLEET,
        write_fleet(_fleet(overview, selection)),
        source="calico-node",
        taken_by="kubectl get pods -A -o wide -l k8s-app=calico-node",
    )
    nodes = [row for row in overview.nodes if row.name in named]
    if nodes:
        yield writer.piece(
            EvidenceKind.NODE_TABLE,
            print_nodes(nodes),
            source="nodes",
            taken_by="kubectl get nodes -o wide",
            # Who is missing in a part of the list need not be gone.
            whole=len(nodes) == len(overview.nodes),
        )
    leading = overview.by_place()
    # The newest evidence on a node counts: of two pods, the one that shows its state.
    pods = sorted(
        (pod for pod in overview.pods if pod.place in named),
        key=lambda pod: (pod.place, leading[pod.place] == pod, pod.namespace, pod.name),
    )
    if pods or overview.others:
        yield writer.piece(
            EvidenceKind.POD_TABLE,
            print_pods((*pods, *overview.others)),
            source="pods",
            taken_by="kubectl get pods -A -o wide",
            whole=False,
        )
    yield from _unconnected(writer, overview, selection)
    stored = {name: overview.addresses[name] for name in sorted(named & overview.addresses.keys())}
    if stored:
        yield writer.piece(
            EvidenceKind.OBJECTS,
            "---\n".join(_annotated(name, address) for name, address in stored.items()),
            source="nodes",
            taken_by="kubectl get nodes -o yaml | grep -e '^    name:' -e IPv4Address",
            whole=False,
        )


def _unconnected(
    writer: EvidenceWriter, overview: Overview, selection: Selection
) -> Iterator[Evidence]:
    found = [
        event
        for node in sorted(selection.examined)
        for event in overview.sandbox_events.get(node, ())
    ]
    if found:
        yield writer.objects(
            b'{"kind":"EventList","apiVersion":"v1","items":[' + b",".join(found) + b"]}",
            source="events",
            taken_by="kubectl get events -A -o json",
            whole=False,
        )


def _fleet(overview: Overview, selection: Selection) -> Iterator[Fact]:
    cut_off = {row.name for row in overview.nodes if row.cut_off}
    # What is listed of a node that is not ready may be old.
    ready = sum(pod.well and pod.place not in cut_off for pod in overview.by_place().values())
    yield FleetCounted(pods=len(overview.pods), ready=ready)
    yield from (PodMissing(about=Subject(node=node)) for node in selection.missing)
    yield from (PodUncertain(about=Subject(node=node)) for node in selection.unsure)
    for group in selection.groups:
        if group.alike:
            yield NotExamined(about=Subject(node=group.examined[0]), nodes=tuple(group.alike))
    for name, labels in sorted(overview.labels.items()):
        yield FleetLabels(node=name, labels=tuple(sorted(labels.items())))


def _annotated(name: str, address: str) -> str:
    return (
        "apiVersion: v1\nkind: Node\nmetadata:\n"
        f"  name: {name}\n  annotations:\n    projectcalico.org/IPv4Address: {address}\n"
    )
