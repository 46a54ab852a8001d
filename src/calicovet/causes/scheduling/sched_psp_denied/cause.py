"""No PodSecurityPolicy that calico-node may use allows what it needs."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.facts import KubeletSaid, KubeletVersion
from calicovet.model.plan import Plan, Risk, RunKubectl, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import home_of, names_calico_node
from calicovet.startup.operator_pod import keeps_from_being_made, pod_of
from calicovet.startup.refused_pods import LONGEST_PAUSE, account_of, ask_again, refusal
from calicovet.startup.versions import read_release

_NAME = "sched-psp-denied"
_GONE = (1, 25)


def examine(case: Case) -> Iterator[Sign]:
    said = refusal(case, _NAME)
    if said is None:
        return
    if names_calico_node(pod_of(said)):
        sign = proves
    elif keeps_from_being_made(case, said):
        sign = indicates
    elif not pod_of(said):
        sign = hints
    else:
        # Each account has policies of its own.
        return
    kubelet = case.node.one(KubeletVersion)
    release = read_release(kubelet.version) if kubelet else None
    if kubelet is not None and release is not None and release >= _GONE:
        yield denies(kubelet)
    else:
        reason = said.detail("reason").strip(" :[") or "?"
        yield sign(said, account=account_of(said), reason=reason)


def plan(case: Case) -> Plan:
    said = refusal(case, _NAME)
    namespace, account = home_of(case.node, said), account_of(said)
    return Plan(
        steps=(
            RunKubectl("see-the-policies", commands=("kubectl get psp",), risk=Risk.NONE),
            RunKubectl(
                "bind-a-policy",
                commands=(
                    command(
                        "kubectl create clusterrole {account}-psp --verb=use"
                        " --resource=podsecuritypolicies.policy --resource-name=<privileged policy>",
                        account=account,
                    ),
                    command(
                        "kubectl -n {namespace} create rolebinding {account}-psp"
                        " --clusterrole={account}-psp --serviceaccount={namespace}:{account}",
                        namespace=namespace,
                        account=account,
                    ),
                    *ask_again(case.node, namespace, said),
                ),
                undo=(
                    command(
                        "kubectl -n {namespace} delete rolebinding {account}-psp",
                        namespace=namespace,
                        account=account,
                    ),
                    command("kubectl delete clusterrole {account}-psp", account=account),
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
    reads=(KubeletSaid, KubeletVersion),
    decided_by=(KubeletSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.3,
)
