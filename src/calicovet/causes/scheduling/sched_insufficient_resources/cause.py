"""The node has no room for calico-node's pod."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import EventSeen, KubeletSaid, PodListed, PodPhase
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import A_REBOOT, AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId
from calicovet.signals.message_owner import Whose, event_of, home_of, names_calico_node, told, whose

_NAME = "sched-insufficient-resources"
_REFUSED = ("OutOfcpu", "OutOfmemory", "OutOfpods", "OutOfephemeral-storage")
_AIMED = "didn't match"
"""Pods of a DaemonSet are aimed at one node, so all the others do not match."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    listed = node.one(
        PodListed, lambda pod: pod.status in _REFUSED and names_calico_node(pod.about.pod)
    )
    phase = node.one(PodPhase, lambda pod: pod.reason in _REFUSED)
    said = told(node, KubeletSaid, _NAME)
    if listed is not None:
        yield proves(listed, what=_what(listed.status))
    elif phase is not None:
        yield proves(phase, what=_what(phase.reason))
    elif said is not None and whose(said) is Whose.OURS:
        yield proves(said, what=_what(said.detail("what")))
    elif said is not None and whose(said) is Whose.UNKNOWN:
        event = event_of(node, said)
        # Only a DaemonSet's pod is aimed at one node; in a text about calico-node it is that one.
        sign = indicates if event is not None and _AIMED in event.message else hints
        yield sign(said, what=_what(said.detail("what")))


def _what(words: str) -> str:
    for head in ("OutOf", "Insufficient ", "Too many "):
        words = words.removeprefix(head)
    return "pods (maxPods)" if words == "pods" else words


def plan(case: Case) -> Plan:
    namespace = home_of(case.node, told(case.node, KubeletSaid, _NAME))
    return Plan(
        steps=(
            RunKubectl(
                "see-the-room",
                commands=(
                    command("kubectl describe node {node}", node=case.node.name),
                    command(
                        "kubectl -n {namespace} get daemonset calico-node -o jsonpath="
                        "'{{.spec.template.spec.priorityClassName}}'",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("make-room", risk=Risk.MOVES_WORKLOADS),
        ),
        reaches=StageId.POD_BOUND,
        within=A_REBOOT,
    )


CAUSE = Cause(
    name=_NAME,
    code="SCH003",
    stage=StageId.POD_BOUND,
    shows_as=frozenset({Shape.NOT_CREATED, Shape.PENDING, Shape.CONTAINER_NOT_CREATED}),
    reads=(KubeletSaid, EventSeen, PodListed, PodPhase),
    decided_by=(EventSeen,),
    failures=(
        fails(
            How.INSUFFICIENT,
            thing=(ThingClass.CPU, ThingClass.MEMORY, ThingClass.DISK),
            doing=Act.SCHEDULE,
        ),
        fails(How.INSUFFICIENT, How.FULL, thing=ThingClass.POD),
    ),
    examine=examine,
    plan=plan,
    explains=("sched-taint-not-tolerated",),
    prior=0.5,
    unforeseen=Unforeseen.CAPACITY,
)
