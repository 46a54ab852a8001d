"""upgrade-ipam needs the node's podCIDR for the tunnel address, and the Node has none."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, proves
from calicovet.model.facts import PodCidr
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.ipam_upgrade import (
    HOST_LOCAL,
    READS,
    complaint,
    ended_after,
    leftover,
    nothing_to_migrate,
)
from calicovet.signals.messages import only_known

_NAME = "ipamup-podcidr-empty"


def examine(case: Case) -> Iterator[Sign]:
    cidr = case.node.one(PodCidr)
    if cidr is not None and cidr.value:
        yield denies(cidr)
        return
    shown = only_known(cidr)
    said = complaint(case.node, _NAME)
    if said is not None:
        ended = ended_after(case.node, said)
        yield denies(ended) if ended else proves(said, *shown, directory=HOST_LOCAL)
    elif instead := nothing_to_migrate(case.node):
        yield denies(instead)
    elif shown and (directory := leftover(case.node)):
        # Both conditions are there; whether it came so far only its log can say.
        yield hints(*shown, directory, directory=HOST_LOCAL)


CAUSE = Cause(
    name=_NAME,
    code="INI002",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset({Shape.INIT_STUCK}),
    reads=(*READS, PodCidr),
    failures=(
        fails(How.FAILED, thing=ThingClass.CONFIG, value="podcidr"),
        fails(
            How.INVALID_VALUE, How.MISSING, How.NOT_FOUND, thing=ThingClass.CONFIG, value="podcidr"
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "move-the-directory",
                moves=(HOST_LOCAL,),
            ),
            RestartPod(),
        ),
        instead=Plan(steps=(AskHuman("allocate", risk=Risk.CLUSTER_WIDE),)),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO),
    ),
    prior=0.5,
)
