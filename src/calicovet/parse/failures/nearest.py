"""Matches of the vocabularies in a line, and the thing nearest to a failure."""

from collections.abc import Mapping, Sequence

from calicovet.model.failures.how import How
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.record import record
from calicovet.parse.failures.fitting import SERVERS
from calicovet.parse.failures.vocabulary_row import Weight

_CARDS = (Thing(ThingClass.LINK, "nic"), Thing(ThingClass.LINK))
_TELLING_LINKS = tuple(
    Thing(ThingClass.LINK, kind) for kind in ("bridge", "cni-bridge", "dummy", "multihomed")
)
_SAID_OF_THE_NEXT = (How.NOT_READY, How.HUNG)
"""What people say of anything: `it does not start` is about the words beside it."""
_BESIDE = 24
_FAMILIES = ("iptables", "ip6tables")
"""Programs by which people mean those that are named after them: iptables-restore."""
_NAMED_AFTER = (How.FORBIDDEN, How.NOT_SERVED, How.MISSING_LIBRARY, How.DENIED, How.KILLED)
"""Hows whose thing stands behind them: `cannot list resource "ippools"`."""

_FOLLOWED = (How.CONFLICT,)
"""Hows whose thing may follow at once: `cannot set the address: update conflict: Node(n1)`."""


@record
class HowMatch:
    """A how, and where it stands."""

    how: How
    weight: Weight
    start: int
    end: int
    value: str
    prose: bool = False
    """By a row that only people's sentences are searched for."""


@record
class ThingMatch:
    """A thing, and where it stands."""

    thing: Thing
    start: int
    end: int


def fitting_thing(
    chosen: HowMatch,
    found: Sequence[ThingMatch],
    fitting: Mapping[How, tuple[frozenset[ThingClass], ...]],
) -> Thing | None:
    """The next thing of the first tier of which the text names one; what follows the how at once goes first."""
    if chosen.prose and chosen.how in _SAID_OF_THE_NEXT:
        found = [each for each in found if _gap(chosen, each) <= _BESIDE]
    following = [each for each in found if 0 <= each.start - chosen.end <= len(": ")]
    for candidates in (following, found) if chosen.how in _FOLLOWED else (found,):
        for tier in fitting.get(chosen.how, ()):
            fits = [each for each in candidates if each.thing.kind in tier]
            named = nearest(chosen, _without_plain_cards(fits))
            if named is not None:
                return sharpened(named.thing, chosen, found)
    return None


def _gap(chosen: HowMatch, each: ThingMatch) -> int:
    return max(each.start - chosen.end, chosen.start - each.end, 0)


def _without_plain_cards(found: Sequence[ThingMatch]) -> Sequence[ThingMatch]:
    """The things; where a bridge or a dummy link is named, the cards beside it are what it is compared with."""
    telling = any(each.thing in _TELLING_LINKS for each in found)
    return [each for each in found if each.thing not in _CARDS] if telling else found


def sharpened(thing: Thing, chosen: HowMatch, found: Sequence[ThingMatch]) -> Thing:
    """The thing, or the next of its class that has a value: `tunnel device … tunnelDevice=tunl0`."""
    if thing.value in _FAMILIES:
        own = [each for each in found if each.thing.value.startswith(f"{thing.value}-")]
        other = nearest(chosen, own)
        return other.thing if other is not None else thing
    if thing.value or thing.kind in SERVERS or thing.kind is ThingClass.PATH:
        return thing
    valued = [each for each in found if each.thing.kind is thing.kind and each.thing.value]
    other = nearest(chosen, valued)
    return other.thing if other is not None else thing


def nearest(chosen: HowMatch, found: Sequence[ThingMatch]) -> ThingMatch | None:
    """The next one before the how, or behind it; of two at one place the one that says more."""

    def distance(each: ThingMatch) -> tuple[int, bool, int]:
        after = each.start >= chosen.end
        gap = each.start - chosen.end if after else max(chosen.start - each.end, 0)
        far = after != (chosen.how in _NAMED_AFTER)
        return (gap * (3 if far else 1), not each.thing.value, -(each.end - each.start))

    return min(found, key=distance, default=None)
