"""AppArmor keeps the container from being made, or from its work."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.facts import KernelSaid, RuntimeSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.message_owner import Whose, told, whose

_NAME = "rt-apparmor-profile"
_OURS = frozenset({"calico", "felix", "bird"})


def examine(case: Case) -> Iterator[Sign]:
    refused = told(case.node, RuntimeSaid, _NAME)
    if refused is not None:
        sign = hints if whose(refused) is Whose.OTHERS else proves
        yield sign(refused, process="calico-node")
        return
    denied = case.node.all(KernelSaid, lambda said: said.key == f"{_NAME}:denied")
    ours = next((said for said in denied if said.detail("process").lower() in _OURS), None)
    if ours is not None:
        yield indicates(ours, process=ours.detail("process"))
    elif denied:
        # Runtimes are refused a signal now and then on healthy hosts, too.
        yield hints(denied[0], process=denied[0].detail("process"))


CAUSE = Cause(
    name=_NAME,
    code="RUN013",
    stage=StageId.SANDBOX_READY,
    shows_as=frozenset(
        {
            Shape.PENDING,
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=(RuntimeSaid, KernelSaid),
    decided_by=(RuntimeSaid,),
    failures=(
        fails(How.EXIT, How.MISSING_PROGRAM, thing=ThingClass.LSM, value="apparmor"),
        fails(
            How.FAILED,
            How.MISSING,
            How.NOT_FOUND,
            How.OBJECT_MISSING,
            How.NOT_SUPPORTED,
            How.NOT_PERMITTED,
            How.DENIED,
            How.PERMISSION_DENIED,
            thing=ThingClass.LSM,
            value="apparmor",
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-the-profiles",
                commands=("aa-status", "dmesg | grep -i 'apparmor=\"DENIED\"' | tail"),
                risk=Risk.NONE,
            ),
            AskHuman("load-the-profile", risk=Risk.TOUCHES_HOST),
            RestartPod(),
        ),
        reaches=StageId.CONTAINER_STARTED,
    ),
    prior=0.3,
    unforeseen=Unforeseen.HOST_RULES,
)
