"""What a method chooses where not every link is known."""

import re
from ipaddress import ip_interface

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    AddressAutodetected,
    AutodetectionMethod,
    CalicoAddress,
    FelixLink,
    HostLink,
    SettingSeen,
)
from calicovet.model.facts.addresses import Interface
from calicovet.startup.autodetection.interface_names import any_of
from calicovet.startup.autodetection.select import Choice, is_global_unicast

_BY_NAME_ALONE = frozenset({"first-found", "skip-interface", "interface"})
"""Methods that take the first address of the link that they take."""
_ONE_LINK = re.compile(r"interface=\^([\w@-]|\\\.)+\$")
_COMMA = re.compile(r"(?<!\s)\s*+,\s*+")


def told_choice(method: str, view: NodeView, family: int) -> Choice | None:
    """The choice, where it is certain without a list of all links; None: it is not."""
    return (
        _by_the_log(method, view, family)
        or _on_the_one_link(method, view, family)
        or _as_it_is_now(method, view, family)
    )


def method_in_force(view: NodeView, family: int) -> str | None:
    """The method that calico-node is set to; None: not known."""
    found = view.one(AutodetectionMethod, lambda each: each.family == family)
    return None if found is None else found.method or "first-found"


def fixed_address(view: NodeView, family: int) -> str:
    """What IP or IP6 says where it says more than `autodetect`: then no method matters."""
    name = "IP" if family == 4 else "IP6"
    found = view.one(SettingSeen, lambda each: each.name == name and each.where == "env")
    said = "" if found is None else found.value.strip().strip("\"'")
    return "" if said.startswith("<") or said in ("", "autodetect") else said


def _by_the_log(method: str, view: NodeView, family: int) -> Choice | None:
    said = view.one(
        AddressAutodetected, lambda found: bool(found.link) and found.address.version == family
    )
    if said is None or not _comes_to_the_same(method, said):
        return None
    return Choice(address=said.address, link=said.link, why="told")


def _comes_to_the_same(method: str, said: AddressAutodetected) -> bool:
    if method in ("", "first-found"):
        return said.method == "first-found"
    if method.startswith("skip-interface="):
        skipped = any_of(_COMMA.split(method.removeprefix("skip-interface=")))
        passes = skipped is not None and not skipped.search(said.link)
        return said.method == "first-found" and passes
    return said.method in _BY_NAME_ALONE and _the_one_link(method) == said.link


def _the_one_link(method: str) -> str:
    """The link that `interface=^name$` names; empty where it may be any of several."""
    if _ONE_LINK.fullmatch(method) is None:
        return ""
    return method.removeprefix("interface=^").removesuffix("$").replace("\\.", ".")


def _on_the_one_link(method: str, view: NodeView, family: int) -> Choice | None:
    name = _the_one_link(method)
    listed = view.one(HostLink, lambda link: link.name == name and bool(link.addresses))
    named = view.one(FelixLink, lambda link: link.name == name and bool(link.addresses))
    own: tuple[Interface, ...] = ()
    if listed is not None:
        own = listed.addresses
    elif named is not None:
        # Felix logs no prefix.
        own = tuple(_with_prefix(ip_interface(address), view) for address in named.addresses)
    fitting = [each for each in own if each.version == family and is_global_unicast(each.ip)]
    # Felix names a link's addresses in no order: of several, any may be the first.
    if not fitting or (listed is None and len(fitting) > 1):
        return None
    return Choice(address=fitting[0], link=name, why="matching-interface")


def _with_prefix(address: Interface, view: NodeView) -> Interface:
    stored = view.one(CalicoAddress, lambda found: found.address.ip == address.ip)
    return address if stored is None else stored.address


def _as_it_is_now(method: str, view: NodeView, family: int) -> Choice | None:
    """What is stored, where that very method put it there."""
    if method.startswith("kubernetes-internal-ip") or fixed_address(view, family):
        return None
    stored = view.one(CalicoAddress, lambda found: found.address.version == family)
    if stored is None or method_in_force(view, family) != (method or "first-found"):
        return None
    return Choice(address=stored.address, why="told")
