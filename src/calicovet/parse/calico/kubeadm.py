"""kubeadm's pod network settings, and other notes of the pod CIDR."""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.model.facts import Citation, Fact, KubeletCgroupDriver, SettingSeen
from calicovet.model.subject import Subject
from calicovet.parse.objects.documents import nested_documents
from calicovet.parse.objects.tree import Tree

KUBEADM_GIVES: tuple[type[Fact], ...] = (SettingSeen, KubeletCgroupDriver)

_LONGEST = 200


@cache
def _flag() -> re.Pattern[str]:
    return re.compile(
        r"--(?:pod-network-cidr|cluster-cidr)(?:=|\s+|\"?,\s*\"?)\"?([0-9a-fA-F.:/,]{5,120})"
    )


def flag_facts(content: str, evidence: str) -> Iterator[Fact]:
    """The network that `kubeadm init` or a controller manager was started with."""
    for number, text in enumerate(content.split("\n"), 1):
        found = _flag().search(text[:4000])
        if found is not None:
            value = found[1].rstrip(",")
            yield _setting("podSubnet", value, "kubeadm", number, evidence)


def cluster_configuration_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """ClusterConfiguration, of whatever version."""
    for name in ("podSubnet", "serviceSubnet"):
        value = tree.at("networking", name)
        if value.text:
            yield _setting(name, value.text, "kubeadm", value.line, evidence)


def registration_facts(tree: Tree, evidence: str, about: Subject) -> Iterator[Fact]:
    """InitConfiguration and JoinConfiguration: the kubelet's flags."""
    arguments = tree.at("nodeRegistration", "kubeletExtraArgs")
    listed = {item.said("name"): item.at("value") for item in arguments.items}
    driver = arguments.fields.get("cgroup-driver") or listed.get("cgroup-driver")
    if driver:
        yield from _driver(driver, evidence, about)


def kubelet_configuration_facts(tree: Tree, evidence: str, about: Subject) -> Iterator[Fact]:
    yield from _driver(tree.at("cgroupDriver"), evidence, about)


def _driver(tree: Tree, evidence: str, about: Subject) -> Iterator[Fact]:
    if tree.text in ("systemd", "cgroupfs"):
        cited = (Citation(evidence, tree.line),)
        yield KubeletCgroupDriver(about=about, cited=cited, driver=tree.text)


def config_map_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """calico-config's short values; kubeadm-config's document is read as such."""
    name, data = tree.said("metadata", "name"), tree.at("data")
    if name == "kubeadm-config":
        for document in nested_documents(data.at("ClusterConfiguration")):
            yield from cluster_configuration_facts(document, evidence)
    elif name == "kubelet-config" or name.startswith("kubelet-config-"):
        for document in nested_documents(data.at("kubelet")):
            yield from kubelet_configuration_facts(document, evidence, Subject())
    elif name in ("calico-config", "canal-config", "kubernetes-services-endpoint"):
        for key, value in data.fields.items():
            if value.text and len(value.text) <= _LONGEST and "\n" not in value.text.strip():
                yield _setting(key, value.text.strip(), "configmap", value.line, evidence)


def _setting(name: str, value: str, where: str, line: int, evidence: str) -> SettingSeen:
    return SettingSeen(cited=(Citation(evidence, line),), name=name, value=value, where=where)
