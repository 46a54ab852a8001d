"""Facts from node records; no other module makes them."""

from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_address, ip_interface

from calicovet.model.facts import (
    Architecture,
    CalicoAddress,
    Citation,
    CpuCount,
    Fact,
    InternalAddress,
    KernelVersion,
    KubeletVersion,
    MachineIdentity,
    MigrationLabel,
    NodeCondition,
    NodeLabels,
    NodeListed,
    NodeProvider,
    NodeTaint,
    OsImage,
    PodCidr,
    RuntimeVersion,
    VtepStored,
)
from calicovet.model.subject import Subject
from calicovet.parse.nodes.node_record import NodeRecord, Told
from calicovet.parse.parser import cited_lines

_EFFECTS = ("NoSchedule", "NoExecute", "PreferNoSchedule")

GIVES: tuple[type[Fact], ...] = (
    NodeListed,
    NodeCondition,
    KubeletVersion,
    RuntimeVersion,
    KernelVersion,
    OsImage,
    CpuCount,
    Architecture,
    InternalAddress,
    CalicoAddress,
    PodCidr,
    NodeTaint,
    NodeLabels,
    MachineIdentity,
    MigrationLabel,
    NodeProvider,
    VtepStored,
)


def node_facts(node: NodeRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    """What a node says; about the piece's own node where its name was not pasted."""
    about = Subject(node=node.name) if node.name else replace(about, pod="", container="")
    if node.name:
        yield NodeListed(
            about=about,
            cited=cited_lines(evidence, (node.line, *node.status_lines)),
            status=node.status,
            roles=node.roles,
            age=node.age,
        )
    yield from _versions(node, evidence, about)
    yield from _addresses(node, evidence, about)
    if node.pod_cidr is not None:
        cited = cited_lines(evidence, (node.pod_cidr.line,))
        yield PodCidr(about=about, cited=cited, value=node.pod_cidr.text)
    yield from _identity(node, evidence, about)
    for told in node.taints:
        yield from _taint(told, evidence, about)
    if node.labels:
        pairs = (told.text.partition("=") for told in node.labels)
        yield NodeLabels(
            about=about,
            cited=(Citation(evidence, node.labels[0].line),),
            labels=tuple((name, value) for name, _, value in pairs),
        )
    for condition in node.conditions:
        cited = cited_lines(evidence, (condition.line, *condition.leaves))
        yield NodeCondition(
            about=about,
            cited=cited,
            type=condition.type,
            status=condition.status,
            reason=condition.reason,
            message=condition.message,
            since=condition.since,
            heartbeat=condition.heartbeat,
        )
        if condition.status != "True" and condition.type == "Ready":
            yield from _known_messages(condition.message, about, cited)


def _identity(node: NodeRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    """Whose machine it is, and by what it is told from others."""
    if node.machine.text or node.system.text:
        yield MachineIdentity(
            about=about,
            cited=cited_lines(evidence, (node.machine.line, node.system.line)),
            machine=node.machine.text.lower(),
            system=node.system.text.lower(),
        )
    if "://" in node.provider.text:
        cited = cited_lines(evidence, (node.provider.line,))
        yield NodeProvider(about=about, cited=cited, name=node.provider.text.partition("://")[0])
    address, mac = node.vtep
    if address.text or mac.text:
        cited = cited_lines(evidence, (address.line, mac.line))
        yield VtepStored(about=about, cited=cited, address=address.text, mac=mac.text.lower())
    if node.migration is not None:
        cited = cited_lines(evidence, (node.migration.line,))
        yield MigrationLabel(about=about, cited=cited, value=node.migration.text)


def _taint(told: Told, evidence: str, about: Subject) -> Iterator[Fact]:
    name, colon, effect = told.text.rpartition(":")
    key, _, value = name.partition("=")
    if colon and key and effect in _EFFECTS:
        yield NodeTaint(
            about=about,
            cited=(Citation(evidence, told.line),),
            key=key,
            value=value,
            effect=effect,
        )


def _known_messages(message: str, about: Subject, cited: tuple[Citation, ...]) -> Iterator[Fact]:
    """The kubelet's own words on why the node is not ready."""
    from calicovet.parse.messages.scan import facts_in_text

    yield from facts_in_text(message, about, cited, None)


def _versions(node: NodeRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    for kind, told in (
        (KubeletVersion, node.kubelet),
        (RuntimeVersion, node.runtime),
        (KernelVersion, node.kernel),
        (OsImage, node.os),
    ):
        if told.text:
            yield kind(about=about, cited=(Citation(evidence, told.line),), version=told.text)
    if node.cpus.text.isdecimal():
        cited = (Citation(evidence, node.cpus.line),)
        yield CpuCount(about=about, cited=cited, count=int(node.cpus.text[:6]))
    if node.architecture.text:
        cited = (Citation(evidence, node.architecture.line),)
        yield Architecture(about=about, cited=cited, name=node.architecture.text.lower())


def _addresses(node: NodeRecord, evidence: str, about: Subject) -> Iterator[Fact]:
    for told in node.internal:
        yield from internal_address(told, evidence, about)
    for told in node.calico:
        yield from calico_address(told, evidence, about)


def internal_address(told: Told, evidence: str, about: Subject) -> Iterator[Fact]:
    """The fact, unless the text is no address."""
    try:
        address = ip_address(told.text)
    except ValueError:
        return
    yield InternalAddress(about=about, cited=(Citation(evidence, told.line),), address=address)


def calico_address(told: Told, evidence: str, about: Subject) -> Iterator[Fact]:
    """The fact, unless the text is no address."""
    try:
        address = ip_interface(told.text)
    except ValueError:
        return
    yield CalicoAddress(about=about, cited=(Citation(evidence, told.line),), address=address)
