"""Which words of a person's sentence state a failure."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from calicovet.model.failures.how import How
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.parse.failures.fitting import FITTING, FITTING_IN_PROSE, SERVERS, UNNAMED
from calicovet.parse.failures.nearest import HowMatch, ThingMatch, fitting_thing
from calicovet.parse.failures.vocabulary_row import Weight
from calicovet.parse.failures.words import how_prose, things_prose

_AT_A_PORT = (How.ADDRESS_IN_USE, How.CANNOT_ASSIGN)
"""Their thing is found by its port."""


@cache
def prose_hows() -> tuple[tuple[How, re.Pattern[str]], ...]:
    """The rows of hows."""
    return tuple((kind, _compiled(pattern)) for kind, pattern in how_prose.ROWS)


@cache
def prose_things() -> tuple[tuple[ThingClass, str, re.Pattern[str]], ...]:
    """The rows of things."""
    return tuple((kind, value, _compiled(pattern)) for kind, value, pattern in things_prose.ROWS)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


@cache
def negation() -> re.Pattern[str]:
    """A word before a how that denies it."""
    return re.compile(
        r"(?:\bnot|\bno|\bno longer|\bwithout|\bnever|n.t|没有?|并?未|不是|不会|不再) ?(?:(?:get|got|see|seeing|been|a|any|出现|发现|看到) ?)?$",
        re.IGNORECASE,
    )


@cache
def denial() -> re.Pattern[str]:
    """A negation within a description: `the firewall does not block it`."""
    return re.compile(
        r"\b(?:not|n.t|never|no longer|no) (?:been |being |currently )?(?:block|drop|deny|denied|reject|filter|expir|full|overlap|chang|conflict|differ|manag|interfer)"
        r"|(?:没有?|未|不会|不是|无)被?(?:拦|阻|屏蔽|过滤|丢|过期|冲突|重叠|耗尽|满|错|超时|挂|失效|变|改|限制|拒绝)",
        re.IGNORECASE,
    )


def hows_in_prose(text: str) -> Iterator[HowMatch]:
    """The hows that the sentence states and does not deny."""
    for how, pattern in prose_hows():
        for match in pattern.finditer(text):
            before = negation().search(text, max(0, match.start() - 24), match.start())
            if before is None and not denial().search(match[0]):
                yield HowMatch(how, Weight.REASON, match.start(), match.end(), "", prose=True)


def things_in_prose(text: str) -> Iterator[ThingMatch]:
    """The things that the sentence names."""
    for kind, value, pattern in prose_things():
        for match in pattern.finditer(text):
            yield ThingMatch(Thing(kind, value, match[0]), match.start(), match.end())


@cache
def _its_log() -> re.Pattern[str]:
    return re.compile(
        r" ?(?:.s |的 ?)?(?:service |服务 ?)?(?:logs?|journal|日志|输出)(?![a-zA-Z])", re.IGNORECASE
    )


def names_a_log(each: ThingMatch, text: str) -> bool:
    """Whether the text names only the program's log there: `the kubelet's journal`, `kubelet 日志`."""
    return each.thing.kind in SERVERS and _its_log().match(text, each.end) is not None


def can_be_meant(each: HowMatch, hows: Sequence[HowMatch], found: Sequence[ThingMatch]) -> bool:
    """Whether a person can mean this how: not as a part of another one, and of a thing that can be so."""
    if each.weight is Weight.HEAD:
        return True
    if any(
        other.prose and other.start <= each.start and each.end <= other.end
        for other in hows
        if (other.end - other.start, other.prose) > (each.end - each.start, each.prose)
        and fitting_thing(other, found, FITTING_IN_PROSE) is not None
    ):
        return False
    if fitting_thing(each, found, FITTING_IN_PROSE) is not None or each.how in UNNAMED:
        return True
    if each.prose or each.how in _AT_A_PORT:
        return not each.prose
    tiers = FITTING.get(each.how, ())
    return not tiers or tiers[0] <= SERVERS or fitting_thing(each, found, FITTING) is not None
