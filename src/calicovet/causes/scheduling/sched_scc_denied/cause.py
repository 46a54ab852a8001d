"""OpenShift's security context constraints do not let calico-node's account do what it needs."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, indicates, proves
from calicovet.model.facts import KubeletSaid
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import home_of, names_calico_node, told
from calicovet.startup.refused_pods import LONGEST_PAUSE, ask_again

_NAME = "sched-scc-denied"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, KubeletSaid, _NAME)
    if said is not None:
        # Typha's account is another one, but who forgot it forgot both.
        sign = proves if names_calico_node(said.detail("pod")) else indicates
        yield sign(said, pod=said.detail("pod"))


def plan(case: Case) -> Plan:
    namespace = home_of(case.node, told(case.node, KubeletSaid, _NAME))
    return Plan(
        steps=(AskHuman("tell-the-operator", risk=Risk.CLUSTER_WIDE),),
        reaches=StageId.POD_CREATED,
        within=LONGEST_PAUSE,
        instead=Plan(
            steps=(
                RunKubectl(
                    "grant-the-constraint",
                    commands=(
                        f"oc adm policy add-scc-to-user privileged -z calico-node -n {namespace}",
                        *ask_again(case.node, namespace),
                    ),
                    undo=(
                        f"oc adm policy remove-scc-from-user privileged -z calico-node -n {namespace}",
                    ),
                    risk=Risk.NONE,
                ),
            )
        ),
        does_not_help=(Vain.DELETE_POD, Vain.RESTART_KUBELET, Vain.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.POD_CREATED,
    shows_as=frozenset({Shape.NOT_CREATED, Shape.PENDING}),
    reads=(KubeletSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.2,
)
