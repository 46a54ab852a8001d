"""At which stage the start stands, where nothing but a failure was read."""

import pytest

from calicovet.model.facts import Fact, FatalLine, Milestone, MilestoneReached
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import NO_THING, Thing, ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.stage import Shape, StageId, StageState
from calicovet.startup.stages.locate import locate
from tests.unit.startup.facts import view

_C = ThingClass
_API = Thing(_C.API_SERVER, "service")


def _failure(
    by: Speaker,
    thing: Thing = NO_THING,
    how: How = How.TIMED_OUT,
    *,
    goal: Thing = NO_THING,
    doing: Act = Act.UNKNOWN,
    over: bool = False,
    transient: bool = False,
) -> Failure:
    return Failure(
        by=by, thing=thing, how=how, goal=goal, doing=doing, over=over, transient=transient
    )


@pytest.mark.parametrize(
    ("failure", "stage"),
    [
        (_failure(Speaker.UPGRADE_IPAM, _API), StageId.IPAM_UPGRADED),
        (_failure(Speaker.INSTALL_CNI, Thing(_C.PATH, "cni-bin")), StageId.CNI_INSTALLED),
        (_failure(Speaker.HOSTPATH_INIT, Thing(_C.PATH)), StageId.BPF_PREPARED),
        (_failure(Speaker.TUNNEL_IP_ALLOCATOR, _API), StageId.TUNNEL_ADDRESSES_ALLOCATED),
        (_failure(Speaker.STARTUP, _API), StageId.DATASTORE_REACHED),
        (
            _failure(Speaker.STARTUP, _API, goal=Thing(_C.RESOURCE, "ippools")),
            StageId.POOLS_READY,
        ),
        (
            _failure(Speaker.STARTUP, Thing(_C.RESOURCE, "nodes"), doing=Act.READ),
            StageId.NODE_READ,
        ),
        (
            _failure(Speaker.STARTUP, Thing(_C.RESOURCE, "nodes"), doing=Act.WRITE),
            StageId.NODE_SAVED,
        ),
        (_failure(Speaker.STARTUP, Thing(_C.ADDRESS)), StageId.ADDRESS_CHOSEN),
        (_failure(Speaker.STARTUP, Thing(_C.ADDRESS), How.CONFLICT), StageId.ADDRESS_UNIQUE),
        (_failure(Speaker.STARTUP), StageId.STARTUP_FINISHED),
        (_failure(Speaker.FELIX, _API), StageId.FELIX_CONFIGURED),
        (_failure(Speaker.FELIX, Thing(_C.TYPHA)), StageId.TYPHA_CONNECTED),
        (_failure(Speaker.FELIX, Thing(_C.IPSET)), StageId.DATAPLANE_READY),
        (_failure(Speaker.FELIX, Thing(_C.CONFIG)), StageId.FELIX_CONFIGURED),
        (_failure(Speaker.FELIX, Thing(_C.CONFIG), doing=Act.WRITE), StageId.DATAPLANE_READY),
        (_failure(Speaker.CONFD, Thing(_C.BIRD_CONFIG)), StageId.BIRD_RUNNING),
        (_failure(Speaker.CNI_CONFIG_MONITOR, _API), StageId.SERVICES_RUNNING),
    ],
)
def test_the_start_stands_where_the_program_met_the_failure(
    failure: Failure, stage: StageId
) -> None:
    found = locate(view(failure))
    assert found.frontier == (stage,)
    # A line that was logged is no end: nothing counts as failed, and nothing behind it as not reached.
    assert found.shape is None
    assert set(found.states.values()) <= {StageState.UNKNOWN, StageState.PASSED}


@pytest.mark.parametrize(
    "fact",
    [
        _failure(Speaker.STARTUP, _API, over=True),
        _failure(Speaker.FELIX, _API, transient=True),
        _failure(Speaker.KUBELET, _API),
        _failure(Speaker.UNKNOWN, _API),
    ],
)
def test_a_failure_that_is_over_or_of_another_program_sets_no_frontier(fact: Fact) -> None:
    assert locate(view(fact)).frontier == ()


def test_a_stage_that_was_passed_is_not_where_the_start_stands() -> None:
    passed = MilestoneReached(milestone=Milestone.FELIX_CONFIGURED, process="felix")
    found = locate(view(passed, _failure(Speaker.FELIX, _API)))
    assert found.frontier == (StageId.FELIX_IN_SYNC,)
    ready = MilestoneReached(milestone=Milestone.DATAPLANE_READY, process="felix")
    assert locate(view(ready, _failure(Speaker.FELIX, _API))).frontier == ()


@pytest.mark.parametrize(
    ("process", "stage", "shape"),
    [
        ("upgrade-ipam", StageId.IPAM_UPGRADED, Shape.INIT_FAILING),
        ("install-cni", StageId.CNI_INSTALLED, Shape.INIT_FAILING),
        ("hostpath-init", StageId.BPF_PREPARED, Shape.INIT_FAILING),
        ("tunnel-ip-allocator", StageId.TUNNEL_ADDRESSES_ALLOCATED, Shape.EXITS_AT_STARTUP),
        ("confd", StageId.BIRD_RUNNING, Shape.RUNNING_NOT_READY),
    ],
)
def test_the_line_that_ended_a_program_fails_its_stage(
    process: str, stage: StageId, shape: Shape
) -> None:
    found = locate(view(FatalLine(text="no words that are known", process=process)))
    assert found.frontier == (stage,)
    assert found.states[stage] is StageState.FAILED
    assert found.shape is shape


@pytest.mark.parametrize("process", ["cni-config-monitor", "monitor-addresses", "status-reporter"])
def test_the_line_that_ended_a_service_stands_at_the_services(process: str) -> None:
    ended = FatalLine(text="no words that are known", process=process)
    assert locate(view(ended)).frontier == (StageId.SERVICES_RUNNING,)
    # The kubelet's fatal line is none of calico-node's.
    assert locate(view(FatalLine(text="no words", process="kubelet"))).frontier == ()
