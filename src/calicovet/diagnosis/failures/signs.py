"""Adds signs from failures to those of the causes that declare them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from calicovet.diagnosis.failures.relevance import concerns_calico_node
from calicovet.diagnosis.failures.suspects import Share, Suspects
from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Strength, hints, indicates
from calicovet.model.facts import Claimed, Said
from calicovet.model.facts.base import Fact
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.provenance import Speaker

_Place = tuple[str, int]
_GOES_ON = 5
"""So many lines of a failure that is normal for a short time show that it lasts."""


def with_failures(
    causes: Mapping[str, Cause], facts: Iterable[Fact], *, short: bool = False
) -> dict[str, Cause]:
    """The causes; those that declare failures examine them, too, where the evidence holds any.

    Of a `short` text, a few lines, its known sentence is a hint at each cause.
    """
    facts = tuple(facts)
    spoken = {_cause_of(fact) for fact in facts if isinstance(fact, Said)} if short else set()
    if not spoken and not any(isinstance(fact, Failure) for fact in facts):
        return dict(causes)
    suspects = Suspects(causes.values())
    return {
        name: replace(cause, examine=partial(_examine, cause, suspects, causes, short))
        if name in suspects.names or name in spoken
        else cause
        for name, cause in causes.items()
    }


def _examine(
    cause: Cause, suspects: Suspects, causes: Mapping[str, Cause], short: bool, case: Case
) -> Iterator[Sign]:
    signs = tuple(cause.examine(case))
    yield from signs
    # A cause that has seen for itself what decides, either way, needs no more.
    if any(sign.strength is not Strength.HINTS for sign in signs):
        return
    sentences = case.node.all(Said)
    if short and not signs:
        yield from (
            hints(said) for said in sentences if said.key == cause.name and not said.about.pod
        )
    failures = [failure for failure in case.node.all(Failure) if _counts(failure)]
    if not failures:
        return
    judged = {
        place
        for sign in signs
        for fact in sign.facts
        if not isinstance(fact, Claimed)
        for place in _places(fact)
    }
    for failure in failures:
        share = suspects.share(cause.name, failure)
        if (
            share is Share.NONE
            or judged & _places(failure)
            or _is_stated_by_a_sentence(failure, sentences, cause, causes, case, short=short)
        ):
            continue
        match share:
            case Share.ALONE if tells_the_reason(failure):
                yield indicates(failure)
            case Share.ALONE:
                yield hints(failure, suspects=len(suspects.of(failure)))
            case Share.SHARED:
                yield hints(failure, suspects=len(suspects.of(failure)))


def tells_the_reason(failure: Failure) -> bool:
    """Whether the failure says why, and not only that something failed or what went wrong besides."""
    if failure.how is How.FAILED:
        return False
    return failure.by is not Speaker.PERSON or failure.reason


def _counts(failure: Failure) -> bool:
    """Whether the failure lasts, and is one of calico-node's."""
    passes = failure.over or (failure.transient and failure.count < _GOES_ON)
    return not passes and concerns_calico_node(failure)


def _is_stated_by_a_sentence(
    failure: Failure,
    sentences: Iterable[Said],
    cause: Cause,
    causes: Mapping[str, Cause],
    case: Case,
    *,
    short: bool,
) -> bool:
    """Whether a known sentence stands there, of this cause or another: that cause alone judges the line.

    Where there is nothing else to judge by, one that is not sure of it leaves the line to others.
    """
    if failure.by is Speaker.PERSON:
        # A paragraph is one line: the message that it quotes is not the sentence in which the person says why.
        return False
    places = _places(failure)
    stated = {_cause_of(said) for said in sentences if places & _places(said)} & causes.keys()
    if not short or cause.name in stated:
        return bool(stated)
    return any(_is_sure(causes[name], places, case) for name in stated)


def _is_sure(cause: Cause, places: set[_Place], case: Case) -> bool:
    fresh = Case(case.node.unread(), case.peers, case.fair)
    return any(
        places & _places(fact)
        for sign in cause.examine(fresh)
        if sign.strength > Strength.HINTS
        for fact in sign.facts
    )


def _cause_of(said: Said) -> str:
    """The cause that the key of a message names, if it names one."""
    return said.key.partition(":")[0]


def _places(fact: Fact) -> set[_Place]:
    return {
        (cited.evidence, line)
        for cited in fact.cited
        for line in range(cited.line, max(cited.line, cited.last) + 1)
    }
