"""Something between the nodes does not let TCP port 5473 through."""

from collections.abc import Iterator, Mapping

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import (
    BgpSaid,
    CallError,
    CurlAnswered,
    FelixSaid,
    InternalAddress,
    Milestone,
    MilestoneReached,
    NodeListed,
    Said,
    SettingSeen,
    StartupSaid,
)
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.host_steps import open_ports
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.messages import only_known

_KEY = "typha-port-blocked"
_GAVE_UP = f"{_KEY}:gave-up"
_PORT = ":5473"
_NO_ANSWER = frozenset({CallError.TIMEOUT, CallError.NO_ROUTE})
_WIREGUARD = frozenset({"wireguardEnabled", "FELIX_WIREGUARDENABLED"})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = _newest(node, _KEY)
    # A try that was seen counts; one that was not is nothing to ask for.
    tried = node.unread().one(CurlAnswered, lambda found: found.target.endswith(_PORT))
    if tried is not None and tried.ok:
        yield denies(tried)
        return
    by_hand = tried if tried is not None and tried.error in _NO_ANSWER else None
    if said is not None:
        yield _by_log(case, said, by_hand)
    elif by_hand is not None:
        host = by_hand.target.removesuffix(_PORT).strip("[]")
        gave_up = _newest(node, _GAVE_UP)
        words = {"address": host, "how": by_hand.error}
        if gave_up is not None:
            yield proves(by_hand, gave_up, **words)
        else:
            yield indicates(by_hand, **words)
    elif (gave_up := _newest(node, _GAVE_UP)) is not None:
        yield hints(gave_up, address="?", how="?")


def _by_log(case: Case, said: Said, by_hand: CurlAnswered | None) -> Sign:
    node = case.node
    connected = node.one(MilestoneReached, lambda found: _came_later(found, said))
    if connected is not None:
        # Another Typha answered, or the same one later.
        return denies(connected)
    address = said.detail("address").strip("[]")
    words: Mapping[str, object] = {"address": address, "how": said.detail("error")}
    gone = _node_is_gone(case, address)
    if gone is not None:
        return hints(said, gone, **words)
    if node.one(
        Failure, lambda found: found.how is How.HUNG and found.thing.kind is ThingClass.TYPHA
    ):
        # A Typha that takes no connections looks the same from here.
        return hints(said, **words)
    if node.one(SettingSeen, lambda found: found.name in _WIREGUARD and found.value == "true"):
        # WireGuard that waits for Felix, which waits for Typha, looks the same.
        return indicates(said, **words)
    return proves(said, *only_known(by_hand), **words)


def _node_is_gone(case: Case, address: str) -> NodeListed | None:
    """The row that says that Typha's own node is down: then no port is to blame."""
    for peer in case.peers.sharing(_addresses, address):
        return peer.unread().one(NodeListed, lambda found: found.status.startswith("NotReady"))
    return None


def _addresses(node: NodeView) -> Iterator[str]:
    return (str(found.address) for found in node.all(InternalAddress))


def _newest(node: NodeView, key: str) -> Said | None:
    for kind in (FelixSaid, BgpSaid, StartupSaid):
        found: Said | None = node.one(kind, lambda said: said.key == key)
        if found is not None:
            return found
    return None


def _came_later(reached: MilestoneReached, said: Said) -> bool:
    return (
        reached.milestone in (Milestone.TYPHA_CONNECTED, Milestone.FELIX_IN_SYNC)
        and reached.at is not None
        and said.at is not None
        and reached.at > said.at
    )


def plan(case: Case) -> Plan:
    said = _newest(case.node, _KEY)
    address = said.detail("address").strip("[]") if said is not None else part("<address of Typha>")
    return Plan(
        steps=(
            RunOnNode(
                "try-the-port",
                commands=(
                    command("nc -zvw3 {address} 5473", address=address),
                    "systemctl is-active firewalld ufw",
                ),
                risk=Risk.NONE,
            ),
            open_ports("open-the-port", "5473/tcp", risk=Risk.CLUSTER_WIDE),
            AskHuman("open-it-between", risk=Risk.TOUCHES_HOST),
        ),
        reaches=StageId.TYPHA_CONNECTED,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.CHANGE_ADDRESS,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name="typha-port-blocked",
    code="TYP002",
    stage=StageId.TYPHA_CONNECTED,
    shows_as=FELIX_FAILS,
    reads=(
        FelixSaid,
        BgpSaid,
        StartupSaid,
        CurlAnswered,
        MilestoneReached,
        SettingSeen,
        Failure,
    ),
    decided_by=(FelixSaid,),
    failures=(
        fails(How.TIMED_OUT, thing=ThingClass.TYPHA, doing=Act.CONNECT),
        fails(How.NO_ROUTE, How.UNREACHABLE, How.DENIED, thing=ThingClass.TYPHA),
        fails(How.TIMED_OUT, How.NO_ROUTE, How.DENIED, thing=ThingClass.PORT, value="5473"),
    ),
    examine=examine,
    plan=plan,
    prior=0.8,
)
