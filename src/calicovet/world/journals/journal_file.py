"""Journals on disk: a sealed JSON line before and after each change, each synced first."""

import fcntl
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from calicovet.model.errors import BadInput, BadUsage, CannotGoOn
from calicovet.model.remediation.change import Change
from calicovet.model.remediation.change_json import change_json
from calicovet.model.remediation.journal import Entry, Fate, Journal, Trust
from calicovet.model.remediation.outcome import Outcome, Result
from calicovet.model.remediation.send_result import Made, Refusal, Refused
from calicovet.world.journals.line_schema import (
    SCHEMA,
    Begun,
    Done,
    Later,
    Line,
    NotMade,
    NotUndone,
    Sending,
    Unanswered,
    Undoing,
    Undone,
    Verified,
    change_of,
    read_line,
)
from calicovet.world.journals.private_files import (
    Doubt,
    Unsafe,
    need_own_folder,
    open_own,
    read_all,
    write_all,
)
from calicovet.world.journals.seal import chain_of, make_key, read_key, sealed
from calicovet.world.redaction.redact import redact_text

_ENDING = ".jsonl"
_WRITTEN_BY_OTHERS = 0o022

Clock = Callable[[], datetime]


def journals_folder(environment: Mapping[str, str], home: Path) -> Path:
    """Where state belongs that must outlive the program (the XDG base directories)."""
    said = environment.get("XDG_STATE_HOME", "")
    base = Path(said) if said.startswith("/") else home / ".local" / "state"
    return base / "calicovet" / "journals"


def _now() -> datetime:
    return datetime.now(UTC)


class JournalWriter:
    """Appends to one journal; what a method has written is on the disk when it returns.

    `keys` is the folder with the key. CannotGoOn where the journal is no longer what was written here.
    """

    def __init__(self, path: Path, keys: Path, clock: Clock = _now) -> None:
        self.path = path
        self._keys = keys
        self._clock = clock

    @property
    def id(self) -> str:
        return self.path.name.removesuffix(_ENDING)

    def sending(self, number: int) -> None:
        self._write("sending", number=number)

    def done(self, number: int, made: Made) -> None:
        self._write("done", number=number, uid=made.uid, resourceVersion=made.resource_version)

    def refused(self, number: int, refused: Refused) -> None:
        """Why it was not made; without an answer, that is unknown, too."""
        what = "unanswered" if refused.why is Refusal.NO_ANSWER else "refused"
        self._write(what, number=number, why=refused.why, said=redact_text(refused.said))

    def verified(self, outcome: Outcome) -> None:
        reasons = [
            {"key": each.key, "node": each.node, "detail": redact_text(each.detail)}
            for each in outcome.reasons
        ]
        self._write("verified", result=outcome.result, reasons=reasons)

    def undoing(self, number: int) -> None:
        self._write("undoing", number=number)

    def undone(self, number: int) -> None:
        self._write("undone", number=number)

    def not_undone(self, number: int, refused: Refused) -> None:
        what = "unanswered" if refused.why is Refusal.NO_ANSWER else "not-undone"
        self._write(what, number=number, why=refused.why, said=redact_text(refused.said))

    def _write(self, what: str, **more: object) -> None:
        entry = {"entry": what, "at": _stamp(self._clock()), **more}
        with _reported(self.path):
            _append(self.path, read_key(self._keys), msgspec.json.encode(entry))


