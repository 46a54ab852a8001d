"""nftables refuses a set in which one network lies within another, and Felix gives up."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, indicates, proves
from calicovet.model.facts import FelixSaid
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.stage import Shape, StageId
from calicovet.startup.crashes import RELEASE_READS, release_of
from calicovet.startup.felix_word import GOT_OVER, felix_said, got_over

_KEY = "felix-nft-overlapping-cidrs"
_GAVE_UP = "felix-ipset-type-missing:panic"
"""Felix says the same of sets of iptables and of nftables."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = felix_said(node, _KEY)
    if said is None:
        return
    over = got_over(node, said)
    if over is not None:
        yield denies(said, over)
        return
    gave_up = felix_said(node, _GAVE_UP)
    words = {"error": said.detail("error"), "release": release_of(node) or "?"}
    yield indicates(said, **words) if gave_up is None else proves(said, gave_up, **words)


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunKubectl(
                "find-the-overlap",
                commands=(
                    "kubectl get globalnetworksets.crd.projectcalico.org"
                    " -o custom-columns=NAME:.metadata.name,NETS:.spec.nets",
                    "kubectl get networksets.crd.projectcalico.org -A"
                    " -o custom-columns=NAME:.metadata.name,NETS:.spec.nets",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("part-or-update", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Vain.DELETE_POD, Vain.LONGER_PROBE, Vain.LOAD_MODULE),
    )


CAUSE = Cause(
    name=_KEY,
    stage=StageId.DATAPLANE_READY,
    shows_as=frozenset(
        {
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(FelixSaid, *GOT_OVER, *RELEASE_READS),
    decided_by=(FelixSaid,),
    examine=examine,
    plan=plan,
    explains=("felix-ipset-type-missing",),
    scope=Scope.CLUSTER,
    prior=0.04,
)
