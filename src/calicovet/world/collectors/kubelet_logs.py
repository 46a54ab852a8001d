"""Collects a node's log files and journals from the kubelet."""

import re
from functools import cache
from urllib.parse import unquote

from calicovet.world.bundles.text_lines import lines_of

# Words that stand in place of a log although the status is 200.
_REFUSALS = (
    "options present and query resolved to log files",
    "log not found for",
    "error getting log for",
    "error: journal output not available",
    "failed to get logging cmd",
    "-- No entries --",
    "No journal files were found",
    "No journal files were opened",
)


@cache
def _link() -> re.Pattern[bytes]:
    return re.compile(rb'<a href="([^"]{1,300})">')


def is_listing(body: bytes) -> bool:
    """Whether that is the list of files under /var/log: what a kubelet without log query answers to one."""
    head = body[:400].lstrip().lower()
    return head.startswith((b"<pre>", b"<!doctype html")) and b"<pre>" in head


def names_in(listing: bytes) -> frozenset[str]:
    """The files and folders of a listing."""
    return frozenset(
        unquote(name.decode(errors="replace")).rstrip("/") for name in _link().findall(listing)
    )


def refusal_in(body: bytes) -> str:
    """The kubelet's words where it gives none of the log; empty where it does."""
    lines = [line for line in body[:2000].decode(errors="replace").split("\n") if line.strip()]
    if len(lines) > 3 or not lines or not any(words in lines[0] for words in _REFUSALS):
        return ""
    return " ".join(lines[0].split())


def shape_log(body: bytes, *, partial: bool) -> str:
    """The log's lines; of a `partial` file the first one is cut, and goes."""
    kept = body.partition(b"\n")[2] if partial else body
    return "".join(f"{line}\n" for _, line in lines_of((kept,)))
