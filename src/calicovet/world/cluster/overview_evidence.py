"""The first look as evidence: the rows of those that are looked into, and the count of all."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.overview import Overview, Selection
from calicovet.world.cluster.evidence_writer import EvidenceWriter
from calicovet.world.cluster.printed_table import print_nodes, print_pods


def survey(writer: EvidenceWriter, overview: Overview, selection: Selection) -> Iterator[Evidence]:
    """Tables as kubectl prints them, Calico's addresses, and how many there are altogether."""
    named = selection.named
    yield writer.piece(
        EvidenceKind.FLEET,
        _count(overview, selection),
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
    # The last word on a node counts: of two pods, the one that tells how it is.
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


def _count(overview: Overview, selection: Selection) -> str:
    cut_off = {row.name for row in overview.nodes if row.cut_off}
    # What is listed of a node that is not ready may be old.
    ready = sum(pod.well and pod.place not in cut_off for pod in overview.by_place().values())
    lines = [f"calico-node pods: {len(overview.pods)} listed, {ready} ready"]
    if selection.missing:
        lines.append(f"no pod on: {' '.join(selection.missing)}")
    if selection.unsure:
        unsure = " ".join(selection.unsure)
        lines.append(f"no pod on, and whether one is wanted is not known: {unsure}")
    lines += [
        f"like {group.examined[0]}, not looked into: {' '.join(group.alike)}"
        for group in selection.groups
        if group.alike
    ]
    return "\n".join(lines) + "\n"


def _annotated(name: str, address: str) -> str:
    return (
        "apiVersion: v1\nkind: Node\nmetadata:\n"
        f"  name: {name}\n  annotations:\n    projectcalico.org/IPv4Address: {address}\n"
    )
