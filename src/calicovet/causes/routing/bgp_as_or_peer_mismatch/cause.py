"""Both ends of a BGP session do not agree: another AS number, or an unexpected peer."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, proves
from calicovet.model.facts import BgpSaid, PeerState
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import BGP_NOT_ESTABLISHED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import RUNS_BUT_FAILS
from calicovet.signals.messages import message

_KEY = "bgp-as-or-peer-mismatch"
_DISAGREE = ("Bad peer AS", "Unacceptable hold time")
_CLOSED = ("Cease", "Hold timer expired")


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    row = node.one(PeerState, lambda found: any(words in found.info for words in _DISAGREE))
    said = message(node, BgpSaid, _KEY)
    if row is not None:
        error = next(words for words in _DISAGREE if words in row.info)
        yield proves(row, peer=row.peer, error=error)
    elif said is not None:
        yield proves(said, peer="?", error=said.detail("error"))
    else:
        yield from _by_the_way(node)


def _by_the_way(node: NodeView) -> Iterator[Sign]:
    rows = node.all(PeerState)
    if rows and all("Established" in row.info for row in rows):
        yield denies(*rows)
        return
    closed = next((row for row in rows if any(words in row.info for words in _CLOSED)), None)
    said = message(node, BgpSaid, f"{_KEY}:closed")
    if closed is not None:
        yield hints(closed, peer=closed.peer, error=closed.info)
    elif said is not None:
        yield hints(said, peer="?", error=said.detail("error"))


CAUSE = Cause(
    name="bgp-as-or-peer-mismatch",
    code="BGP007",
    stage=StageId.BGP_ESTABLISHED,
    shows_as=RUNS_BUT_FAILS,
    reads=(PeerState, BgpSaid),
    decided_by=(PeerState,),
    failures=(
        fails(How.MISMATCH, saying=("bad bgp identifier", "bad peer as")),
        fails(How.MISMATCH, How.INVALID_VALUE, thing=ThingClass.BGP_PEER),
        BGP_NOT_ESTABLISHED,
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "compare-both-ends",
                commands=(
                    "kubectl get nodes -o custom-columns="
                    r"'NAME:.metadata.name,AS:.metadata.annotations.projectcalico\.org/ASNumber'",
                    "kubectl get bgppeers.crd.projectcalico.org -o yaml",
                    "kubectl get bgpconfigurations.crd.projectcalico.org -o yaml",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("make-them-agree", risk=Risk.CLUSTER_WIDE),
        ),
        reaches=StageId.BGP_ESTABLISHED,
    ),
    prior=0.3,
    unforeseen=Unforeseen.NEEDS_SESSION,
)
