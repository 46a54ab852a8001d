"""Another program has the port on which Felix answers the probes."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import FelixSaid, SettingSeen, SocketListening
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.health_endpoint import PORT
from calicovet.signals.messages import message, only_known

_KEY = "felix-port-9099-in-use"
_NUMBER = re.compile(r"[0-9]{1,5}")
_OURS = ("calico-node", "calico-felix", "felix")
_IN_THE_WAY = frozenset({"", "*", "0.0.0.0", "::", "127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""Who listens on another address of the host leaves the loopback free."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = message(node, FelixSaid, _KEY)
    port = int(said.detail("port")) if said is not None and said.detail("port") else _port(node)
    sockets = node.all(SocketListening, lambda found: found.port == port and bool(found.process))
    foreign = next((found for found in sockets if _is_foreign(found)), None)
    if foreign is not None:
        told = (*only_known(said), foreign)
        yield proves(*told, port=port, owner=foreign.process)
    elif said is not None:
        # A second calico-node has the same name as the first one.
        yield proves(said, port=port, owner=sockets[0].process if sockets else "?")
    elif sockets:
        yield denies(sockets[0])


def _port(node: NodeView) -> int:
    """The port that Felix was told to use."""
    told = node.one(SettingSeen, lambda found: found.name in ("FELIX_HEALTHPORT", "healthPort"))
    return int(told.value) if told is not None and _NUMBER.fullmatch(told.value) else PORT


def _is_foreign(socket: SocketListening) -> bool:
    return not socket.process.startswith(_OURS) and socket.address in _IN_THE_WAY


def _is_a_second(node: NodeView) -> bool:
    """Whether it is a calico-node that has the port, and none that a pod could be."""
    found = node.one(SocketListening, lambda found: found.port == _port(node))
    return found is not None and not _is_foreign(found)


def _stop_the_second() -> RunOnNode:
    return RunOnNode(
        "stop-the-service",
        commands=("systemctl disable --now calico-node",),
        undo=("systemctl enable --now calico-node",),
        saw="systemctl is-active -q calico-node",
    )


def plan(case: Case) -> Plan:
    port = _port(case.node.unread())
    return Plan(
        steps=(
            RunOnNode(
                "find-the-owner",
                commands=(
                    command("ss -ltnp {filter}", filter=f"sport = :{port}"),
                    "pgrep -af calico-node",
                    "systemctl status calico-node --no-pager",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("free-the-port", risk=Risk.TOUCHES_HOST),
            *((_stop_the_second(),) if _is_a_second(case.node.unread()) else ()),
            RestartPod(),
        ),
    )


CAUSE = Cause(
    name="felix-port-9099-in-use",
    code="FLX005",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, SocketListening, SettingSeen),
    decided_by=(SocketListening,),
    failures=(
        fails(How.ADDRESS_IN_USE, thing=ThingClass.PORT, value=("9099", "9098")),
        fails(How.ADDRESS_IN_USE, thing=ThingClass.FELIX),
    ),
    examine=examine,
    plan=plan,
    prior=0.4,
)
