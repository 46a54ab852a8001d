"""Creation and edit times of objects, and changes of a pod's readiness."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from calicovet.model.facts import (
    Citation,
    DaemonSetRevision,
    Fact,
    NodeJoined,
    ObjectEdited,
    PodCreated,
    PodReadySince,
)
from calicovet.model.subject import Subject
from calicovet.parse.calico.template_values import template_values
from calicovet.parse.calico_names import is_calico_node
from calicovet.parse.events.event_record import EventRecord
from calicovet.parse.objects.tree import Tree
from calicovet.parse.pods.pod_facts import about_pod, runs_calico_node
from calicovet.parse.pods.pod_record import PodRecord
from calicovet.parse.pods.status import row_of
from calicovet.parse.times import read_time

CHANGES_GIVE: tuple[type[Fact], ...] = (
    DaemonSetRevision,
    ObjectEdited,
    NodeJoined,
    PodCreated,
    PodReadySince,
)

_EDITED = frozenset(
    {
        "Installation",
        "FelixConfiguration",
        "BGPConfiguration",
        "IPPool",
        "ClusterInformation",
        "DaemonSet",
        "ConfigMap",
    }
)
_CONFIG_MAPS = frozenset({"calico-config", "canal-config", "kubernetes-services-endpoint"})
_CLOSE = 4
"""So many lines apart, manager and time of one entry are quoted together."""


def edit_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """Who wrote last to an object that decides how calico-node runs, and when; what is only status is left out."""
    kind, metadata = tree.said("kind"), tree.at("metadata")
    name = metadata.said("name")
    if kind not in _EDITED or not _matters(kind, name):
        return
    for entry in metadata.at("managedFields").items:
        edited = read_time(entry.said("time"))
        manager = entry.said("manager")
        if edited is None or not manager or entry.said("subresource"):
            continue
        yield ObjectEdited(
            cited=(_entry(entry, evidence),),
            kind=kind,
            name=name,
            manager=manager,
            edited=edited,
        )


def _matters(kind: str, name: str) -> bool:
    if kind == "ConfigMap":
        return name in _CONFIG_MAPS
    return kind != "DaemonSet" or _is_of_linux(name)


def _is_of_linux(daemonset: str) -> bool:
    """Whether it is the DaemonSet of calico-node; that of Windows nodes changes nothing for the others."""
    return is_calico_node(daemonset) and not daemonset.endswith("-windows")


def _entry(entry: Tree, evidence: str) -> Citation:
    first, last = sorted((entry.at("manager").line, entry.at("time").line))
    return (
        Citation(evidence, first, last)
        if last - first <= _CLOSE
        else Citation(evidence, entry.at("time").line)
    )


def revision_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """A ControllerRevision, if it is of calico-node's DaemonSet."""
    metadata = tree.at("metadata")
    number = tree.said("revision")
    owner = next(
        (
            reference.said("name")
            for reference in metadata.at("ownerReferences").items
            if reference.said("kind") == "DaemonSet"
        ),
        "",
    )
    if not _is_of_linux(owner) or not number.isdecimal():
        return
    created = metadata.at("creationTimestamp")
    yield DaemonSetRevision(
        about=Subject(namespace=metadata.said("namespace")),
        cited=(Citation(evidence, created.line or tree.line),),
        name=owner,
        number=int(number[:9]),
        created=read_time(created.text),
        rewritten=max(_written(metadata), default=None),
        template=template_values(tree.at("data", "spec", "template")),
    )


def _written(metadata: Tree) -> Iterator[datetime]:
    for entry in metadata.at("managedFields").items:
        at = read_time(entry.said("time"))
        if at is not None:
            yield at


def joined_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """When the node came into the cluster, by a Node that is shown with its state; Calico's own have none."""
    if not tree.at("status", "conditions").items:
        return
    made = tree.at("metadata", "creationTimestamp")
    name, joined = tree.said("metadata", "name"), read_time(made.text)
    if name and joined is not None:
        yield NodeJoined(
            about=Subject(node=name), cited=(Citation(evidence, made.line),), joined=joined
        )


def pod_times(tree: Tree, pod: PodRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    """When a calico-node pod that is shown with its state was made, and since when it is ready or not."""
    about = about_pod(pod, about)
    if not runs_calico_node(pod) or not about.pod or row_of(pod) is None:
        return
    made = tree.at("metadata", "creationTimestamp")
    created = read_time(made.text)
    if created is not None:
        yield PodCreated(about=about, cited=(Citation(evidence, made.line),), created=created)
    for condition in tree.at("status", "conditions").items:
        since = condition.at("lastTransitionTime")
        at = read_time(since.text)
        status = condition.said("status")
        if condition.said("type") == "Ready" and at is not None and status in ("True", "False"):
            yield PodReadySince(
                about=about,
                cited=(Citation(evidence, since.line),),
                ready=status == "True",
                since=at,
            )


def with_span(event: EventRecord, tree: Tree) -> EventRecord:
    """The event with the time between its first and its last, as `(x12 over 5m)` shows it in a list."""
    first = read_time(
        tree.said("firstTimestamp")
        or tree.said("deprecatedFirstTimestamp")
        or tree.said("eventTime")
    )
    if event.count < 2 or first is None or event.at is None or first >= event.at:
        return event
    return replace(event, over=event.at - first)
