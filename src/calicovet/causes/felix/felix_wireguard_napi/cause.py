"""Felix cannot set how the WireGuard link works its packets, and starts over for ever."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, indicates, proves
from calicovet.model.facts import FelixSaid
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    Risk,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over

_KEY = "felix-wireguard-napi"
_AGAIN = 3


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = felix_said(node, _KEY)
    if said is None:
        return
    over = got_over(node, said)
    words = {"link": said.detail("link"), "release": release_of(node) or "?"}
    if over is not None:
        yield denies(said, over)
    elif said.count >= _AGAIN:
        yield proves(said, **words)
    else:
        yield indicates(said, **words)


CAUSE = Cause(
    name=_KEY,
    code="FLX035",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, *GOT_OVER, *RELEASE_READS),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.OBJECT_MISSING,
            How.MISSING,
            thing=ThingClass.LINK,
            value="wireguard",
            by=Speaker.FELIX,
            doing=(Act.WRITE, Act.CONFIGURE),
        ),
        fails(
            How.NOT_SUPPORTED,
            How.FAILED,
            How.INVALID_ARGUMENT,
            thing=ThingClass.LINK,
            value="wireguard",
            by=Speaker.FELIX,
            doing=(Act.CONFIGURE, Act.WRITE),
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(AskHuman("release-or-peer", risk=Risk.CLUSTER_WIDE),),
        instead=Plan(
            steps=(
                EditObject(
                    key="without-wireguard",
                    kind=CalicoKind.FELIX_CONFIGURATION,
                    fields=(Field(("spec", "wireguardEnabled"), value=False, before=True),),
                ),
            )
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LOAD_MODULE, Ineffective.LONGER_PROBE),
    ),
    writes=(edits(CalicoKind.FELIX_CONFIGURATION, "spec.wireguardEnabled"),),
    prior=0.03,
    unforeseen=Unforeseen.OLD_RELEASE,
)
