"""Pods of critical priority are allowed only where a quota says so, and none does."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, hints, indicates, proves
from calicovet.model.facts import KubeletSaid
from calicovet.model.plan import Plan, Risk, RunKubectl, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import home_of, names_calico_node
from calicovet.startup.operator_pod import keeps_from_being_made
from calicovet.startup.refused_pods import LONGEST_PAUSE, account_of, ask_again, refusal

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
