"""Failures of upgrade-ipam, and whether it has anything to migrate."""

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    ContainerState,
    Fact,
    IpamUpgradeSaid,
    ManagedBy,
    Milestone,
    MilestoneReached,
    OwnerKind,
    PathSeen,
    PodListed,
    Running,
)
from calicovet.signals.messages import message
from calicovet.startup.pod_readiness import init_progress

CONTAINER = "upgrade-ipam"
HOST_LOCAL = "/var/lib/cni/networks/k8s-pod-network"
READS: tuple[type[Fact], ...] = (
    IpamUpgradeSaid,
    MilestoneReached,
    ContainerState,
    PodListed,
    PathSeen,
    ManagedBy,
)
"""What the questions of this file ask for."""


def complaint(node: NodeView, *keys: str) -> IpamUpgradeSaid | None:
    """The newest complaint that goes by one of these keys."""
    return message(node, IpamUpgradeSaid, *keys)


def leftover(node: NodeView) -> PathSeen | None:
    """The directory of host-local's addresses, where it was seen: without it nothing is migrated."""
    return node.one(PathSeen, lambda seen: seen.present and seen.path.startswith(HOST_LOCAL))


def ended_after(node: NodeView, said: IpamUpgradeSaid) -> Fact | None:
    """The end of the migration, if it came after the complaint."""
    done = _done(node)
    if done is None or done.at is None or said.at is None:
        return None
    return done if done.at >= said.at else None


def nothing_to_migrate(node: NodeView) -> Fact | None:
    """A fact with which upgrade-ipam cannot be retrying on this node; None: unknown."""
    return (
        _done(node)
        or node.one(ContainerState, _ended_well)
        or node.one(PodListed, _is_past_the_first)
        or node.one(PathSeen, lambda seen: not seen.present and seen.path == HOST_LOCAL)
        # The operator never renders the container.
        or node.one(ManagedBy, lambda trace: trace.owner is OwnerKind.OPERATOR)
        or _other_first(node)
    )


def _done(node: NodeView) -> MilestoneReached | None:
    return node.one(
        MilestoneReached, lambda reached: reached.milestone is Milestone.IPAM_UPGRADE_DONE
    )


def _ended_well(state: ContainerState) -> bool:
    return (
        state.about.container == CONTAINER
        and state.phase is Running.TERMINATED
        and state.exit_code == 0
    )


def _is_past_the_first(listed: PodListed) -> bool:
    # Where there is an upgrade-ipam, it is the first of all.
    progress = init_progress(listed)
    return progress is not None and progress[0] > 0


def _other_first(node: NodeView) -> ContainerState | None:
    return node.one(
        ContainerState,
        lambda state: state.init and state.position == 0 and state.about.container != CONTAINER,
    )
