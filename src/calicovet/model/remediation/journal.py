"""Records of a journal: each change before and after it was sent."""

from datetime import datetime
from enum import StrEnum

from calicovet.model.record import record
from calicovet.model.remediation.change import Change
from calicovet.model.remediation.outcome import Result
from calicovet.model.remediation.send_result import Made


class Fate(StrEnum):
    """How far one change came."""

    PLANNED = "planned"
    SENT = "sent"
    """Recorded without an answer after it: it is unknown whether it was made."""
    DONE = "done"
    REFUSED = "refused"
    UNDONE = "undone"


class JournalState(StrEnum):
    """How the whole stands."""

    NOTHING_DONE = "nothing-done"
    BROKEN_OFF = "broken-off"
    """It ended in the middle: a crash, Ctrl-C, a server that did not answer or refused."""
    APPLIED = "applied"
    """All of it was done, and what came of it was not seen."""
    KEPT = "kept"
    NOT_KEPT = "not-kept"
    WORSE = "worse"
    PARTLY_UNDONE = "partly-undone"
    UNDONE = "undone"


class Trust(StrEnum):
    """Whether a journal is what `fix` wrote on this machine."""

    SEALED = "sealed"
    NO_SEAL = "no-seal"
    """Written by a release that did not seal journals."""
    WRONG_SEAL = "wrong-seal"
    """Altered since, or sealed on another machine."""
    NO_KEY = "no-key"
    UNSAFE_KEY = "unsafe-key"
    """Other users may know the key, or may have put it there."""
    UNSAFE_FILE = "unsafe-file"
    """A link, another user's file, or one that others may write."""


@record(kw_only=True)
class Entry:
    """A change, and what became of it."""

    change: Change
    fate: Fate = Fate.PLANNED
    made: Made = Made()


@record(kw_only=True)
class Journal:
    id: str
    plan: str
    causes: tuple[str, ...]
    nodes: tuple[str, ...]
    began: datetime
    context: str
    server: str
    entries: tuple[Entry, ...]
    result: Result | None = None
    """None: never verified."""
    trust: Trust
    """Only a sealed one is ever sent."""
    authority: str = ""
    """A digest of the certificates by which the cluster was known; empty: those of the system."""

    @property
    def state(self) -> JournalState:
        fates = {entry.fate for entry in self.entries}
        left = fates & {Fate.SENT, Fate.DONE}
        if Fate.UNDONE in fates:
            return JournalState.PARTLY_UNDONE if left else JournalState.UNDONE
        if not left:
            return JournalState.NOTHING_DONE
        if fates != {Fate.DONE}:
            return JournalState.BROKEN_OFF
        return JournalState.APPLIED if self.result is None else _BY_RESULT[self.result]


_BY_RESULT = {
    Result.KEPT: JournalState.KEPT,
    Result.NOT_KEPT: JournalState.NOT_KEPT,
    Result.UNDECIDED: JournalState.NOT_KEPT,
    Result.WORSE: JournalState.WORSE,
}
