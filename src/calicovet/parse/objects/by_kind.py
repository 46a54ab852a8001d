"""Facts from objects in JSON or YAML, by their kind."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    ApiEndpoint,
    BeingDeleted,
    BgpPeerSeen,
    CalicoVersion,
    Citation,
    CrdListed,
    DatastoreReady,
    Fact,
    HostEndpointSeen,
    KubeletCgroupDriver,
    LeaseRenewed,
    NoBgpPeers,
    NoFailsafePorts,
    NoInstallation,
    OperatorStatus,
    PoolSeen,
    ServiceAddress,
    SettingSeen,
    Unreadable,
    WorkloadListed,
)
from calicovet.model.subject import Subject
from calicovet.parse.calico.api_server import (
    crd_facts,
    endpoints_facts,
    lease_facts,
    service_facts,
    slice_facts,
)
from calicovet.parse.calico.changes import (
    CHANGES_GIVE,
    edit_facts,
    joined_facts,
    pod_times,
    revision_facts,
    with_span,
)
from calicovet.parse.calico.daemonset import daemonset_facts
from calicovet.parse.calico.installation import (
    INSTALLATION_GIVES,
    installation_facts,
    installation_list_facts,
)
from calicovet.parse.calico.kubeadm import (
    KUBEADM_GIVES,
    cluster_configuration_facts,
    config_map_facts,
    flag_facts,
    kubelet_configuration_facts,
    registration_facts,
)
from calicovet.parse.calico.resources import (
    bgp_peer_facts,
    bgp_peer_list_facts,
    cluster_information_facts,
    configuration_facts,
    felix_configuration_facts,
    host_endpoint_facts,
    pool_facts,
)
from calicovet.parse.calico.tables import is_of_the_installation
from calicovet.parse.calico.tigera_status import tigera_status_facts
from calicovet.parse.events.event_facts import GIVES as EVENT_GIVES
from calicovet.parse.events.event_facts import event_facts
from calicovet.parse.events.event_record import EventRecord, read_event
from calicovet.parse.nodes.from_objects import read_node
from calicovet.parse.nodes.node_facts import GIVES as NODE_GIVES
from calicovet.parse.nodes.node_facts import node_facts
from calicovet.parse.objects.documents import read_documents
from calicovet.parse.objects.fragments import fragment_facts
from calicovet.parse.objects.kinds import kinds_in
from calicovet.parse.objects.tree import Tree
from calicovet.parse.parser import Parser
from calicovet.parse.pods.from_objects import read_pod
from calicovet.parse.pods.pod_facts import GIVES as POD_GIVES
from calicovet.parse.pods.pod_facts import TEMPLATE_GIVES, pod_facts

GIVES: tuple[type[Fact], ...] = tuple(
    dict.fromkeys(
        (
            *POD_GIVES,
            *NODE_GIVES,
            *EVENT_GIVES,
            *INSTALLATION_GIVES,
            *KUBEADM_GIVES,
            *CHANGES_GIVE,
            WorkloadListed,
            OperatorStatus,
            PoolSeen,
            BgpPeerSeen,
            NoBgpPeers,
            NoInstallation,
            HostEndpointSeen,
            NoFailsafePorts,
            DatastoreReady,
            CalicoVersion,
            ApiEndpoint,
            ServiceAddress,
            CrdListed,
            LeaseRenewed,
            BeingDeleted,
        )
    )
)

_GIVES_OF: Mapping[str, tuple[type[Fact], ...]] = {
    "Pod": POD_GIVES,
    "Node": NODE_GIVES,
    "Event": EVENT_GIVES,
    "DaemonSet": (*TEMPLATE_GIVES, WorkloadListed),
    "Installation": (*INSTALLATION_GIVES, NoInstallation, BeingDeleted),
    "TigeraStatus": (OperatorStatus,),
    "IPPool": (PoolSeen,),
    "ClusterInformation": (DatastoreReady, CalicoVersion),
    "FelixConfiguration": (SettingSeen, NoFailsafePorts),
    "BGPConfiguration": (SettingSeen,),
    "BGPPeer": (BgpPeerSeen, NoBgpPeers),
    "HostEndpoint": (HostEndpointSeen,),
    "ConfigMap": (SettingSeen,),
    "ClusterConfiguration": (SettingSeen,),
    "MasterConfiguration": (SettingSeen,),
    "KubeletConfiguration": (KubeletCgroupDriver,),
    "Endpoints": (ApiEndpoint,),
    "EndpointSlice": (ApiEndpoint,),
    "Service": (ServiceAddress,),
    "CustomResourceDefinition": (CrdListed,),
    "Lease": (LeaseRenewed,),
    "ServiceAccount": (BeingDeleted,),
    "Namespace": (BeingDeleted,),
}


def _gives_in(piece: Evidence) -> tuple[type[Fact], ...]:
    """What the objects in it would have shown; parts of objects that name no kind may show anything."""
    kinds = kinds_in(piece.content)
    if kinds is None:
        return GIVES
    shown = (fact for kind in sorted(kinds) for fact in _GIVES_OF.get(kind, ()))
    return tuple(dict.fromkeys((*shown, *CHANGES_GIVE)))


_OF_THE_CLUSTER: Mapping[str, Callable[[Tree, str], Iterator[Fact]]] = {
    "DaemonSet": daemonset_facts,
    "Installation": installation_facts,
    "TigeraStatus": tigera_status_facts,
    "IPPool": pool_facts,
    "ClusterInformation": cluster_information_facts,
    "FelixConfiguration": felix_configuration_facts,
    "BGPConfiguration": configuration_facts,
    "BGPPeer": bgp_peer_facts,
    # A list that has items is taken apart before.
    "BGPPeerList": bgp_peer_list_facts,
    "InstallationList": installation_list_facts,
    "HostEndpoint": host_endpoint_facts,
    "ConfigMap": config_map_facts,
    "ClusterConfiguration": cluster_configuration_facts,
    "MasterConfiguration": cluster_configuration_facts,
    "Endpoints": endpoints_facts,
    "EndpointSlice": slice_facts,
    "Service": service_facts,
    "CustomResourceDefinition": crd_facts,
    "Lease": lease_facts,
}
_MUST_NOT_GO = frozenset({"ServiceAccount", "Namespace", "Installation"})
"""Objects that a working installation needs; while they are being deleted, nothing is made in their place."""
_OF_A_NODE: Mapping[str, Callable[[Tree, str, Subject], Iterator[Fact]]] = {
    "KubeletConfiguration": kubelet_configuration_facts,
    "InitConfiguration": registration_facts,
    "JoinConfiguration": registration_facts,
}


def read_objects(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts in every object and fragment of the piece."""
    events: list[EventRecord] = []
    kind = ""
    nothing = True
    for document in read_documents(evidence.content):
        for tree in _objects(document):
            nothing = nothing and not tree.fields
            kind = tree.said("kind") or (kind if document.resumed else "")
            if kind == "Event" and tree.said("kind"):
                event = with_span(read_event(tree), tree)
                events.append(_with_age(event, evidence.taken_at))
                continue
            yield from _object_facts(tree, kind, evidence)
    yield from event_facts(events, evidence.id, replace(evidence.about, pod="", container=""))
    if nothing and evidence.content.strip():
        excerpt = evidence.content.strip()[:120]
        yield Unreadable(evidence=evidence.id, line=1, excerpt=excerpt, why="neither JSON nor YAML")


