"""Which container's log would show a kind of fact, as far as the start has come."""

from datetime import timedelta

import pytest

from calicovet.diagnosis.evidence.container_logs import (
    container_in_question,
    log_for,
    no_log_yet,
    shown,
)
from calicovet.model.case import NodeView
from calicovet.model.facts import (
    AccessForbidden,
    Claimed,
    CniInstallSaid,
    ContainerState,
    Fact,
    FelixSaid,
    IpamUpgradeSaid,
    LogShown,
    ManagedBy,
    MilestoneReached,
    OwnerKind,
    PodListed,
    Running,
    StartupSaid,
    Topic,
)
from calicovet.model.stage import Localisation, Shape, StageId, StageState
from calicovet.model.subject import Subject

RUNS = Localisation(shape=Shape.RUNNING_NOT_READY)
FAILING = Localisation(shape=Shape.INIT_FAILING)


def node(*facts: Fact) -> NodeView:
    return NodeView("b", facts)


def stages(shape: Shape | None = None, **states: StageState) -> Localisation:
    return Localisation(
        states={StageId[name.upper()]: state for name, state in states.items()}, shape=shape
    )


def listed(status: str) -> PodListed:
    return PodListed(ready=0, total=1, status=status, restarts=0, age=timedelta(seconds=8))


def log(container: str, lines: int = 3, **more: object) -> LogShown:
    return LogShown(about=Subject(container=container), lines=lines, whole=False, **more)  # type: ignore[arg-type]


def init(name: str, position: int, phase: Running, code: int | None = None) -> ContainerState:
    return ContainerState(
        about=Subject(container=name), init=True, position=position, phase=phase, exit_code=code
    )


BY_OPERATOR = ManagedBy(owner=OwnerKind.OPERATOR, by="x")


class TestWhoseLog:
    def test_an_init_container_is_asked_until_it_has_ended_well(self) -> None:
        assert log_for(IpamUpgradeSaid, (), node(), FAILING) == "upgrade-ipam"
        for over in (StageState.PASSED, StageState.SKIPPED):
            past = stages(Shape.RUNNING_NOT_READY, ipam_upgraded=over)
            assert log_for(IpamUpgradeSaid, (), node(), past) == ""

    def test_calico_node_is_not_asked_while_the_pod_is_among_its_init_containers(self) -> None:
        assert log_for(StartupSaid, (), node(), RUNS) == "calico-node"
        assert log_for(StartupSaid, (), node(), FAILING) == ""

    def test_what_any_container_says_is_looked_for_where_the_others_are_said(self) -> None:
        assert log_for(MilestoneReached, (IpamUpgradeSaid,), node(), RUNS) == ""
        assert log_for(MilestoneReached, (IpamUpgradeSaid,), node(), FAILING) == "upgrade-ipam"
        assert log_for(MilestoneReached, (StartupSaid, IpamUpgradeSaid), node(), RUNS) != ""
        assert log_for(LogShown, (), node(), RUNS) == "calico-node"

    def test_what_the_api_server_refuses_is_logged_by_the_container_that_asked(self) -> None:
        assert log_for(AccessForbidden, (StartupSaid,), node(), FAILING) == "upgrade-ipam"
        assert log_for(AccessForbidden, (StartupSaid,), node(), RUNS) == "calico-node"

    def test_what_prepares_bpf_speaks_with_the_words_of_install_cni_and_of_felix(self) -> None:
        done = stages(
            Shape.INIT_FAILING, ipam_upgraded=StageState.PASSED, cni_installed=StageState.PASSED
        )
        assert log_for(CniInstallSaid, (), node(), done) == "mount-bpffs"
        assert log_for(FelixSaid, (), node(), done) == "mount-bpffs"
        assert log_for(FelixSaid, (), node(), FAILING) == ""

    def test_where_no_container_has_run_there_is_none(self) -> None:
        assert log_for(StartupSaid, (), node(), Localisation(shape=Shape.PENDING)) == ""


class TestWhichContainer:
    def test_a_list_alone_says_that_it_is_an_init_container(self) -> None:
        past_first = stages(ipam_upgraded=StageState.PASSED)
        assert container_in_question(node(listed("Init:1/3")), past_first) == "install-cni"
        assert container_in_question(node(listed("Running")), past_first) == "calico-node"

    def test_the_states_of_the_pod_name_it(self) -> None:
        states = (
            init("flexvol-driver", 0, Running.TERMINATED, 0),
            init("install-cni", 1, Running.WAITING),
        )
        assert container_in_question(node(*states), FAILING) == "install-cni"
        states = (init("flexvol-driver", 0, Running.TERMINATED, 1), states[1])
        assert container_in_question(node(*states), FAILING) == "flexvol-driver"

    def test_the_operator_installs_the_plugin_last(self) -> None:
        last = node(listed("Init:1/2"), BY_OPERATOR)
        assert container_in_question(last, Localisation()) == "install-cni"

    def test_it_is_the_one_whose_log_was_read(self) -> None:
        read = node(log("mount-bpffs"), listed("Init:CrashLoopBackOff"))
        assert container_in_question(read, FAILING) == "mount-bpffs"
        ended = stages(Shape.INIT_FAILING, bpf_prepared=StageState.PASSED)
        assert container_in_question(read, ended) == "upgrade-ipam"

    def test_no_container_is_named_where_all_of_them_seem_to_be_done(self) -> None:
        done = dict.fromkeys(StageId, StageState.PASSED)
        failing = Localisation(states=done, shape=Shape.INIT_FAILING)
        assert container_in_question(node(), failing) == ""


class TestWhetherThereIsALog:
    BOUND = {StageId.POD_BOUND: StageState.PASSED, StageId.IMAGES_PRESENT: StageState.UNKNOWN}

    @pytest.mark.parametrize(
        ("status", "shape", "none"),
        [
            ("Init:0/2", None, True),
            ("Init:1/2", None, False),
            # It has been there for so long that it must run.
            ("Init:0/3", Shape.INIT_STUCK, False),
            ("Running", None, False),
            ("ContainerCreating", Shape.CONTAINER_NOT_CREATED, True),
        ],
    )
    def test_by_the_list(self, status: str, shape: Shape | None, none: bool) -> None:
        assert no_log_yet(node(listed(status)), Localisation(shape=shape)) is none

    def test_by_events_that_end_before_a_container(self) -> None:
        bound = Localisation(states=self.BOUND)
        assert no_log_yet(node(), bound)
        assert not no_log_yet(node(), Localisation())
        crashes = Claimed(topic=Topic.SICK, value="crash-loop")
        assert not no_log_yet(node(crashes), bound)


def test_of_two_pieces_of_one_log_the_larger_counts() -> None:
    view = node(log("calico-node", 2), log("", 9), log("install-cni", 70))
    found = shown(view, "calico-node", previous=False)
    assert found is not None and found.lines == 9
    assert shown(view, "calico-node", previous=True) is None
    assert shown(node(log("calico-node", 0)), "calico-node", previous=False) is None
