"""Cuts a printed kubectl cluster-info dump into the files that it would have written.

Each is handed on as the file that the same command writes into a folder, so that both forms say the same.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from calicovet.model.record import record
from calicovet.world.bundles.named_text import Named
from calicovet.world.bundles.text_lines import TextLines

_HEAD = 60
"""So many lines are looked at; a prompt and the command may stand before the first list."""
_LOG = re.compile(
    r"==== (?P<turn>START|END) logs for container (?P<container>\S+) of pod (?P<ns>[^/\s]+)/(?P<pod>[^/\s]+) ===="
)
_FIRST_LIST = re.compile(r'\s{0,8}"?kind"?: "?NodeList"?,?\s*')
_LIST = re.compile(r'\s{0,8}"?kind"?: "?(?P<kind>[A-Z]\w{1,60})List"?,?\s*')
_NAMESPACE = re.compile(r'\s{0,40}"?namespace"?: "?(?P<ns>[a-z0-9][a-z0-9-]{0,62})"?,?\s*')
_FILES = {
    "Node": "nodes",
    "Event": "events",
    "Service": "services",
    "DaemonSet": "daemonsets",
    "Deployment": "deployments",
    "Pod": "pods",
}

Lines = Iterable[tuple[int, str]]


def is_of_a_dump(lines: TextLines) -> bool:
    """Whether these lines are such a dump."""
    head = lines.head(_HEAD)
    for at, (_, line) in enumerate(head):
        if _LOG.fullmatch(line.strip()) if line.startswith("====") else _FIRST_LIST.fullmatch(line):
            before = {text.strip() for _, text in head[:at]} - {""}
            return len(before) < _HEAD // 10
    return _is_yaml(head)


def _is_yaml(head: list[tuple[int, str]]) -> bool:
    """Whether it is printed as YAML, where the kind of a list stands behind its items: these have none."""
    texts = [line for _, line in head if line.strip() not in ("", "---")]
    start = next((at for at, text in enumerate(texts) if text == "apiVersion: v1"), None)
    if start is None or texts[start + 1 : start + 3] != ["items:", "- metadata:"]:
        return False
    return not any(text.startswith("  kind:") for text in texts[start:])


@record
class _Section:
    """A list of objects, or the log of one container."""

    lines: list[tuple[int, str]]
    log: re.Match[str] | None


def read_dump(name: str, lines: Lines, is_cut: Callable[[], bool] = bool) -> Iterator[Named]:
    """What in a dump is of use, each as the file of a folder would be."""
    from calicovet.world.bundles.layouts.paths import told_by_path

    for section in _sections(lines):
        path = _path_of(section)
        told = told_by_path(path) if path else None
        if told is None:
            continue
        if section.log is not None:
            about = replace(told.about, container=section.log["container"])
            told = replace(told, about=about)
        yield Named(name, section.lines, told, is_cut)


def _sections(lines: Lines) -> Iterator[_Section]:
    log: re.Match[str] | None = None
    found: list[tuple[int, str]] = []
    for number, line in lines:
        mark = _LOG.fullmatch(line.strip()) if line.startswith("====") else None
        begins = log is None and line in ("{", "---")
        if (mark is not None or begins) and found:
            yield _Section(found, log)
            found = []
        if mark is not None:
            log = mark if mark["turn"] == "START" else None
        elif line != "---" or log is not None:
            found.append((number, line))
    if found:
        yield _Section(found, log)


def _path_of(section: _Section) -> str:
    """The path in the folder that the dump would have been written to; empty: it is of no use."""
    if section.log is not None:
        return f"{section.log['ns']}/{section.log['pod']}/logs.txt"
    kind = namespace = ""
    for _, line in section.lines:
        if not kind and (found := _LIST.fullmatch(line)):
            kind = found["kind"]
        elif not namespace and (found := _NAMESPACE.fullmatch(line)):
            namespace = found["ns"]
    file = _FILES.get(kind, "")
    return (
        f"{namespace}/{file}.json" if namespace and kind != "Node" else f"{file}.json" * bool(file)
    )
