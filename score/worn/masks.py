"""Texts whose addresses and names were made unreadable, the same thing always in the same way."""

import re
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv4Network
from random import Random

_ADDRESS = re.compile(
    # tcpdump writes the port behind a fifth dot.
    r"(?<![\w.-])((?:\d{1,3}\.){3}\d{1,3})(/\d{1,2})?(?![\w-]|\.\d{1,5}+[.\w])"
)
_POD = re.compile(
    r"(?<![\w-])(calico-(?:node|typha)(?:-[a-z0-9]{8,10})?|canal)-([a-z0-9]{5})(?![\w-])"
)
_LETTERS = "xyzuvwabcdefghijklmnopqrst"
_PLAIN_NAME = re.compile(r"(?=[a-z.]*[0-9-])[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?")
"""A name of a node that is no word such as `master`, which means other things as well."""


class Alike(Exception):
    """Two things would look the same, or a number that is compared would be hidden."""


def masked(
    texts: Mapping[str, str], nodes: Iterable[str], decisive: Iterable[str], chance: Random
) -> dict[str, str]:
    """The texts masked; Alike where that hides a difference, or a network that decides."""
    whole = "\n".join(texts.values())
    addresses = {each.group(1) for each in _ADDRESS.finditer(whole) if _is_hidden(each.group())}
    networks = (each for line in decisive for each in _ADDRESS.finditer(line))
    if addresses and any(_is_network(each.group()) for each in networks):
        raise Alike
    if any(address.replace(".", "-") in whole for address in addresses):
        # A name was made of the address, and what is compared is the two.
        raise Alike
    numbers = _of_addresses(addresses, chance)
    names = _of_nodes(nodes) | _of_pods(whole)
    if not numbers | names:
        raise Alike
    return {name: _with(text, numbers, names) for name, text in texts.items()}


def _with(text: str, numbers: Mapping[str, str], names: Mapping[str, str]) -> str:
    def hide(found: re.Match[str]) -> str:
        address, prefix = found.group(1), found.group(2) or ""
        if not _is_hidden(found.group()):
            return found.group()
        return f"{numbers[address]}{prefix}"

    text = _ADDRESS.sub(hide, text)
    if not names:
        return text
    words = "|".join(re.escape(old) for old in sorted(names, key=len, reverse=True))
    whole_words = re.compile(rf"(?<![\w.-])(?:{words})(?![\w-]|\.\w)")
    return whole_words.sub(lambda old: names[old.group()], text)


def _of_addresses(addresses: Iterable[str], chance: Random) -> dict[str, str]:
    forms = [_ends, _beginning]
    chance.shuffle(forms)
    for form in forms:
        new = {address: form(address) for address in addresses}
        if len(set(new.values())) == len(new):
            return new
    raise Alike


def _ends(address: str) -> str:
    """10.x.x.5"""
    first, _, _, last = address.split(".")
    return f"{first}.x.x.{last}"


def _beginning(address: str) -> str:
    """192.168.xx.xx"""
    return ".".join((*address.split(".")[:2], "xx", "xx"))


def _of_nodes(nodes: Iterable[str]) -> dict[str, str]:
    """node-X, node-Y; a name that is no name of a node stays, since that decides."""
    plain = [name for name in dict.fromkeys(nodes) if _PLAIN_NAME.fullmatch(name)]
    if len(plain) > len(_LETTERS):
        raise Alike
    return {name: f"node-{letter.upper()}" for name, letter in zip(plain, _LETTERS, strict=False)}


def _of_pods(text: str) -> dict[str, str]:
    pods = tuple(dict.fromkeys((each.group(1), each.group(2)) for each in _POD.finditer(text)))
    if len(pods) > len(_LETTERS):
        raise Alike
    return {
        f"{name}-{end}": f"{name}-{letter * 5}"
        for (name, end), letter in zip(pods, _LETTERS, strict=False)
    }


def _is_hidden(text: str) -> bool:
    """Whether people hide it: a host's address, no network, none that every host has."""
    if _is_network(text):
        return False
    try:
        address = IPv4Address(text.partition("/")[0])
    except ValueError:
        return False
    return not (address.is_loopback or address.is_unspecified or str(address).startswith("255."))


def _is_network(text: str) -> bool:
    if "/" not in text or text.endswith("/32"):
        return False
    try:
        IPv4Network(text)
    except ValueError:
        return False
    return True
