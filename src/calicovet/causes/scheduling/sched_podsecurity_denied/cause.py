"""Pod Security Admission lets no privileged pod into the namespace."""

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
    )


CAUSE = Cause(
    name=_NAME,
    code="SCH004",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(KubeletSaid,),
    failures=(
        fails(
            How.DENIED,
            thing=(ThingClass.RESOURCE, ThingClass.POD),
            value=("pods", ""),
            saying="podsecurity",
        ),
        fails(How.DENIED, saying="podsecurity"),
        fails(How.DENIED, thing=ThingClass.LSM, value="pod-security"),
        ADMISSION_DENIED,
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.5,
)
