"""Those that were counted and not looked into."""

from collections.abc import Iterator

from calicovet.diagnosis.assembly.fleet_counts import counted, with_alike
from calicovet.diagnosis.engine import diagnose
from calicovet.diagnosis.verdicts.summary import summarise
from calicovet.model.diagnosis import NodeDiagnosis, NodeState, SummaryVerdict
from calicovet.model.evidence import Evidence, Snapshot
from calicovet.model.facts import Fact, FleetCounted, NotExamined, Unreadable
from calicovet.model.subject import Subject
from calicovet.parse.all_parsers import parse
from tests.unit.diagnosis.pastes import paste


def node(
    name: str, state: NodeState, status: str = "", alike: tuple[str, ...] = ()
) -> NodeDiagnosis:
    return NodeDiagnosis(node=name, pod=f"pod-{name}", state=state, status=status, alike=alike)


SICK = node("a", NodeState.SICK, "CrashLoopBackOff 0/1")


def test_the_newest_count_is_the_one() -> None:
    assert counted([]) is None
    newest, older = FleetCounted(pods=3, ready=2), FleetCounted(pods=9, ready=9)
    assert counted([newest, older]) is newest


def test_a_sick_node_has_those_that_look_like_it() -> None:
    facts = [NotExamined(about=Subject(node="a"), nodes=("b", "c"))]
    assert with_alike([SICK], facts)[0].alike == ("b", "c")


def test_one_that_turned_out_healthy_has_none() -> None:
    facts = [NotExamined(about=Subject(node="a"), nodes=("b", "c"))]
    assert with_alike([node("a", NodeState.HEALTHY)], facts)[0].alike == ()


def test_the_healthy_are_those_that_were_counted() -> None:
    found = summarise([SICK], {}, FleetCounted(pods=10, ready=9))
    assert (found.sick, found.healthy) == (1, 9)


def test_a_node_without_pod_does_not_lessen_the_healthy() -> None:
    found = summarise([node("a", NodeState.SICK)], {}, FleetCounted(pods=9, ready=9))
    assert (found.sick, found.healthy) == (1, 9)


def test_a_node_that_is_ready_and_sick_does() -> None:
    broken = node("a", NodeState.SICK, "Running 1/1", ("b", "c"))
    found = summarise([broken], {}, FleetCounted(pods=10, ready=10))
    assert (found.sick, found.healthy) == (3, 7)


def test_a_peer_is_counted_once() -> None:
    peer = node("b", NodeState.HEALTHY, "Running 1/1")
    found = summarise([SICK, peer], {}, FleetCounted(pods=2, ready=1))
    assert (found.sick, found.healthy) == (1, 1)


def test_where_all_were_counted_ready_no_node_need_be_looked_into() -> None:
    found = summarise([], {}, FleetCounted(pods=5, ready=5))
    assert (found.verdict, found.healthy) == (SummaryVerdict.HEALTHY, 5)


def test_where_no_pod_was_counted_nothing_was_seen() -> None:
    assert summarise([], {}, FleetCounted(pods=0, ready=0)).verdict is SummaryVerdict.COULD_NOT_LOOK


def test_a_rollout_restarts_all_that_were_counted_not_only_those_that_were_listed() -> None:
    pods = "NAME                READY   STATUS    RESTARTS   AGE\ncalico-node-x6wdb   0/1     Running   0          41m\n"
    listed = paste(f"$ kubectl -n kube-system get pods\n{pods}")

    def read(piece: Evidence) -> Iterator[Fact | Unreadable]:
        yield from parse(piece)
        yield FleetCounted(pods=60, ready=59)

    assert diagnose(Snapshot((listed,)), ()).pods == 1
    assert diagnose(Snapshot((listed,)), (), read=read).pods == 60
