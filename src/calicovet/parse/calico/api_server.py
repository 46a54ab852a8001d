"""The API server's endpoints inside the cluster, and which of Calico's resources it serves."""

from collections.abc import Iterator

from calicovet.model.facts import (
    ApiEndpoint,
    Citation,
    CrdListed,
    Fact,
    LeaseRenewed,
    ServiceAddress,
)
from calicovet.parse.objects.tree import Tree
from calicovet.parse.times import read_time


def service_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """The address of service kubernetes."""
    address = tree.at("spec", "clusterIP")
    if tree.said("metadata", "name") == "kubernetes" and address.text:
        cited = (Citation(evidence, address.line),)
        yield ServiceAddress(cited=cited, address=address.text)


def endpoints_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """The addresses behind service kubernetes, from Endpoints."""
    if tree.said("metadata", "name") != "kubernetes":
        return
    for subset in tree.at("subsets").items:
        port = next((port.said("port") for port in subset.at("ports").items), "")
        for address in subset.at("addresses").items:
            yield from _endpoint(address.at("ip"), port, evidence)


def slice_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """The addresses behind service kubernetes, from an EndpointSlice."""
    metadata = tree.at("metadata")
    owner = metadata.said("labels", "kubernetes.io/service-name") or metadata.said("name")
    if owner != "kubernetes":
        return
    port = next((port.said("port") for port in tree.at("ports").items), "")
    for endpoint in tree.at("endpoints").items:
        for address in endpoint.at("addresses").items:
            yield from _endpoint(address, port, evidence)


def _endpoint(address: Tree, port: str, evidence: str) -> Iterator[Fact]:
    if address.text:
        text = f"[{address.text}]" if ":" in address.text else address.text
        cited = (Citation(evidence, address.line),)
        yield ApiEndpoint(cited=cited, address=f"{text}:{port}" if port else text)


def is_of_calico(name: str) -> bool:
    """Whether a CRD is Calico's or its operator's."""
    return name.endswith((".projectcalico.org", ".tigera.io"))


def crd_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    name = tree.at("metadata", "name")
    if is_of_calico(name.text):
        yield CrdListed(cited=(Citation(evidence, name.line),), name=name.text)


def lease_facts(tree: Tree, evidence: str) -> Iterator[Fact]:
    """When a controller of the control plane said last that it is at work."""
    renewed = tree.at("spec", "renewTime")
    at = read_time(renewed.text)
    if at is not None and tree.said("metadata", "namespace") == "kube-system":
        cited = (Citation(evidence, renewed.line),)
        yield LeaseRenewed(cited=cited, name=tree.said("metadata", "name"), renewed=at)
