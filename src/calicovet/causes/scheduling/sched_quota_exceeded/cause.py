"""A quota of the namespace has no room for calico-node's pods, or wants figures that they lack."""

import re
from collections.abc import Iterator, Mapping

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, indicates, proves
from calicovet.model.commands.shell import command, compact_json, part
from calicovet.model.facts import EventSeen, KubeletSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import ADMISSION_DENIED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.message_owner import event_of, home_of, names_calico_node
from calicovet.signals.operator_pod import keeps_from_being_made
from calicovet.signals.pod_admission import LONGEST_PAUSE, account_of, ask_again

_NAME = "sched-quota-exceeded"
_OF_DAEMONSETS = "daemonset-controller"
_CONTAINERS = re.compile(r" for: [^;]*")


def examine(case: Case) -> Iterator[Sign]:
    said = _refusal(case)
    if said is None:
        return
    # Room is given pod by pod, so a refusal of another's pod says nothing about calico-node's.
    sign = proves if _owner(case.node, said) else indicates
    yield sign(
        said,
        account=account_of(said),
        quota=said.detail("quota"),
        namespace=said.about.namespace or case.node.namespace or "?",
        reason=said.detail("reason"),
    )


def plan(case: Case) -> Plan:
    said = _refusal(case)
    namespace = home_of(case.node, said)
    return Plan(
        steps=(
            *((_lift(case.node, said, namespace),) if said else ()),
            AskHuman("choose-a-lasting-limit", risk=Risk.NONE),
        ),
        reaches=StageId.POD_CREATED,
        within=LONGEST_PAUSE,
    )


def _refusal(case: Case) -> KubeletSaid | None:
    """The newest refusal that is calico-node's or its operator's, or else one that names no pod."""
    node = case.node
    found = node.all(KubeletSaid, lambda said: said.key.partition(":")[0] == _NAME)
    ours = (said for said in found if _owner(node, said))
    nobodys = (said for said in found if _owner(node, said) is None)
    operators = (said for said in found if keeps_from_being_made(case, said))
    return next(ours, None) or next(operators, None) or next(nobodys, None)


def _owner(node: NodeView, said: KubeletSaid) -> bool | None:
    """Whether the refused pod is calico-node's; None where only the controller of DaemonSets is known."""
    event = event_of(node, said)
    name = said.detail("pod") or (event.object.partition("/")[2] if event else "")
    if name:
        return names_calico_node(name)
    return None if event and _OF_DAEMONSETS in event.source else False


def _lift(node: NodeView, said: KubeletSaid, namespace: str) -> RunKubectl:
    """Take the limits that refuse the pod out of the quota; what they were is in the message or is saved."""
    quota = said.detail("quota")
    pairs = (pair.partition("=") for pair in said.detail("limited").split(",") if pair)
    limits = {name: value for name, _, value in pairs}
    unset = _CONTAINERS.sub("", said.detail("missing")).replace(";", ",").split(",")
    names = list(limits) or [name.strip() for name in unset if name.strip()]
    saved = part("{quota}.quota.yaml", quota=quota)
    back = command("kubectl replace --force -f {saved}", saved=saved)
    return RunKubectl(
        "lift-the-limit",
        commands=(
            command(
                "kubectl -n {namespace} get resourcequota {quota} -o yaml > {saved}",
                namespace=namespace,
                quota=quota,
                saved=saved,
            ),
            _patch(namespace, quota, dict.fromkeys(names)),
            *ask_again(node, namespace, said),
        ),
        undo=(_patch(namespace, quota, limits) if limits else back,),
        risk=Risk.NONE,
    )


def _patch(namespace: str, quota: str, limits: Mapping[str, str | None]) -> str:
    # Merged, because a quota whose last limit goes loses the whole field.
    return command(
        "kubectl -n {namespace} patch resourcequota {quota} --type=merge -p {patch}",
        namespace=namespace,
        quota=quota,
        patch=compact_json({"spec": {"hard": dict(limits)}}),
    )


CAUSE = Cause(
    name=_NAME,
    code="SCH011",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(KubeletSaid, EventSeen),
    decided_by=(EventSeen,),
    failures=(
        ADMISSION_DENIED,
        fails(How.QUOTA, How.DENIED, thing=ThingClass.RESOURCE, value="resourcequotas"),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.3,
)
