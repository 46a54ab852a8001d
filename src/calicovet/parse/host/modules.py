"""`lsmod` and /proc/modules."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, ModuleLoaded, ModuleNotLoaded, Unreadable
from calicovet.parse.host.command_words import alternatives, commands_of, pipeline_of
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_ROW = r"\s*(\w+)\s+\d{3,12}\s+-?\d{1,6}(?:\s+([\w,-]+))?"
_LISTS_MODULES = r"(?:sudo\s+)?(?:lsmod|cat\s+/proc/modules)$"


def read_modules(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The modules that are loaded, or the one that was asked for and is missing."""
    told: set[str] = set()
    for number, line in numbered(evidence):
        found = pattern(_ROW).match(line)
        if found is None:
            continue
        # A module that uses another is itself loaded.
        for name in (found[1], *(found[2] or "").split(",")):
            if name and name != "-" and name not in told:
                told.add(name)
                yield ModuleLoaded(name=name, about=evidence.about, cited=cite(evidence, number))
    if not evidence.content.strip():
        for name in _asked_for(evidence):
            yield ModuleNotLoaded(name=name, about=evidence.about, cited=cite(evidence))


def _asked_for(evidence: Evidence) -> Iterator[str]:
    """The names that `lsmod | grep NAME` looked for; nothing if any command did something else."""
    names: list[str] = []
    for command in commands_of(evidence):
        name_of = _grepped_modules(command)
        if not name_of:
            return
        names += name_of
    yield from dict.fromkeys(name.replace("-", "_") for name in names)


def _grepped_modules(command: str) -> tuple[str, ...]:
    parts = pipeline_of(command)
    if len(parts) == 1 and pattern(r"[ef]?grep\s.*\s/proc/modules$").match(command):
        return alternatives(command)
    if len(parts) != 2 or not pattern(_LISTS_MODULES).match(parts[0]):
        return ()
    return alternatives(parts[1]) if pattern(r"[ef]?grep\s").match(parts[1]) else ()


PARSER = Parser(read_modules, gives=(ModuleLoaded, ModuleNotLoaded))
