import copy
import pickle
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace

import pytest

from calicovet.model.record import record


@record
class Place:
    name: str
    line: int = 0


@record(kw_only=True)
class Told:
    about: str = field(default="", compare=False)
    places: tuple[Place, ...] = ()
    notes: list[str] = field(default_factory=list, compare=False, repr=False)


@record(kw_only=True)
class ToldOfLinks(Told):
    link: str


@record(kw_only=True)
class ToldOfNothing(Told):
    """Has what its parent has."""


@record
class Empty:
    pass


def test_it_is_made_by_place_or_by_name() -> None:
    assert Place("a", 3) == Place(name="a", line=3)
    assert Place("a").line == 0


def test_what_is_missing_or_too_much_is_refused() -> None:
    for wrong in ({}, {"name": "a", "more": 1}):
        with pytest.raises(TypeError):
            Place(**wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ToldOfLinks("eth0")  # type: ignore[call-arg]


def test_it_compares_by_what_counts_and_only_with_its_own_kind() -> None:
    assert Told(about="a") == Told(about="b")
    assert hash(Told(about="a")) == hash(Told(about="b"))
    assert Told(places=(Place("a"),)) != Told()
    assert Told() != ToldOfNothing()
    assert Empty() == Empty()


def test_it_cannot_be_changed() -> None:
    place = Place("a")
    with pytest.raises(FrozenInstanceError):
        place.name = "b"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del place.name
    assert not hasattr(place, "__dict__")


def test_it_shows_what_it_holds() -> None:
    assert repr(Told(about="a", notes=["x"])) == "Told(about='a', places=())"


def test_a_default_that_a_factory_makes_is_not_shared() -> None:
    assert Told().notes is not Told().notes


def test_it_is_a_dataclass_to_others() -> None:
    told = ToldOfLinks(link="eth0", about="a")
    assert is_dataclass(told)
    assert [each.name for each in fields(told)] == ["about", "places", "notes", "link"]
    assert replace(told, link="eth1") == ToldOfLinks(link="eth1")
    match Place("a", 2):
        case Place(name, line):
            assert (name, line) == ("a", 2)


def test_it_can_be_copied_and_sent() -> None:
    told = ToldOfLinks(link="eth0", places=(Place("a"),))
    assert copy.deepcopy(told) == told
    assert pickle.loads(pickle.dumps(told)) == told
