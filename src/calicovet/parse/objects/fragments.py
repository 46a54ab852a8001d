"""Fragments of objects whose kind was not pasted, recognised by field names."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.parse.calico.daemonset import owner_facts
from calicovet.parse.calico.installation import AUTODETECTION, autodetection_facts
from calicovet.parse.calico.kubeadm import (
    cluster_configuration_facts,
    kubelet_configuration_facts,
    registration_facts,
)
from calicovet.parse.calico.resources import cluster_information_facts
from calicovet.parse.calico_names import container_by_image, is_calico_node
from calicovet.parse.nodes.from_objects import read_node
from calicovet.parse.nodes.node_facts import node_facts
from calicovet.parse.objects.tree import Tree
from calicovet.parse.pods.from_objects import read_container, read_pod
from calicovet.parse.pods.pod_facts import is_of_calico_node, pod_facts, template_facts

_WITH_CONTAINERS = frozenset({"", "Pod", "DaemonSet", "List"})
_PROBES = ("livenessProbe", "readinessProbe", "startupProbe")


@cache
def _variable() -> re.Pattern[str]:
    return re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$")


def fragment_facts(tree: Tree, kind: str, evidence: Evidence) -> Iterator[Fact]:
    """What the fields say that only one kind of object has; `kind` is that of the object before, if there was one."""
    about = NO_SUBJECT if kind == "DaemonSet" else evidence.about
    name = tree.said("metadata", "name")
    if kind in _WITH_CONTAINERS and (not name or is_calico_node(name)):
        yield from _container_fragments(tree, evidence.id, about)
    if is_calico_node(name):
        yield from owner_facts(tree, evidence.id)
    for below in tree.walk():
        yield from _of_fields(below, evidence)


def _container_fragments(tree: Tree, evidence: str, about: Subject) -> Iterator[Fact]:
    variables = [item for item in (tree, *tree.items) if _is_variable(item)]
    if variables:
        # A bare list of variables, as people paste what they have set.
        yield from _container(_listing("env", variables), evidence, about)
    for below in tree.walk():
        if _is_container(below):
            yield from _container(below, evidence, about)
        elif "containerStatuses" in below.fields or "initContainerStatuses" in below.fields:
            # The status of a pod whose head was cut off.
            yield from pod_facts(read_pod(_below("status", below)), evidence, about)


def _is_variable(tree: Tree) -> bool:
    return ("value" in tree.fields or "valueFrom" in tree.fields) and bool(
        _variable().match(tree.said("name"))
    )


def _is_container(tree: Tree) -> bool:
    """Whether it has what only a container's spec has; a status has an `imageID`."""
    if any(tree.at(name).fields for name in _PROBES):
        return True
    if any(_is_variable(item) for item in tree.at("env").items):
        return True
    return bool(tree.said("image") and tree.said("name")) and "imageID" not in tree.fields


def _container(tree: Tree, evidence: str, about: Subject) -> Iterator[Fact]:
    record = read_container(tree)
    if (record.name or record.image) and not is_of_calico_node(record):
        return
    # Variables and probes without a name are taken for calico-node's: others are hardly ever pasted here.
    name = (
        record.name or container_by_image(record.image) or ("" if record.image else "calico-node")
    )
    yield from template_facts((replace(record, name=name),), evidence, about)


def _of_fields(tree: Tree, evidence: Evidence) -> Iterator[Fact]:
    fields = tree.fields
    if "cgroupDriver" in fields:
        yield from kubelet_configuration_facts(tree, evidence.id, evidence.about)
    if "nodeRegistration" in fields:
        yield from registration_facts(tree, evidence.id, evidence.about)
    if "networking" in fields:
        yield from cluster_configuration_facts(tree, evidence.id)
    for name, family in AUTODETECTION.items():
        if name in fields:
            yield from autodetection_facts(fields[name], family, evidence.id)
    if "datastoreReady" in fields:
        yield from cluster_information_facts(_below("spec", tree), evidence.id)
    if "nodeInfo" in fields:
        yield from node_facts(read_node(_below("status", tree)), evidence.id, evidence.about)
    if any(name.startswith("projectcalico.org/IPv") for name in fields):
        annotated = _below("metadata", _below("annotations", tree))
        yield from node_facts(read_node(annotated), evidence.id, evidence.about)


def _below(name: str, tree: Tree) -> Tree:
    """The tree as the field of another one: where its reader looks for it."""
    parent = Tree(tree.line)
    parent.fields[name] = tree
    return parent


def _listing(name: str, items: list[Tree]) -> Tree:
    parent = Tree(items[0].line)
    parent.fields[name] = Tree(items[0].line)
    parent.fields[name].items = items
    return parent
