"""A process may not open as many files as it needs."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates
from calicovet.model.commands.shell import command
from calicovet.model.facts import KernelSaid, Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.host_steps import drop_in
from calicovet.model.remediation.plan import (
    Ineffective,
    Plan,
    RestartPod,
    RestartUnit,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message
from calicovet.signals.runtime_units import units_of_runtime

_SAID = "host-inotify-exhausted:files"
_LIMITS = "host-nofile-limit:limits"
_FEW = 4096
_PLENTY = 65536


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, Said, _SAID)
    if said is None:
        return
    limit = message(case.node, KernelSaid, _LIMITS)
    soft = int(limit.detail("soft")) if limit is not None else None
    if limit is None or soft is None:
        # Watches run out with the same words.
        yield hints(said, limit="?")
    elif soft <= _FEW:
        yield indicates(said, limit, limit=soft)
    elif soft >= _PLENTY:
        yield denies(limit)


def plan(case: Case) -> Plan:
    # Those of docker are started by containerd, too, and inherit its limit.
    unit = units_of_runtime(case.node.unread())[0]
    return Plan(
        steps=(
            RunOnNode(
                "count-them",
                commands=(
                    "pid=$(pgrep -of 'calico-node -felix'); grep 'open files' /proc/$pid/limits; ls /proc/$pid/fd | wc -l",
                    "systemctl show containerd docker crio -p Id -p LimitNOFILE -p LimitNOFILESoft",
                ),
                risk=Risk.NONE,
            ),
            drop_in(
                "raise-the-limit",
                unit,
                "limits",
                "[Service]\\nLimitNOFILE=1048576\\n",
                undo=(command("systemctl restart {unit}", unit=unit),),
            ),
            RestartUnit((unit,)),
            RestartPod(),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name="host-nofile-limit",
    code="HST015",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.CONTAINER_NOT_CREATED,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(Said, KernelSaid),
    decided_by=(KernelSaid,),
    failures=(
        fails(How.NO_FILES),
        fails(How.NO_FILES, How.FULL, thing=ThingClass.FILES),
    ),
    examine=examine,
    plan=plan,
    prior=0.2,
    unforeseen=Unforeseen.CAPACITY,
)
