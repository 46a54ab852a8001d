"""Felix gives up, because it may not or cannot load the XDP program that it clears its state with."""

from collections.abc import Iterator
from datetime import timedelta

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import EventSeen, Fact, FelixSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    Risk,
    RunOnNode,
    SetVariables,
    Step,
)
from calicovet.model.remediation.write_examples import edits, sets_variables
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over
from calicovet.signals.messages import only_known
from calicovet.startup.versions import has

_KEY = "felix-xdp-wipe-failed"
_TRY = "felix-xdp-wipe-failed:try"
_GOES_ON = "felix-xdp-wipe-failed:goes-on"
_OFTEN = 3
_LONG = timedelta(minutes=5)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    gave_up, tried = felix_said(node, _KEY), felix_said(node, _TRY)
    said = gave_up or tried
    if said is None:
        return
    over = got_over(node, said) or felix_said(node, _GOES_ON)
    error = (tried.detail("error") if tried is not None else "") or "?"
    if over is not None:
        yield denies(said, over)
        return
    if gave_up is not None:
        facts = (gave_up, *only_known(tried))
        yield proves(*facts, error=error)
        return
    gives_up = has(release_of(node), "felix-goes-on-without-xdp") is False
    lasting = (said,) if _tries(node) >= _OFTEN else _unready_since(node, said)
    if lasting and gives_up:
        yield indicates(*lasting, error=error)
    else:
        yield hints(said, error=error)


def _tries(node: NodeView) -> int:
    """How many tries failed: by their lines, or by the number that one of them has, from 0."""
    tried = node.all(FelixSaid, lambda found: found.key == _TRY)
    numbers = [int(found.detail("try")) + 1 for found in tried if found.detail("try")]
    return max(sum(found.count for found in tried), *numbers, 0)


def _unready_since(node: NodeView, tried: FelixSaid) -> tuple[Fact, ...]:
    """The try with the failing probe, where it is Felix' last word and Felix stays unready."""
    if node.one(FelixSaid) is not tried:
        return ()
    unready = node.one(
        EventSeen,
        lambda found: (
            "reporting 503" in found.message and found.over is not None and found.over >= _LONG
        ),
    )
    return (tried, unready) if unready is not None else ()


def plan(case: Case) -> Plan:
    off: Step = SetVariables(key="without-xdp", variables=(("FELIX_XDPENABLED", "false"),))
    if case.node.namespace == "calico-system":
        off = EditObject(
            key="without-xdp",
            kind=CalicoKind.FELIX_CONFIGURATION,
            fields=(Field(("spec", "xdpEnabled"), False),),
        )
    return Plan(
        steps=(
            RunOnNode(
                "see-who-forbids-it",
                commands=(
                    "cat /sys/kernel/security/lockdown",
                    "sysctl kernel.unprivileged_bpf_disabled",
                    "uname -r; mount | grep bpf",
                ),
                risk=Risk.NONE,
            ),
            off,
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LONGER_PROBE, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name=_KEY,
    code="FLX028",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, EventSeen, *RELEASE_READS, *GOT_OVER),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.FAILED,
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            How.NOT_SUPPORTED,
            How.INVALID_ARGUMENT,
            How.VERIFIER_REFUSED,
            How.EXIT,
            How.MISSING,
            thing=ThingClass.BPF,
            value="xdp",
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(
        sets_variables("FELIX_XDPENABLED"),
        edits(CalicoKind.FELIX_CONFIGURATION, "spec.xdpEnabled"),
    ),
    prior=0.04,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
