"""Stages of init containers, chained in the pod's order."""

from collections.abc import Callable
from datetime import timedelta

from calicovet.model.facts import (
    CniInstallSaid,
    ContainerExit,
    ContainerState,
    Fact,
    FatalLine,
    IpamUpgradeSaid,
    Milestone,
    Running,
    RunningFor,
    StartupSaid,
)
from calicovet.model.stage import StageId
from calicovet.startup.node_config import Config
from calicovet.startup.stages.stage import Stage, Words, reached, said, seen_where

PATIENCE = timedelta(minutes=2)

STAGE_OF = {"upgrade-ipam": StageId.IPAM_UPGRADED, "install-cni": StageId.CNI_INSTALLED}
"""All other init containers prepare the host for the dataplane."""
PREPARES = StageId.BPF_PREPARED
_BPF_KEYS = ("bpf*", "flexvol*")


def stage_of(container: str) -> StageId:
    """The stage that an init container achieves."""
    return STAGE_OF.get(container, PREPARES)


def _of(stage: StageId) -> Callable[[Fact], bool]:
    return lambda fact: bool(fact.about.container) and stage_of(fact.about.container) is stage


def _done(stage: StageId) -> Words:
    ours = _of(stage)
    return seen_where(
        ContainerState,
        lambda state: (
            state.init and ours(state) and state.phase is Running.TERMINATED and not state.exit_code
        ),
    )


def _broken(stage: StageId) -> Words:
    ours = _of(stage)
    return seen_where(
        ContainerState,
        lambda state: state.init and ours(state) and ended_badly(state),
    ) + seen_where(
        ContainerExit, lambda ended: not _is_main(ended) and ours(ended) and bool(ended.exit_code)
    )


def _ends_of_it(stage: StageId) -> Words:
    """calico-node's own program, run by an init container, cannot begin there."""
    ours = _of(stage)
    return seen_where(StartupSaid, lambda told: told.fatal and not _is_main(told) and ours(told))


def ended_badly(state: ContainerState) -> bool:
    """Whether a container has exited with an error, or waits to be started again."""
    if state.phase is Running.TERMINATED:
        return bool(state.exit_code)
    return state.phase is Running.WAITING and state.reason in ("CrashLoopBackOff", "Error")


def _is_main(fact: Fact) -> bool:
    return fact.about.container in ("", "calico-node", "kube-flannel")


def _running_on(stage: StageId) -> Words:
    ours = _of(stage)
    return seen_where(
        RunningFor,
        lambda running: not _is_main(running) and ours(running) and running.duration > PATIENCE,
    )


def _ended(*processes: str) -> Words:
    """A line with which the container's program ended, whatever it is about."""
    return seen_where(FatalLine, lambda line: line.process in processes)


def _listed(stage: StageId) -> Callable[[Config], bool]:
    def applies(config: Config) -> bool:
        if config.init_containers is not None:
            return any(stage_of(container) is stage for container in config.init_containers)
        # The operator never renders upgrade-ipam.
        return not (stage is StageId.IPAM_UPGRADED and config.operator)

    return applies


def _stage(stage: StageId, *, passed: Words = (), failed: Words = (), stuck: Words = ()) -> Stage:
    return Stage(
        id=stage,
        applies=_listed(stage),
        passed_by=_done(stage) + passed,
        failed_by=_broken(stage) + _ends_of_it(stage) + failed,
        stuck_by=_running_on(stage) + stuck,
        patience=PATIENCE,
    )


STAGES = (
    _stage(
        StageId.IPAM_UPGRADED,
        # Each begins when the one before it has ended well.
        passed=reached(Milestone.IPAM_UPGRADE_DONE, Milestone.CNI_INSTALL_BEGAN),
        failed=said(IpamUpgradeSaid, fatal=True) + _ended("upgrade-ipam"),
        # Whatever it complains of, it tries again every second, for ever.
        stuck=said(IpamUpgradeSaid, fatal=False),
    ),
    _stage(
        StageId.CNI_INSTALLED,
        passed=reached(Milestone.CNI_INSTALLED),
        failed=said(CniInstallSaid, "cni*", "rbac*", "x509*", "api*", fatal=True)
        + _ended("install-cni"),
    ),
    _stage(
        StageId.BPF_PREPARED,
        passed=reached(Milestone.BPF_PREPARED),
        failed=said(CniInstallSaid, *_BPF_KEYS, fatal=True)
        + _ended("mount-bpffs", "hostpath-init"),
    ),
)
