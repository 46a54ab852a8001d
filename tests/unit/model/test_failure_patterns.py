"""Patterns of failures: what fits, and what an unknown part means."""

import pytest

from calicovet.model.facts import Failure
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.provenance import Speaker

_RESTORE = fails(
    How.EXIT,
    How.KILLED,
    thing=ThingClass.PROGRAM,
    value=("iptables-restore", "ip6tables-restore"),
    by=Speaker.FELIX,
    doing=Act.RESTORE,
)
_SEEN = Failure(
    by=Speaker.FELIX,
    doing=Act.RESTORE,
    thing=Thing(ThingClass.PROGRAM, "ip6tables-restore"),
    how=How.EXIT,
    value="2",
)


def _seen(**other: object) -> Failure:
    parts = {"by": _SEEN.by, "doing": _SEEN.doing, "thing": _SEEN.thing, "how": _SEEN.how}
    return Failure(**(parts | other))  # type: ignore[arg-type]


def test_a_failure_with_all_parts_fits() -> None:
    assert _RESTORE.fits(_SEEN)


@pytest.mark.parametrize("by", [Speaker.UNKNOWN, Speaker.PERSON])
def test_an_unknown_speaker_and_a_person_exclude_nothing(by: Speaker) -> None:
    assert _RESTORE.fits(_seen(by=by))


def test_an_act_that_the_text_does_not_name_excludes_nothing() -> None:
    assert _RESTORE.fits(_seen(doing=Act.UNKNOWN))


@pytest.mark.parametrize(
    "other",
    [
        {"how": How.MISSING_PROGRAM},
        {"by": Speaker.KUBE_PROXY},
        {"by": Speaker.STRANGER},
        {"doing": Act.SAVE},
        {"thing": Thing(ThingClass.PROGRAM, "ipset")},
        {"thing": Thing(ThingClass.PROGRAM)},
        {"thing": Thing()},
    ],
)
def test_another_part_does_not_fit(other: dict[str, object]) -> None:
    assert not _RESTORE.fits(_seen(**other))


def test_the_value_of_a_failure_is_compared_where_the_pattern_names_one() -> None:
    pattern = fails(How.EXIT, saying=("139", "132"))
    assert pattern.fits(_seen(value="139"))
    assert not pattern.fits(_seen(value="2"))


def test_a_pattern_without_a_how_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one how"):
        fails(thing=ThingClass.LINK)


def test_a_value_without_a_class_is_refused() -> None:
    with pytest.raises(ValueError, match="class"):
        fails(How.MISSING, value="vxlan")


def test_what_only_one_line_says_does_not_make_another_failure() -> None:
    near, far = (
        Thing(ThingClass.API_SERVER, "service", "10.96.0.1:443"),
        Thing(ThingClass.API_SERVER, "service", "10.43.0.1:443"),
    )
    assert _seen(thing=near, count=2) == _seen(thing=far, over=True)


def test_peers_are_compared_by_thing_and_how_for_every_speaker() -> None:
    assert _seen(by=Speaker.KUBE_PROXY).trait() == _SEEN.trait()
    assert _seen(thing=Thing()).trait() is None
