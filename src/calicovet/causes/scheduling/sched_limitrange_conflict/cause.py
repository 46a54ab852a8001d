"""A LimitRange of the namespace gives calico-node's pods limits that their own requests break."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import KubeletSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import ADMISSION_DENIED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.message_owner import home_of, told
from calicovet.signals.pod_admission import LONGEST_PAUSE, ask_again

_NAME = "sched-limitrange-conflict"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, KubeletSaid, _NAME)
    if said is not None:
        yield proves(
            said,
            resource=said.detail("resource"),
            asked=said.detail("asked"),
            reason=said.detail("reason"),
        )


def plan(case: Case) -> Plan:
    namespace = home_of(case.node, told(case.node, KubeletSaid, _NAME))
    return Plan(
        steps=(
            RunKubectl(
                "see-the-ranges",
                commands=(
                    command("kubectl -n {namespace} get limitrange -o yaml", namespace=namespace),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("range-or-request", risk=Risk.NONE),
            RunKubectl(
                "ask-again",
                commands=ask_again(case.node, namespace),
                undo=ask_again(case.node, namespace)[1:],
                risk=Risk.NONE,
            ),
        ),
        reaches=StageId.POD_CREATED,
        within=LONGEST_PAUSE,
    )


CAUSE = Cause(
    name=_NAME,
    code="SCH014",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(KubeletSaid,),
    decided_by=(KubeletSaid,),
    failures=(
        fails(
            How.DENIED,
            thing=(ThingClass.RESOURCE, ThingClass.POD),
            value=("pods", ""),
            saying=("maximum", "minimum"),
        ),
        fails(How.DENIED, saying=("maximum", "minimum")),
        fails(
            How.INVALID_OBJECT,
            How.DENIED,
            How.INVALID_VALUE,
            thing=(ThingClass.CPU, ThingClass.MEMORY),
        ),
        fails(How.INVALID_OBJECT, thing=(ThingClass.RESOURCE, ThingClass.POD), value=("pods", "")),
        ADMISSION_DENIED,
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.04,
)
