"""Felix gives up, because it may not or cannot load the XDP program that it clears its state with."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import FelixSaid
from calicovet.model.plan import (
    CalicoKind,
    EditObject,
    Field,
    Plan,
    Risk,
    RunOnNode,
    SetVariables,
    Step,
    Vain,
)
from calicovet.model.stage import Shape, StageId
from calicovet.startup.felix_word import GOT_OVER, felix_said, got_over

_KEY = "felix-xdp-wipe-failed"
_TRY = "felix-xdp-wipe-failed:try"
_OFTEN = 3


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    gave_up, tried = felix_said(node, _KEY), felix_said(node, _TRY)
    said = gave_up or tried
    if said is None:
        return
    over = got_over(node, said)
    error = (tried.detail("error") if tried is not None else "") or "?"
    if over is not None:
        yield denies(said, over)
    elif gave_up is not None:
        facts = (gave_up,) if tried is None else (gave_up, tried)
        yield proves(*facts, error=error)
    else:
        yield (indicates if said.count >= _OFTEN else hints)(said, error=error)


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
        does_not_help=(Vain.DELETE_POD, Vain.LONGER_PROBE, Vain.RESET_NODE),
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
    reads=(FelixSaid, *GOT_OVER),
    decided_by=(FelixSaid,),
    examine=examine,
    plan=plan,
    prior=0.04,
)
