"""How far a start came."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_interface

import pytest

from calicovet.model.facts import (
    AccessForbidden,
    AddressAutodetected,
    AddressNotDetected,
    BgpNotEstablished,
    BgpSaid,
    CniInstallSaid,
    ContainerExit,
    ContainerState,
    EventSeen,
    Fact,
    FatalLine,
    FelixHealth,
    FelixLink,
    FelixSaid,
    IpamUpgradeSaid,
    LogShown,
    Milestone,
    NodeCondition,
    PeerState,
    Probe,
    ProbeFailed,
    Running,
    SettingSeen,
    StartupSaid,
)
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.stage import Localisation, Shape, StageId, StageState
from calicovet.model.subject import Subject
from calicovet.startup import STAGES
from calicovet.startup.stages.locate import locate
from tests.unit.startup.facts import (
    TO_STARTUP_FINISHED,
    WHOLE_LOG,
    claimed,
    fatal,
    init,
    inits_waiting_after,
    listed,
    liveness,
    main,
    milestones,
    running_for,
    view,
)

PASSED, FAILED, STUCK = StageState.PASSED, StageState.FAILED, StageState.STUCK
NOT_REACHED, SKIPPED, UNKNOWN = StageState.NOT_REACHED, StageState.SKIPPED, StageState.UNKNOWN


def states(found: Localisation, *stages: StageId) -> tuple[StageState, ...]:
    return tuple(found.states[stage] for stage in stages)


def of(*facts: Fact, namespace: str = "") -> Localisation:
    return locate(view(*facts, namespace=namespace))


def test_every_stage_is_declared_once_and_after_what_it_needs() -> None:
    assert sorted(stage.id for stage in STAGES) == sorted(StageId)
    before: set[StageId] = set()
    for stage in STAGES:
        assert set(stage.after) <= before
        before.add(stage.id)


def test_nothing_is_known_of_nothing() -> None:
    found = of()
    assert set(found.states.values()) == {UNKNOWN}
    assert found.frontier == () and found.shape is None


def test_a_ready_container_has_passed_everything() -> None:
    found = of(fatal("ip-conflict-duplicate"), listed("Running", "1/1"))
    assert set(found.states.values()) == {PASSED}
    assert found.frontier == ()
    assert found.entered_stages == set(StageId)


def test_the_newest_word_on_readiness_counts() -> None:
    found = of(listed("Running", "1/1"), main(Running.RUNNING, ready=False))
    assert found.frontier == (StageId.PROBES_PASSING,)


def test_who_came_further_has_passed_what_lies_before() -> None:
    found = of(*milestones(Milestone.DATAPLANE_READY, process="felix"))
    assert states(found, StageId.POD_CREATED, StageId.STARTUP_FINISHED, StageId.FELIX_IN_SYNC) == (
        PASSED,
        PASSED,
        PASSED,
    )
    assert found.states[StageId.BIRD_RUNNING] is UNKNOWN


def test_a_failing_word_that_is_the_newest_ends_the_run() -> None:
    found = of(*milestones(*TO_STARTUP_FINISHED[:4]), fatal("ip-conflict-duplicate"))
    assert found.frontier == (StageId.ADDRESS_UNIQUE,)
    assert states(
        found, StageId.ADDRESS_CHOSEN, StageId.ADDRESS_UNIQUE, StageId.FELIX_CONFIGURED
    ) == (
        PASSED,
        FAILED,
        NOT_REACHED,
    )
    assert not found.entered(StageId.FELIX_CONFIGURED)
    assert found.entered(StageId.ADDRESS_CHOSEN)


def test_a_failing_word_that_was_outdated_by_progress_does_not() -> None:
    found = of(fatal("ip-conflict-duplicate"), *milestones(*TO_STARTUP_FINISHED))
    assert found.frontier == ()
    assert found.states[StageId.ADDRESS_UNIQUE] is PASSED


@pytest.mark.parametrize(
    ("fact", "stage"),
    [
        (fatal("name-invalid:hostname"), StageId.NODE_NAMED),
        (fatal("ds-unauthorized"), StageId.DATASTORE_REACHED),
        (
            AccessForbidden(user="u", verb="get", resource="nodes", name="foo"),
            StageId.DATASTORE_REACHED,
        ),
        (fatal("ds-migration-or-ipam-upgrade-failed:host"), StageId.HOST_IPAM_UPGRADED),
        (fatal("ds-kubeadm-config-timeout"), StageId.NODE_READ),
        (AddressNotDetected(family=4), StageId.ADDRESS_CHOSEN),
        (fatal("ip-method-invalid"), StageId.ADDRESS_CHOSEN),
        (fatal("ds-node-write-failed"), StageId.NODE_SAVED),
        (fatal("pool-env-invalid:blocksize"), StageId.POOLS_READY),
        (fatal("ds-defaults-failed"), StageId.DEFAULTS_SAVED),
        (fatal("rbac-forbidden"), StageId.STARTUP_FINISHED),
        (FatalLine(text="boom", process="startup"), StageId.STARTUP_FINISHED),
        (fatal("pool-exhausted:none-of"), StageId.TUNNEL_ADDRESSES_ALLOCATED),
        (FelixSaid(key="felix-config-invalid", fatal=True), StageId.FELIX_CONFIGURED),
        (FelixSaid(key="typha-none-ready", fatal=True), StageId.TYPHA_CONNECTED),
        (FelixSaid(key="felix-iptables-restore-rejected", fatal=True), StageId.DATAPLANE_READY),
        (BgpSaid(key="bgp-another-bird-instance"), StageId.BIRD_RUNNING),
        (BgpNotEstablished(peers=("10.0.0.1",)), StageId.BGP_ESTABLISHED),
        (BgpSaid(key="bgp-as-or-peer-mismatch"), StageId.BGP_ESTABLISHED),
        (CniInstallSaid(key="cni-token-failed", fatal=True), StageId.CNI_INSTALLED),
        (CniInstallSaid(key="bpffs-mount-failed", fatal=True), StageId.BPF_PREPARED),
        (IpamUpgradeSaid(key="any", fatal=True), StageId.IPAM_UPGRADED),
        (EventSeen(type="Warning", reason="FailedCreate", message="quota"), StageId.POD_CREATED),
        (EventSeen(type="Warning", reason="FailedScheduling", message="0/3"), StageId.POD_BOUND),
        (
            EventSeen(type="Warning", reason="FailedMount", message="timed out"),
            StageId.SANDBOX_READY,
        ),
        (
            EventSeen(type="Warning", reason="Failed", message="Failed to pull image"),
            StageId.IMAGES_PRESENT,
        ),
        (listed("Init:ImagePullBackOff"), StageId.IMAGES_PRESENT),
        (main(Running.WAITING, reason="CreateContainerError"), StageId.CONTAINER_STARTED),
    ],
)
def test_each_failure_has_its_stage(fact: Fact, stage: StageId) -> None:
    found = of(fact)
    assert found.frontier == (stage,)
    assert found.states[stage] is FAILED
    assert found.states[StageId.POD_CREATED] is not NOT_REACHED


def test_a_failure_that_many_steps_may_print_leaves_them_open() -> None:
    found = of(fatal("rbac-forbidden"), *milestones(Milestone.STARTUP_ENDED))
    assert states(found, StageId.CONTAINER_STARTED, StageId.ADDRESS_CHOSEN) == (PASSED, UNKNOWN)
    assert found.states[StageId.SERVICES_RUNNING] is NOT_REACHED
    assert found.entered(StageId.POOLS_READY)


def test_the_containers_exit_code_says_that_no_service_was_reached() -> None:
    ended = ContainerExit(about=Subject(container="calico-node"), reason="Error", exit_code=1)
    found = of(ended)
    assert found.states[StageId.SERVICES_RUNNING] is NOT_REACHED
    assert found.states[StageId.DATASTORE_REACHED] is UNKNOWN


def test_where_no_log_shows_the_end_it_may_have_been_at_the_first_step() -> None:
    ended = ContainerExit(about=Subject(container="calico-node"), reason="Error", exit_code=1)
    found = of(listed("CrashLoopBackOff", "0/1", restarts=6), ended)
    assert found.frontier == (StageId.NODE_NAMED,)
    assert found.states[StageId.NODE_NAMED] is UNKNOWN
    assert found.shape is Shape.EXITS_AT_STARTUP


def test_a_log_that_shows_how_far_it_came_keeps_the_end_before_the_services() -> None:
    ended = ContainerExit(about=Subject(container="calico-node"), reason="Error", exit_code=1)
    found = of(*milestones(*TO_STARTUP_FINISHED[:3]), ended)
    assert found.frontier == (StageId.SERVICES_RUNNING,)


def test_a_refused_tunnel_address_ends_the_start_before_the_services() -> None:
    refused = Failure(
        by=Speaker.TUNNEL_IP_ALLOCATOR,
        thing=Thing(ThingClass.RESOURCE, "ipamblocks"),
        how=How.FORBIDDEN,
    )
    found = of(refused, *milestones(Milestone.NODE_FAILED_TO_START))
    assert found.frontier == (StageId.TUNNEL_ADDRESSES_ALLOCATED,)
    assert found.states[StageId.SERVICES_RUNNING] is NOT_REACHED


def test_a_crash_counts_for_the_startup_program_where_its_source_is_known() -> None:
    crash = StartupSaid(key="generic-native-crash", fatal=True)
    ours = StartupSaid(
        key="generic-native-crash", fatal=True, about=Subject(container="calico-node")
    )
    assert of(crash).frontier == ()
    assert of(ours).frontier == (StageId.STARTUP_FINISHED,)


class TestAContainerBesideCalicoNode:
    """The pod of canal has two, and people add their own."""

    @staticmethod
    def beside(ready: bool) -> ContainerState:
        return ContainerState(
            about=Subject(container="kube-flannel"),
            init=False,
            position=1,
            phase=Running.RUNNING if ready else Running.WAITING,
            ready=ready,
            reason="" if ready else "CrashLoopBackOff",
            restarts=5,
        )

    def test_its_crashes_are_not_those_of_calico_node(self) -> None:
        found = of(
            *milestones(*TO_STARTUP_FINISHED),
            WHOLE_LOG,
            main(Running.RUNNING, ready=True, restarts=0),
            self.beside(ready=False),
            listed("CrashLoopBackOff", "1/2", restarts=5),
        )
        assert found.shape is Shape.ANOTHER_CONTAINER_FAILING
        assert found.container == "kube-flannel"
        assert found.frontier == ()

    def test_calico_node_that_crashes_beside_a_healthy_one_is_the_sick_one(self) -> None:
        ended = ContainerExit(about=Subject(container="calico-node"), reason="Error", exit_code=1)
        found = of(
            ended,
            main(Running.WAITING, ready=False, reason="CrashLoopBackOff", restarts=5),
            self.beside(ready=True),
            listed("CrashLoopBackOff", "1/2", restarts=5),
        )
        assert found.shape is Shape.EXITS_AT_STARTUP
        assert found.container == ""

    def test_calico_node_that_only_waits_to_be_ready_was_not_killed(self) -> None:
        found = of(
            *milestones(*TO_STARTUP_FINISHED),
            WHOLE_LOG,
            main(Running.RUNNING, ready=False, restarts=0),
            self.beside(ready=False),
            listed("CrashLoopBackOff", "0/2", restarts=5),
        )
        assert found.shape is Shape.RUNNING_NOT_READY

    def test_a_pod_that_is_ready_by_the_newest_list_is_ready(self) -> None:
        found = of(
            main(Running.RUNNING, ready=True, restarts=0),
            self.beside(ready=False),
            listed("Running", "2/2", restarts=1),
        )
        assert found.shape is None


def test_an_exit_of_the_past_yields_to_the_run_of_today() -> None:
    ended = ContainerExit(about=Subject(container="calico-node"), reason="Error", exit_code=1)
    found = of(*milestones(Milestone.FELIX_BEGAN, process="felix"), ended)
    assert found.states[StageId.SERVICES_RUNNING] is PASSED


def test_the_log_of_the_run_before_is_older_than_the_current_one() -> None:
    before = StartupSaid(about=Subject(previous=True), key="ds-unauthorized", fatal=True)
    found = of(*milestones(Milestone.DATASTORE_REACHED), before)
    assert found.states[StageId.DATASTORE_REACHED] is PASSED


def test_a_retry_is_stuck_rather_than_failed() -> None:
    found = of(*milestones(*TO_STARTUP_FINISHED[:2]), StartupSaid(key="ds-retry", count=40))
    assert found.states[StageId.DATASTORE_REACHED] is STUCK
    assert found.frontier == (StageId.DATASTORE_REACHED,)


def test_felix_and_bird_may_both_stand_at_the_frontier() -> None:
    found = of(
        BgpNotEstablished(peers=("10.0.0.1",)), FelixSaid(key="felix-xtables-lock", fatal=True)
    )
    assert found.frontier == (StageId.DATAPLANE_READY, StageId.BGP_ESTABLISHED)
    assert found.states[StageId.BIRD_RUNNING] is PASSED


def test_felix_that_is_not_ready_may_stand_anywhere_in_its_start() -> None:
    found = of(FelixHealth(live=True, ready=False))
    assert states(found, StageId.SERVICES_RUNNING, StageId.TYPHA_CONNECTED) == (PASSED, UNKNOWN)
    assert found.frontier == (StageId.DATAPLANE_READY,)


@pytest.mark.parametrize("key", ["felix-not-listening", "felix-dataplane-hang:probe"])
def test_what_a_probe_says_of_felix_is_not_felix_word(key: str) -> None:
    assert of(FelixSaid(key=key)).states[StageId.SERVICES_RUNNING] is UNKNOWN


def test_what_a_peer_says_of_a_session_is_not_birds_word() -> None:
    said = BgpSaid(key="bgp-peer-is-the-sick-one")
    assert of(said).states[StageId.SERVICES_RUNNING] is UNKNOWN


def test_a_list_that_fails_keeps_felix_out_of_sync() -> None:
    found = of(FelixSaid(key="felix-datastore-unreachable:resync"))
    assert found.frontier == (StageId.FELIX_IN_SYNC,)


def test_one_session_that_is_up_is_enough() -> None:
    rows = (
        PeerState(peer="10.0.0.1", state="up", info="Established"),
        PeerState(peer="10.0.0.2", state="start", info="Active Socket: Connection refused"),
    )
    assert of(*rows).states[StageId.BGP_ESTABLISHED] is PASSED
    assert of(rows[1]).states[StageId.BGP_ESTABLISHED] is UNKNOWN


@pytest.mark.parametrize(
    "text", ["Service bird is not running", "BIRD is not ready: Error querying BIRD"]
)
def test_a_probe_can_say_that_bird_is_down(text: str) -> None:
    probe = ProbeFailed(probe=Probe.READINESS, text=text)
    assert of(probe).frontier == (StageId.BIRD_RUNNING,)


def test_a_probe_that_found_no_service_says_nothing_of_bird() -> None:
    probe = ProbeFailed(probe=Probe.LIVENESS, text="bird/confd is not live: exit status 1")
    assert of(probe).states[StageId.BIRD_RUNNING] is UNKNOWN


def test_a_network_that_is_unavailable_is_told_where_nothing_else_is() -> None:
    down = NodeCondition(type="NetworkUnavailable", status="True")
    assert of(down).frontier == (StageId.NETWORK_AVAILABLE,)
    assert of(down, liveness()).frontier == (StageId.PROBES_PASSING,)


class TestSkipped:
    def test_without_bgp_there_is_no_bird(self) -> None:
        found = of(SettingSeen(name="CALICO_NETWORKING_BACKEND", value="vxlan"), listed())
        assert states(found, StageId.BIRD_RUNNING, StageId.BGP_ESTABLISHED) == (SKIPPED, SKIPPED)

    def test_without_networking_there_is_no_address(self) -> None:
        found = of(SettingSeen(name="CALICO_NETWORKING_BACKEND", value="none"))
        assert states(found, StageId.ADDRESS_CHOSEN, StageId.NETWORK_AVAILABLE) == (
            SKIPPED,
            SKIPPED,
        )

    def test_without_typha_the_connection_is_skipped(self) -> None:
        found = of(SettingSeen(name="FELIX_TYPHAK8SSERVICENAME", value="none"))
        assert found.states[StageId.TYPHA_CONNECTED] is SKIPPED

    def test_the_operator_has_no_upgrade_ipam(self) -> None:
        assert of(namespace="calico-system").states[StageId.IPAM_UPGRADED] is SKIPPED

    def test_an_init_container_that_the_pod_lacks_is_skipped(self) -> None:
        found = of(
            init("install-cni", 0, Running.TERMINATED, 0), init("mount-bpffs", 1, Running.RUNNING)
        )
        assert states(found, StageId.IPAM_UPGRADED, StageId.CNI_INSTALLED) == (SKIPPED, PASSED)


class TestInitContainers:
    def test_one_that_runs_for_an_hour_is_stuck(self) -> None:
        found = of(*inits_waiting_after(0), running_for("upgrade-ipam", 60))
        assert found.frontier == (StageId.IPAM_UPGRADED,)
        assert found.states[StageId.IPAM_UPGRADED] is STUCK
        assert states(found, StageId.CNI_INSTALLED, StageId.CONTAINER_STARTED) == (
            NOT_REACHED,
            NOT_REACHED,
        )

    def test_one_that_runs_for_a_minute_is_not(self) -> None:
        found = of(*inits_waiting_after(0), running_for("upgrade-ipam", 1))
        assert found.frontier == ()
        assert states(found, StageId.IPAM_UPGRADED, StageId.CNI_INSTALLED) == (UNKNOWN, NOT_REACHED)

    def test_the_list_alone_shows_how_many_are_done(self) -> None:
        found = of(listed("Init:1/3"), namespace="kube-system")
        assert states(found, StageId.IPAM_UPGRADED, StageId.CNI_INSTALLED) == (PASSED, STUCK)

    def test_a_young_pod_is_not_stuck(self) -> None:
        found = of(listed("Init:1/3", minutes=1), namespace="kube-system")
        assert states(found, StageId.CNI_INSTALLED, StageId.BPF_PREPARED) == (UNKNOWN, NOT_REACHED)

    def test_a_number_without_names_shows_only_that_the_container_is_not_started(self) -> None:
        found = of(listed("Init:0/2"), namespace="calico-system")
        assert states(found, StageId.CNI_INSTALLED, StageId.CONTAINER_STARTED) == (
            UNKNOWN,
            NOT_REACHED,
        )

    def test_the_operators_order_is_another_one(self) -> None:
        found = of(
            init("flexvol-driver", 0, Running.TERMINATED, 0),
            init("install-cni", 1, Running.WAITING, reason="CrashLoopBackOff"),
            listed("Init:CrashLoopBackOff", restarts=5),
            namespace="calico-system",
        )
        assert states(found, StageId.BPF_PREPARED, StageId.CNI_INSTALLED) == (PASSED, FAILED)
        assert found.states[StageId.CONTAINER_STARTED] is NOT_REACHED

    def test_one_that_ended_badly_has_failed(self) -> None:
        found = of(
            init("upgrade-ipam", 0, Running.TERMINATED, 1), init("install-cni", 1, Running.WAITING)
        )
        assert found.frontier == (StageId.IPAM_UPGRADED,)

    def test_its_last_exit_counts_as_well(self) -> None:
        ended = ContainerExit(about=Subject(container="install-cni"), reason="Error", exit_code=1)
        assert of(ended).frontier == (StageId.CNI_INSTALLED,)

    def test_a_program_that_cannot_begin_there_fails_its_stage(self) -> None:
        said = StartupSaid(
            key="img-libpcap-missing", fatal=True, about=Subject(container="mount-bpffs")
        )
        found = of(said)
        assert found.frontier == (StageId.BPF_PREPARED,)
        assert found.shape is Shape.INIT_FAILING
        assert found.states[StageId.CONTAINER_STARTED] is NOT_REACHED

    def test_a_program_that_cannot_begin_in_an_unnamed_one_leaves_calico_node_alone(self) -> None:
        said = StartupSaid(key="skew-mixed-images:flag", fatal=True)
        found = of(listed("Init:CrashLoopBackOff", restarts=7), said)
        assert (found.frontier, found.shape) == ((), Shape.INIT_FAILING)
        assert found.states[StageId.STARTUP_FINISHED] is NOT_REACHED

    def test_the_migration_retries_for_ever(self) -> None:
        said = IpamUpgradeSaid(key="ipamup-node-or-api-unreachable", count=9)
        assert of(*inits_waiting_after(0), said).states[StageId.IPAM_UPGRADED] is STUCK

    def test_the_migration_that_got_through_has_passed(self) -> None:
        said = IpamUpgradeSaid(key="ipamup-node-or-api-unreachable")
        found = of(said, *milestones(Milestone.IPAM_UPGRADE_DONE))
        assert found.states[StageId.IPAM_UPGRADED] is PASSED

    def test_a_container_that_runs_has_its_init_containers_behind_it(self) -> None:
        found = of(*inits_waiting_after(1), main(Running.RUNNING))
        assert found.states[StageId.BPF_PREPARED] is PASSED

    def test_a_main_container_that_waits_is_not_there_yet(self) -> None:
        found = of(*inits_waiting_after(1), main(Running.WAITING, reason="PodInitializing"))
        assert states(found, StageId.IPAM_UPGRADED, StageId.CONTAINER_STARTED) == (
            PASSED,
            NOT_REACHED,
        )

    def test_another_pods_network_is_not_calico_nodes(self) -> None:
        event = EventSeen(
            type="Warning",
            reason="FailedCreatePodSandBox",
            message='failed to setup network for sandbox: plugin type="calico" failed',
        )
        assert of(event).states[StageId.SANDBOX_READY] is UNKNOWN


class TestSilence:
    def test_a_kill_ends_the_log_and_moves_no_frontier(self) -> None:
        found = of(liveness(), *milestones(*TO_STARTUP_FINISHED))
        assert found.frontier == (StageId.PROBES_PASSING,)
        assert states(
            found, StageId.STARTUP_FINISHED, StageId.SERVICES_RUNNING, StageId.FELIX_CONFIGURED
        ) == (PASSED, NOT_REACHED, NOT_REACHED)
        assert found.entered(StageId.TUNNEL_ADDRESSES_ALLOCATED)

    def test_a_cut_log_says_nothing_by_ending(self) -> None:
        found = of(claimed("liveness"), *milestones(*TO_STARTUP_FINISHED))
        assert found.states[StageId.FELIX_CONFIGURED] is UNKNOWN

    def test_a_whole_log_that_ended_in_a_kill_says_where_it_did_not_come(self) -> None:
        found = of(claimed("liveness"), WHOLE_LOG, *milestones(*TO_STARTUP_FINISHED))
        assert found.states[StageId.FELIX_CONFIGURED] is NOT_REACHED

    def test_a_program_that_lives_on_in_silence_is_stuck(self) -> None:
        found = of(listed("Running"), WHOLE_LOG, *milestones(*TO_STARTUP_FINISHED[:2]))
        assert found.frontier == (StageId.DATASTORE_REACHED,)
        assert found.states[StageId.ADDRESS_CHOSEN] is NOT_REACHED

    def test_one_that_has_only_just_begun_is_not(self) -> None:
        found = of(listed("Running", minutes=0.2), WHOLE_LOG, *milestones(*TO_STARTUP_FINISHED[:2]))
        assert found.states[StageId.DATASTORE_REACHED] is UNKNOWN

    def test_silent_steps_stay_open(self) -> None:
        found = of(listed("Running"), WHOLE_LOG, *milestones(*TO_STARTUP_FINISHED[:3]))
        assert states(found, StageId.NODE_READ, StageId.ADDRESS_CHOSEN) == (UNKNOWN, STUCK)

    SPOKE = milestones(Milestone.FELIX_BEGAN, Milestone.FELIX_CONFIGURED, process="felix")
    AN_HOUR = LogShown(
        about=Subject(container="calico-node"),
        lines=9,
        whole=True,
        first=datetime(2025, 1, 1, tzinfo=UTC),
        last=datetime(2025, 1, 1, tzinfo=UTC) + timedelta(hours=1),
    )

    def test_felix_that_falls_silent_is_stuck(self) -> None:
        assert of(self.AN_HOUR, *self.SPOKE).frontier == (StageId.FELIX_IN_SYNC,)

    @pytest.mark.parametrize("end", [liveness(), claimed("crash-loop")])
    def test_felix_that_was_killed_is_not_stuck_where_its_log_ends(self, end: Fact) -> None:
        found = of(end, self.AN_HOUR, *self.SPOKE)
        assert found.states[StageId.FELIX_IN_SYNC] is UNKNOWN

    def test_felix_that_never_spoke_may_write_elsewhere(self) -> None:
        found = of(
            listed("Running"),
            WHOLE_LOG,
            *milestones(Milestone.SERVICES_STARTED, process="rc.local"),
        )
        assert found.states[StageId.FELIX_CONFIGURED] is UNKNOWN

    def test_felix_that_only_complains_keeps_its_way_to_itself(self) -> None:
        found = of(listed("Running"), WHOLE_LOG, FelixSaid(key="felix-xtables-lock:held"))
        assert found.states[StageId.FELIX_CONFIGURED] is UNKNOWN

    def test_the_run_time_of_the_container_counts(self) -> None:
        found = of(
            running_for("calico-node", 10, is_init=False),
            WHOLE_LOG,
            *milestones(*TO_STARTUP_FINISHED[:2]),
        )
        assert found.states[StageId.DATASTORE_REACHED] is STUCK

    def test_a_log_of_which_all_was_said_has_no_silence(self) -> None:
        spoke = milestones(Milestone.DATAPLANE_READY, process="felix")
        assert of(listed("Running"), WHOLE_LOG, *spoke).frontier == (StageId.PROBES_PASSING,)


def test_a_wrong_address_shows_only_at_the_probes() -> None:
    found = of(
        listed("Running", "0/1", minutes=2640),
        AddressAutodetected(link="nerdctl0", address=ip_interface("10.4.0.1/24")),
        FelixLink(name="nerdctl0", index=686, addresses=(ip_address("10.4.0.1"),)),
        namespace="calico-system",
    )
    assert found.frontier == (StageId.PROBES_PASSING,)
    assert states(found, StageId.ADDRESS_CHOSEN, StageId.FELIX_CONFIGURED) == (PASSED, PASSED)
    assert states(found, StageId.BIRD_RUNNING, StageId.BGP_ESTABLISHED) == (UNKNOWN, UNKNOWN)
    assert found.states[StageId.PROBES_PASSING] is FAILED


class TestALogThatEndsTooEarly:
    """A whole log stops at one place; the container runs for an hour."""

    FACTS = (
        *milestones(*TO_STARTUP_FINISHED[:3]),
        WHOLE_LOG,
        running_for("calico-node", 60, is_init=False),
    )

    def test_a_run_that_lasts_is_stuck_there(self) -> None:
        assert STUCK in of(*self.FACTS).states.values()

    def test_a_run_that_was_killed_is_not_stuck(self) -> None:
        killed = ContainerExit(
            about=Subject(container="calico-node"), reason="Error", exit_code=137
        )
        assert STUCK not in of(*self.FACTS, killed).states.values()
