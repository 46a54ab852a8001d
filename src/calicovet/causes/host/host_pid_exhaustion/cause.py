"""The host, or the pod, has no process numbers left."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import NodeCondition, Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.host_steps import set_kernel
from calicovet.model.remediation.plan import (
    Ineffective,
    Plan,
    RestartPod,
    RestartUnit,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known

_KEY = "host-pid-exhaustion"
_CONFIG = "/var/lib/kubelet/config.yaml"


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, Said, _KEY, f"{_KEY}:thread")
    if said is not None:
        yield proves(said)
        return
    pressure = case.node.one(NodeCondition, lambda found: found.type == "PIDPressure")
    no_memory = message(case.node, Said, f"{_KEY}:memory")
    if pressure is not None and pressure.status == "True":
        yield indicates(pressure, *only_known(no_memory))
    elif no_memory is not None:
        # Either numbers or memory ran out; a pod has its own limit of numbers.
        yield hints(no_memory)
    elif pressure is not None and pressure.status == "False":
        yield denies(pressure)


CAUSE = Cause(
    name="host-pid-exhaustion",
    code="HST011",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(Said, NodeCondition),
    decided_by=(NodeCondition,),
    failures=(
        fails(How.NO_THREADS),
        fails(
            How.NO_THREADS,
            How.FULL,
            How.INSUFFICIENT,
            How.OUT_OF_MEMORY,
            thing=ThingClass.PROCESSES,
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "who-has-them",
                commands=(
                    "ps -eLf | wc -l; sysctl kernel.pid_max kernel.threads-max",
                    "ps -eo nlwp,pid,comm --sort=-nlwp | head",
                    "grep -i podPidsLimit /var/lib/kubelet/config.yaml",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "more-for-a-pod",
                commands=(
                    f"[ ! -f {_CONFIG} ] || sed -i -E"
                    f" 's/^podPidsLimit: *[0-9]{{1,3}} *$/podPidsLimit: 4096/' {_CONFIG}",
                ),
                undo=("systemctl restart kubelet",),
                edits=(_CONFIG,),
            ),
            set_kernel("more-of-them", "calico-processes", ("kernel.pid_max", 4194303)),
            RestartUnit(("kubelet",)),
            RestartPod(),
        ),
        does_not_help=(Ineffective.REINSTALL_CALICO, Ineffective.LONGER_PROBE),
    ),
    explains=("bgp-bird-config-rejected", "host-probe-timeout-tight"),
    prior=0.3,
)
