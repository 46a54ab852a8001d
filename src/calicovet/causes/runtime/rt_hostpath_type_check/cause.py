"""A path of the host is not of the sort that a volume of the pod demands."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import KubeletSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import Plan, RestartPod, Risk, RunOnNode, Step
from calicovet.model.stage import StageId
from calicovet.model.symptoms import CONTAINERS_NOT_STARTED
from calicovet.signals.message_owner import Whose, told, whose

_NAME = "rt-hostpath-type-check"
_CALICOS = frozenset(
    {
        *("lib-modules", "xtables-lock", "var-run-calico", "var-lib-calico", "policysync"),
        *("bpffs", "sys-fs", "sysfs", "nodeproc", "init-proc", "cni-bin-dir", "cni-net-dir"),
        *("cni-log-dir", "host-local-net-dir", "flexvol-driver-host", "calico-cni-plugin"),
    }
)


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, KubeletSaid, _NAME)
    if said is None:
        return
    known = said.detail("volume") in _CALICOS
    ours = whose(said) is Whose.OURS or (whose(said) is Whose.UNKNOWN and known)
    # What kube-proxy lacks on this host, calico-node may lack as well; it has not said so.
    sign = proves if ours else hints
    yield sign(
        said, volume=said.detail("volume"), path=said.detail("path"), wanted=said.detail("wanted")
    )


def plan(case: Case) -> Plan:
    said = told(case.node, KubeletSaid, _NAME)
    path = said.detail("path") if said else part("<path>")
    return Plan(
        steps=(
            RunOnNode(
                "look-at-the-path",
                commands=(command("ls -ld {path}", path=path),),
                risk=Risk.NONE,
            ),
            _repair(path, said.detail("wanted") if said else ""),
            RestartPod(),
        ),
        reaches=StageId.SANDBOX_READY,
    )


def _repair(path: str, wanted: str) -> Step:
    if path.rstrip("/") == "/sys/fs/bpf":
        return RunOnNode(
            "mount-bpf",
            commands=(
                "mkdir -p /sys/fs/bpf",
                "mountpoint -q /sys/fs/bpf || mount -t bpf bpf /sys/fs/bpf",
            ),
            undo=("umount /sys/fs/bpf",),
            saw="! mountpoint -q /sys/fs/bpf",
        )
    parent = path.rpartition("/")[0] or "/"
    if wanted == "file":
        return RunOnNode(
            "make-a-file",
            commands=(
                command("mkdir -p {parent}", parent=parent),
                command("touch {path}", path=path),
            ),
            undo=(command("[ -s {path} ] || rm -f {path}", path=path),),
            moves=(path,),
            saw=command("[ ! -f {path} ]", path=path),
        )
    if wanted == "directory":
        return RunOnNode(
            "make-a-directory",
            commands=(command("mkdir -p {path}", path=path),),
            undo=(
                command("[ ! -d {path} ] || rmdir --ignore-fail-on-non-empty {path}", path=path),
            ),
            moves=(path,),
            saw=command("[ ! -d {path} ]", path=path),
        )
    return RunOnNode("make-it-so", commands=(command("stat {path}", path=path),), risk=Risk.NONE)


CAUSE = Cause(
    name=_NAME,
    code="RUN006",
    stage=StageId.SANDBOX_READY,
    shows_as=CONTAINERS_NOT_STARTED,
    reads=(KubeletSaid,),
    failures=(
        fails(
            How.WRONG_TYPE,
            thing=(ThingClass.VOLUME, ThingClass.PATH, ThingClass.XTABLES_LOCK),
            by=(Speaker.KUBELET, Speaker.RUNTIME),
        ),
        fails(How.WRONG_TYPE, thing=(ThingClass.VOLUME, ThingClass.PATH), value=("bpffs", "sysfs")),
    ),
    examine=examine,
    plan=plan,
    prior=0.5,
    unforeseen=Unforeseen.SHOWN_BY_OTHER_CHECK,
)
