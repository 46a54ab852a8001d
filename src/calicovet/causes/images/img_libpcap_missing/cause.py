"""The image of v3.27.0 to v3.27.2 lacks the name by which calico-node looks for libpcap."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, proves
from calicovet.model.facts import Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk
from calicovet.model.stage import Shape, StageId
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.messages import message_unless_others

_NAME = "img-libpcap-missing"


def examine(case: Case) -> Iterator[Sign]:
    said = message_unless_others(case.node, Said, _NAME)
    if said is not None:
        yield proves(
            said,
            container=said.about.container or "calico-node",
            library=said.detail("library"),
            release=release_of(case.node) or "?",
        )


CAUSE = Cause(
    name=_NAME,
    code="IMG008",
    stage=StageId.IMAGES_PRESENT,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=(Said, *RELEASE_READS),
    decided_by=(Said,),
    failures=(fails(How.MISSING_LIBRARY, thing=ThingClass.LIBRARY, value="libpcap.so.0.8"),),
    examine=examine,
    plan=Plan(
        steps=(AskHuman("take-a-whole-image", risk=Risk.CLUSTER_WIDE),),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESET_NODE,
            Ineffective.REINSTALL_CALICO,
        ),
    ),
    # Nodes of the other architecture run the same tag, and are right to do so.
    scope=Scope.CLUSTER,
    prior=0.04,
    unforeseen=Unforeseen.OLD_RELEASE,
)
