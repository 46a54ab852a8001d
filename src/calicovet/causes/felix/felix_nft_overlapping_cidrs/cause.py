"""nftables refuses a set in which one network lies within another, and Felix gives up."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen
from calicovet.model.facts import FelixSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import SETS_NOT_WRITTEN
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.nft_sets import SETS_READS, sets_not_taken

_KEY = "felix-nft-overlapping-cidrs"


def examine(case: Case) -> Iterator[Sign]:
    return sets_not_taken(case.node, _KEY, "error")


CAUSE = Cause(
    name=_KEY,
    code="FLX030",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=SETS_READS,
    decided_by=(FelixSaid,),
    failures=(
        fails(How.OVERLAP, thing=(ThingClass.IPSET, ThingClass.RULES)),
        fails(How.OVERLAP, How.CONFLICT, thing=ThingClass.PROGRAM, value="nft"),
        *SETS_NOT_WRITTEN,
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "find-the-overlap",
                commands=(
                    "kubectl get globalnetworksets.crd.projectcalico.org"
                    " -o custom-columns=NAME:.metadata.name,NETS:.spec.nets",
                    "kubectl get networksets.crd.projectcalico.org -A -o custom-columns="
                    "NAMESPACE:.metadata.namespace,NAME:.metadata.name,NETS:.spec.nets",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("part-or-update", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LONGER_PROBE, Ineffective.LOAD_MODULE),
    ),
    explains=("felix-ipset-type-missing",),
    scope=Scope.CLUSTER,
    prior=0.04,
    unforeseen=Unforeseen.ONLY_READER_JUDGES,
)
