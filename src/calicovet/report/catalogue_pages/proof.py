"""What proves a cause, in a few words."""

import re
from collections.abc import Sequence

from calicovet.model.cause import Cause
from calicovet.model.facts import (
    CalicoVersion,
    ContainerState,
    EventSeen,
    Fact,
    KubeletSaid,
    LogShown,
    ManagedBy,
    MilestoneReached,
    NodeListed,
    PodListed,
    Said,
)
from calicovet.model.language import Language
from calicovet.report.words import catalogue_words

_MOST = 2
_AROUND = frozenset(
    {MilestoneReached, PodListed, NodeListed, ContainerState, LogShown, ManagedBy, CalicoVersion}
)
"""Evidence of the state; by itself it proves no fault."""
_SCRIPTS_MEET = re.compile(
    r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])"
)


def proven_by(cause: Cause, language: Language) -> str:
    """What its examination rests on: a line somewhere, or values that are compared."""
    frame = catalogue_words(language)
    kinds = decisive(cause)
    told = [frame.say_one("reads", kind.__name__, "generic") for kind in kinds]
    if len(told) < _MOST:
        return told[0]
    # A cause that asks for two values, and no message, compares them.
    compares = tuple(kinds) == cause.decided_by[:_MOST] and not any(map(_is_message, kinds))
    both = frame.say("page.compares" if compares else "page.or", one=told[0], other=told[1])
    return _SCRIPTS_MEET.sub(" ", both)


def decisive(cause: Cause) -> Sequence[type[Fact]]:
    """The kinds of fact that decide, two at most: the message it lives by, then what it wants to be asked for."""
    telling = [kind for kind in cause.reads if kind not in _AROUND] or list(cause.reads)
    message = [kind for kind in telling[:1] if _is_message(kind)]
    wanted = cause.decided_by or (() if message else tuple(telling))
    kinds = dict.fromkeys((*message, *wanted))
    if KubeletSaid in kinds:
        # The same events, read for what they say.
        kinds.pop(EventSeen, None)
    return tuple(kinds)[:_MOST]


def _is_message(kind: type[Fact]) -> bool:
    return issubclass(kind, Said | EventSeen)
