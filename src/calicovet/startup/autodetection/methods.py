"""Calico's autodetection methods: parsing and errors."""

import re
from collections.abc import Sequence
from ipaddress import ip_address

from calicovet.startup.autodetection.go_ip import go_network
from calicovet.startup.autodetection.go_regexp import go_pattern

METHODS = (
    "kubernetes-internal-ip",
    "cidr=NETWORK,…",
    "interface=REGEX,…",
    "can-reach=HOST",
    "skip-interface=REGEX,…",
    "first-found",
)
"""As a person writes them, those that assume least first."""
_COMMA = re.compile(r"(?<!\s)\s*+,\s*+")
_WHOLE = frozenset({"first-found", "kubernetes-internal-ip"})
_WITH_VALUE = frozenset({"cidr", "interface", "can-reach", "skip-interface"})


def is_method(text: str) -> bool:
    """Whether Calico takes it for a method, be its value good or bad."""
    name, sign, _ = text.partition("=")
    return text in _WHOLE or (bool(sign) and name in _WITH_VALUE)


def fault_of(method: str) -> str:
    """The part of a method that Calico refuses; empty where it takes all of it."""
    name, _, value = method.partition("=")
    for part in _COMMA.split(value):
        if name == "cidr" and go_network(part) is None:
            return part or method
        if name.endswith("interface") and go_pattern(part) is None:
            return part
    return ""


def families_that_fit(method: str, families: Sequence[int]) -> tuple[int, ...]:
    """Those for which the method can find anything: a network and an address are of one family."""
    name, _, value = method.partition("=")
    if name == "cidr":
        networks = [go_network(part) for part in _COMMA.split(value)]
        return tuple(sorted({network.version for network in networks if network is not None}))
    if name == "can-reach":
        try:
            return (ip_address(value).version,)
        except ValueError:
            return tuple(families)
    return tuple(families)
