"""Another program on the host has TCP port 179, and BIRD cannot listen."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    BgpNotEstablished,
    BgpSaid,
    Fact,
    PeerState,
    SettingSeen,
    SocketListening,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import RUNS_BUT_FAILS
from calicovet.signals.messages import only_known

_KEY = "bgp-port-179-in-use"
_PORT = 179
_UNITS = {"bgpd": "frr", "gobgpd": "gobgpd", "exabgp": "exabgp"}
"""Programs that speak BGP, and the services that run them."""
_BIRD = ("bird",)
_BACKENDS = frozenset({"CALICO_NETWORKING_BACKEND", "calico_backend"})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    told: Fact | None = node.one(BgpSaid, lambda said: said.key.startswith(_KEY)) or node.one(
        PeerState, lambda row: "No listening socket" in row.info
    )
    sockets = node.all(SocketListening, lambda found: found.port == _PORT and bool(found.process))
    foreign = next((one for one in sockets if not one.process.startswith(_BIRD)), None)
    if told is not None:
        witnesses = (told, *only_known(foreign))
        yield proves(*witnesses, owner=foreign.process if foreign else "?")
    elif foreign is not None:
        yield from _by_socket(node, foreign)
    elif sockets:
        yield denies(sockets[0])


def _by_socket(node: NodeView, foreign: SocketListening) -> Iterator[Sign]:
    without_bird = node.one(
        SettingSeen, lambda found: found.name in _BACKENDS and found.value in ("vxlan", "none")
    )
    if without_bird is not None:
        yield denies(without_bird)
        return
    waits = node.one(BgpNotEstablished)
    if waits is not None:
        yield proves(foreign, waits, owner=foreign.process)
    else:
        # Nothing shows that BIRD wants the port here.
        yield indicates(foreign, owner=foreign.process)


def _stop(unit: str) -> RunOnNode:
    return RunOnNode(
        "stop-the-service",
        commands=(command("systemctl disable --now {unit}", unit=unit),),
        undo=(command("systemctl enable --now {unit}", unit=unit),),
        saw=command("systemctl is-active -q {unit}", unit=unit),
    )


def plan(case: Case) -> Plan:
    sockets = case.node.unread().all(SocketListening, lambda found: found.port == _PORT)
    unit = next((_UNITS[one.process] for one in sockets if one.process in _UNITS), "")
    return Plan(
        steps=(
            RunOnNode(
                "find-the-owner",
                commands=("ss -ltnp 'sport = :179'", "pgrep -af 'bird|bgpd|frr|gobgpd'"),
                risk=Risk.NONE,
            ),
            AskHuman("free-the-port", risk=Risk.TOUCHES_HOST),
            *((_stop(unit),) if unit else ()),
        ),
        instead=Plan(steps=(AskHuman("another-port", risk=Risk.CLUSTER_WIDE),)),
        reaches=StageId.BGP_ESTABLISHED,
    )


CAUSE = Cause(
    name="bgp-port-179-in-use",
    code="BGP003",
    stage=StageId.BIRD_RUNNING,
    shows_as=RUNS_BUT_FAILS,
    reads=(BgpSaid, PeerState, SocketListening, SettingSeen, BgpNotEstablished),
    decided_by=(SocketListening,),
    failures=(
        fails(How.ADDRESS_IN_USE, thing=ThingClass.PORT, value="179"),
        fails(How.ADDRESS_IN_USE, thing=ThingClass.BIRD),
    ),
    examine=examine,
    plan=plan,
    prior=0.4,
)
