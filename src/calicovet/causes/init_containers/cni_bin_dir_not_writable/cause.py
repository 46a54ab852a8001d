"""install-cni cannot write the plugin's programs to the host."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.facts import CniInstallSaid, Milestone, MilestoneReached
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import open_mount
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import INIT_FAILS

_NAME = "cni-bin-dir-not-writable"
_KEYS = (f"{_NAME}:none", f"{_NAME}:file", _NAME)
"""The message that ends it comes before the one that only skips a directory."""
_DIRECTORY = "/opt/cni/bin"
_MOUNTED = "/host"
_REFUSED = frozenset({"permission denied", "operation not permitted"})


def examine(case: Case) -> Iterator[Sign]:
    said = _complaint(case.node)
    if said is None:
        return
    written = _later(case.node, said, Milestone.CNI_BINARIES_WRITTEN)
    if written is not None:
        # The second directory took them, or a later run did.
        yield denies(written)
        return
    error = said.detail("error").lower()
    if error == "no space left on device":
        yield denies(said)
        return
    # A security module refuses in the same words as the file system.
    unsure = error in _REFUSED
    # Before v3.24 it goes on without the plugins; a log that was picked from may lack that they were written.
    unsure = unsure or _later(case.node, said, Milestone.CNI_INSTALLED) is not None
    sign = indicates if unsure else proves
    yield sign(said, path=_path(said), error=error or "not writeable")


def _complaint(node: NodeView) -> CniInstallSaid | None:
    said = {found.key: found for found in reversed(node.all(CniInstallSaid))}
    return next((said[key] for key in _KEYS if key in said), None)


def _later(node: NodeView, said: CniInstallSaid, milestone: Milestone) -> MilestoneReached | None:
    return node.one(
        MilestoneReached,
        lambda reached: (
            reached.milestone is milestone
            and reached.at is not None
            and said.at is not None
            and reached.at >= said.at
        ),
    )


def _path(said: CniInstallSaid) -> str:
    return said.detail("path").removeprefix(_MOUNTED) or _DIRECTORY


CAUSE = Cause(
    name=_NAME,
    code="INI005",
    stage=StageId.CNI_INSTALLED,
    shows_as=INIT_FAILS,
    reads=(CniInstallSaid, MilestoneReached),
    failures=(
        fails(
            How.READ_ONLY,
            How.PERMISSION_DENIED,
            How.NOT_PERMITTED,
            How.BUSY,
            How.NOT_A_DIRECTORY,
            How.IS_A_DIRECTORY,
            thing=ThingClass.PATH,
            value=("cni-bin", "cni-config"),
            by=Speaker.INSTALL_CNI,
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-at-the-directory",
                commands=(
                    f"findmnt -no TARGET,FSTYPE,OPTIONS -T {_DIRECTORY}",
                    f"lsattr -d /opt /opt/cni {_DIRECTORY}",
                    f"touch {_DIRECTORY}/.try && rm {_DIRECTORY}/.try && echo writable",
                ),
                risk=Risk.NONE,
            ),
            open_mount("open-the-mount", _DIRECTORY),
            AskHuman("make-it-writable", risk=Risk.TOUCHES_HOST),
            RestartPod(),
        ),
        instead=Plan(steps=(AskHuman("another-directory", risk=Risk.ROLLS_ALL_NODES),)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    ),
    prior=0.5,
)
