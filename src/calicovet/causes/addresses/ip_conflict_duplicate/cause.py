"""Another node of the cluster, which is alive, has the same address with Calico."""

from collections.abc import Iterator
from itertools import islice

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import CalicoAddress, Claimed, NodeListed, NodeNameUsed, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import ADDRESS_TAKEN
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    NoUndo,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.startup.autodetection.conflicts import Fate, conflict_on, fate_of
from calicovet.startup.networks import stored_addresses

_MOST_CLAIMANTS = 100
"""Where thousands claim the same, more would not say more."""


def examine(case: Case) -> Iterator[Sign]:
    conflict = conflict_on(case.node)
    if conflict is None:
        yield from _stored_twice(case)
        return
    fate, facts = fate_of(conflict, case)
    words = {"other": conflict.other or "?", "address": conflict.address or "?"}
    if fate is Fate.GONE:
        yield denies(*facts)
    elif fate in (Fate.DOWN, Fate.FORMER_NAME, Fate.SAID_GONE):
        yield hints(conflict.said, *facts, **words)
    elif fate is Fate.ALIVE:
        yield proves(conflict.said, *facts, **words)
    else:
        # Whether the other one is still alive is in `kubectl get nodes`.
        yield indicates(conflict.said, *facts, **words)


def _stored_twice(case: Case) -> Iterator[Sign]:
    """No log, but Calico has the same address for two nodes."""
    chosen = case.node.one(CalicoAddress, _is_stored)
    if chosen is None:
        return
    address = chosen.address.ip
    claiming = (
        peer
        for peer in case.peers.sharing(stored_addresses, address)
        if peer.name and peer.name != case.node.name
    )
    theirs = {
        peer.name or "": fact
        for peer in islice(claiming, _MOST_CLAIMANTS)
        if (fact := peer.one(CalicoAddress, _is_stored)) is not None
    }
    same = {name: fact for name, fact in theirs.items() if fact.address.ip == address}
    if same:
        yield indicates(chosen, *same.values(), other=", ".join(same), address=address)


def _is_stored(found: CalicoAddress) -> bool:
    # One log may stand for several sick nodes; only the Node's own word is told for each of them.
    return not found.about.container


def plan(case: Case) -> Plan:
    conflict = conflict_on(case.node.unread())
    address = (conflict.address if conflict else "") or part("$ADDRESS")
    other = (conflict.other if conflict else "") or part("$OTHER")
    namespace = case.node.namespace or "kube-system"
    return Plan(
        steps=(
            RunKubectl(
                "compare-addresses",
                commands=(
                    "kubectl get nodes -o custom-columns='NAME:.metadata.name,"
                    'INTERNAL:.status.addresses[?(@.type=="InternalIP")].address,'
                    r"CALICO:.metadata.annotations.projectcalico\.org/IPv4Address'",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "whose-address",
                commands=(
                    command("ip -br addr | grep -w {address}", address=address),
                    # Of several links arping chooses none by itself.
                    command(
                        "arping -D -c 3 -I $(ip -o addr show to {address} | awk '{{print $2; exit}}')"
                        " {address}",
                        address=address,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("give-each-its-own", risk=Risk.TOUCHES_HOST),
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
                        command(
                            "kubectl -n {namespace} delete pod -l k8s-app=calico-node"
                            " --field-selector spec.nodeName={node}",
                            namespace=namespace,
                            node=other,
                        ),
                    ),
                    no_undo=NoUndo.RECREATED,
                    risk=Risk.RESTARTS_ONE_POD,
                ),
            )
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name="ip-conflict-duplicate",
    code="ADR005",
    stage=StageId.ADDRESS_UNIQUE,
    # The address is asked for, and compared, again every minute.
    shows_as=frozenset({Shape.EXITS_AT_STARTUP, Shape.RUNNING_NOT_READY, Shape.READY_BUT_FLAPPING}),
    reads=(StartupSaid, NodeNameUsed, NodeListed, CalicoAddress, Claimed),
    decided_by=(StartupSaid,),
    failures=(
        ADDRESS_TAKEN,
        fails(How.CONFLICT, thing=ThingClass.ADDRESS, by=Speaker.PERSON),
    ),
    examine=examine,
    plan=plan,
    # Where the same address on two hosts comes from.
    caused_by=(
        "ip-wrong-bridge",
        "ip-wrong-nic-multihomed",
        "ip-vip-selected",
        "ip-dummy-service-address",
        "ip-changed-or-not-on-host",
    ),
    prior=1.5,
)
