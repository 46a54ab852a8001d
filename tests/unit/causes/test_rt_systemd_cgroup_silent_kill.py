import pytest

from calicovet.causes.runtime.rt_systemd_cgroup_silent_kill.cause import CAUSE
from calicovet.model.cause import Strength
from calicovet.model.facts import (
    Claimed,
    ContainerCgroup,
    Fact,
    KubeletCgroupDriver,
    KubeletVersion,
    RuntimeCgroupDriver,
    RuntimeVersion,
    Topic,
)
from tests.unit.causes.signs import case_of, only_sign, strength

_KUBELET = KubeletCgroupDriver(driver="systemd")
_RUNTIME = RuntimeCgroupDriver(driver="cgroupfs")
_ID = "5d1e0f7c44ab9921c3e0aa67b1f5fc0b"
_SLICE = ContainerCgroup(path=f"/system.slice/kubepods-podx.slice:cri-containerd:{_ID}")
_SCOPE = ContainerCgroup(path=f"/kubepods.slice/kubepods-podx.slice/cri-containerd-{_ID}.scope")


def test_a_literal_slice_proves_it_alone() -> None:
    sign = only_sign(CAUSE, case_of(_SLICE))
    assert sign is not None
    assert sign.strength is Strength.PROVES
    assert sign.details == {"kubelet": "systemd", "runtime": "cgroupfs"}


def test_a_scope_denies_it_whatever_the_files_say() -> None:
    assert strength(CAUSE, case_of(_SCOPE, _KUBELET, _RUNTIME)) is Strength.DENIES


def test_the_scope_of_a_login_session_says_nothing() -> None:
    session = ContainerCgroup(path="/user.slice/user-0.slice/session-3.scope")
    assert only_sign(CAUSE, case_of(session)) is None


@pytest.mark.parametrize(
    ("versions", "expected"),
    [
        ((KubeletVersion(version="v1.27.4"),), Strength.PROVES),
        ((Claimed(topic=Topic.KUBERNETES_VERSION, value="v1.27.4"),), Strength.PROVES),
        ((), Strength.INDICATES),
        (
            (
                KubeletVersion(version="v1.32.1"),
                RuntimeVersion(version="containerd://2.0.2"),
            ),
            Strength.DENIES,
        ),
        (
            (
                Claimed(topic=Topic.KUBERNETES_VERSION, value="1.33"),
                Claimed(topic=Topic.RUNTIME_VERSION, value="2.1.0"),
            ),
            Strength.DENIES,
        ),
        (
            (
                KubeletVersion(version="v1.32.1"),
                RuntimeVersion(version="containerd://1.7.24"),
            ),
            Strength.PROVES,
        ),
    ],
)
def test_two_files_weigh_by_whether_the_kubelet_follows(
    versions: tuple[Fact, ...], expected: Strength
) -> None:
    assert strength(CAUSE, case_of(_KUBELET, _RUNTIME, *versions)) is expected


@pytest.mark.parametrize(
    "facts",
    [
        (_KUBELET, RuntimeCgroupDriver(driver="systemd")),
        (KubeletCgroupDriver(driver="cgroupfs"), _RUNTIME),
        (RuntimeCgroupDriver(driver="systemd"),),
        (KubeletCgroupDriver(driver="cgroupfs"),),
    ],
)
def test_one_driver_of_the_right_kind_is_enough_to_deny_it(facts: tuple[Fact, ...]) -> None:
    assert strength(CAUSE, case_of(*facts)) is Strength.DENIES


def test_the_runtimes_file_alone_only_hints() -> None:
    assert strength(CAUSE, case_of(_RUNTIME)) is Strength.HINTS


def test_docker_only_hints() -> None:
    docker = RuntimeCgroupDriver(driver="cgroupfs", runtime="docker")
    assert strength(CAUSE, case_of(_KUBELET, docker)) is Strength.HINTS


def test_a_new_node_hints_and_the_kubelets_file_alone_says_nothing() -> None:
    new = Claimed(topic=Topic.NEW_NODE, value="node13")
    assert strength(CAUSE, case_of(new)) is Strength.HINTS
    assert only_sign(CAUSE, case_of(_KUBELET)) is None


def test_the_plan_keeps_the_old_file() -> None:
    plan = CAUSE.plan_for(case_of(_SLICE))
    assert plan.steps[0].edits == ("/etc/containerd/config.toml",)  # type: ignore[union-attr]
