"""Typha hands out names that an older calico-node does not understand."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, indicates
from calicovet.model.facts import FelixSaid
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AN_INSTALLATION,
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over

_KEY = "typha-newer-than-node"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = felix_said(node, _KEY)
    if said is None:
        return
    over = got_over(node, said)
    if over is not None:
        yield denies(said, over)
    else:
        # Some of these lines do no harm; what both run is told by their images alone.
        yield indicates(said, key=said.detail("key"), release=release_of(node) or "?")


CAUSE = Cause(
    name=_KEY,
    code="TYP007",
    stage=StageId.TYPHA_CONNECTED,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, *GOT_OVER, *RELEASE_READS),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.INVALID_VALUE,
            How.CORRUPT,
            thing=ThingClass.TYPHA,
            by=(Speaker.FELIX, Speaker.CONFD),
            doing=Act.PARSE,
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "compare-releases",
                commands=(
                    "kubectl get deploy,ds -A -o wide | grep -e calico-typha -e calico-node",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("one-release", risk=Risk.ROLLS_ALL_NODES),
        ),
        within=AN_INSTALLATION,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.LONGER_PROBE),
    ),
    scope=Scope.CLUSTER,
    prior=0.04,
    unforeseen=Unforeseen.UPDATE_TO_COME,
)
