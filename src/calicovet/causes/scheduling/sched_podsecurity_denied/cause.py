"""Pod Security Admission lets no privileged pod into the namespace."""

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

_NAME = "sched-podsecurity-denied"
_CALICOS = ("calico", "csi-node-driver", "canal")


def examine(case: Case) -> Iterator[Sign]:
    said = refusal(case, _NAME)
    if said is None:
        return
    pod = said.detail("pod")
    if names_calico_node(pod):
        sign = proves
    elif not pod or pod.startswith(_CALICOS) or keeps_from_being_made(case, said):
        # Its neighbours in the namespace are judged by the same label.
        sign = indicates
    else:
        sign = hints
    yield sign(
        said,
        account=account_of(said),
        level=said.detail("level"),
        namespace=said.about.namespace or case.node.namespace or "?",
    )


def plan(case: Case) -> Plan:
    said = refusal(case, _NAME)
    namespace, level = home_of(case.node, said), said.detail("level") if said else "baseline"
    label = "pod-security.kubernetes.io/enforce"
    return Plan(
        steps=(
            RunKubectl(
                "label-the-namespace",
                commands=(
                    command(
                        "kubectl label namespace {namespace} {label}=privileged --overwrite",
                        namespace=namespace,
                        label=label,
                    ),
                    *ask_again(case.node, namespace, said),
                ),
                undo=(
                    command(
                        "kubectl label namespace {namespace} {label}={level} --overwrite",
                        namespace=namespace,
                        label=label,
                        level=level,
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
    prior=0.5,
)
