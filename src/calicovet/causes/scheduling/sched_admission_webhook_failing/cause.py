"""A webhook must approve every pod, and it does not answer."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, hints, indicates, proves
from calicovet.model.facts import EventSeen, KubeletSaid
from calicovet.model.failures.how import UNREACHED, How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import CERTIFICATE_REFUSED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.message_owner import event_of, names_calico_node, told
from calicovet.signals.pod_admission import LONGEST_PAUSE

_NAME = "sched-admission-webhook-failing"
_OF_DAEMONSETS = "daemonset-controller"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, KubeletSaid, _NAME)
    if said is None:
        return
    event = event_of(case.node, said)
    words = {"webhook": said.detail("webhook").strip("\"':"), "error": said.detail("error")}
    if event is not None and event.reason == "FailedCreate":
        name = event.object.partition("/")[2]
        if names_calico_node(name):
            yield proves(said, **words)
        elif not name and _OF_DAEMONSETS in event.source:
            yield indicates(said, **words)
        return
    # A user's `kubectl apply` meets the same refusal; whether calico-node's pods do is open.
    creating = said.detail("creating").lower()
    sign = indicates if names_calico_node(creating) or "calico.yaml" in creating else hints
    yield sign(said, **words)


CAUSE = Cause(
    name=_NAME,
    code="SCH006",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(KubeletSaid, EventSeen),
    decided_by=(EventSeen,),
    failures=(
        fails(
            *UNREACHED,
            *CERTIFICATE_REFUSED,
            How.SLOW,
            How.RESET,
            How.EOF,
            How.NO_SERVER,
            How.NOT_FOUND,
            How.NOT_RESOLVED,
            How.NOT_TLS,
            How.SERVER_ERROR,
            How.FAILED,
            How.CANCELLED,
            thing=ThingClass.WEBHOOK,
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "find-the-webhook",
                commands=(
                    "kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("leave-the-namespaces-out", risk=Risk.CLUSTER_WIDE),
        ),
        reaches=StageId.POD_CREATED,
        within=LONGEST_PAUSE,
        instead=Plan(
            steps=(
                RunKubectl(
                    "take-it-away-for-a-while",
                    commands=(
                        "kubectl get validatingwebhookconfiguration <name> -o yaml > webhook.yaml",
                        "kubectl delete validatingwebhookconfiguration <name>",
                    ),
                    undo=("kubectl apply -f webhook.yaml",),
                ),
            )
        ),
    ),
    scope=Scope.CLUSTER,
    prior=0.5,
)
