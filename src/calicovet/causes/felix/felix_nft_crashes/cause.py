"""The nft tool in Calico's image crashes on rules that a newer nft has written."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen
from calicovet.model.facts import FelixSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import SETS_NOT_WRITTEN
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.nft_sets import SETS_READS, sets_not_taken

_KEY = "felix-nft-crashes"


def examine(case: Case) -> Iterator[Sign]:
    return sets_not_taken(case.node, _KEY, "signal")


CAUSE = Cause(
    name=_KEY,
    code="FLX029",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=SETS_READS,
    decided_by=(FelixSaid,),
    failures=(
        fails(How.SEGFAULT, How.KILLED, thing=ThingClass.PROGRAM, value="nft"),
        *SETS_NOT_WRITTEN,
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-the-versions",
                commands=(
                    "nft --version",
                    "dmesg -T | grep 'nft\\[' | tail -3",
                    "nft list tables",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("newer-nft-or-iptables", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LONGER_PROBE, Ineffective.LOAD_MODULE),
    ),
    explains=("felix-ipset-type-missing",),
    may_lie_dormant=True,
    prior=0.06,
    unforeseen=Unforeseen.HOST_RULES,
)
