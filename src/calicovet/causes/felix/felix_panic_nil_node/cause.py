"""Felix crashes on an entry of a node that is empty."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen
from calicovet.model.facts import Crashed, FelixSaid
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.crashes import RELEASE_READS, known_panic

_KEY = "felix-panic-nil-node"
_FIXED = (3, 17)
"""From here on the datastore's client hands out no empty nodes; so do later patches of v3.15 and v3.16."""


def examine(case: Case) -> Iterator[Sign]:
    yield from known_panic(case.node, _KEY, _FIXED)


CAUSE = Cause(
    name=_KEY,
    code="FLX034",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, Crashed, *RELEASE_READS),
    decided_by=(FelixSaid,),
    examine=examine,
    plan=Plan(
        steps=(AskHuman("newer-release", risk=Risk.CLUSTER_WIDE),),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.LONGER_PROBE),
    ),
    prior=0.03,
    unforeseen=Unforeseen.OLD_RELEASE,
)
