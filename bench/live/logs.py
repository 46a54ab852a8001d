"""What calico-node's containers have written."""

from datetime import datetime, timedelta
from itertools import islice

from bench.live.nodes import address_of, node_name
from bench.live.pods import STARTED
from bench.pastes import daily_log

_LINES = 300
"""Of three quiet hours."""

_BEGIN = (
    "startup.go 431: Early log level set to info",
    "utils.go 126: Using NODENAME environment for node name {node}",
    "utils.go 138: Determined node name: {node}",
    "startup.go 95: Starting node {node} with version v3.28.5",
    "startup.go 436: Checking datastore connection",
)
_GO_ON = (
    "startup.go 460: Datastore connection verified",
    "startup.go 105: Datastore is ready",
    "startup.go 489: Initialize BGP data",
    "autodetection_methods.go 103: Using autodetected IPv4 address on interface {link}: {address}",
    "startup.go 712: No AS number configured on node resource, using global value",
    "startup.go 680: FELIX_IPV6SUPPORT is false through environment variable",
    "startup.go 215: Using node name: {node}",
    "utils.go 190: Setting NetworkUnavailable to false",
)
_INSTALLED = ("bandwidth", "calico", "calico-ipam", "host-local", "loopback", "portmap", "tuning")


def well(number: int, *, link: str = "eth0", address: str = "") -> str:
    """A start that went all the way, and the hours after it."""
    words = {
        "node": node_name(number),
        "link": link,
        "address": address or f"{address_of(number)}/16",
    }
    said = _said("startup", (*_BEGIN, *_GO_ON), STARTED, **words)
    return said + "".join(islice(daily_log(), _LINES))


def refused(number: int, account: str) -> str:
    """A start that ends where the API server does not allow what it needs."""
    began = _said("startup", _BEGIN, STARTED, node=node_name(number))
    at = STARTED + timedelta(milliseconds=40)
    return (
        began
        + f"{_stamp(at)} [ERROR][9] startup/startup.go 160: Unable to ensure datastore is migrated. "
        "error=connection is unauthorized: ipamconfigs.crd.projectcalico.org is forbidden: User "
        f'"{account}" cannot list resource "ipamconfigs" in API group "crd.projectcalico.org" '
        "at the cluster scope\n"
        f"{_stamp(at)} [WARNING][9] startup/utils.go 48: Terminating\n"
        "Calico node failed to start\n"
    )


def installed() -> str:
    """The init container that lays down the CNI plugin."""
    lines = [f"install.go 228: Installed /host/opt/cni/bin/{name}" for name in _INSTALLED]
    return _said("cni-installer", (*lines, "install.go 257: Done configuring CNI."), STARTED)


def _said(program: str, lines: tuple[str, ...], at: datetime, **words: str) -> str:
    return "".join(
        f"{_stamp(at + timedelta(milliseconds=3 * place))} [INFO][9] {program}/{line.format(**words)}\n"
        for place, line in enumerate(lines)
    )


def _stamp(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S}.{at.microsecond // 1000:03d}"
