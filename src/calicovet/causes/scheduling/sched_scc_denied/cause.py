"""OpenShift's security context constraints do not let calico-node's account do what it needs."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import KubeletSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import ADMISSION_DENIED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.message_owner import home_of, names_calico_node, names_operator
from calicovet.signals.operator_pod import keeps_from_being_made
from calicovet.signals.pod_admission import LONGEST_PAUSE, account_of, ask_again, refusal

_NAME = "sched-scc-denied"
_TYPHA, _OPERATORS = "calico-typha", "calico-system"


def examine(case: Case) -> Iterator[Sign]:
    said = refusal(case, _NAME)
    if said is None:
        return
    pod = said.detail("pod")
    if not names_operator(pod) or keeps_from_being_made(case, said):
        # Typha's account is another one, but who forgot it forgot both.
        yield (proves if names_calico_node(pod) else indicates)(said, pod=pod)


def _account(said: KubeletSaid | None, namespace: str) -> str:
    """Whose pod was refused; in the manifest Typha has calico-node's account, under the operator its own."""
    of_typha = said is not None and said.detail("pod") == _TYPHA
    return _TYPHA if of_typha and namespace == _OPERATORS else account_of(said)


def plan(case: Case) -> Plan:
    said = refusal(case, _NAME)
    namespace = home_of(case.node, said)
    account = _account(said, namespace)
    return Plan(
        steps=(AskHuman("tell-the-operator", risk=Risk.CLUSTER_WIDE),),
        reaches=StageId.POD_CREATED,
        within=LONGEST_PAUSE,
        instead=Plan(
            steps=(
                RunKubectl(
                    "grant-the-constraint",
                    commands=(
                        command(
                            "oc adm policy add-scc-to-user privileged -z {account} -n {namespace}",
                            account=account,
                            namespace=namespace,
                        ),
                        *ask_again(case.node, namespace, said),
                    ),
                    undo=(
                        command(
                            "oc adm policy remove-scc-from-user privileged -z {account} -n {namespace}",
                            account=account,
                            namespace=namespace,
                        ),
                    ),
                    risk=Risk.NONE,
                ),
            )
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="SCH010",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(KubeletSaid,),
    failures=(
        fails(
            How.DENIED,
            thing=(ThingClass.RESOURCE, ThingClass.POD),
            value=("pods", ""),
            saying=("securitycontextconstraint", "security context constraint"),
        ),
        fails(How.DENIED, saying=("securitycontextconstraint", "security context constraint")),
        ADMISSION_DENIED,
        fails(
            How.DENIED, How.FORBIDDEN, thing=ThingClass.RESOURCE, value="securitycontextconstraints"
        ),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.2,
)
