"""Pods of critical priority are allowed only where a quota says so, and none does."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import KubeletSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import ADMISSION_DENIED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.message_owner import home_of, names_calico_node
from calicovet.signals.operator_pod import keeps_from_being_made
from calicovet.signals.pod_admission import LONGEST_PAUSE, account_of, ask_again, refusal

_NAME = "sched-critical-priority-quota"
_QUOTA = (
    '{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"calico-critical-pods"},'
    '"spec":{"hard":{"pods":"5k"},"scopeSelector":{"matchExpressions":[{"scopeName":'
    '"PriorityClass","operator":"In","values":'
    '["system-node-critical","system-cluster-critical"]}]}}}'
)


def examine(case: Case) -> Iterator[Sign]:
    said = refusal(case, _NAME)
    if said is None:
        return
    pod = said.detail("pod")
    if names_calico_node(pod):
        sign = proves
    elif not pod or pod.startswith("calico") or keeps_from_being_made(case, said):
        sign = indicates
    else:
        sign = hints
    yield sign(
        said,
        account=account_of(said),
        priority=said.detail("class"),
        namespace=said.about.namespace or case.node.namespace or "?",
    )


def plan(case: Case) -> Plan:
    said = refusal(case, _NAME)
    namespace = home_of(case.node, said)
    return Plan(
        steps=(
            RunKubectl(
                "see-the-quotas",
                commands=(
                    command("kubectl -n {namespace} get resourcequota", namespace=namespace),
                ),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "allow-critical-pods",
                commands=(
                    command(
                        "echo {manifest} | kubectl -n {namespace} apply -f -",
                        manifest=_QUOTA,
                        namespace=namespace,
                    ),
                    *ask_again(case.node, namespace, said),
                ),
                undo=(
                    command(
                        "kubectl -n {namespace} delete resourcequota calico-critical-pods",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
        ),
        reaches=StageId.POD_CREATED,
        within=LONGEST_PAUSE,
    )


CAUSE = Cause(
    name=_NAME,
    code="SCH007",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(KubeletSaid,),
    failures=(
        fails(How.DENIED, thing=ThingClass.RESOURCE, value="priorityclasses"),
        ADMISSION_DENIED,
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.2,
)
