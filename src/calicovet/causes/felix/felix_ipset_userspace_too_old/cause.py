"""A set on the host has a newer revision than the ipset in the image understands."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen
from calicovet.model.facts import FelixSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import SETS_NOT_WRITTEN
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.felix_messages import GOT_OVER, felix_said, proves_unless_over

_KEY = "felix-ipset-userspace-too-old"


def examine(case: Case) -> Iterator[Sign]:
    said = felix_said(case.node, _KEY)
    if said is not None:
        # Newer releases put another set in the place of the unreadable one and go on.
        yield proves_unless_over(case.node, said, type=said.detail("type") or "hash")


CAUSE = Cause(
    name="felix-ipset-userspace-too-old",
    code="FLX013",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, *GOT_OVER),
    failures=(
        fails(How.TOO_OLD, How.TOO_NEW, How.MISMATCH, thing=ThingClass.IPSET),
        fails(How.TOO_OLD, How.TOO_NEW, How.MISMATCH, thing=ThingClass.PROGRAM, value="ipset"),
        *SETS_NOT_WRITTEN,
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "find-the-sets",
                commands=(
                    "ipset --version; uname -r",
                    "ipset list -t | grep -e ^Name -e ^Type -e ^Revision -e ^References",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("remove-the-sets", risk=Risk.MOVES_WORKLOADS),
            RestartPod(),
        ),
        within=A_REBOOT,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LOAD_MODULE, Ineffective.LONGER_PROBE),
    ),
    prior=0.4,
    unforeseen=Unforeseen.OLD_RELEASE,
)
