"""A LimitRange of the namespace gives calico-node's pods limits that their own requests break."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.facts import KubeletSaid
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import home_of, told
from calicovet.startup.refused_pods import LONGEST_PAUSE, ask_again

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
        does_not_help=(Vain.DELETE_POD, Vain.RESTART_KUBELET, Vain.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.POD_CREATED,
    shows_as=frozenset({Shape.NOT_CREATED, Shape.PENDING}),
    reads=(KubeletSaid,),
    decided_by=(KubeletSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.04,
)
