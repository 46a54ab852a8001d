"""The service account that the pods run as does not exist."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.facts import KubeletSaid
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import home_of, told
from calicovet.startup.refused_pods import LONGEST_PAUSE

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
        does_not_help=(Vain.DELETE_POD, Vain.RESTART_KUBELET, Vain.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.POD_CREATED,
    shows_as=frozenset({Shape.NOT_CREATED, Shape.PENDING}),
    reads=(KubeletSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.3,
)
