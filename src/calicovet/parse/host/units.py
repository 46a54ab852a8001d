"""`systemctl status`, `systemctl is-active`, `systemctl list-units`."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, UnitState, Unreadable
from calicovet.parse.host.command_words import commands_of, words_of
from calicovet.parse.host.lines import cite, numbered, pattern

GIVES: tuple[type[Fact], ...] = (UnitState,)

_STATES = "active|inactive|failed|activating|deactivating|reloading|unknown"
_UNIT = r"[\w@.:\\-]+\.(?:service|socket|timer|target|mount|scope|slice)"
_HEAD = rf"\s*+[●○×*↻]?\s*+({_UNIT})(?:\s+-\s|$)"
_ACTIVE = rf"\s*Active: ({_STATES})\b(?:.*? since ([^;]{{1,80}}))?"
_PROPERTY = rf"\s*ActiveState=({_STATES})\s*$"
_LISTED = (
    rf"\s*+[●○×*]?\s*+({_UNIT})\s++(?:loaded|not-found|masked|bad-setting|error)\s+({_STATES})\s"
)
_NOT_FOUND = (
    rf"\s*(?:Unit ({_UNIT}) could not be found|Failed to \S+ ({_UNIT}): Unit .* not loaded)"
)
_VERBS = frozenset({"systemctl", "service", "sudo", "status", "is-active", "show"})


def read_units(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """What systemd says of each unit: its state in one word, and since when."""
    asked = iter(_asked_for(evidence))
    is_active = "is-active" in evidence.taken_by
    unit = ""
    for number, line in numbered(evidence):
        if found := pattern(_LISTED).match(f"{line} "):
            yield _state(evidence, found[1], found[2], "", number)
        elif found := pattern(_HEAD).match(line):
            unit = found[1]
        elif found := pattern(_ACTIVE).match(line):
            unit = unit or next(asked, "")
            if unit:
                yield _state(evidence, unit, found[1], (found[2] or "").strip(), number)
            unit = ""
        elif found := pattern(_PROPERTY).match(line):
            if unit := next(asked, ""):
                yield _state(evidence, unit, found[1], "", number)
            unit = ""
        elif found := pattern(_NOT_FOUND).match(line):
            yield _state(evidence, found[1] or found[2], "not-found", "", number)
        elif is_active and line.strip() in _STATES.split("|"):
            if unit := next(asked, ""):
                yield _state(evidence, unit, line.strip(), "", number)
            unit = ""


def _asked_for(evidence: Evidence) -> Iterator[str]:
    """The units that the commands named, in their order."""
    for command in commands_of(evidence):
        words = words_of(command.split("|")[0])
        if any(word in ("systemctl", "service") for word in words):
            yield from (
                word
                for word in words
                if word not in _VERBS and not word.startswith(("-", "Active"))
            )


def _state(evidence: Evidence, unit: str, active: str, since: str, line: int) -> UnitState:
    return UnitState(
        unit=unit.removesuffix(".service"),
        active=active,
        since=since,
        about=evidence.about,
        cited=cite(evidence, line),
    )
