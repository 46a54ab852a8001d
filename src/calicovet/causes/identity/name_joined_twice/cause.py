"""One host has two Node objects: it joined again under another name, and the first one is left behind."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    Fact,
    InternalAddress,
    KubeletSaid,
    MachineIdentity,
    NodeCondition,
    NodeListed,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import ADDRESS_IS_WRONG, DATASTORE_FAILS_AT_TIMES
from calicovet.signals.messages import message

_SILENT = "node-kubelet-dead"


def examine(case: Case) -> Iterator[Sign]:
    silent = _silent(case.node)
    own = case.node.one(InternalAddress)
    if silent is None or own is None:
        return
    namesakes = [
        peer for peer in case.peers.sharing(_addresses, str(own.address)) if peer.name is not None
    ]
    # Behind a NAT every node may report the same address.
    if len(namesakes) != 1 or _address_of_many(case):
        return
    other = namesakes[0]
    alive = _ready(other)
    theirs = other.one(InternalAddress)
    if alive is None or theirs is None:
        return
    mine, its = case.node.one(MachineIdentity), other.one(MachineIdentity)
    words = {"other": other.name or "?", "address": str(own.address)}
    if mine is None or its is None or not (mine.machine and its.machine):
        yield indicates(silent, own, theirs, alive, **words)
    elif (mine.machine, mine.system) == (its.machine, its.system):
        yield proves(silent, own, theirs, alive, mine, its, **words)
    else:
        # Another machine has got the address since.
        yield denies(mine, its)


def _silent(node: NodeView) -> Fact | None:
    """That the node is not heard of any more."""
    condition = node.one(NodeCondition, lambda found: found.type == "Ready")
    if condition is not None:
        return condition if condition.status == "Unknown" else None
    return message(node, KubeletSaid, _SILENT)


def _ready(node: NodeView) -> Fact | None:
    condition = node.one(NodeCondition, lambda found: found.type == "Ready")
    if condition is not None:
        return condition if condition.status == "True" else None
    return node.one(NodeListed, lambda found: found.status.split(",")[0] == "Ready")


def _addresses(node: NodeView) -> Iterator[str]:
    return (str(found.address) for found in node.unread().all(InternalAddress)[:1])


def _address_of_many(case: Case) -> bool:
    """Whether another address is shared as well: then addresses tell nothing of hosts here."""
    shared = [views for views in case.peers.everyone.sharing(_addresses).values() if len(views) > 1]
    return len(shared) > 1


def plan(case: Case) -> Plan:
    node = case.node.name or "$NODE"
    return Plan(
        steps=(
            RunKubectl(
                "compare",
                commands=(
                    "kubectl get nodes -o wide",
                    "kubectl get nodes -o custom-columns=NAME:.metadata.name,MACHINE:.status.nodeInfo.machineID",
                ),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "delete-the-first",
                commands=(
                    command("kubectl get node {node} -o yaml > {node}.node.yaml", node=node),
                    command("kubectl delete node {node}", node=node),
                ),
                undo=(command("kubectl replace --force -f {node}.node.yaml", node=node),),
            ),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name="name-joined-twice",
    code="NAM005",
    stage=StageId.POD_CREATED,
    shows_as=ADDRESS_IS_WRONG | DATASTORE_FAILS_AT_TIMES,
    reads=(NodeCondition, KubeletSaid, NodeListed, InternalAddress, MachineIdentity),
    decided_by=(MachineIdentity,),
    failures=(fails(How.CONFLICT, How.ALREADY_EXISTS, thing=ThingClass.NODE_NAME),),
    examine=examine,
    plan=plan,
    explains=("node-kubelet-dead",),
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
