"""Programs may not be run from the file system that /opt/cni/bin is on."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, indicates, proves
from calicovet.model.facts import CniInstallSaid, CniPluginSaid, KernelSaid, MountTable
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import vfs_options
from calicovet.model.remediation.plan import AskHuman, Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import INIT_OR_TRAFFIC_FAILS
from calicovet.signals.messages import message
from calicovet.signals.mounts import mount_of

_NAME = "cni-noexec-mount"
_DIRECTORY = "/opt/cni/bin"
_OPTIONS = vfs_options(_DIRECTORY)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    refused = message(node, CniPluginSaid, _NAME)
    mounted = node.one(KernelSaid, lambda said: said.key.partition(":")[0] == _NAME)
    mount = mounted.detail("mount") if mounted is not None else _DIRECTORY
    if refused is not None:
        words = {"program": f"{_DIRECTORY}/{refused.detail('binary')}", "mount": mount}
        if mounted is not None:
            yield proves(refused, mounted, **words)
        elif message(node, KernelSaid, "cni-selinux-denied:avc"):
            # The security module refuses in the same words.
            yield hints(refused, **words)
        elif (table := node.one(MountTable)) and not _forbids(table):
            # By now it may be run: a journal's lines are from before, or the file itself is at fault.
            yield hints(refused, table, **words)
        else:
            yield proves(refused, **words)
    elif mounted is not None:
        yield indicates(mounted, program=f"{_DIRECTORY}/calico", mount=mount)
    elif (said := message(node, CniInstallSaid, f"{_NAME}:version")) is not None:
        yield hints(said, program=f"{_DIRECTORY}/calico", mount=mount)


def _forbids(table: MountTable) -> bool:
    return "noexec" in mount_of(table, _DIRECTORY).options


CAUSE = Cause(
    name=_NAME,
    code="INI009",
    stage=StageId.CNI_INSTALLED,
    shows_as=INIT_OR_TRAFFIC_FAILS,
    reads=(CniPluginSaid, CniInstallSaid, KernelSaid, MountTable),
    decided_by=(CniPluginSaid,),
    failures=(
        fails(How.NOT_EXECUTABLE, thing=ThingClass.PATH, value=("cni-bin", "cni-bin-parent")),
        fails(How.NOT_EXECUTABLE, thing=ThingClass.PROGRAM, value=("calico", "calico-ipam")),
        fails(
            How.PERMISSION_DENIED,
            How.NOT_PERMITTED,
            thing=ThingClass.PATH,
            value="cni-bin",
            by=(Speaker.CNI_PLUGIN, Speaker.KUBELET, Speaker.RUNTIME),
            doing=Act.RUN,
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-at-the-mount",
                commands=(
                    f"findmnt -no TARGET,SOURCE,FSTYPE,OPTIONS -T {_DIRECTORY}",
                    f"ls -l {_DIRECTORY}/calico",
                    f"{_DIRECTORY}/calico -v",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "remount-it",
                commands=(
                    f"mount=$(findmnt -nro TARGET -T {_DIRECTORY})",
                    # Of the mount alone: what else it forbids stays forbidden.
                    f'mount -o "remount,bind,{_OPTIONS},exec" "$mount"',
                    '[ ! -f /etc/fstab ] || sed -i -E "\\#^[^\\#]+[[:space:]]${mount}[[:space:]]#'
                    's/\\bnoexec\\b/exec/" /etc/fstab',
                ),
                undo=(
                    f'mount -o "remount,bind,{_OPTIONS},noexec"'
                    f' "$(findmnt -nro TARGET -T {_DIRECTORY})"',
                ),
                edits=("/etc/fstab",),
                saw=f"findmnt -nro VFS-OPTIONS -T {_DIRECTORY} | grep -qw noexec",
            ),
            RestartPod(),
        ),
        instead=Plan(steps=(AskHuman("another-directory", risk=Risk.ROLLS_ALL_NODES),)),
    ),
    prior=0.2,
)
