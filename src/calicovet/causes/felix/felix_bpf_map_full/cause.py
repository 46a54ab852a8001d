"""A BPF map of Calico's has no room left for this node's links."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, proves
from calicovet.model.facts import FelixSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    Risk,
    RunOnNode,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_AT_TIMES
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.felix_messages import felix_said
from calicovet.signals.messages import only_known

_KEY = "felix-bpf-map-full"
_MAP = f"{_KEY}:ifstate"
_ROOM = 4000


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    full, which = felix_said(node, _KEY), felix_said(node, _MAP)
    words = {"release": release_of(node) or "?"}
    if full is not None and which is not None:
        yield proves(full, which, **words)
    elif full is not None or which is not None:
        # The same error number has other reasons, and the map fails for others too.
        yield hints(*only_known(full, which), **words)


CAUSE = Cause(
    name=_KEY,
    code="FLX038",
    stage=StageId.DATAPLANE_READY,
    shows_as=READY_AT_TIMES,
    reads=(FelixSaid, *RELEASE_READS),
    decided_by=(FelixSaid,),
    failures=(fails(How.FULL, How.NO_SPACE, thing=ThingClass.BPF, value="map"),),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "count-the-links",
                commands=("ip -o link | wc -l", "ls /sys/fs/bpf/tc/globals | grep cali_iface"),
                risk=Risk.NONE,
            ),
            EditObject(
                key="make-room",
                kind=CalicoKind.FELIX_CONFIGURATION,
                fields=(Field(("spec", "bpfMapSizeIfState"), _ROOM),),
            ),
            AskHuman("stop-the-leak", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LONGER_PROBE, Ineffective.RESET_NODE),
    ),
    writes=(edits(CalicoKind.FELIX_CONFIGURATION, "spec.bpfMapSizeIfState"),),
    prior=0.03,
    unforeseen=Unforeseen.CAPACITY,
)
