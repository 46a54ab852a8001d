"""The fields of API objects that the survey reads."""

import msgspec


class Metadata(msgspec.Struct, frozen=True, gc=False):
    name: str = ""
    namespace: str = ""
    uid: str = ""


class Owned(msgspec.Struct, frozen=True, gc=False):
    metadata: Metadata = Metadata()


class Selector(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    match_labels: dict[str, str] = {}


class Container(msgspec.Struct, frozen=True, gc=False):
    name: str = ""
    image: str = ""


class PodSpec(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    containers: tuple[Container, ...] = ()
    node_selector: dict[str, str] | None = None


class Template(msgspec.Struct, frozen=True, gc=False):
    spec: PodSpec = PodSpec()


class DaemonSetSpec(msgspec.Struct, frozen=True, gc=False):
    selector: Selector = Selector()
    template: Template = Template()


class DaemonSetStatus(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    desired_number_scheduled: int | None = None


class DaemonSet(msgspec.Struct, frozen=True, gc=False):
    metadata: Metadata = Metadata()
    spec: DaemonSetSpec = DaemonSetSpec()
    status: DaemonSetStatus = DaemonSetStatus()


class CalicoAnnotations(msgspec.Struct, frozen=True, gc=False):
    """Of a node's dozens of annotations, the one that is read."""

    ipv4: str = msgspec.field(default="", name="projectcalico.org/IPv4Address")


class NodeMetadata(msgspec.Struct, frozen=True, gc=False):
    name: str = ""
    labels: dict[str, str] = {}
    annotations: CalicoAnnotations = CalicoAnnotations()


class NamedNode(msgspec.Struct, frozen=True, gc=False):
    metadata: NodeMetadata = NodeMetadata()


class Source(msgspec.Struct, frozen=True, gc=False):
    host: str = ""


class InvolvedPod(msgspec.Struct, frozen=True, gc=False):
    namespace: str = ""
    name: str = ""
    uid: str = ""
    """Another pod of the same name, as of a StatefulSet, has another."""


class SandboxEvent(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """A pod that a kubelet cannot make a sandbox for."""

    message: str = ""
    source: Source | None = None
    count: int | None = None
    last_timestamp: str | None = None
    involved_object: InvolvedPod = InvolvedPod()


class EventItems(msgspec.Struct, frozen=True, gc=False):
    items: list[msgspec.Raw] = []


class Named(msgspec.Struct, frozen=True, gc=False):
    name: str = ""


class ApiGroups(msgspec.Struct, frozen=True, gc=False):
    groups: list[Named] = []


class PeerSpec(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    node: str = ""
    node_selector: str = ""
    peer_selector: str = ""


class BgpPeer(msgspec.Struct, frozen=True, gc=False):
    metadata: Metadata = Metadata()
    spec: PeerSpec = PeerSpec()


class ListMetadata(msgspec.Struct, frozen=True, gc=False):
    rest: str = msgspec.field(default="", name="continue")


class BgpPeers(msgspec.Struct, frozen=True, gc=False):
    metadata: ListMetadata = ListMetadata()
    items: tuple[BgpPeer, ...] = ()
