"""upgrade-ipam: what it complains of, and when it cannot be complaining."""

from datetime import UTC, datetime, timedelta

import pytest

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
from calicovet.model.subject import Subject
from calicovet.signals.ipam_upgrade import (
    HOST_LOCAL,
    complaint,
    ended_after,
    leftover,
    nothing_to_migrate,
)

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def view(*facts: Fact) -> NodeView:
    return NodeView("n1", facts)


def done(at: datetime | None = None) -> MilestoneReached:
    return MilestoneReached(milestone=Milestone.IPAM_UPGRADE_DONE, process="upgrade-ipam", at=at)


def init(container: str, phase: Running, position: int = 0, code: int | None = None) -> Fact:
    about = Subject(node="n1", container=container)
    return ContainerState(about=about, init=True, position=position, phase=phase, exit_code=code)


def listed(status: str) -> PodListed:
    return PodListed(ready=0, total=1, status=status)


def test_only_the_keys_that_were_asked_for_are_complaints() -> None:
    node = view(IpamUpgradeSaid(key="ipamup-step:looking"), IpamUpgradeSaid(key="ipamup-x"))
    assert complaint(node, "ipamup-x") == IpamUpgradeSaid(key="ipamup-x")
    assert complaint(node, "ipamup-y") is None


def test_a_file_in_the_directory_shows_the_directory() -> None:
    assert leftover(view(PathSeen(path=f"{HOST_LOCAL}/10.0.0.7", present=True))) is not None
    assert leftover(view(PathSeen(path=HOST_LOCAL, present=False))) is None


@pytest.mark.parametrize(("after", "ended"), [(timedelta(minutes=1), True), (-timedelta(1), False)])
def test_an_end_counts_only_after_the_complaint(after: timedelta, ended: bool) -> None:
    said = IpamUpgradeSaid(key="ipamup-x", at=NOON)
    assert (ended_after(view(done(NOON + after)), said) is not None) is ended


def test_an_end_without_a_time_proves_nothing_against_a_complaint() -> None:
    assert ended_after(view(done()), IpamUpgradeSaid(key="ipamup-x", at=NOON)) is None


@pytest.mark.parametrize(
    "fact",
    [
        done(),
        init("upgrade-ipam", Running.TERMINATED, code=0),
        init("install-cni", Running.RUNNING),
        listed("Init:1/3"),
        PathSeen(path=HOST_LOCAL, present=False),
        ManagedBy(owner=OwnerKind.OPERATOR),
    ],
)
def test_it_has_nothing_to_migrate(fact: Fact) -> None:
    assert nothing_to_migrate(view(fact)) is fact


@pytest.mark.parametrize(
    "fact",
    [
        init("upgrade-ipam", Running.RUNNING),
        init("upgrade-ipam", Running.TERMINATED, code=2),
        init("install-cni", Running.WAITING, position=1),
        listed("Init:0/3"),
        listed("Init:CrashLoopBackOff"),
        PathSeen(path=HOST_LOCAL, present=True),
        ManagedBy(owner=OwnerKind.MANIFEST),
    ],
)
def test_it_may_be_migrating(fact: Fact) -> None:
    assert nothing_to_migrate(view(fact)) is None
