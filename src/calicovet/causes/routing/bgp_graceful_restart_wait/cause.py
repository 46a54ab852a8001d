"""BIRD still waits for its peers after a restart, which ends by itself."""

from collections.abc import Iterator
from datetime import timedelta

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates
from calicovet.model.commands.shell import command
from calicovet.model.facts import BgpSaid, EventSeen, PodListed, RunningFor
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import BGP_NOT_ESTABLISHED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message
from calicovet.startup.pod_readiness import is_main

_KEY = "bgp-graceful-restart-wait"
_WORDS = "graceful restart in progress"
_ENDS_AFTER = timedelta(minutes=5)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    event = node.one(EventSeen, lambda found: _WORDS in found.message)
    said = message(node, BgpSaid, _KEY)
    if event is None:
        if said is not None:
            yield hints(said)
        return
    # Of several restarts the event keeps one count, so a long span says little of a young run.
    runs = node.one(RunningFor, lambda found: is_main(found) and not found.init)
    pod = node.one(PodListed)
    since = runs.duration if runs is not None else pod.age if pod is not None else None
    if (event.age is not None and since is not None and event.age > _ENDS_AFTER) or (
        event.over is not None and event.over > _ENDS_AFTER and not _is_young(since)
    ):
        yield denies(event)
    elif event.over is not None or _is_young(since):
        yield indicates(event)
    else:
        yield hints(event)


def _is_young(since: timedelta | None) -> bool:
    return since is not None and since <= _ENDS_AFTER


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    return Plan(
        steps=(
            AskHuman("wait"),
            RunKubectl(
                "look-again",
                commands=(
                    command(
                        "kubectl -n {namespace} get pods -l k8s-app=calico-node -o wide",
                        namespace=namespace,
                    ),
                    "kubectl get nodes",
                ),
                risk=Risk.NONE,
            ),
        ),
        reaches=StageId.PROBES_PASSING,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LONGER_PROBE,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name="bgp-graceful-restart-wait",
    code="BGP010",
    stage=StageId.BGP_ESTABLISHED,
    shows_as=frozenset({Shape.RUNNING_NOT_READY}),
    reads=(EventSeen, BgpSaid, RunningFor, PodListed),
    decided_by=(EventSeen,),
    failures=(
        BGP_NOT_ESTABLISHED,
        fails(How.SLOW, thing=ThingClass.BIRD, value="graceful-restart"),
    ),
    examine=examine,
    plan=plan,
    caused_by=("bgp-peer-is-the-sick-one", "bgp-port-179-blocked"),
    prior=0.3,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
