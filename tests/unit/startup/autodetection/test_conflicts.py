"""Two nodes claim one address: which other node, and what became of it."""

from datetime import timedelta

from calicovet.model.case import Case, NodeView
from calicovet.model.facts import (
    Claimed,
    Fact,
    NodeListed,
    NodeNameUsed,
    PodListed,
    StartupSaid,
    Topic,
)
from calicovet.model.subject import Subject
from calicovet.startup.autodetection.conflicts import (
    Conflict,
    Fate,
    conflict_on,
    ended_of_something_else,
    fate_of,
)

_LISTED = frozenset({NodeListed})


def _view(name: str | None, *facts: Fact, whole: bool = True) -> NodeView:
    return NodeView(name, facts, _LISTED if whole else frozenset(), pod=f"calico-node-{name}")


def _row(status: str = "Ready") -> NodeListed:
    return NodeListed(status=status, age=timedelta(days=3))


def _taken(**details: str) -> StartupSaid:
    return StartupSaid(key="ip-conflict-duplicate", details=tuple(details.items()), fatal=True)


def _with(other: str, address: str = "10.0.0.10") -> Conflict:
    return Conflict(_taken(), other, address)


def test_the_line_names_the_other_node_and_the_address() -> None:
    conflict = conflict_on(_view("a", _taken(node="b", family="IPv4", address="10.0.0.1")))
    assert conflict is not None
    assert (conflict.other, conflict.address) == ("b", "10.0.0.1")


def test_without_the_line_there_is_no_conflict() -> None:
    assert conflict_on(_view("a", StartupSaid(key="ip-autodetect-none"))) is None


def test_a_node_that_is_listed_and_ready_is_alive() -> None:
    case = Case(_view("a", _row("NotReady")), (_view("b", _row()),))
    assert fate_of(_with("b"), case)[0] is Fate.ALIVE


def test_a_node_that_a_whole_list_does_not_have_is_gone() -> None:
    case = Case(_view("a", _row("NotReady")), (_view("c", _row()),))
    assert fate_of(_with("b"), case)[0] is Fate.GONE


def test_a_list_that_was_cut_does_not_tell_who_is_missing() -> None:
    case = Case(_view("a", _row(), whole=False), (_view("c", _row(), whole=False),))
    assert fate_of(_with("b"), case)[0] is Fate.UNKNOWN


def test_a_described_node_is_no_list() -> None:
    assert fate_of(_with("b"), Case(_view("a", NodeListed(status="Ready"))))[0] is Fate.UNKNOWN


def test_without_a_list_a_person_may_tell_that_a_node_is_gone() -> None:
    told = Claimed(topic=Topic.NODE_REMOVED)
    assert fate_of(_with("b"), Case(_view("a", told))) == (Fate.SAID_GONE, (told,))


def test_a_list_knows_better_than_a_person() -> None:
    case = Case(_view("a", Claimed(topic=Topic.NODE_REMOVED), _row()), (_view("b", _row()),))
    assert fate_of(_with("b"), case)[0] is Fate.ALIVE


def test_a_node_that_is_not_ready_while_others_are_is_down() -> None:
    case = Case(_view("a", _row()), (_view("b", _row("NotReady")),))
    assert fate_of(_with("b"), case)[0] is Fate.DOWN


def test_where_no_node_is_ready_the_other_is_not_down_for_that() -> None:
    case = Case(_view("a", _row("NotReady")), (_view("b", _row("NotReady")),))
    assert fate_of(_with("b"), case)[0] is Fate.ALIVE


def test_a_node_on_which_calico_node_is_tried_again_and_again_is_not_down() -> None:
    about = Subject("b", "kube-system", "calico-node-b")
    pod = PodListed(about=about, ready=0, total=1, status="CrashLoopBackOff")
    case = Case(_view("a", _row()), (_view("b", _row("NotReady"), pod),))
    assert fate_of(_with("b"), case)[0] is Fate.ALIVE


def test_the_same_host_under_another_name_is_its_former_name() -> None:
    used = NodeNameUsed(name="db1.example.org")
    assert fate_of(_with("db1"), Case(_view("db1.example.org", used)))[0] is Fate.FORMER_NAME
    assert fate_of(_with("localhost.localdomain"), Case(_view("a")))[0] is Fate.FORMER_NAME


def test_a_name_that_only_begins_alike_is_another_host() -> None:
    assert fate_of(_with("db10"), Case(_view("db1")))[0] is Fate.UNKNOWN
    assert fate_of(_with(""), Case(_view("db1")))[0] is Fate.UNKNOWN


def test_start_up_may_end_of_something_else() -> None:
    other = StartupSaid(key="pool-env-invalid", fatal=True)
    assert ended_of_something_else(_view("a", other))
    assert not ended_of_something_else(_view("a", other, _taken(node="b")))
    assert not ended_of_something_else(_view("a"))


def test_a_node_that_is_named_after_the_address_of_this_host_is_this_host() -> None:
    case = Case(_view("web-1"))
    for other in ("10.0.0.10", "ip-10-0-0-10.eu-west-2.compute.internal", "ip-10-0-0-10"):
        assert fate_of(_with(other), case)[0] is Fate.FORMER_NAME
    assert fate_of(_with("10.0.0.100"), case)[0] is Fate.UNKNOWN
    assert fate_of(_with("ip-10-0-0-10", address=""), case)[0] is Fate.UNKNOWN


def test_a_node_that_is_listed_lives_whatever_its_name() -> None:
    case = Case(_view("web-1", _row()), (_view("ip-10-0-0-10", _row()),))
    assert fate_of(_with("ip-10-0-0-10"), case)[0] is Fate.ALIVE
