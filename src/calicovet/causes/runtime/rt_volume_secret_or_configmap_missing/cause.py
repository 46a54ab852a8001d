"""A Secret or ConfigMap that a volume of the pod is made of does not exist."""

from collections.abc import Iterator
from datetime import timedelta

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import EventSeen, KubeletSaid
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import CONTAINERS_NOT_STARTED
from calicovet.signals.message_owner import Whose, event_of, went_on, whose

_NAME = "rt-volume-secret-or-configmap-missing"
_CACHE = f"{_NAME}:cache"
_WARM_UP = timedelta(minutes=2)


def examine(case: Case) -> Iterator[Sign]:
    missing = case.node.all(KubeletSaid, lambda found: found.key == _NAME)
    if missing:
        said = max(missing, key=whose)
        failed = event_of(case.node, said)
        if failed and (later := went_on(case.node, failed)):
            # It came a moment too late, as the root certificate does on a young cluster.
            yield denies(later)
            return
        yield _sign(said)
        return
    for cold in case.node.all(KubeletSaid, lambda found: found.key == _CACHE):
        event = event_of(case.node, cold)
        # After a restart of the kubelet its cache is cold for a while, and that is all.
        if whose(cold) is not Whose.OTHERS and event and event.over and event.over > _WARM_UP:
            yield indicates(cold, event, volume="?", what=event.message.rpartition(" : ")[2])
            return


def _sign(said: KubeletSaid) -> Sign:
    volume = said.detail("volume")
    anybodys = volume.startswith("kube-api-access-")
    if whose(said) is Whose.OTHERS:
        sign = hints
    else:
        sign = indicates if anybodys and whose(said) is Whose.UNKNOWN else proves
    return sign(said, volume=volume, what=said.detail("what"))


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    return Plan(
        steps=(
            RunKubectl(
                "see-what-is-there",
                commands=(
                    command("kubectl -n {namespace} get secret,configmap", namespace=namespace),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("bring-it-back", risk=Risk.CLUSTER_WIDE),
        ),
        reaches=StageId.SANDBOX_READY,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    code="RUN008",
    stage=StageId.SANDBOX_READY,
    shows_as=CONTAINERS_NOT_STARTED,
    reads=(KubeletSaid, EventSeen),
    decided_by=(EventSeen,),
    failures=(
        fails(
            How.NOT_FOUND,
            How.MISSING,
            thing=ThingClass.RESOURCE,
            value=("configmaps", "secrets"),
            by=Speaker.KUBELET,
            doing=Act.MOUNT,
        ),
        fails(How.NOT_FOUND, How.MISSING, thing=ThingClass.VOLUME, by=Speaker.KUBELET),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.5,
    unforeseen=Unforeseen.IN_SECRETS,
)
