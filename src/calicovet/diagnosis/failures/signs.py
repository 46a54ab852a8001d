"""Adds signs from failures to those of the causes that declare them."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from calicovet.diagnosis.failures.relevance import concerns_calico_node
from calicovet.diagnosis.failures.suspects import Share, Suspects
from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Strength, hints, indicates
from calicovet.model.facts import Said
from calicovet.model.facts.base import Fact
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.provenance import Speaker

_Place = tuple[str, int]
_GOES_ON = 5
"""So many lines of a failure that is normal for a short time show that it lasts."""


def with_failures(causes: Mapping[str, Cause], facts: Iterable[Fact]) -> dict[str, Cause]:
    """The causes; those that declare failures examine them, too, where the evidence holds any."""
    if not any(isinstance(fact, Failure) for fact in facts):
        return dict(causes)
    suspects = Suspects(causes.values())
    return {
        name: replace(cause, examine=partial(_examine, cause, suspects, causes))
        if name in suspects.names
        else cause
        for name, cause in causes.items()
    }


def _examine(cause: Cause, suspects: Suspects, named: Container[str], case: Case) -> Iterator[Sign]:
    signs = tuple(cause.examine(case))
    yield from signs
    # A cause that has seen for itself what decides, either way, needs no more.
    if any(sign.strength is not Strength.HINTS for sign in signs):
        return
    sentences = case.node.all(Said)
    failures = [failure for failure in case.node.all(Failure) if _counts(failure)]
    if not failures:
        return
    judged = {place for sign in signs for fact in sign.facts for place in _places(fact)}
    judged |= _stated_by_a_sentence(sentences, named)
    for failure in failures:
        if judged & _places(failure):
            continue
        match suspects.share(cause.name, failure):
            case Share.ALONE if _tells_the_reason(failure):
                yield indicates(failure)
            case Share.ALONE:
                yield hints(failure, suspects=len(suspects.of(failure)))
            case Share.SHARED:
                yield hints(failure, suspects=len(suspects.of(failure)))


def _tells_the_reason(failure: Failure) -> bool:
    """Whether the failure says why, and not only that something failed or what went wrong besides."""
    if failure.how is How.FAILED:
        return False
    return failure.by is not Speaker.PERSON or failure.reason


def _counts(failure: Failure) -> bool:
    """Whether the failure lasts, and is one of calico-node's."""
    passes = failure.over or (failure.transient and failure.count < _GOES_ON)
    return not passes and concerns_calico_node(failure)


def _stated_by_a_sentence(sentences: Iterable[Said], named: Container[str]) -> set[_Place]:
    """Where a known sentence of a cause stands: that cause alone judges the line."""
    return {
        place
        for said in sentences
        if said.key.partition(":")[0] in named
        for place in _places(said)
    }


def _places(fact: Fact) -> set[_Place]:
    return {
        (cited.evidence, line)
        for cited in fact.cited
        for line in range(cited.line, max(cited.line, cited.last) + 1)
    }
