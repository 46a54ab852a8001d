"""Journals on disk: one JSON line before each change and one after it, each safe before the next is begun."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from calicovet.model.change import Change
from calicovet.model.changes_json import change_json, read_change
from calicovet.model.errors import BadInput, BadUsage, CannotGoOn
from calicovet.model.journal import Entry, Fate, Journal
from calicovet.model.outcome import Outcome, Result
from calicovet.model.sent import Made, Refusal, Refused

SCHEMA = "calicovet-journal/v1"
_ENDING = ".jsonl"

Clock = Callable[[], datetime]


def journals_folder(environment: Mapping[str, str], home: Path) -> Path:
    """Where state belongs that must outlive the program (the XDG base directories)."""
    said = environment.get("XDG_STATE_HOME", "")
    base = Path(said) if said.startswith("/") else home / ".local" / "state"
    return base / "calicovet" / "journals"


def _now() -> datetime:
    return datetime.now(UTC)


class JournalWriter:
    """Appends to one journal; what a method has written is on the disk when it returns."""

    def __init__(self, path: Path, clock: Clock = _now) -> None:
        self.path = path
        self._clock = clock

    @property
    def id(self) -> str:
        return self.path.name.removesuffix(_ENDING)

    def sending(self, number: int) -> None:
        self._write("sending", number=number)

    def done(self, number: int, made: Made) -> None:
        self._write("done", number=number, uid=made.uid, resourceVersion=made.resource_version)

    def refused(self, number: int, refused: Refused) -> None:
        """Why it was not made; where nobody answered, that is not known either."""
        what = "unanswered" if refused.why is Refusal.NO_ANSWER else "refused"
        self._write(what, number=number, why=refused.why, said=refused.said)

    def verified(self, outcome: Outcome) -> None:
        reasons = [
            {"key": each.key, "node": each.node, "detail": each.detail} for each in outcome.reasons
        ]
        self._write("verified", result=outcome.result, reasons=reasons)

    def undoing(self, number: int) -> None:
        self._write("undoing", number=number)

    def undone(self, number: int) -> None:
        self._write("undone", number=number)

    def not_undone(self, number: int, refused: Refused) -> None:
        what = "unanswered" if refused.why is Refusal.NO_ANSWER else "not-undone"
        self._write(what, number=number, why=refused.why, said=refused.said)

    def _write(self, what: str, **more: object) -> None:
        _append(self.path, {"entry": what, "at": _stamp(self._clock()), **more})


def begin_journal(
    folder: Path,
    *,
    plan: str,
    causes: Sequence[str],
    nodes: Sequence[str],
    context: str,
    server: str,
    changes: Sequence[Change],
    clock: Clock = _now,
) -> JournalWriter:
    """A journal with all that is about to be done; CannotGoOn where it cannot be written."""
    began = clock()
    first = {
        "entry": "begun",
        "at": _stamp(began),
        "schema": SCHEMA,
        "plan": plan,
        "causes": list(causes),
        "nodes": list(nodes),
        "context": context,
        "server": server,
        "changes": [change_json(change) for change in changes],
    }
    path = folder / f"{began:%Y%m%dT%H%M%SZ}-{plan}{_ENDING}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritten(folder, error) from error
    _append(path, first, new=True)
    _keep_name(folder)
    return JournalWriter(path, clock)


def read_journal(path: Path) -> Journal:
    """What the journal tells; BadInput where it is none. A last line that a crash cut off is left out."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(f"{path}: {reason}", key="no-journal", name=str(path)) from error
    entries = list(_entries(lines))
    if not entries or entries[0].get("schema") != SCHEMA:
        raise BadInput(f"{path} is no journal", key="no-journal", name=str(path))
    try:
        return _journal(path.name.removesuffix(_ENDING), entries)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadInput(f"{path} is no journal", key="no-journal", name=str(path)) from error


def list_journals(folder: Path) -> tuple[Journal, ...]:
    """All journals that can be read, the newest first."""
    found = []
    for path in sorted(folder.glob(f"*{_ENDING}"), reverse=True):
        try:
            found.append(read_journal(path))
        except BadInput:
            continue
    return tuple(found)


def find_journal(folder: Path, name: str) -> Path:
    """By its path, its id, or the id of its plan where only one journal has it."""
    given = Path(name)
    if given.suffix == _ENDING or "/" in name:
        return given
    if (exact := folder / f"{name}{_ENDING}").exists():
        return exact
    found = sorted(folder.glob(f"*-{name}{_ENDING}")) if name.isalnum() else []
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(path.name.removesuffix(_ENDING) for path in reversed(found))
        raise BadUsage(f"several journals of {name}", key="many-journals", name=name, names=names)
    raise BadUsage(f"no journal {name}", key="which-journal", name=name, folder=str(folder))


def _entries(lines: Sequence[bytes]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            entry = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        yield entry


def _journal(name: str, entries: Sequence[Mapping[str, Any]]) -> Journal:
    first = entries[0]
    changes = [Entry(change=read_change(each)) for each in first["changes"]]
    result: Result | None = None
    for entry in entries[1:]:
        if entry["entry"] == "verified":
            result = Result(entry["result"])
            continue
        fate = _FATES.get(entry["entry"])
        if fate is None:
            continue
        number = entry["number"]
        made = changes[number].made
        if entry["entry"] == "done":
            made = Made(uid=entry["uid"], resource_version=entry["resourceVersion"])
        changes[number] = replace(changes[number], fate=fate, made=made)
    return Journal(
        id=name,
        plan=first["plan"],
        causes=tuple(first["causes"]),
        nodes=tuple(first["nodes"]),
        began=datetime.fromisoformat(first["at"]),
        context=first["context"],
        server=first["server"],
        entries=tuple(changes),
        result=result,
    )


_FATES = {
    "sending": Fate.SENT,
    "done": Fate.DONE,
    "refused": Fate.REFUSED,
    # An undo that broke off may have been made or not, as a change that did.
    "undoing": Fate.SENT,
    "undone": Fate.UNDONE,
    "not-undone": Fate.DONE,
}


def _stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


def _append(path: Path, entry: Mapping[str, object], *, new: bool = False) -> None:
    line = msgspec.json.encode(entry) + b"\n"
    how = os.O_CREAT | os.O_EXCL if new else os.O_APPEND
    try:
        file = os.open(path, os.O_RDWR | how, 0o600)
        try:
            os.write(file, line if new or _ends_with_a_line(file) else b"\n" + line)
            os.fsync(file)
        finally:
            os.close(file)
    except OSError as error:
        raise _unwritten(path, error) from error


def _ends_with_a_line(file: int) -> bool:
    """Whether no crash has cut the last line off."""
    os.lseek(file, -1, os.SEEK_END)
    return os.read(file, 1) == b"\n"


def _keep_name(folder: Path) -> None:
    """The file's name, too, must outlive a crash of the machine."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _unwritten(path: Path, error: OSError) -> CannotGoOn:
    reason = error.strerror or str(error)
    return CannotGoOn(f"{path}: {reason}", key="journal-not-written", name=str(path), reason=reason)
