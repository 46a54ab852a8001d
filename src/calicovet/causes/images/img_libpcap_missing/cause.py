"""The image of v3.27.0 to v3.27.2 lacks the name by which calico-node looks for libpcap."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.facts import Said
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk
from calicovet.model.stage import Shape, StageId
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.message_owner import Whose, whose

_NAME = "img-libpcap-missing"


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(
        Said, lambda found: found.key == _NAME and whose(found) is not Whose.OTHERS
    )
    if said is not None:
        yield proves(
            said,
            container=said.about.container or "calico-node",
            library=said.detail("library"),
            release=release_of(case.node) or "?",
        )


def plan(case: Case) -> Plan:
    return Plan(
        steps=(AskHuman("take-a-whole-image", risk=Risk.CLUSTER_WIDE),),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESET_NODE,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name=_NAME,
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
    examine=examine,
    plan=plan,
    # Nodes of the other architecture run the same tag, and are right to do so.
    scope=Scope.CLUSTER,
    prior=0.04,
)
