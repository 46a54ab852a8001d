import pytest

from calicovet.causes.runtime.rt_cgroup_driver_reverse.cause import CAUSE
from calicovet.model.cause import Strength
from calicovet.model.facts import (
    Fact,
    KubeletCgroupDriver,
    KubeletSaid,
    RuntimeCgroupDriver,
    RuntimeSaid,
)
from calicovet.model.remediation.plan import RestartUnit
from tests.unit.causes.signs import case_of, only_sign, strength

_REFUSED = RuntimeSaid(key="rt-cgroup-driver-reverse", details=(("path", "/kubepods/x"),))
_DIFFERS = KubeletSaid(
    key="rt-cgroup-driver-reverse:kubelet",
    details=(("kubelet", "systemd"), ("runtime", "cgroupfs")),
)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((_REFUSED,), Strength.PROVES),
        ((_DIFFERS,), Strength.PROVES),
        ((RuntimeSaid(key="rt-runtime-hung:rpc"),), None),
        (
            (KubeletCgroupDriver(driver="cgroupfs"), RuntimeCgroupDriver(driver="systemd")),
            Strength.PROVES,
        ),
        (
            (KubeletCgroupDriver(driver="cgroupfs"), RuntimeCgroupDriver(driver="cgroupfs")),
            Strength.DENIES,
        ),
        ((KubeletCgroupDriver(driver="systemd"),), Strength.DENIES),
        ((KubeletCgroupDriver(driver="cgroupfs"),), None),
        ((RuntimeCgroupDriver(driver="systemd"),), None),
        ((), None),
    ],
)
def test_the_refusal_proves_it_and_drivers_that_agree_deny_it(
    facts: tuple[Fact, ...], expected: Strength | None
) -> None:
    assert strength(CAUSE, case_of(*facts)) is expected


def test_the_drivers_are_reported_as_the_line_names_them() -> None:
    refused, differs = only_sign(CAUSE, case_of(_REFUSED)), only_sign(CAUSE, case_of(_DIFFERS))
    assert refused is not None
    assert differs is not None
    assert refused.details == {"kubelet": "cgroupfs", "runtime": "systemd"}
    assert differs.details == {"kubelet": "systemd", "runtime": "cgroupfs"}


def test_the_plan_restarts_the_runtime_that_refused() -> None:
    docker = RuntimeSaid(key="rt-cgroup-driver-reverse:docker")
    assert RestartUnit(("docker", "kubelet")) in CAUSE.plan_for(case_of(docker)).steps
    assert RestartUnit(("containerd", "kubelet")) in CAUSE.plan_for(case_of(_REFUSED)).steps
