"""The container runtime cannot make one of calico-node's containers, for a reason that no other cause names."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates
from calicovet.model.facts import ContainerState, EventSeen, PodListed, Running, RuntimeSaid
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import A_REBOOT, AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.message_owner import Whose, event_of, went_on, whose
from calicovet.signals.messages import message_unless_others, only_known

_NAME = "generic-oci-runtime-error"
_UNMADE = frozenset({"CreateContainerError", "RunContainerError"})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = message_unless_others(node, RuntimeSaid, _NAME)
    if said is None:
        return
    event = event_of(node, said)
    later = went_on(node, event) if event is not None else None
    if later is not None:
        yield denies(said, later)
        return
    ours = whose(said) is Whose.OURS
    unmade = None if ours else _unmade(node)
    sign = indicates if (ours or unmade) and not _runs(node) else hints
    yield sign(said, *only_known(unmade), error=said.detail("error").rstrip('". '))


def _unmade(node: NodeView) -> PodListed | None:
    """Its pod, where the list says that a container could not be made: then such words are of it."""
    return node.one(PodListed, lambda row: row.status.removeprefix("Init:") in _UNMADE)


def _runs(node: NodeView) -> bool:
    """Whether container calico-node runs all the same."""
    main = node.one(ContainerState, lambda state: state.about.container == "calico-node")
    return main is not None and main.phase is Running.RUNNING


CAUSE = Cause(
    name=_NAME,
    code="GEN005",
    stage=StageId.SANDBOX_READY,
    shows_as=frozenset(
        {
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=(RuntimeSaid, EventSeen, ContainerState, PodListed),
    decided_by=(RuntimeSaid,),
    failures=(
        fails(
            How.FAILED,
            How.INVALID_ARGUMENT,
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            How.NOT_SUPPORTED,
            How.MISSING,
            How.READ_ONLY,
            thing=ThingClass.CONTAINER,
            by=(Speaker.RUNTIME, Speaker.KUBELET),
            doing=(Act.CREATE, Act.START),
        ),
        fails(
            How.MISSING_PROGRAM,
            How.EXIT,
            How.KILLED,
            How.SEGFAULT,
            How.NOT_EXECUTABLE,
            thing=ThingClass.PROGRAM,
            value=(
                "runc",
                "crun",
                "containerd-shim",
                "containerd-shim-runc-v1",
                "containerd-shim-runc-v2",
            ),
            by=(Speaker.RUNTIME, Speaker.KUBELET, Speaker.KERNEL),
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "ask-the-runtime",
                commands=(
                    "runc --version; containerd --version || docker --version",
                    "journalctl -u containerd -u docker -u crio --since -15min --no-pager"
                    " | grep -i -E 'error|fail' | tail -20",
                    "uname -r",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("where-it-comes-from", risk=Risk.MOVES_WORKLOADS),
        ),
        # A runtime that is changed takes its time.
        within=A_REBOOT,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    ),
    generic=True,
    prior=0.04,
    unforeseen=Unforeseen.CRASH,
)
