"""Network namespaces with the given links, made by one call of `ip -batch`."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from lab.errors import LabError
from lab.names import own_name
from lab.namespace import Namespace, ip


class Link(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One link of a host; `lo` is always there, and only takes addresses."""

    name: str
    kind: str = "bridge"
    """`bridge`, `veth`, `vxlan` or `loopback`; the names of other kinds are given to bridges."""
    index: int | None = None
    """None: the kernel's next one."""
    up: bool = True
    addresses: tuple[str, ...] = ()
    """In the order in which they are added; IPv4 and IPv6, each with its prefix."""


@contextmanager
def host_with(links: Sequence[Link], *, label: str, default_link: str = "") -> Iterator[Namespace]:
    """A namespace with exactly these links; the default route, if any, leaves by one of them."""
    host = Namespace(own_name(label))
    far = Namespace(own_name(f"{label}-far"))
    made = [far, host] if any(link.kind == "veth" for link in links) else [host]
    try:
        for each in made:
            ip("netns", "add", each.name)
        _batch(host, _script(links, far.name, default_link))
        yield host
    finally:
        for each in made:
            subprocess.run(["ip", "netns", "del", each.name], capture_output=True, check=False)


def source_of(host: Namespace, destination: str) -> str:
    """The address that the host's own routes give to what is sent there; empty: no way."""
    asked = subprocess.run(
        ["ip", "-n", host.name, "-j", "route", "get", destination],
        capture_output=True,
        check=False,
    )
    if asked.returncode:
        return ""
    routes = msgspec.json.decode(asked.stdout, type=list[_Route])
    return routes[0].prefsrc if routes else ""


class _Route(msgspec.Struct):
    prefsrc: str = ""


def _script(links: Sequence[Link], far: str, default_link: str) -> str:
    lines = ["link set lo up"]
    for number, link in enumerate(links):
        if link.kind != "loopback":
            lines.append(_addition(link, number, far))
        # Without duplicate address detection an IPv6 address stands at once.
        lines += [
            f"addr add {address} dev {link.name}" + (" nodad" if ":" in address else "")
            for address in link.addresses
        ]
        if link.up:
            lines.append(f"link set {link.name} up")
    if default_link:
        lines.append(f"route add default dev {default_link}")
    return "\n".join(lines) + "\n"


def _addition(link: Link, number: int, far: str) -> str:
    index = f" index {link.index}" if link.index is not None else ""
    head = f"link add name {link.name}{index}"
    match link.kind:
        case "veth":
            return f"{head} type veth peer name far{number} netns {far}"
        case "vxlan":
            return f"{head} type vxlan id {4000 + number} dstport {4800 + number} local 127.0.0.1"
        case _:
            return f"{head} type {link.kind}"


def _batch(host: Namespace, script: str) -> None:
    done = subprocess.run(
        ["ip", "-n", host.name, "-batch", "-"],
        input=script,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise LabError(f"ip -batch: {done.stderr.strip()}", script)
