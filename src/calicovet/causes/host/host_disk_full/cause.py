"""A file system that calico-node or its runtime writes to is full."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import DiskFree, Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId

_KEY = "host-disk-full"
_WORDED_ELSEWHERE = {
    "cni-bin-dir-not-writable": "/opt/cni/bin",
    "name-file-not-written": "/var/lib/calico",
}
"""What ends a container of Calico because it could not write, and where that was."""
_NO_SPACE = "no space left on device"
_FULL = 100
_NEARLY = 95
_MATTERS = ("/var", "/opt", "/data", "/etc", "/run", "/docker", "/containerd")
_WATCHED = frozenset({"nodefs", "imagefs"})
"""The kubelet's names for the file systems of its directory and of images."""
_APART = ("/run/", "/var/run/", "/opt/")
"""Often separate file systems, which the kubelet does not watch."""
_NO_FILES = ("/sys/", "/proc/")
"""Trees of the kernel: no space there comes from kernel limits."""

_OF_THE_NODE = (
    *("/var/lib/kubelet", "/var/lib/containerd", "/var/lib/docker", "/var/lib/containers"),
    *("/var/lib/calico", "/var/lib/cni", "/var/lib/rancher", "/var/log/", "/var/run/", "/run/"),
    *("/etc/", "/opt/cni", "/host/", "/usr/", "/tmp/"),
)


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(Said, _tells_no_space)
    disks = case.node.all(DiskFree, lambda found: _matters(found.mount))
    full = next((disk for disk in disks if disk.used_percent >= _FULL), None)
    if full is not None:
        words = {"mount": full.mount, "percent": full.used_percent}
        yield (indicates(full, **words) if said is None else proves(said, full, **words))
    elif disks and _is_fine(disks):
        yield denies(*disks[:2])
    elif said is not None:
        path = _WORDED_ELSEWHERE.get(_topic(said), said.detail("path"))
        # The kernel says the same when cgroups or watches run out, but names no file then.
        # A file of an application may lie on a separate volume.
        told = any(disk.mount not in _WATCHED or not path.startswith(_APART) for disk in disks)
        sign = indicates if path.startswith(_OF_THE_NODE) and not told else hints
        yield sign(said, mount=path or "?")


def _tells_no_space(said: Said) -> bool:
    if _topic(said) in _WORDED_ELSEWHERE:
        return any(_NO_SPACE in value for _, value in said.details)
    return said.key == _KEY and not said.detail("path").startswith(_NO_FILES)


def _topic(said: Said) -> str:
    return said.key.partition(":")[0]


def _matters(mount: str) -> bool:
    return mount == "/" or mount in _WATCHED or mount.startswith(_MATTERS)


def _is_fine(disks: tuple[DiskFree, ...]) -> bool:
    """Whether both blocks and inodes were shown and neither is short."""
    kinds = {disk.inodes for disk in disks if disk.mount == "/"}
    return kinds == {True, False} and all(disk.used_percent < _NEARLY for disk in disks)


CAUSE = Cause(
    name="host-disk-full",
    code="HST008",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.PENDING,
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(Said, DiskFree),
    decided_by=(DiskFree,),
    failures=(
        fails(How.NO_SPACE),
        fails(How.NO_SPACE, How.FULL, thing=(ThingClass.DISK, ThingClass.PATH)),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "who-fills-it",
                commands=(
                    "df -h / /var /opt",
                    "df -i / /var /opt",
                    "du -xsh /var/log/* /var/lib/* 2>/dev/null | sort -h | tail",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("free-space", risk=Risk.TOUCHES_HOST),
            RestartPod(),
        ),
    ),
    explains=("cni-bin-dir-not-writable", "name-file-not-written"),
    prior=0.8,
)
