"""A set on the host has a newer revision than the ipset in the image understands."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, proves
from calicovet.model.facts import FelixSaid
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import FELIX_FAILS, StageId
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over

_KEY = "felix-ipset-userspace-too-old"


def examine(case: Case) -> Iterator[Sign]:
    said = felix_said(case.node, _KEY)
    if said is not None:
        # Newer releases put another set in the place of the unreadable one and go on.
        over = got_over(case.node, said)
        yield (proves if over is None else hints)(said, type=said.detail("type") or "hash")


def plan(case: Case) -> Plan:
    return Plan(
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
    )


CAUSE = Cause(
    name="felix-ipset-userspace-too-old",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, *GOT_OVER),
    examine=examine,
    plan=plan,
    prior=0.4,
)
