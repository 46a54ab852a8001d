"""What a sickness looks like from outside."""

from dataclasses import replace
from datetime import timedelta

import pytest

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    BgpNotEstablished,
    Claimed,
    CniInstallSaid,
    CniPluginSaid,
    ContainerExit,
    DatastoreReady,
    EventSeen,
    Fact,
    FelixHealth,
    FelixSaid,
    KilledByProbe,
    Milestone,
    Probe,
    ProbeFailed,
    Running,
    StartupSaid,
    Topic,
    WorkloadListed,
)
from calicovet.model.stage import Shape
from calicovet.model.subject import Subject
from calicovet.startup.stages.resolve import resolve_stages
from calicovet.startup.stages.symptom import shape_from
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


def shape_of(seen: NodeView) -> Shape | None:
    return shape_from(seen.facts, resolve_stages(seen).states)


READY = FelixHealth(live=True, ready=True)
STARTED = milestones(*TO_STARTUP_FINISHED)
UNREADY = ProbeFailed(probe=Probe.READINESS, text="BIRD is not ready: BGP not established")


def ended(code: int, reason: str = "Error") -> ContainerExit:
    return ContainerExit(about=Subject(container="calico-node"), reason=reason, exit_code=code)


def event(reason: str, message: str = "") -> EventSeen:
    return EventSeen(type="Warning", reason=reason, message=message)


