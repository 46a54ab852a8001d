"""A page of the site before it is built."""

import re
from html import escape

from calicovet.causes.catalogue import load_catalogue
from calicovet.model.record import record
from calicovet.report.own_marks import BEGIN


@record(kw_only=True)
class Page:
    path: str
    """Below the folder of its language, as causes/ip-wrong-bridge.md."""
    title: str
    """As the navigation calls it."""
    text: str


_HEAD = re.compile(r"---\n.*?\n---\n\n?|# [^\n]*\n", re.DOTALL)


def marked(text: str) -> str:
    """The text with the mark, below its head, by which calicovet does not take it for evidence."""
    head = _HEAD.match(text)
    at = head.end() if head else 0
    return f"{text[:at]}{BEGIN.format(what='documentation')}\n\n{text[at:]}"


_CHINESE = re.compile("[\u4e00-\u9fff]")
_NAMES = frozenset({"containerd", "etcd", "iptables", "kubeadm", "kubectl", "nftables"})
"""Names that are written in small letters also where a title begins with them."""

_KEPT = re.compile(r"(`[^`]+`|https://[\w./#?=&%~-]*[\w/#])", re.ASCII)
"""Code, and addresses of reports."""


def linked(text: str, home: str) -> str:
    """The text with addresses and names of causes as links; `home` leads to the folder of the causes."""
    known = {cause.name for cause in load_catalogue()}

    def link(kept: re.Match[str]) -> str:
        if not kept[0].startswith("`"):
            return f"<{kept[0]}>"
        name = kept[0].strip("`")
        return f"[{kept[0]}]({home}{name}.md)" if name in known else kept[0]

    return _KEPT.sub(link, text)


def plain(text: str) -> str:
    """Text that is never taken for markup, outside of code and addresses."""
    parts = _KEPT.split(text)
    return "".join(
        part if number % 2 else re.sub(r"([*_\[\]|~^])", r"\\\1", escape(part, quote=False))
        for number, part in enumerate(parts)
    )


def capital(text: str) -> str:
    """A title as a heading begins."""
    first = text.partition(" ")[0]
    # Names keep their letters, as calico-node does, and a Chinese title has none to change.
    plain_word = first.isalpha() and first not in _NAMES and not _CHINESE.search(text)
    return text[:1].upper() + text[1:] if plain_word else text


def cell(text: str) -> str:
    """Text for a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")
