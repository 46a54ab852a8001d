"""The address is still kept for a node that is gone, or that had another name."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import CalicoAddress, Claimed, NodeListed, NodeNameUsed, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import ADDRESS_TAKEN
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import Ineffective, NoUndo, Plan, RestartPod, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId
from calicovet.startup.autodetection.conflicts import Fate, conflict_on, fate_of
from calicovet.startup.autodetection.interfaces import is_first_of_a_bridge


def examine(case: Case) -> Iterator[Sign]:
    conflict = conflict_on(case.node)
    if conflict is None:
        return
    fate, facts = fate_of(conflict, case)
    words = {"other": conflict.other, "address": conflict.address or "?"}
    if fate is Fate.GONE:
        yield proves(conflict.said, *facts, **words)
    elif fate is Fate.FORMER_NAME or (
        fate in (Fate.DOWN, Fate.SAID_GONE) and not is_first_of_a_bridge(conflict.address)
    ):
        yield indicates(conflict.said, *facts, **words)
    elif fate is Fate.ALIVE:
        yield denies(*facts)


def plan(case: Case) -> Plan:
    conflict = conflict_on(case.node.unread())
    other = (conflict.other if conflict else "") or "$OTHER"
    return Plan(
        steps=(
            RunKubectl(
                "make-sure",
                commands=("kubectl get nodes -o wide", "calicoctl get nodes -o wide"),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "delete-the-stale-node",
                commands=(
                    command("kubectl get node {node} -o yaml > {node}.node.yaml", node=other),
                    command("kubectl delete node {node}", node=other),
                    command("calicoctl delete node {node}", node=other),
                ),
                undo=(command("kubectl replace --force -f {node}.node.yaml", node=other),),
            ),
            RestartPod(),
        ),
        instead=Plan(
            steps=(
                RunKubectl(
                    "free-the-address",
                    commands=(
                        command(
                            "kubectl annotate node {node} projectcalico.org/IPv4Address-",
                            node=other,
                        ),
                    ),
                    no_undo=NoUndo.WAS_BROKEN,
                    risk=Risk.NONE,
                ),
                RestartPod(),
            )
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


CAUSE = Cause(
    name="ip-conflict-stale-node",
    code="ADR006",
    stage=StageId.ADDRESS_UNIQUE,
    # The address is asked for, and compared, again every minute.
    shows_as=frozenset({Shape.EXITS_AT_STARTUP, Shape.RUNNING_NOT_READY, Shape.READY_BUT_FLAPPING}),
    reads=(StartupSaid, NodeNameUsed, NodeListed, CalicoAddress, Claimed),
    decided_by=(StartupSaid, NodeListed),
    failures=(
        ADDRESS_TAKEN,
        fails(How.CONFLICT, How.ALREADY_EXISTS, thing=ThingClass.NODE, value="former"),
        fails(How.CONFLICT, thing=ThingClass.ADDRESS, by=Speaker.PERSON),
    ),
    examine=examine,
    plan=plan,
    prior=0.7,
)
