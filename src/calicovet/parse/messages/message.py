"""`Message`: a pattern with holes, and the fact that it gives."""

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache, partial

from calicovet.model.facts.base import Citation, Fact
from calicovet.model.facts.milestones import HarmlessLine, Milestone, MilestoneReached
from calicovet.model.facts.said import STRANGER, Said, StartupSaid
from calicovet.model.provenance import Speaker
from calicovet.model.record import record
from calicovet.model.subject import Subject
from calicovet.parse.messages.log_origin import SAID_BY


@record(kw_only=True)
class Spoken:
    """A line in which a message was found: who said it, when, and what stood before."""

    text: str
    about: Subject
    cited: tuple[Citation, ...] = ()
    at: datetime | None = None
    process: str = ""
    component: str = ""
    before: str = ""


Maker = Callable[[re.Match[str], Spoken], Fact | None]


@record(kw_only=True)
class Message:
    """One row of a table.

    The pattern is searched without regard to case, a space stands for any white space, and its
    named groups become details. It is tried only on lines that hold one of its words.
    """

    key: str
    pattern: str
    make: Maker
    words: tuple[str, ...] = ()
    """Whole words of which one stands in every line that matches; empty: taken from the pattern."""
    yields_to: tuple[str, ...] = ()
    """Causes or keys that say the same more precisely: where they match too, this one is silent."""
    each: bool = False
    """Every occurrence in the line counts, not only the first."""
    loose: bool = False
    """Only in free text: where a piece has structure, its own reader gives this fact."""
    in_sentences: bool = False
    """What it matches may be a person's own words as well as a program's."""


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, ready to search with; compiled once, when first needed.

    Chinese sets no space around a quoted message, so only ASCII letters make a word. White space is
    taken whole: to try each part of a long run again is what makes a search quadratic.
    """
    spaced = re.sub(" +(?![?+])", r"\\s++", pattern).replace(" ", r"\s+")
    return re.compile(spaced, re.IGNORECASE | re.ASCII)


def details_of(match: re.Match[str]) -> tuple[tuple[str, str], ...]:
    """What stands in the named holes, in the order of the pattern."""
    return tuple((name, value) for name, value in match.groupdict().items() if value)


def _said(
    fact: type[Said],
    anyone: bool,
    key: str,
    fatal: bool,
    match: re.Match[str],
    spoken: Spoken,
) -> Said | None:
    if anyone and spoken.process == STRANGER:
        return None
    kind = SAID_BY.get(spoken.process, fact) if anyone else fact
    return kind(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        key=key,
        details=details_of(match),
        # The watcher runs beside a calico-node that has started, and is started again if it ends.
        fatal=fatal and spoken.process != Speaker.CNI_CONFIG_MONITOR,
    )


def said(
    key: str,
    pattern: str,
    fact: type[Said] = StartupSaid,
    *,
    anyone: bool = False,
    fatal: bool = False,
    words: tuple[str, ...] = (),
    yields_to: tuple[str, ...] = (),
) -> Message:
    """A row for a plain message; where anyone may say it, the speaker decides whose word it is."""
    return Message(
        key=key,
        pattern=pattern,
        make=partial(_said, fact, anyone, key, fatal),
        words=words,
        yields_to=yields_to,
    )


def _reached(
    milestone: Milestone, process: str, match: re.Match[str], spoken: Spoken
) -> MilestoneReached | None:
    # The init container that prepares BPF runs the same program and prints some of the same lines.
    if process == "startup" and spoken.component.startswith("init"):
        return None
    return MilestoneReached(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        milestone=milestone,
        process=process,
    )


def reached(
    pattern: str, milestone: Milestone, process: str, *, words: tuple[str, ...] = ()
) -> Message:
    """A row for a line that marks how far a start has come."""
    return Message(
        key=f"milestone:{milestone}",
        pattern=pattern,
        make=partial(_reached, milestone, process),
        words=words,
    )


def _harmless(key: str, never: bool, match: re.Match[str], spoken: Spoken) -> HarmlessLine:
    return HarmlessLine(about=spoken.about, cited=spoken.cited, at=spoken.at, key=key, never=never)


def harmless(key: str, pattern: str, *, never: bool = True, words: tuple[str, ...] = ()) -> Message:
    """A row for an alarming line that means nothing; `never=False`: unless it goes on."""
    return Message(
        key=f"harmless:{key}", pattern=pattern, make=partial(_harmless, key, never), words=words
    )
