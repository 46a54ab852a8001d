"""What must hold for every set of facts."""

from hypothesis import given, settings
from hypothesis import strategies as st

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    BgpNotEstablished,
    Fact,
    FelixHealth,
    FelixSaid,
    IpamUpgradeSaid,
    Milestone,
    MilestoneReached,
    Running,
    StartupSaid,
)
from calicovet.model.stage import StageId, StageState
from calicovet.startup.stages.locate import locate
from tests.unit.startup.facts import (
    WHOLE_LOG,
    claimed,
    fatal,
    inits_waiting_after,
    listed,
    liveness,
    main,
    running_for,
)

_ENDS = {Milestone.STARTUP_ENDED, Milestone.NODE_FAILED_TO_START, Milestone.STOPPED_BY_SIGNAL}
progress = st.sampled_from([name for name in Milestone if name not in _ENDS]).flatmap(
    lambda name: st.sampled_from(["startup", "felix", "bird", ""]).map(
        lambda process: MilestoneReached(milestone=name, process=process)
    )
)
others: st.SearchStrategy[Fact] = st.sampled_from(
    [
        WHOLE_LOG,
        claimed("liveness"),
        fatal("ip-conflict-duplicate"),
        fatal("rbac-forbidden"),
        StartupSaid(key="ds-retry"),
        FelixSaid(key="typha-none-ready"),
        FelixSaid(key="felix-xtables-lock", fatal=True),
        IpamUpgradeSaid(key="any"),
        FelixHealth(live=True, ready=False),
        FelixHealth(live=True, ready=True),
        BgpNotEstablished(peers=("10.0.0.1",)),
        liveness(),
        listed("Running", "0/1"),
        listed("Running", "1/1"),
        listed("Init:1/3"),
        listed("CrashLoopBackOff", restarts=7),
        *inits_waiting_after(1),
        main(Running.RUNNING, ready=False),
        running_for("install-cni", 9),
    ]
)
facts = st.lists(st.one_of(progress, others), max_size=12)
_ENDED = (StageState.FAILED, StageState.STUCK)


@settings(max_examples=300, deadline=None)
@given(facts, progress, st.integers(0, 12))
def test_more_progress_never_takes_back_what_was_passed(
    known: list[Fact], more: MilestoneReached, place: int
) -> None:
    before = locate(NodeView("n", known)).states
    after = locate(NodeView("n", [*known[:place], more, *known[place:]])).states
    for stage, state in before.items():
        if state is StageState.PASSED:
            assert after[stage] is StageState.PASSED


@settings(max_examples=300, deadline=None)
@given(facts)
def test_the_frontier_is_where_something_ended_and_was_entered(known: list[Fact]) -> None:
    found = locate(NodeView("n", known))
    assert set(found.states) == set(StageId)
    assert len(found.frontier) <= 2
    for stage in found.frontier:
        assert found.states[stage] in _ENDED
        assert found.entered(stage)
    if any(state in _ENDED for state in found.states.values()):
        assert found.frontier


@settings(max_examples=200, deadline=None)
@given(facts)
def test_a_pod_listed_as_ready_has_no_frontier(known: list[Fact]) -> None:
    found = locate(NodeView("n", [listed("Running", "1/1"), *known]))
    assert found.frontier == ()


@settings(max_examples=200, deadline=None)
@given(facts)
def test_localising_asks_the_view_for_nothing(known: list[Fact]) -> None:
    view = NodeView("n", known)
    locate(view)
    assert view.asked == set()
