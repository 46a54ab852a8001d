"""The node as Kubernetes knows it."""

import re

from calicovet.diagnosis.preflight.form import (
    NOT_KNOWN,
    Check,
    Group,
    Result,
    Site,
    bad,
    ok,
    risk,
)
from calicovet.model.facts import InternalAddress, NodeCondition, NodeListed

_VALID = re.compile(r"[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?")
_PRESSURES = {
    "DiskPressure": "host-disk-pressure-evicted",
    "PIDPressure": "host-pid-exhaustion",
    "MemoryPressure": "host-oomkilled",
}


def _name(site: Site) -> Result | None:
    name = site.node.name or ""
    return ok() if _VALID.fullmatch(name) else bad("name-invalid", name=name)


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


CHECKS = (
    Check(name="node-name", group=Group.NODE, ask=_name),
    Check(name="internal-ip", group=Group.NODE, ask=_internal),
    Check(name="pressure", group=Group.NODE, ask=_pressure),
)
