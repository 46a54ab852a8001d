"""No PodSecurityPolicy that calico-node may use allows what it needs."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import KubeletSaid, KubeletVersion
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import ADMISSION_DENIED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.message_owner import home_of, names_calico_node
from calicovet.signals.operator_pod import keeps_from_being_made, pod_of
from calicovet.signals.pod_admission import LONGEST_PAUSE, account_of, ask_again, refusal
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
        # Each account has its own policies.
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
    )


CAUSE = Cause(
    name=_NAME,
    code="SCH005",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(KubeletSaid, KubeletVersion),
    decided_by=(KubeletSaid,),
    failures=(
        fails(
            How.DENIED,
            thing=(ThingClass.RESOURCE, ThingClass.POD),
            value=("pods", ""),
            saying=("podsecuritypolicy", "pod security policy"),
        ),
        fails(How.DENIED, saying=("podsecuritypolicy", "pod security policy")),
        ADMISSION_DENIED,
        fails(How.DENIED, How.FORBIDDEN, thing=ThingClass.RESOURCE, value="podsecuritypolicies"),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.3,
)
