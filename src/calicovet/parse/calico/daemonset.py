"""The DaemonSet calico-node, from `describe` or as an object."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    Citation,
    Fact,
    ManagedBy,
    OwnerKind,
    Unreadable,
    WorkloadListed,
)
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.parse.calico.placement import GIVES as PLACEMENT_GIVES
from calicovet.parse.calico.placement import described_placement, placement_facts
from calicovet.parse.calico_names import is_calico_node
from calicovet.parse.events.event_facts import GIVES as EVENT_GIVES
from calicovet.parse.events.event_facts import event_facts
from calicovet.parse.events.from_rows import read_rows
from calicovet.parse.indented import Line, read_lines
from calicovet.parse.objects.tree import Tree
from calicovet.parse.pods.from_describe import read_pod_blocks
from calicovet.parse.pods.from_objects import read_names, read_pod
from calicovet.parse.pods.loose import loose_facts
from calicovet.parse.pods.owners import owner_by_manager, owner_by_namespace, owners_by_names
from calicovet.parse.pods.pod_facts import TEMPLATE_GIVES, is_of_calico_node, template_facts

DAEMONSET_GIVES: tuple[type[Fact], ...] = (
    *TEMPLATE_GIVES,
    *PLACEMENT_GIVES,
    WorkloadListed,
    *EVENT_GIVES,
)


def read_daemonset_describe(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts in the output of `kubectl describe daemonset`, or in lines cut out of it."""
    lines = tuple(read_lines(evidence.content))
    yield from _counts(lines, evidence.id)
    yield from described_placement(lines, evidence.id)
    for block, events in read_pod_blocks(lines):
        if block.name and not is_calico_node(block.name):
            continue
        for owner, by, line in owners_by_names((*block.labels, *block.annotations)):
            yield _owned(owner, by, line, evidence.id, block.namespace)
        if block.name and (owner_here := owner_by_namespace(block.namespace)) is not None:
            by = f"namespace {block.namespace}"
            yield _owned(owner_here, by, block.line, evidence.id, block.namespace)
        yield from template_facts(block.containers, evidence.id, NO_SUBJECT)
        rows = read_rows((line.number, line.text) for line in events)
        yield from event_facts(rows, evidence.id, Subject(namespace=block.namespace))
        if not any(one.environment for one in block.containers):
            yield from loose_facts(evidence, NO_SUBJECT)


def _counts(lines: tuple[Line, ...], evidence: str) -> Iterator[Fact]:
    name = next((line.value for line in lines if line.key == "Name" and line.indent == 0), "")
    told = {line.key: line for line in lines if line.key.endswith("Number of Nodes Scheduled")}
    desired = told.get("Desired Number of Nodes Scheduled")
    if not name or desired is None or not desired.value.isdecimal():
        return
    current = told.get("Current Number of Nodes Scheduled")
    yield WorkloadListed(
        cited=(Citation(evidence, desired.number),),
        kind="daemonset",
        name=name,
        desired=int(desired.value[:9]),
        current=int(current.value[:9]) if current and current.value.isdecimal() else None,
    )


def daemonset_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """What a DaemonSet object says, if it is calico-node's."""
    metadata, status = tree.at("metadata"), tree.at("status")
    name, namespace = metadata.said("name"), metadata.said("namespace")
    desired = status.said("desiredNumberScheduled")
    strategy = tree.at("spec", "updateStrategy").said("type")
    if name and desired.isdecimal():
        yield WorkloadListed(
            cited=(Citation(evidence, status.at("desiredNumberScheduled").line),),
            kind="daemonset",
            name=name,
            desired=int(desired[:9]),
            current=_count(status.said("currentNumberScheduled")),
            ready=_count(status.said("numberReady")),
            # A count of zero is left out of the object.
            updated=_count(status.said("updatedNumberScheduled"))
            or (0 if strategy == "OnDelete" else None),
            strategy=strategy,
        )
    containers = read_pod(tree.at("spec", "template")).containers
    if not is_calico_node(name) and not any(
        container.name == "calico-node" for container in containers
    ):
        return
    yield from template_facts(filter(is_of_calico_node, containers), evidence, NO_SUBJECT)
    yield from placement_facts(tree, evidence)
    yield from owner_facts(tree, evidence)
    owner = owner_by_namespace(namespace)
    if owner is not None:
        line = metadata.at("namespace").line
        yield _owned(owner, f"namespace {namespace}", line, evidence, namespace)


def owner_facts(tree: Tree, evidence: str) -> Iterator[ManagedBy]:
    """Owners by references, labels, annotations and managers of fields."""
    metadata = tree.at("metadata")
    namespace = metadata.said("namespace")
    for reference in metadata.at("ownerReferences").items:
        if reference.said("kind") in ("Installation", "Tenant"):
            by = f"owner {reference.said('kind')}/{reference.said('name')}"
            line = reference.at("kind").line
            yield _owned(OwnerKind.OPERATOR, by, line, evidence, namespace)
    names = (*read_names(metadata.at("labels")), *read_names(metadata.at("annotations")))
    for owner, by, line in owners_by_names(names):
        yield _owned(owner, by, line, evidence, namespace)
    for fields in metadata.at("managedFields").items:
        manager = owner_by_manager(fields.said("manager"))
        if manager is not None:
            by = f"manager {fields.said('manager')}"
            yield _owned(manager, by, fields.at("manager").line, evidence, namespace)


def _owned(owner: OwnerKind, by: str, line: int, evidence: str, namespace: str) -> ManagedBy:
    return ManagedBy(
        about=Subject(namespace=namespace), cited=(Citation(evidence, line),), owner=owner, by=by
    )


def _count(text: str) -> int | None:
    return int(text[:9]) if text.isdecimal() else None
