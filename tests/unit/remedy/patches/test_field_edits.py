import pytest

from calicovet.remedy.patches.field_edits import (
    GONE,
    Misfit,
    Named,
    Put,
    edited,
    fragment,
    looked_up,
)

_IP = ("env", Named("IP"))


def test_what_is_on_the_way_is_made_and_all_else_stays() -> None:
    old = {"a": 1, "spec": {"b": 2}}
    put = Put(place=("spec", "limits", "cpu"), value="2")
    assert edited(old, (put,)) == {"a": 1, "spec": {"b": 2, "limits": {"cpu": "2"}}}
    assert old == {"a": 1, "spec": {"b": 2}}


def test_a_named_member_is_replaced_as_a_whole_and_keeps_its_place() -> None:
    old = {"env": [{"name": "A"}, {"name": "IP", "valueFrom": {"x": 1}}, {"name": "B"}]}
    found = edited(old, (Put(place=_IP, value={"value": "none"}),))
    assert found["env"] == [{"name": "A"}, {"name": "IP", "value": "none"}, {"name": "B"}]


def test_a_member_that_is_not_there_is_appended() -> None:
    assert edited({}, (Put(place=_IP, value={"value": "x"}),)) == {
        "env": [{"name": "IP", "value": "x"}]
    }
    assert edited({"env": None}, (Put(place=_IP, value={"value": "x"}),))["env"]


def test_what_becomes_empty_goes_too_as_servers_leave_it_out() -> None:
    limits = Put(place=("spec", "resources", "limits", "cpu"), value=GONE)
    old = {"spec": {"resources": {"limits": {"cpu": "1"}}}}
    assert edited(old, (limits,)) == {"spec": {"resources": {}}}
    both = {"spec": {"resources": {"limits": {"cpu": "1", "memory": "1Gi"}}}}
    assert edited(both, (limits,)) == {"spec": {"resources": {"limits": {"memory": "1Gi"}}}}
    assert edited({"spec": {"a": 1}}, (Put(place=("spec", "a"), value=GONE),)) == {"spec": {}}


def test_taking_away_what_is_not_there_changes_nothing() -> None:
    assert edited({"spec": {}}, (Put(place=("spec", "a", "b"), value=GONE),)) == {"spec": {}}
    assert edited({"env": []}, (Put(place=_IP, value=GONE),)) == {"env": []}


def test_an_object_of_another_form_is_not_bent() -> None:
    with pytest.raises(Misfit):
        edited({"spec": "text"}, (Put(place=("spec", "a"), value=1),))


def test_a_fragment_says_only_what_changes() -> None:
    puts = (
        Put(place=("spec", "a"), value={"x": 1}, told={"y": False, "x": 1}),
        Put(place=("spec", "b"), value=GONE),
        Put(place=("spec", *_IP), value=GONE),
    )
    assert fragment(puts) == {
        "spec": {"a": {"y": False, "x": 1}, "b": None, "env": [{"name": "IP", "$patch": "delete"}]}
    }


def test_what_is_not_there_is_gone() -> None:
    assert looked_up({"env": [{"name": "IP", "value": "x"}]}, (*_IP, "value")) == "x"
    assert looked_up({"env": [{"name": "IP"}]}, (*_IP, "value")) is GONE
    assert looked_up(None, ("spec",)) is GONE
