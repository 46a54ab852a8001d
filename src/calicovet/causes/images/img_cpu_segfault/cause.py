"""Calico's programs die of a signal on this processor."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.facts import ContainerExit, ContainerState, KernelSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import A_REBOOT, AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_NAME = "img-cpu-segfault"
_SIGNALS = {139: "SIGSEGV", 132: "SIGILL"}
_CALICOS = ("flexvol", "calico", "bird")


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    ended = _ended(node)
    said = message(node, KernelSaid, _NAME)
    process = said.detail("process") if said is not None else "?"
    if ended is not None:
        words = {
            "process": process if said else ended.about.container or "?",
            "signal": _SIGNALS[ended.exit_code or 139],
        }
        yield proves(ended, said, **words) if said is not None else hints(ended, **words)
    elif said is not None and process.startswith(_CALICOS):
        signal = "SIGILL" if "opcode" in said.detail("error").lower() else "SIGSEGV"
        yield indicates(said, process=process, signal=signal)


def _ended(node: NodeView) -> ContainerExit | ContainerState | None:
    return node.one(ContainerExit, lambda found: found.exit_code in _SIGNALS) or node.one(
        ContainerState, lambda found: found.exit_code in _SIGNALS
    )


CAUSE = Cause(
    name=_NAME,
    code="IMG006",
    stage=StageId.IMAGES_PRESENT,
    shows_as=frozenset(
        {
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(ContainerExit, ContainerState, KernelSaid),
    decided_by=(KernelSaid,),
    failures=(
        fails(
            How.SEGFAULT,
            How.ILLEGAL_INSTRUCTION,
            thing=ThingClass.PROGRAM,
            value=(
                "calico",
                "calico-ipam",
                "calico-node",
                "calico-typha",
                "install",
                "operator",
                "confd",
                "felix",
                "bird",
                "flexvol",
            ),
            by=Speaker.KERNEL,
        ),
        fails(How.EXIT, thing=ThingClass.CONTAINER, saying=("139", "132")),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-at-the-processor",
                commands=(
                    "dmesg -T | grep -e segfault -e 'invalid opcode' | tail",
                    "lscpu | grep -e 'Model name' -e Hypervisor",
                    "uname -r",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("make-them-fit", risk=Risk.MOVES_WORKLOADS),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    ),
    prior=0.2,
    unforeseen=Unforeseen.OLD_RELEASE,
)
