"""Files and directories of the host: present or absent."""

from collections.abc import Iterator, Mapping

from calicovet.model.evidence import Evidence
from calicovet.model.facts import PathSeen
from calicovet.parse.host.command_words import commands_of, pipeline_of, words_of
from calicovet.parse.host.lines import cite, numbered, pattern

_MOST = 300
"""Entries that are told of one listing; host-local keeps a file for every address."""
_MISSING = (
    r"['\"‘“]?(/[^\s'\"’”:]{1,400})['\"’”]?\s?[:：] ?"
    r"(?:No such file or directory|没有那个文件或目录|没有这个文件或目录)"
)
_STAT = r"\s*(?:File|文件)\s?[:：]\s*['\"‘“]?(/[^\s'\"’”]+)"
_LONG = r"[-dlbcps][rwxsStT-]{9}[.+@]?\s++\d++\s++.*?\d{1,2}:\d\d(?::\S+)?(?: [+-]\d{4})?\s++(\S.*)"
_LONG_BY_YEAR = r"[-dlbcps][rwxsStT-]{9}[.+@]?\s+\d+\s.*\s(?:19|20)\d\d\s+(\S.*)"
_HEADING = r"(/\S+):$"
_TOTAL = r"(?:total|总用量|总计)\s+\S+$"
HOST_LOCAL = "/var/lib/cni/networks"
HOST_LOCAL_OF_CALICO = "k8s-pod-network"
_OF_CALICO: Mapping[str, tuple[str, ...]] = {
    HOST_LOCAL: (HOST_LOCAL_OF_CALICO,),
    "/etc/cni/net.d": ("10-calico.conflist", "10-canal.conflist", "10-calico.conf"),
    "/opt/cni/bin": ("calico",),
}
"""What a whole listing of the directory shows where Calico has been installed: one of these."""


def read_paths(evidence: Evidence) -> Iterator[PathSeen]:
    """What is there and what is not, each path once."""
    told: set[str] = set()
    for path, present, line in _paths(evidence):
        clean = path.rstrip("/") or "/"
        if clean not in told and len(told) < _MOST:
            told.add(clean)
            yield PathSeen(
                path=clean, present=present, about=evidence.about, cited=cite(evidence, line)
            )


def _paths(evidence: Evidence) -> Iterator[tuple[str, bool, int]]:
    missing = False
    for number, line in numbered(evidence):
        for absent in pattern(_MISSING).finditer(line):
            missing = True
            yield absent[1], False, number
        if found := pattern(_STAT).match(line):
            yield found[1], True, number
    directories = _listed(evidence)
    if directories:
        yield from _listing(evidence, directories, missing)


def _listed(evidence: Evidence) -> tuple[str, ...]:
    """The operands of the one `ls` of the command line; a filter behind it is none of our business."""
    found = [
        words
        for command in commands_of(evidence)
        if (words := _without_sudo(words_of(pipeline_of(command)[0])))[:1] in (("ls",), ("ll",))
    ]
    if len(found) != 1:
        return ()
    words = found[0]
    return tuple(word for word in words[1:] if word.startswith("/") and "*" not in word)


def _without_sudo(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[1:] if words[:1] == ("sudo",) else words


def _listing(
    evidence: Evidence, operands: tuple[str, ...], missing: bool
) -> Iterator[tuple[str, bool, int]]:
    directory = operands[0].rstrip("/") if len(operands) == 1 else ""
    names: set[str] = set()
    by_directory: dict[str, set[str]] = {directory: names} if directory else {}
    for number, line in numbered(evidence):
        if found := pattern(_HEADING).match(line):
            directory = found[1].rstrip("/")
            by_directory.setdefault(directory, set())
            yield directory, True, number
            continue
        for name in _names(line):
            if name.startswith("/"):
                yield name, True, number
            elif directory and name not in (".", ".."):
                by_directory.setdefault(directory, set()).add(name)
                yield directory, True, number
                yield f"{directory}/{name}", True, number
    if not evidence.whole or (missing and len(operands) == 1):
        return
    if len(operands) == 1 and not names and all(_is_empty(line) for _, line in numbered(evidence)):
        yield directory, True, 0
    for listed, entries in by_directory.items():
        expected = _OF_CALICO.get(listed)
        if expected is not None and not entries.intersection(expected):
            yield f"{listed}/{expected[0]}", False, 0


def _is_empty(line: str) -> bool:
    """What `ls` and `ls -l` print of a directory that has nothing in it."""
    return not line.strip() or pattern(_TOTAL).match(line.strip()) is not None


def _names(line: str) -> tuple[str, ...]:
    """The names that a line of `ls` shows; a long line shows one, before its arrow."""
    text = line.strip()
    if not text or pattern(_TOTAL).match(text) or pattern(_MISSING).search(text):
        return ()
    if found := pattern(_LONG).match(text) or pattern(_LONG_BY_YEAR).match(text):
        return (found[1].split(" -> ")[0],)
    if pattern(r"(?:ls|cat|stat): ").match(text):
        return ()
    return tuple(word.rstrip("/*@|=") or word for word in text.split())