def begin_journal(
    folder: Path,
    *,
    plan: str,
    causes: Sequence[str],
    nodes: Sequence[str],
    context: str,
    server: str,
    authority: str,
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
        "authority": authority,
        "changes": [change_json(change) for change in changes],
    }
    path = folder / f"{began:%Y%m%dT%H%M%SZ}-{plan}{_ENDING}"
    with _reported(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        need_own_folder(folder)
        key = make_key(folder)
    with _reported(path):
        _create(path, sealed(msgspec.json.encode(first), key))
        _keep_name(folder)
    return JournalWriter(path, folder, clock)


def read_journal(path: Path, *, keys: Path) -> Journal:
    """The journal's content, and whether it can be trusted; BadInput where it is none.

    A last line that a crash cut off is left out. `keys` is the folder with the key of this machine.
    """
    try:
        text, is_safe = _read(path)
        lines = _lines(text)
        trust = _trust(lines, keys) if is_safe else Trust.UNSAFE_FILE
        return _journal(path.name.removesuffix(_ENDING), tuple(_understood(lines, trust)), trust)
    except (OSError, Unsafe, ValueError) as error:
        raise BadInput(f"{path}: {error}", key="no-journal", name=str(path)) from error


def list_journals(folder: Path) -> tuple[Journal, ...]:
    """All journals that can be read, the newest first."""
    found = []
    for path in sorted(folder.glob(f"*{_ENDING}"), reverse=True):
        try:
            found.append(read_journal(path, keys=folder))
        except BadInput:
            continue
    return tuple(found)


def find_journal(folder: Path, name: str) -> Path:
    """By its path, its id, or the id of its plan where only one journal has it."""
    given = Path(name)
    if given.suffix == _ENDING or "/" in name:
        return given
    exact = folder / f"{name}{_ENDING}"
    if os.path.exists(exact):  # noqa: PTH110 - a name that is no file's is no error here
        return exact
    found = sorted(folder.glob(f"*-{name}{_ENDING}")) if name.isalnum() else []
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(path.name.removesuffix(_ENDING) for path in reversed(found))
        raise BadUsage(f"several journals of {name}", key="many-journals", name=name, names=names)
    raise BadUsage(f"no journal {name}", key="which-journal", name=name, folder=str(folder))


def _read(path: Path) -> tuple[bytes, bool]:
    """The text, and whether only this user can have written it; Unsafe where it is no file at all."""
    try:
        file, is_safe = open_own(path, os.O_RDONLY, closed_to=_WRITTEN_BY_OTHERS), True
    except Unsafe as error:
        # It may be shown all the same; a pipe or a device may not even be opened.
        if error.doubt is Doubt.NO_FILE or not path.is_file():
            raise
        file, is_safe = os.open(path, os.O_RDONLY | os.O_CLOEXEC), False
    try:
        return read_all(file), is_safe
    finally:
        os.close(file)


def _lines(text: bytes) -> list[bytes]:
    """All lines; the last one may be cut off."""
    lines = text.split(b"\n")
    return lines if lines[-1] else lines[:-1]


def _trust(lines: Sequence[bytes], keys: Path) -> Trust:
    if not any(b'"seal":"' in line for line in lines):
        return Trust.NO_SEAL
    try:
        key = read_key(keys)
    except (Unsafe, OSError):
        return Trust.UNSAFE_KEY
    if key is None:
        return Trust.NO_KEY
    whole = len(chain_of(lines, key))
    # Only the last line may lack a valid seal, and only if it is no line at all.
    torn = whole == len(lines) - 1 and whole > 0 and _is_torn(lines[-1])
    return Trust.SEALED if torn or whole == len(lines) else Trust.WRONG_SEAL


def _understood(lines: Sequence[bytes], trust: Trust) -> Iterator[Line]:
    """Every line but a last one that was cut off; ValueError where one is none of ours."""
    for number, line in enumerate(lines):
        # Before there were seals, lines were written behind one that a crash had cut off.
        may_be_torn = number == len(lines) - 1 or trust is Trust.NO_SEAL
        if not (may_be_torn and _is_torn(line)):
            yield read_line(line)


def _is_torn(line: bytes) -> bool:
    """Whether a line has no end, as a crash leaves it."""
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return True
    return False


def _journal(name: str, lines: Sequence[Line], trust: Trust) -> Journal:
    first, *later = lines or (None,)
    if not isinstance(first, Begun):
        raise ValueError("no beginning")
    changes = [Entry(change=change_of(each)) for each in first.changes]
    result: Result | None = None
    for line in later:
        if isinstance(line, Begun):
            raise ValueError("two beginnings")
        if isinstance(line, Verified):
            result = line.result
            continue
        if line.number >= len(changes):
            raise ValueError(f"no change {line.number}")
        changes[line.number] = _followed(changes[line.number], line)
    return Journal(
        id=name,
        plan=first.plan,
        causes=tuple(first.causes),
        nodes=tuple(first.nodes),
        began=first.at,
        context=first.context,
        server=first.server,
        authority=first.authority or "",
        entries=tuple(changes),
        result=result,
        trust=trust if first.schema == SCHEMA or trust is not Trust.SEALED else Trust.WRONG_SEAL,
    )


def _followed(entry: Entry, line: Later) -> Entry:
    """The change after what the line records."""
    match line:
        case Done(uid=uid, resource_version=version):
            return replace(entry, fate=Fate.DONE, made=Made(uid=uid, resource_version=version))
        # An undo that broke off may have been made or not, as a change that did.
        case Sending() | Undoing():
            return replace(entry, fate=Fate.SENT)
        case NotMade():
            return replace(entry, fate=Fate.REFUSED)
        case Undone():
            return replace(entry, fate=Fate.UNDONE)
        case NotUndone():
            return replace(entry, fate=Fate.DONE)
        case Unanswered() | Verified():
            return entry


def _stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


def _create(path: Path, line: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    file = open_own(path, flags, closed_to=_WRITTEN_BY_OTHERS)
    try:
        write_all(file, line + b"\n")
        os.fsync(file)
    finally:
        os.close(file)


def _append(path: Path, key: bytes | None, line: bytes) -> None:
    file = open_own(path, os.O_RDWR, closed_to=_WRITTEN_BY_OTHERS)
    try:
        # Two rollbacks at once would chain their lines to the same one.
        fcntl.flock(file, fcntl.LOCK_EX)
        text = read_all(file)
        lines = _lines(text)
        seals = chain_of(lines, key) if key is not None else ()
        torn = len(seals) == len(lines) - 1 and _is_torn(lines[-1])
        if key is None or not seals or not (torn or len(seals) == len(lines)):
            raise ValueError("not sealed")
        kept = text[: len(text) - len(lines[-1])] if torn else text
        if torn:
            os.ftruncate(file, len(kept))
        os.lseek(file, 0, os.SEEK_END)
        start = b"" if kept.endswith(b"\n") else b"\n"
        write_all(file, start + sealed(line, key, seals[-1]) + b"\n")
        os.fsync(file)
    finally:
        os.close(file)


def _keep_name(folder: Path) -> None:
    """The file's name, too, must outlive a crash of the machine."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """CannotGoOn instead of what the file system, or a look at it, says."""
    try:
        yield
    except Unsafe as error:
        name = str(error.path)
        raise CannotGoOn(
            f"{name}: {error.doubt}", key=f"journal-unsafe-{error.doubt}", name=name
        ) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotGoOn(
            f"{path}: {reason}", key="journal-not-written", name=str(path), reason=reason
        ) from error
    except ValueError as error:
        raise CannotGoOn(f"{path}: {error}", key="journal-altered", name=str(path)) from error
