"""No PodSecurityPolicy that calico-node may use allows what it needs."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, proves
from calicovet.model.facts import KubeletSaid, KubeletVersion
from calicovet.model.plan import Plan, Risk, RunKubectl, Vain
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import home_of, told
from calicovet.startup.refused_pods import LONGEST_PAUSE, ask_again
from calicovet.startup.versions import read_release

_NAME = "sched-psp-denied"
_GONE = (1, 25)


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, KubeletSaid, _NAME)
    if said is None:
        return
    kubelet = case.node.one(KubeletVersion)
    release = read_release(kubelet.version) if kubelet else None
    if kubelet is not None and release is not None and release >= _GONE:
        yield denies(kubelet)
    else:
        yield proves(said, reason=said.detail("reason").strip(" :[") or "?")


def plan(case: Case) -> Plan:
    namespace = home_of(case.node, told(case.node, KubeletSaid, _NAME))
    return Plan(
        steps=(
            RunKubectl("see-the-policies", commands=("kubectl get psp",), risk=Risk.NONE),
            RunKubectl(
                "bind-a-policy",
                commands=(
                    "kubectl create clusterrole calico-node-psp --verb=use"
                    " --resource=podsecuritypolicies.policy --resource-name=<privileged policy>",
                    f"kubectl -n {namespace} create rolebinding calico-node-psp"
                    f" --clusterrole=calico-node-psp --serviceaccount={namespace}:calico-node",
                    *ask_again(case.node, namespace),
                ),
                undo=(
                    f"kubectl -n {namespace} delete rolebinding calico-node-psp",
                    "kubectl delete clusterrole calico-node-psp",
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
