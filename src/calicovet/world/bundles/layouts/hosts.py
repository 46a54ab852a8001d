"""Which host each file in a bundle belongs to."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from calicovet.world.bundles.layouts.known import LAYOUTS

MOST_OF_A_NAME = 300
"""Bytes of a file that holds a host's name: a longer one holds something else."""


@cache
def _name_files() -> tuple[re.Pattern[str], ...]:
    patterns = [pattern for layout in LAYOUTS for pattern in layout.host_names]
    # Any collector may put a file of that name beside what it collects.
    return tuple(
        re.compile(rf"(?P<root>|.*/){each}") for each in (*patterns, r"hostname(?:\.txt)?")
    )


@cache
def _folders() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(rf"{pattern}(?:\.t\w+(?:\.\w+)?|\.zip)?")
        for layout in LAYOUTS
        for pattern in layout.host_folders
    )


def holds_a_host_name(path: str) -> bool:
    """Whether the file at that path holds the name of the host that the files around it were taken on."""
    return _root_of(path) is not None


def _root_of(path: str) -> str | None:
    for pattern in _name_files():
        if found := pattern.fullmatch(path):
            return found["root"]
    return None


def host_named_by(content: str) -> str:
    """The name that such a file holds; empty: none that one can go by."""
    words = content.removeprefix("hostname :").split()
    name = words[0].lower() if words else ""
    if re.fullmatch(r"[a-z0-9][a-z0-9.-]{0,252}", name) is None or name.startswith("localhost"):
        return ""
    return name


class Hosts:
    """The hosts of one folder or archive, by what lies below which folder of it."""

    def __init__(self, around: str, node: str, names: Iterable[tuple[str, str]] = ()) -> None:
        """`node` is the one node that all of it is about; `names` are the contents of the files that hold names."""
        self._around, self._node = around, node
        self._by_root: dict[str, str] = {}
        for path, content in names:
            root, host = _root_of(path), host_named_by(content)
            if root is not None and host:
                self._by_root.setdefault(root, host)
        self._by_top = self._of_top_folders()

    def _of_top_folders(self) -> Mapping[str, str]:
        """The host of each folder at the top in which one host alone is named."""
        hosts: dict[str, set[str]] = {}
        for root, host in self._by_root.items():
            hosts.setdefault(root.partition("/")[0], set()).add(host)
        return {top: next(iter(found)) for top, found in hosts.items() if len(found) == 1}

    def of(self, path: str) -> str:
        """The host that a file there was taken on; empty: not known."""
        if self._node:
            return self._node
        folder = path.rpartition("/")[0]
        while folder:
            if host := self._by_root.get(f"{folder}/"):
                return host
            folder = folder.rpartition("/")[0]
        return (
            _in_folder_names(path)
            or self._by_root.get("")
            or _in_folder_names(f"{self._around}/x")
            or self._of_top(path)
        )

    def _of_top(self, path: str) -> str:
        top, below, _ = path.partition("/")
        return self._by_top.get(top, "") if below else ""


def _in_folder_names(path: str) -> str:
    for name in reversed(path.split("/")[:-1]):
        for pattern in _folders():
            if found := pattern.fullmatch(name):
                return found["host"].lower()
    return ""
