"""Calico's own resources: IPPools, ClusterInformation, configurations."""

from collections.abc import Iterator

from calicovet.model.facts import (
    BgpPeerSeen,
    CalicoVersion,
    Citation,
    DatastoreReady,
    Fact,
    HostEndpointSeen,
    NoBgpPeers,
    NoFailsafePorts,
    PoolSeen,
    SettingSeen,
)
from calicovet.parse.objects.tree import Tree
from calicovet.parse.parser import cited_lines

_MOST_SETTINGS = 300
_FAILSAFE_LISTS = ("failsafeInboundHostPorts", "failsafeOutboundHostPorts")
_EMPTY = ("", "[]")
"""An empty list has no scalar; where YAML is cut it may be read as one."""


def pool_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """An IPPool, of either API group."""
    spec = tree.at("spec")
    cidr = spec.at("cidr")
    if not cidr.text:
        return
    yield PoolSeen(
        cited=(Citation(evidence, cidr.line),),
        name=tree.said("metadata", "name"),
        cidr=cidr.text,
        disabled=spec.said("disabled").lower() == "true",
        ipip=spec.said("ipipMode"),
        vxlan=spec.said("vxlanMode"),
        node_selector=spec.said("nodeSelector"),
    )


def cluster_information_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """Whether the datastore is open, and the release that wrote it last."""
    spec = tree.at("spec")
    ready, version = spec.at("datastoreReady"), spec.at("calicoVersion")
    if ready.text.lower() in ("true", "false"):
        cited = (Citation(evidence, ready.line),)
        yield DatastoreReady(cited=cited, ready=ready.text.lower() == "true")
    if version.text:
        cited = (Citation(evidence, version.line),)
        yield CalicoVersion(cited=cited, low=version.text, by="cluster")


def configuration_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """Every field of FelixConfiguration or BGPConfiguration."""
    where = tree.said("kind").lower()
    for count, (name, value) in enumerate(tree.at("spec").scalars()):
        if count >= _MOST_SETTINGS:
            return
        cited = (Citation(evidence, value.line),)
        yield SettingSeen(cited=cited, name=name, value=value.text, where=where)


def felix_configuration_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """A FelixConfiguration, with the lists of failsafe ports that are empty."""
    yield from configuration_facts(tree, evidence)
    name = tree.at("metadata", "name")
    for setting in _FAILSAFE_LISTS:
        value = tree.at("spec", setting)
        if value and not value.items and value.text in _EMPTY:
            cited = cited_lines(evidence, (name.line, value.line))
            yield NoFailsafePorts(cited=cited, setting=setting, name=name.text or "default")


def bgp_peer_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """A BGPPeer, of either API group."""
    spec = tree.at("spec")
    name = tree.at("metadata", "name")
    if name.text and spec:
        told = (spec.at(key).line for key in ("node", "nodeSelector", "peerSelector"))
        yield BgpPeerSeen(
            cited=cited_lines(evidence, (name.line, *told)),
            name=name.text,
            node=spec.said("node"),
            node_selector=spec.said("nodeSelector"),
            peer_selector=spec.said("peerSelector"),
        )


def bgp_peer_list_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """A list of BGPPeers that has none."""
    if "items" in tree.fields and not tree.at("metadata", "continue").text:
        yield NoBgpPeers(cited=(Citation(evidence, tree.at("kind").line),))


def host_endpoint_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """A HostEndpoint, of either API group."""
    name, node = tree.at("metadata", "name"), tree.at("spec", "node")
    if node.text:
        cited = cited_lines(evidence, (name.line, node.line))
        yield HostEndpointSeen(cited=cited, name=name.text, node=node.text)