def _with_age(event: EventRecord, now: datetime | None) -> EventRecord:
    """The event with how long ago it was, as a table shows it; only where it is known when it was looked up."""
    if now is None or event.at is None:
        return event
    return replace(event, age=max(now - event.at, timedelta()))


def read_kubeadm_config(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts in kubeadm's configuration, and in the flags of a command line where that was pasted instead."""
    for found in read_objects(evidence):
        if isinstance(found, Fact):
            yield found
    yield from flag_facts(evidence.content, evidence.id)


def _objects(document: Tree) -> Iterator[Tree]:
    """The document, or the items of the list that it is."""
    kind = document.said("kind")
    items = document.at("items").items
    if items and (not kind or kind.endswith("List")):
        for item in items:
            if not item.at("kind") and kind not in ("", "List"):
                item.fields["kind"] = Tree(item.line, kind.removesuffix("List"))
            yield item
        return
    yield document


def _object_facts(tree: Tree, kind: str, evidence: Evidence) -> Iterator[Fact]:
    """By the object's own kind; what has none is a fragment, of the object before it if there was one."""
    own = tree.said("kind")
    if own in _MUST_NOT_GO and is_of_the_installation(own, tree.said("metadata", "name")):
        yield from _being_deleted(tree, own, evidence)
    if own == "Pod":
        pod = read_pod(tree)
        facts = tuple(pod_facts(pod, evidence.id, evidence.about))
        yield from facts or fragment_facts(tree, kind, evidence)
        yield from pod_times(tree, pod, evidence.id, evidence.about)
    elif own == "Node":
        about = replace(evidence.about, node="")
        yield from node_facts(read_node(tree), evidence.id, about)
        yield from joined_facts(tree, evidence.id)
    elif own in _OF_THE_CLUSTER:
        facts = tuple(_OF_THE_CLUSTER[own](tree, evidence.id))
        # Dots in the middle of an object move its parts to unexpected places.
        yield from facts or fragment_facts(tree, kind, evidence)
        yield from edit_facts(tree, evidence.id)
    elif own == "ControllerRevision":
        yield from revision_facts(tree, evidence.id)
    elif own in _OF_A_NODE:
        yield from _OF_A_NODE[own](tree, evidence.id, evidence.about)
    elif not own:
        yield from fragment_facts(tree, kind, evidence)


def _being_deleted(tree: Tree, kind: str, evidence: Evidence) -> Iterator[Fact]:
    """That the object was deleted, and who still holds on to it."""
    metadata = tree.at("metadata")
    since = metadata.at("deletionTimestamp")
    if since.text:
        held = (*metadata.at("finalizers").items, *tree.at("spec", "finalizers").items)
        yield BeingDeleted(
            about=Subject(namespace=metadata.said("namespace")),
            cited=(Citation(evidence.id, since.line),),
            kind=kind,
            name=metadata.said("name"),
            since=since.text,
            finalizers=tuple(finalizer.text for finalizer in held if finalizer.text),
        )


PARSER = Parser(read_objects, GIVES, gives_in=_gives_in)
