"""`sysctl`, and files under /proc/sys."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, PathSeen, Sysctl, Unreadable
from calicovet.parse.host.command_words import words_of
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_SETTING = r"\s*([a-z][\w-]*(?:[./][\w@*-]+)+)\s*=\s*(.*)"
_FILE_LINE = r"\s*/proc/sys/([^\s:*]+):(.*)"
_MISSING = r"(/proc/sys/[^\s:'\"]+)['\"]?: (?:No such file or directory|没有那个文件或目录)"
_NAME = r"[a-z][\w-]*(?:[./][\w@-]+)+"


def read_sysctl(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """Kernel settings, and those that this kernel does not have."""
    bare: list[tuple[str, int]] = []
    told = False
    for number, line in numbered(evidence):
        if found := pattern(_MISSING).search(line):
            told = True
            yield PathSeen(
                path=found[1], present=False, about=evidence.about, cited=cite(evidence, number)
            )
        elif (found := pattern(_SETTING).match(line)) or (found := pattern(_FILE_LINE).match(line)):
            told = True
            yield _sysctl(evidence, found[1], found[2], number)
        elif line.strip():
            bare.append((line.strip(), number))
    names = _asked_for(evidence.taken_by)
    if not told and len(bare) == len(names):
        for name, (value, number) in zip(names, bare, strict=True):
            yield _sysctl(evidence, name, value, number)


def _asked_for(command: str) -> tuple[str, ...]:
    """The settings that `sysctl -n` or `cat /proc/sys/…` named."""
    words = words_of(command[:2_000])
    if "-n" in words and any(word.endswith("sysctl") for word in words):
        return tuple(word for word in words if pattern(_NAME).fullmatch(word))
    files = tuple(word for word in words if word.startswith("/proc/sys/"))
    return () if any("*" in name for name in files) else tuple(name[10:] for name in files)


def _sysctl(evidence: Evidence, name: str, value: str, line: int) -> Sysctl:
    return Sysctl(
        name=_dotted(name), value=value.strip(), about=evidence.about, cited=cite(evidence, line)
    )


def _dotted(name: str) -> str:
    """The name as `sysctl` prints it: a path turns into dots, and dots of a link's name into slashes."""
    first = next((char for char in name if char in "./"), ".")
    return name.translate(str.maketrans("/.", "./")) if first == "/" else name


PARSER = Parser(read_sysctl, gives=(Sysctl, PathSeen))
