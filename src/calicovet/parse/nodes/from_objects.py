"""Node records from Node objects."""

from calicovet.parse.nodes.node_record import MIGRATION, UNTOLD, ConditionRecord, NodeRecord, Told
from calicovet.parse.objects.tree import Tree
from calicovet.parse.times import read_time

_CALICO = ("projectcalico.org/IPv4Address", "projectcalico.org/IPv6Address")
_VTEP = ("projectcalico.org/IPv4VXLANTunnelAddr", "projectcalico.org/VXLANTunnelMACAddr")
_ROLE = "node-role.kubernetes.io/"


def read_node(tree: Tree) -> NodeRecord:
    """A Node of Kubernetes or of Calico, whole or in part."""
    metadata, status = tree.at("metadata"), tree.at("status")
    info = status.at("nodeInfo")
    conditions = tuple(_condition(condition) for condition in status.at("conditions").items)
    labels = metadata.at("labels").fields
    unschedulable = tree.at("spec", "unschedulable")
    return NodeRecord(
        name=metadata.said("name"),
        line=metadata.at("name").line or tree.line,
        status=_status(conditions, unschedulable.text == "true"),
        status_lines=(*_why_not_ready(conditions), unschedulable.line),
        roles=",".join(sorted(n.removeprefix(_ROLE) for n in labels if n.startswith(_ROLE))),
        kubelet=_told(info.at("kubeletVersion")),
        runtime=_told(info.at("containerRuntimeVersion")),
        kernel=_told(info.at("kernelVersion")),
        os=_told(info.at("osImage")),
        cpus=_told(status.at("capacity", "cpu")),
        architecture=_told(info.at("architecture")),
        internal=tuple(
            _told(address.at("address"))
            for address in (*status.at("addresses").items, *tree.at("spec", "addresses").items)
            if address.said("type") == "InternalIP"
        ),
        calico=tuple(
            _told(annotation)
            for name, annotation in metadata.at("annotations").fields.items()
            if name in _CALICO
        )
        + tuple(
            _told(address)
            for name in ("ipv4Address", "ipv6Address")
            if (address := tree.at("spec", "bgp", name))
        ),
        machine=_told(info.at("machineID")),
        system=_told(info.at("systemUUID")),
        provider=_told(tree.at("spec", "providerID")),
        vtep=_vtep(tree),
        migration=_told(labels[MIGRATION])
        if MIGRATION in labels
        else Told("", metadata.at("labels").line)
        if labels and status
        else None,
        pod_cidr=_pod_cidr(tree),
        conditions=conditions,
        taints=tuple(_taint(taint) for taint in tree.at("spec", "taints").items),
        # What follows them shows that they were not cut off.
        labels=tuple(Told(f"{name}={value.text}", value.line) for name, value in labels.items())
        if status
        else (),
    )


def _vtep(tree: Tree) -> tuple[Told, Told]:
    """As annotations of Kubernetes' Node, or as fields of Calico's own."""
    notes = tree.at("metadata", "annotations").fields
    address, mac = (_told(notes[name]) if name in notes else UNTOLD for name in _VTEP)
    spec = tree.at("spec")
    return (
        address if address.text else _told(spec.at("ipv4VXLANTunnelAddr")),
        mac if mac.text else _told(spec.at("vxlanTunnelMACAddr")),
    )


def _taint(tree: Tree) -> Told:
    value = f"={tree.said('value')}" if tree.said("value") else ""
    return Told(
        f"{tree.said('key')}{value}:{tree.said('effect')}", tree.at("key").line or tree.line
    )


def _told(tree: Tree) -> Told:
    return Told(tree.text, tree.line)


def _pod_cidr(tree: Tree) -> Told | None:
    """Seen to be missing only in an object whose status, which follows the spec, was shown too."""
    cidr = tree.at("spec", "podCIDR")
    if cidr:
        return _told(cidr)
    if tree.at("spec", "bgp") or tree.at("spec", "orchRefs"):
        # Calico's own Node keeps it elsewhere.
        return None
    return (
        Told("", tree.at("spec").line)
        if "spec" in tree.fields and "status" in tree.fields
        else None
    )


def _condition(tree: Tree) -> ConditionRecord:
    return ConditionRecord(
        line=tree.at("type").line or tree.line,
        leaves=tuple(tree.at(name).line for name in ("status", "reason", "message")),
        type=tree.said("type"),
        status=tree.said("status"),
        reason=tree.said("reason"),
        message=tree.said("message"),
        since=read_time(tree.said("lastTransitionTime")),
        heartbeat=read_time(tree.said("lastHeartbeatTime")),
    )


def _why_not_ready(conditions: tuple[ConditionRecord, ...]) -> tuple[int, ...]:
    for told in conditions:
        if told.type == "Ready" and told.status != "True":
            return (told.line, *told.leaves)
    return ()


def _status(conditions: tuple[ConditionRecord, ...], unschedulable: bool) -> str:
    ready = next((told for told in conditions if told.type == "Ready"), None)
    if ready is None:
        return ""
    word = "Ready" if ready.status == "True" else "NotReady"
    return f"{word},SchedulingDisabled" if unschedulable else word
