"""The file system that BPF needs cannot be mounted on the host."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    CniInstallSaid,
    ContainerExit,
    ContainerState,
    Fact,
    HarmlessLine,
    SettingSeen,
)
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import INIT_OR_TRAFFIC_FAILS
from calicovet.signals.messages import message

_KEY = "bpffs-mount-failed"
_MOUNTINFO = f"{_KEY}:mountinfo"
_NOTICED = frozenset({f"{_KEY}:any", _MOUNTINFO})
_HARMLESS = "bpffs-best-effort"
_CONTAINERS = frozenset({"mount-bpffs", "ebpf-bootstrap"})
_CODES = frozenset({2, 3})
"""What `calico-node -init` exits with where it cannot mount: 2 for BPF, 3 for cgroup2."""
_BPF = frozenset({"bpfEnabled", "FELIX_BPFENABLED"})
_PLACES = {"BPF": "/sys/fs/bpf", "cgroup2": "/run/calico/cgroup"}
"""Where Calico mounts them on the host."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    ended = message(node, CniInstallSaid, _KEY)
    noticed: Fact | None = message(node, CniInstallSaid, *_NOTICED)
    harmless = node.one(HarmlessLine, lambda found: found.key == _HARMLESS)
    exit_ = _exit(node)
    if ended is not None:
        yield proves(ended, what=ended.detail("what"))
        return
    told = noticed or harmless
    if told is None:
        if exit_ is not None:
            yield indicates(exit_, what=_by_code(exit_))
        return
    what = _what(told, exit_)
    bpf = node.one(SettingSeen, lambda found: found.name in _BPF)
    if exit_ is not None:
        yield proves(told, exit_, what=what)
    elif bpf is not None and bpf.value.lower() == "true":
        yield indicates(told, bpf, what=what)
    elif bpf is not None:
        # Only the BPF data plane needs it.
        yield denies(told, bpf)
    elif noticed is not None:
        yield hints(noticed, what=what)


def _exit(node: NodeView) -> ContainerState | ContainerExit | None:
    return node.one(ContainerState, _ended) or node.one(ContainerExit, _ended)


def _ended(found: ContainerState | ContainerExit) -> bool:
    return found.about.container in _CONTAINERS and found.exit_code in _CODES


def _by_code(ended: ContainerState | ContainerExit) -> str:
    return "BPF" if ended.exit_code == min(_CODES) else "cgroup2"


def _what(told: Fact, ended: ContainerState | ContainerExit | None) -> str:
    if isinstance(told, CniInstallSaid):
        # Only the look for cgroup2 opens that file.
        named = "cgroup2" if told.key == _MOUNTINFO else told.detail("what")
        if named:
            return named
    return _by_code(ended) if ended is not None else "BPF"


def _failed(node: NodeView) -> str:
    """Which of the two it is, as far as anything says so."""
    said = node.one(CniInstallSaid, lambda found: found.key == _KEY or found.key in _NOTICED)
    ended = _exit(node)
    if said is not None:
        return _what(said, ended)
    return _by_code(ended) if ended is not None else "BPF"


def plan(case: Case) -> Plan:
    what = _failed(case.node)
    place = _PLACES[what]
    mount: tuple[str, ...] = (command("mount -t bpf bpf {place}", place=place),)
    if what == "cgroup2":
        mount = (
            command("mkdir -p {place}", place=place),
            command("mount -t cgroup2 none {place}", place=place),
        )
    return Plan(
        steps=(
            RunOnNode(
                "see-what-is-mounted",
                commands=(
                    "mount | grep -E 'bpf|cgroup2'",
                    "uname -r; grep -E 'CONFIG_BPF_SYSCALL|CONFIG_CGROUP_BPF' /boot/config-$(uname -r)",
                    "cat /sys/kernel/security/lockdown; getenforce",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "mount-it",
                commands=mount,
                undo=(command("umount {place}", place=place),),
                saw=command("! mountpoint -q {place}", place=place),
            ),
            RestartPod(),
        ),
        instead=Plan(steps=(AskHuman("without-bpf", risk=Risk.CLUSTER_WIDE),)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


CAUSE = Cause(
    name="bpffs-mount-failed",
    code="INI012",
    stage=StageId.BPF_PREPARED,
    shows_as=INIT_OR_TRAFFIC_FAILS,
    reads=(CniInstallSaid, HarmlessLine, ContainerState, ContainerExit, SettingSeen),
    decided_by=(CniInstallSaid,),
    failures=(
        fails(How.OBJECT_MISSING, thing=ThingClass.CGROUP, by=Speaker.MOUNT_BPFFS),
        fails(
            How.FAILED,
            How.MISSING,
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            How.NOT_SUPPORTED,
            How.BUSY,
            How.INVALID_ARGUMENT,
            How.READ_ONLY,
            thing=(ThingClass.BPF, ThingClass.PATH),
            value=("filesystem", "bpffs"),
        ),
        fails(
            How.FAILED,
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            How.NOT_SUPPORTED,
            How.BUSY,
            How.INVALID_ARGUMENT,
            thing=ThingClass.CGROUP,
            by=Speaker.MOUNT_BPFFS,
            doing=Act.MOUNT,
        ),
        fails(
            How.EXIT,
            thing=ThingClass.CONTAINER,
            value=("mount-bpffs", "ebpf-bootstrap"),
            saying=("2", "3"),
        ),
        fails(How.TOO_OLD, How.NOT_SUPPORTED, thing=ThingClass.KERNEL),
    ),
    examine=examine,
    plan=plan,
    explains=("felix-bpf-attach-failed",),
    prior=0.2,
)
