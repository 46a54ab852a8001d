"""The kernel has leaked memory cgroups until no more can be made."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.facts import KernelVersion, RuntimeSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.host_steps import boot_with
from calicovet.model.remediation.plan import A_REBOOT, DrainNode, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import CONTAINERS_FAIL_TO_START
from calicovet.signals.message_owner import Whose, told, whose
from calicovet.signals.messages import only_known
from calicovet.startup.versions import read_release

_NAME = "rt-kmem-cgroup-leak"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, RuntimeSaid, _NAME)
    if said is None:
        return
    kernel = case.node.one(KernelVersion)
    release = read_release(kernel.version) if kernel else None
    if kernel is not None and release is not None and release >= (4,):
        yield denies(kernel)
        return
    facts = (said, *only_known(kernel))
    # The kernel's own version, or calico-node's own event, makes it sure.
    sure = kernel is not None or whose(said) is Whose.OURS
    sign = proves if sure else indicates
    yield sign(*facts, error=said.detail("error"), kernel=kernel.version if kernel else "?")


CAUSE = Cause(
    name=_NAME,
    code="RUN011",
    stage=StageId.SANDBOX_READY,
    shows_as=CONTAINERS_FAIL_TO_START,
    reads=(RuntimeSaid, KernelVersion),
    decided_by=(RuntimeSaid,),
    failures=(fails(How.NO_SPACE, How.OUT_OF_MEMORY, How.FULL, thing=ThingClass.CGROUP),),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "count-the-cgroups",
                commands=("uname -r", "awk '/^memory/{print $3}' /proc/cgroups"),
                risk=Risk.NONE,
            ),
            DrainNode(),
            boot_with("boot-without-kmem", "cgroup.memory=nokmem"),
        ),
        reaches=StageId.CONTAINER_STARTED,
        within=A_REBOOT,
    ),
    prior=0.5,
)
