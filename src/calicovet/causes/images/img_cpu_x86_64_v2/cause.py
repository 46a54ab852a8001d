"""The processor lacks what the images of v3.31 and later are built for."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, proves
from calicovet.model.facts import (
    CniInstallSaid,
    ControllersSaid,
    FelixSaid,
    IpamUpgradeSaid,
    Said,
    StartupSaid,
)
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

_NAME = "img-cpu-x86-64-v2"
_SPEAKERS: tuple[type[Said], ...] = (
    StartupSaid,
    CniInstallSaid,
    IpamUpgradeSaid,
    FelixSaid,
    ControllersSaid,
)


def examine(case: Case) -> Iterator[Sign]:
    said = _said(case.node)
    if said is not None:
        yield proves(said, container=said.about.container or "calico-node")


def _said(node: NodeView) -> Said | None:
    for kind in _SPEAKERS:
        found = node.one(kind, lambda said: said.key.partition(":")[0] == _NAME)
        if found is not None:
            return found
    return None


CAUSE = Cause(
    name=_NAME,
    code="IMG004",
    stage=StageId.IMAGES_PRESENT,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=_SPEAKERS,
    failures=(
        fails(
            How.ILLEGAL_INSTRUCTION,
            How.NOT_SUPPORTED,
            How.TOO_OLD,
            thing=ThingClass.CPU,
            value="x86-64-v2",
        ),
        fails(How.NOT_SUPPORTED, How.TOO_OLD, thing=ThingClass.CPU),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-at-the-processor",
                commands=(
                    "grep -m1 'model name' /proc/cpuinfo",
                    "grep -c sse4_2 /proc/cpuinfo",
                ),
                risk=Risk.NONE,
            ),
            DrainNode(),
            AskHuman("another-model", risk=Risk.MOVES_WORKLOADS),
        ),
        within=A_REBOOT,
        instead=Plan(steps=(AskHuman("older-release", risk=Risk.CLUSTER_WIDE),)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    ),
    explains=("typha-none-ready",),
    prior=0.5,
)
