"""A rule of the host gives traffic between the nodes another source address."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import (
    BgpNotEstablished,
    BgpSaid,
    CalicoAddress,
    Fact,
    HostLink,
    PeerState,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import BGP_NOT_ESTABLISHED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import RUNS_BUT_FAILS
from calicovet.signals.messages import message

_KEY = "bgp-source-masqueraded"
_RULE = f"{_KEY}:rule"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    rows = node.all(PeerState)
    if rows and all("Established" in row.info for row in rows):
        yield denies(*rows)
        return
    rule = message(node, BgpSaid, _RULE)
    strangers = _strangers(case)
    stranger = next((one for one in strangers if _is_of(node, one.detail("address"))), None)
    told = stranger or next(iter(strangers), None)
    waits: Fact | None = node.one(BgpNotEstablished) or next(
        (row for row in rows if "Established" not in row.info), None
    )
    words = {
        "rule": rule.detail("rule") if rule is not None else "?",
        "address": told.detail("address").rstrip(".,;)") if told is not None else "?",
    }
    if rule is not None and told is not None:
        yield proves(rule, told, **words)
    elif rule is not None and waits is not None:
        yield indicates(rule, waits, **words)
    elif stranger is not None:
        yield indicates(stranger, **words)
    elif rule is not None:
        yield hints(rule, **words)


def _strangers(case: Case) -> tuple[BgpSaid, ...]:
    """The addresses of connections from unknown peers, as the other nodes log them."""
    told = case.node.all(BgpSaid, lambda found: found.key == _KEY)
    return (*told, *(said for peer in case.peers.sharing(_keys, _KEY) for said in _told(peer)))


def _told(peer: NodeView) -> tuple[BgpSaid, ...]:
    return peer.unread().all(BgpSaid, lambda found: found.key == _KEY)


def _keys(node: NodeView) -> Iterator[str]:
    return (said.key for said in node.all(BgpSaid))


def _is_of(node: NodeView, address: str) -> bool:
    """Whether it is an address of this host, though not the one that Calico gave to the peers."""
    text = address.rstrip(".,;)")
    known = node.one(CalicoAddress)
    return (known is None or str(known.address.ip) != text) and any(
        str(own.ip) == text for link in node.all(HostLink) for own in link.addresses
    )


CAUSE = Cause(
    name="bgp-source-masqueraded",
    code="BGP011",
    stage=StageId.BGP_ESTABLISHED,
    shows_as=RUNS_BUT_FAILS,
    reads=(BgpSaid, PeerState, BgpNotEstablished, HostLink, CalicoAddress),
    decided_by=(BgpSaid,),
    failures=(
        fails(
            How.MISMATCH,
            thing=(ThingClass.ADDRESS, ThingClass.BGP_PEER, ThingClass.BIRD),
            saying="unexpected connect",
        ),
        fails(How.DENIED, How.MISMATCH, thing=ThingClass.ADDRESS, by=Speaker.BIRD),
        BGP_NOT_ESTABLISHED,
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-the-rules",
                commands=(
                    "iptables -t nat -S POSTROUTING",
                    "nft list ruleset | grep -w masquerade",
                    "timeout 20 tcpdump -ni any -c 10 tcp port 179",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("narrow-the-rule", risk=Risk.TOUCHES_HOST),
        ),
        reaches=StageId.BGP_ESTABLISHED,
    ),
    prior=0.2,
    unforeseen=Unforeseen.NEEDS_SESSION,
)
