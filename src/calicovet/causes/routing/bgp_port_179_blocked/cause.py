"""Something between the nodes does not let TCP port 179 through."""

from collections.abc import Iterator, Mapping

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    BgpNotEstablished,
    BgpSaid,
    CalicoAddress,
    CallError,
    CurlAnswered,
    Fact,
    InternalAddress,
    NodeListed,
    PeerState,
    UnitState,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import BGP_NOT_ESTABLISHED, BGP_UNANSWERED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.record import record
from calicovet.model.remediation.host_steps import open_ports
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import RUNS_BUT_FAILS
from calicovet.signals.messages import message
from calicovet.startup.autodetection.interfaces import (
    chosen_address,
    internal_address,
    is_first_of_a_bridge,
)
from calicovet.startup.pod_readiness import is_ready

_KEY = "bgp-port-179-blocked"
_PORT = ":179"
_NOT_LET_THROUGH = ("No route to host", "Connection timed out", "Operation timed out")
_NO_ANSWER = frozenset({CallError.TIMEOUT, CallError.NO_ROUTE})
_FIREWALLS = frozenset({"firewalld", "ufw"})
_IP_IN_IP = "4"
"""By number: the name ipip stands for another protocol, 94, in /etc/protocols."""


@record(kw_only=True)
class _Sessions:
    """What is known of this node's sessions."""

    blocked: tuple[PeerState, ...]
    """Those whose connection got no answer at all."""
    pending: tuple[PeerState, ...]
    """Those that only wait."""
    waits: BgpNotEstablished | None
    some_stand: bool

    @property
    def facts(self) -> tuple[Fact, ...]:
        rows = self.blocked or self.pending
        return rows if self.waits is None else (*rows, self.waits)

    @property
    def missing(self) -> tuple[str, ...]:
        if rows := self.blocked or self.pending:
            return tuple(row.peer for row in rows)
        return self.waits.peers if self.waits else ()


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    # A try that was seen counts; one that was not is nothing to ask for.
    tries = node.unread().all(CurlAnswered, lambda found: found.target.endswith(_PORT))
    failed = next((one for one in tries if not one.ok and one.error in _NO_ANSWER), None)
    if tries and failed is None:
        if all(one.ok for one in tries):
            yield denies(*tries)
        return
    right = _has_its_own_address(node)
    if right is False:
        # A node with a wrong address gets no answer; no blocked port explains that.
        return
    sessions = _sessions(node)
    words = _words(sessions, failed)
    if failed is not None:
        sure = bool(sessions.facts) and not sessions.some_stand
        yield (proves if sure else indicates)(failed, *sessions.facts, **words)
    elif sessions.blocked:
        yield _by_status(case, sessions, right, words)
    else:
        yield from _by_hearsay(case, sessions, right, words)


def _by_status(
    case: Case, sessions: _Sessions, right: bool | None, words: Mapping[str, object]
) -> Sign:
    if sessions.some_stand:
        # The node over there may just be down.
        return hints(*sessions.blocked, **words)
    firewall = _firewall(case.node)
    of_many = len(sessions.blocked) > 1
    if firewall is not None and (right or of_many):
        return proves(*sessions.blocked, firewall, **words)
    if right or of_many or firewall is not None or _all_are_there(case, sessions.blocked):
        return indicates(*sessions.blocked, **words)
    return hints(*sessions.blocked, **words)


def _all_are_there(case: Case, rows: tuple[PeerState, ...]) -> bool:
    """Whether a living host has each of the addresses, and still there is no route to it."""
    return all(
        _NOT_LET_THROUGH[0] in row.info
        and next(case.peers.sharing(_addresses_if_ready, row.peer), None) is not None
        for row in rows
    )


def _addresses_if_ready(node: NodeView) -> Iterator[str]:
    if node.one(NodeListed, lambda found: found.status.startswith("Ready")):
        yield from (str(found.address) for found in node.all(InternalAddress))


def _by_hearsay(
    case: Case, sessions: _Sessions, right: bool | None, words: dict[str, object]
) -> Iterator[Sign]:
    node = case.node
    if sessions.some_stand:
        return
    alone = sessions.waits is not None and _misses_everybody(case, sessions.waits)
    said = message(node, BgpSaid, _KEY)
    if said is not None:
        words["how"] = said.detail("error")
        sure = len(sessions.missing) > 1
        yield (indicates if sure else hints)(said, *sessions.facts, **words)
    elif sessions.facts and right and (alone or sessions.pending):
        firewall = _firewall(node)
        if firewall is not None:
            yield indicates(firewall, *sessions.facts, **words)
        else:
            yield hints(*sessions.facts, **words)


