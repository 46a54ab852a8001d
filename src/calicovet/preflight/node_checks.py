"""Checks of the Node object."""

import re

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    CalicoAddress,
    DaemonSetSelects,
    DaemonSetTolerates,
    InternalAddress,
    MachineIdentity,
    NodeCondition,
    NodeLabels,
    NodeListed,
    NodeTaint,
)
from calicovet.preflight.check import (
    NOT_KNOWN,
    Answer,
    Check,
    Group,
    Result,
    Site,
    bad,
    by_cause,
    ok,
    risk,
)

_VALID = re.compile(r"[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?")
_PRESSURES = {
    "DiskPressure": "host-disk-pressure-evicted",
    "PIDPressure": "host-pid-exhaustion",
    "MemoryPressure": "host-oomkilled",
}
_OF_CONDITIONS = "node.kubernetes.io/"
"""Taints that tell how the node is: a DaemonSet's pods tolerate them."""
_TWICE, _STALE = "ip-conflict-duplicate", "ip-conflict-stale-node"
_UNSELECTED, _STUCK = "sched-node-selector-or-affinity", "sched-migration-label-stuck"
_MIGRATION = "projectcalico.org/operator-node-migration="
_CLONED = "host-cloned-vm-identity"
_GONE = "ip-changed-or-not-on-host"


def _name(site: Site) -> Result | None:
    name = site.node.name or ""
    return ok() if _VALID.fullmatch(name) else bad("name-invalid", name=name)


def _kubelet(site: Site) -> Result | None:
    ready = site.node.one(NodeCondition, lambda found: found.type == "Ready")
    if ready is None:
        return None
    return bad("node-kubelet-dead", ready) if ready.status == "Unknown" else ok(ready)


def _internal(site: Site) -> Result | None:
    node = site.node
    listed, address = node.one(NodeListed), node.one(InternalAddress)
    if address is not None:
        return ok(address)
    # On a host that no cluster knows yet there is nothing to ask.
    return None if listed is None else risk("cloud-node-no-internalip", listed)


def _pressure(site: Site) -> Result | None:
    node = site.node
    if node.one(NodeListed) is None:
        return None
    shown = node.all(NodeCondition, lambda found: found.type in _PRESSURES)
    if not shown:
        return NOT_KNOWN
    pressed = next((found for found in shown if found.status == "True"), None)
    if pressed is None:
        return ok(*shown)
    return bad(_PRESSURES[pressed.type], pressed, condition=pressed.type)


def _own_address(site: Site) -> Result | None:
    """Two nodes of one address: by what Calico has stored, else by what the kubelets say."""
    node = site.node
    own = node.one(InternalAddress)
    stored = by_cause(_TWICE, site)
    if stored.answer in (Answer.BAD, Answer.RISK):
        return stored
    if own is None:
        return None
    same = [other for other in site.others if _has(other, own)]
    if not same:
        return ok(own)
    names = ", ".join(sorted(other.name or "?" for other in same))
    cause = _STALE if all(map(_is_silent, same)) else _TWICE
    return bad(cause, own, other=names, address=own.address)


def _has(node: NodeView, own: InternalAddress) -> bool:
    return node.one(InternalAddress, lambda found: found.address == own.address) is not None


def _is_silent(node: NodeView) -> bool:
    ready = node.one(NodeCondition, lambda found: found.type == "Ready")
    return ready is not None and ready.status == "Unknown"


def _stored_address(site: Site) -> Result | None:
    """Where Calico has the kubelet's own address on most nodes, another one is odd."""
    gone = by_cause(_GONE, site)
    if gone.answer is Answer.BAD and site.node.one(CalicoAddress) is not None:
        # Start-up looks for another one, unless it was told this very one.
        return risk(_GONE, *gone.facts, key="risk-gone", **gone.details)
    stored = site.node.one(CalicoAddress, lambda found: found.address.version == 4)
    own = _own(site.node)
    if stored is None or own is None:
        return None
    if stored.address.ip == own.address:
        return ok(stored, own)
    others = [kept for other in site.others if (kept := _keeps_its_own(other)) is not None]
    if others.count(True) <= len(others) / 2:
        return None
    words = {"address": str(stored.address.ip), "expected": str(own.address)}
    return risk("ip-wrong-nic-multihomed", stored, own, **words)


def _own(node: NodeView) -> InternalAddress | None:
    return node.one(InternalAddress, lambda found: found.address.version == 4)


def _keeps_its_own(node: NodeView) -> bool | None:
    """Whether Calico has the kubelet's address for it; None: not known."""
    stored = node.one(CalicoAddress, lambda found: found.address.version == 4)
    own = _own(node)
    return None if stored is None or own is None else stored.address.ip == own.address


def _taints(site: Site) -> Result | None:
    tolerates = site.node.one(DaemonSetTolerates)
    if tolerates is None:
        return None
    refused = site.node.one(
        NodeTaint,
        lambda taint: (
            taint.effect != "PreferNoSchedule"
            and not taint.key.startswith(_OF_CONDITIONS)
            and not tolerates.covers(taint)
        ),
    )
    if refused is None:
        return ok(tolerates)
    return bad("sched-taint-not-tolerated", refused, tolerates, taint=str(refused))


def _selected(site: Site) -> Result | None:
    selects, labels = site.node.one(DaemonSetSelects), site.node.one(NodeLabels)
    if selects is None or labels is None:
        return None
    lacking = selects.lacks(labels)
    if not lacking:
        return ok(selects)
    moving = any(label.startswith(_MIGRATION) for label in lacking)
    return bad(_STUCK if moving else _UNSELECTED, selects, labels, label=", ".join(lacking))


def _identity(site: Site) -> Result | None:
    own = site.node.one(MachineIdentity)
    if own is None:
        return None
    found = by_cause(_CLONED, site)
    return found if found.answer in (Answer.BAD, Answer.RISK) else ok(own)


CHECKS = (
    Check(name="node-name", group=Group.NODE, ask=_name, foresees=("name-invalid",)),
    Check(name="kubelet", group=Group.NODE, ask=_kubelet, foresees=("node-kubelet-dead",)),
    Check(
        name="internal-ip",
        group=Group.NODE,
        ask=_internal,
        foresees=("cloud-node-no-internalip",),
    ),
    Check(name="own-address", group=Group.NODE, ask=_own_address, foresees=(_TWICE, _STALE)),
    Check(
        name="stored-address",
        group=Group.NODE,
        ask=_stored_address,
        foresees=("ip-wrong-nic-multihomed", _GONE),
    ),
    Check(
        name="pressure",
        group=Group.NODE,
        ask=_pressure,
        foresees=tuple(_PRESSURES.values()),
    ),
    Check(name="taints", group=Group.NODE, ask=_taints, foresees=("sched-taint-not-tolerated",)),
    Check(
        name="selected",
        group=Group.NODE,
        ask=_selected,
        foresees=(_UNSELECTED, _STUCK),
    ),
    Check(name="identity", group=Group.NODE, ask=_identity, foresees=(_CLONED,)),
)