@pytest.mark.parametrize(
    ("facts", "shape"),
    [
        ((), None),
        # No container yet
        ((event("FailedCreate", "quota"),), Shape.NOT_CREATED),
        ((WorkloadListed(kind="DaemonSet", name="calico-node", desired=0),), Shape.NOT_CREATED),
        ((listed("Pending"),), Shape.PENDING),
        ((event("FailedScheduling"),), Shape.PENDING),
        ((listed("ContainerCreating"),), Shape.CONTAINER_NOT_CREATED),
        ((listed("Init:ErrImagePull"),), Shape.CONTAINER_NOT_CREATED),
        ((listed("Init:0/3"), event("FailedMount")), Shape.CONTAINER_NOT_CREATED),
        (
            (
                listed("Init:0/3"),
                init("upgrade-ipam", 0, Running.WAITING, reason="PodInitializing"),
            ),
            Shape.CONTAINER_NOT_CREATED,
        ),
        # Init containers
        ((listed("Init:0/3"),), Shape.INIT_STUCK),
        ((listed("Init:0/3", minutes=None),), Shape.INIT_STUCK),
        ((listed("Init:0/3", minutes=1),), None),
        ((listed("Init:0/3"), *inits_waiting_after(0)), Shape.INIT_STUCK),
        ((listed("Init:0/3", restarts=4),), Shape.INIT_FAILING),
        ((*inits_waiting_after(0), running_for("upgrade-ipam", 60)), Shape.INIT_STUCK),
        ((listed("Init:CrashLoopBackOff", restarts=4),), Shape.INIT_FAILING),
        ((listed("Init:Error"),), Shape.INIT_FAILING),
        ((CniInstallSaid(key="cni-token-failed", fatal=True),), Shape.INIT_FAILING),
        ((claimed("init"),), Shape.INIT_STUCK),
        ((claimed("init"), claimed("crash-loop")), Shape.INIT_FAILING),
        ((claimed("init"), *STARTED), None),
        # It ends by itself
        ((fatal("ip-conflict-duplicate"),), Shape.EXITS_AT_STARTUP),
        ((listed("CrashLoopBackOff", restarts=9), ended(1)), Shape.EXITS_AT_STARTUP),
        (milestones(Milestone.NODE_FAILED_TO_START), Shape.EXITS_AT_STARTUP),
        ((fatal("rbac-forbidden"), liveness()), Shape.EXITS_AT_STARTUP),
        ((ended(139),), Shape.EXITS_AT_STARTUP),
        ((replace(main(Running.TERMINATED), exit_code=1),), Shape.EXITS_AT_STARTUP),
        # It retries
        ((StartupSaid(key="ds-retry"),), Shape.STUCK_AT_STARTUP),
        ((StartupSaid(key="ds-retry"), liveness()), Shape.STUCK_AT_STARTUP),
        # It is killed
        ((liveness(), *STARTED), Shape.KILLED_BEFORE_FELIX),
        ((ended(137), *STARTED), Shape.KILLED_BEFORE_FELIX),
        ((claimed("crash-loop"), WHOLE_LOG, *STARTED), Shape.KILLED_BEFORE_FELIX),
        ((claimed("crash-loop"), *STARTED), None),
        # The paste ends with the log: what is missing may not have been copied.
        ((claimed("crash-loop"), replace(WHOLE_LOG, breaks_off=True), *STARTED), None),
        (
            (liveness(), replace(WHOLE_LOG, breaks_off=True), *STARTED),
            Shape.KILLED_BEFORE_FELIX,
        ),
        ((claimed("restarts"), READY), Shape.KILLED_WHILE_READY),
        ((ended(0, "Completed"), READY), Shape.KILLED_WHILE_READY),
        ((listed("CrashLoopBackOff", restarts=12), ended(137), READY), Shape.KILLED_WHILE_READY),
        ((KilledByProbe(probe=Probe.LIVENESS), READY), Shape.KILLED_WHILE_READY),
        (
            (READY, *milestones(Milestone.STOPPED_BY_SIGNAL, process="felix")),
            Shape.KILLED_WHILE_READY,
        ),
        (
            (event("Killing", "failed liveness probe, will be restarted"), READY),
            Shape.KILLED_WHILE_READY,
        ),
        (
            (main(Running.WAITING, reason="CrashLoopBackOff", restarts=7), READY),
            Shape.KILLED_WHILE_READY,
        ),
        ((listed("CrashLoopBackOff", restarts=12),), None),
        ((claimed("restarts"), FelixSaid(key="felix-xtables-lock", fatal=True)), None),
        (
            (listed("Running", restarts=9), FelixSaid(key="felix-xtables-lock", fatal=True)),
            Shape.RUNNING_NOT_READY,
        ),
        # It is not ready
        ((listed("Running", "0/1"),), Shape.RUNNING_NOT_READY),
        ((main(Running.RUNNING, ready=False),), Shape.RUNNING_NOT_READY),
        ((BgpNotEstablished(peers=("10.0.0.1",)),), Shape.RUNNING_NOT_READY),
        ((UNREADY,), Shape.RUNNING_NOT_READY),
        ((claimed("not-ready"),), Shape.RUNNING_NOT_READY),
        ((FelixSaid(key="felix-xtables-lock", fatal=True),), Shape.RUNNING_NOT_READY),
        ((FelixSaid(key="typha-none-ready"),), Shape.RUNNING_NOT_READY),
        ((listed("Running", "0/1"), liveness(), READY), Shape.RUNNING_NOT_READY),
        ((listed("Running", "0/1", restarts=5), UNREADY, READY), Shape.RUNNING_NOT_READY),
        # It is ready
        ((listed("Running", "1/1"),), None),
        ((listed("Running", "1/1", restarts=30),), Shape.READY_BUT_FLAPPING),
        ((listed("Running", "1/1", restarts=3, minutes=60 * 24 * 60),), None),
        ((listed("Running", "1/1"), claimed("restarts")), Shape.READY_BUT_FLAPPING),
        ((main(Running.RUNNING, ready=True, restarts=8),), Shape.READY_BUT_FLAPPING),
        ((listed("Running", "1/1"), Claimed(topic=Topic.TRAFFIC_DEAD)), Shape.READY_BUT_BROKEN),
        ((listed("Running", "1/1"), CniPluginSaid(key="any")), Shape.READY_BUT_BROKEN),
        ((listed("Running", "1/1"), DatastoreReady(ready=False)), Shape.READY_BUT_BROKEN),
        ((listed("Running", "1/1"), DatastoreReady(ready=True)), None),
    ],
)
def test_the_shape_of(facts: tuple[Fact, ...], shape: Shape | None) -> None:
    assert shape_of(view(*facts)) is shape


def test_a_restart_of_today_is_flapping_and_one_of_last_week_is_not() -> None:
    lately = replace(listed("Running", "1/1", restarts=1), restarted_ago=timedelta(minutes=5))
    assert shape_of(view(lately)) is Shape.READY_BUT_FLAPPING
    assert shape_of(view(replace(lately, restarted_ago=timedelta(days=7)))) is None


@pytest.mark.parametrize(
    "key",
    [
        *("name-invalid:hostname", "ds-unauthorized", "ds-migration-or-ipam-upgrade-failed:host"),
        *("ds-kubeadm-config-timeout", "ip-method-invalid", "ip-conflict-duplicate"),
        *("ds-node-write-failed", "pool-env-invalid:blocksize", "ds-defaults-failed"),
        *("rbac-forbidden", "pool-exhausted:none-of"),
    ],
)
def test_a_program_that_ends_at_any_of_its_steps_exits_at_startup(key: str) -> None:
    assert shape_of(view(fatal(key))) is Shape.EXITS_AT_STARTUP
