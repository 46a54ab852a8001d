"""The service account that the pods run as does not exist."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import KubeletSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.message_owner import home_of, told
from calicovet.signals.pod_admission import LONGEST_PAUSE

_NAME = "sched-serviceaccount-missing"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, KubeletSaid, _NAME)
    if said is not None:
        yield proves(said, account=said.detail("account"))


def plan(case: Case) -> Plan:
    namespace = home_of(case.node, told(case.node, KubeletSaid, _NAME))
    return Plan(
        steps=(
            RunKubectl(
                "see-the-accounts",
                commands=(
                    command("kubectl get namespace {namespace}", namespace=namespace),
                    command("kubectl -n {namespace} get serviceaccounts", namespace=namespace),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("make-the-account", risk=Risk.CLUSTER_WIDE),
        ),
        reaches=StageId.POD_CREATED,
        within=LONGEST_PAUSE,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    code="SCH008",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(KubeletSaid,),
    failures=(fails(How.NOT_FOUND, thing=ThingClass.RESOURCE, value="serviceaccounts"),),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.3,
)