def _sessions(node: NodeView) -> _Sessions:
    rows = {
        row.peer: row for row in reversed(node.all(PeerState, lambda row: _speaks_for(row, node)))
    }
    up = [row for row in rows.values() if "established" in f"{row.state} {row.info}".lower()]
    down = [
        row
        for row in rows.values()
        # An address that every host has was stored by mistake, over there.
        if row not in up and not is_first_of_a_bridge(row.peer)
    ]
    blocked = tuple(row for row in down if any(words in row.info for words in _NOT_LET_THROUGH))
    pending = tuple(row for row in down if row.info.strip() in ("Connect", "OpenSent"))
    waits = node.one(
        BgpNotEstablished,
        lambda found: bool(found.peers) and not any(map(is_first_of_a_bridge, found.peers)),
    )
    if is_ready(node.unread().facts):
        # Every start waits for its peers; by now they are there.
        waits = None
    return _Sessions(
        blocked=blocked,
        # One that is refused, or rejected for what it says, was let through.
        pending=pending if len(pending) == len(down) else (),
        waits=waits,
        some_stand=bool(up) or bool(waits and waits.established),
    )


def _speaks_for(row: PeerState, node: NodeView) -> bool:
    return not row.about.node or not node.name or row.about.node == node.name


def _has_its_own_address(node: NodeView) -> bool | None:
    """Whether Calico has the address by which the node is reached; None: not known."""
    chosen, internal = chosen_address(node), internal_address(node)
    if chosen is None or internal is None:
        return None
    return chosen.address.ip == internal.address


def _misses_everybody(case: Case, waits: BgpNotEstablished) -> bool:
    if waits.established == 0:
        return True
    known = set(waits.peers)
    others: set[str] = set()
    for peer in case.peers.showing(InternalAddress):
        others.update(str(found.address) for found in peer.unread().all(InternalAddress)[:1])
        if not others <= known:
            return False
    return len(others) > 1


def _firewall(node: NodeView) -> UnitState | None:
    return node.one(
        UnitState,
        lambda found: found.unit.split(".")[0] in _FIREWALLS and found.active == "active",
    )


def _words(sessions: _Sessions, failed: CurlAnswered | None) -> dict[str, object]:
    peers = sessions.missing or ((failed.target.removesuffix(_PORT),) if failed else ())
    how = failed.error if failed is not None else _how(sessions)
    return {"peers": ", ".join(peers) or "?", "how": how}


def _how(sessions: _Sessions) -> str:
    for row in sessions.blocked:
        return next(words for words in _NOT_LET_THROUGH if words in row.info)
    return "?"


def plan(case: Case) -> Plan:
    peer = next(iter(_sessions(case.node).missing), "PEER")
    return Plan(
        steps=(
            RunOnNode(
                "try-the-port",
                commands=(
                    command("nc -zvw3 {peer} 179", peer=peer),
                    "systemctl is-active firewalld ufw",
                    "iptables -S INPUT",
                ),
                risk=Risk.NONE,
            ),
            open_ports("open-the-port", "179/tcp", protocols=(_IP_IN_IP,)),
            AskHuman("open-it-between", risk=Risk.TOUCHES_HOST),
        ),
        reaches=StageId.BGP_ESTABLISHED,
    )


CAUSE = Cause(
    name="bgp-port-179-blocked",
    code="BGP002",
    stage=StageId.BGP_ESTABLISHED,
    shows_as=RUNS_BUT_FAILS,
    reads=(
        CurlAnswered,
        PeerState,
        BgpNotEstablished,
        BgpSaid,
        UnitState,
        CalicoAddress,
        InternalAddress,
    ),
    decided_by=(PeerState,),
    failures=(
        fails(How.NO_ROUTE, How.DENIED, thing=ThingClass.BGP_PEER),
        fails(How.NO_ROUTE, How.TIMED_OUT, How.DENIED, thing=ThingClass.PORT, value="179"),
        fails(How.DENIED, How.TIMED_OUT, How.FAILED, thing=ThingClass.PROTOCOL, value="bgp"),
        BGP_UNANSWERED,
        BGP_NOT_ESTABLISHED,
        fails(How.NO_ROUTE, thing=ThingClass.PROTOCOL, value="bgp"),
    ),
    examine=examine,
    plan=plan,
    prior=1.2,
    unforeseen=Unforeseen.NEEDS_SESSION,
)
