"""The kernel has made a file system read-only after errors of the disk."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, indicates, proves
from calicovet.model.facts import KernelSaid, Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    DrainNode,
    Ineffective,
    Plan,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_KEY = "host-readonly-fs"
_WRITES = frozenset({"cni-bin-dir-not-writable", "name-file-not-written"})


def examine(case: Case) -> Iterator[Sign]:
    told = message(case.node, KernelSaid, _KEY)
    if told is not None:
        yield proves(told)
        return
    disk = message(case.node, KernelSaid, f"{_KEY}:error")
    failed = case.node.one(Said, _cannot_write)
    if disk is not None and failed is not None:
        yield indicates(disk, failed)
    elif found := disk or failed:
        # Some systems are read-only by design, and a bad disk may be another one.
        yield hints(found)


def _cannot_write(said: Said) -> bool:
    return said.key in _WRITES and any(
        "read-only file system" in value.lower() for _, value in said.details
    )


CAUSE = Cause(
    name="host-readonly-fs",
    code="HST013",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.PENDING,
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(KernelSaid, Said),
    decided_by=(KernelSaid,),
    failures=(
        fails(How.READ_ONLY, How.CORRUPT, thing=ThingClass.DISK),
        fails(How.READ_ONLY, thing=ThingClass.PATH),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-at-it",
                commands=(
                    "findmnt -no OPTIONS /",
                    "dmesg -T | grep -i -e 'read-only' -e 'I/O error' -e 'EXT4-fs error' | tail",
                ),
                risk=Risk.NONE,
            ),
            DrainNode(),
            AskHuman("repair-the-disk", risk=Risk.MOVES_WORKLOADS),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.REINSTALL_CALICO,
        ),
    ),
    explains=("cni-bin-dir-not-writable", "name-file-not-written"),
    prior=0.3,
)
