"""Felix crashes while it hands on the addresses of hosts, of which one has none."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen
from calicovet.model.facts import Crashed, FelixSaid
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.crashes import RELEASE_READS, known_panic, release_of

_KEY = "felix-panic-host-ip-flush"
_FIXED = (3, 30)
"""From here on an address that is missing is left out."""
_PATCHES = ((3, 28, 3), (3, 29, 1))
"""The patches that brought it to earlier releases."""


def examine(case: Case) -> Iterator[Sign]:
    release = release_of(case.node)
    patched = next(
        (
            patch[:2]
            for patch in _PATCHES
            if release is not None and release[:2] == patch[:2] and release >= patch
        ),
        None,
    )
    yield from known_panic(case.node, _KEY, patched or _FIXED)


CAUSE = Cause(
    name=_KEY,
    code="FLX033",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, Crashed, *RELEASE_READS),
    decided_by=(FelixSaid,),
    examine=examine,
    plan=Plan(
        steps=(AskHuman("newer-release", risk=Risk.CLUSTER_WIDE),),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.LONGER_PROBE),
    ),
    prior=0.04,
    unforeseen=Unforeseen.OLD_RELEASE,
)
