"""VXLAN packets arrive with wrong checksums, because kernel and card each leave them to the other."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import (
    CalicoAddress,
    InternalAddress,
    KernelSaid,
    KernelVersion,
    LinkOffload,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Plan,
    RunOnNode,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.tunnel_traffic import no_traffic, own_addresses
from calicovet.startup.versions import read_release

_NAME = "dp-vxlan-checksum-offload"
_LINK = "vxlan.calico"
_FEATURE = "tx-checksum-ip-generic"
_MENDED = (5, 7)
"""From this kernel on Felix leaves the offload on."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    own = own_addresses(node) | {node.name or ""}
    seen = node.all(KernelSaid, lambda found: found.key == _NAME)
    here = next((one for one in seen if one.detail("destination") in own), None)
    if here is not None:
        yield proves(here, source=here.detail("source"))
        return
    # The sender's own card computes the checksum after tcpdump has looked: there it is always wrong.
    other = next((one for one in seen if one.detail("source") not in own), None)
    if other is not None:
        yield indicates(other, source=other.detail("source") or "?")
        return
    offload = node.one(LinkOffload, lambda found: found.link == _LINK and found.feature == _FEATURE)
    dead = no_traffic(node)
    if offload is not None and not offload.on and not seen:
        yield denies(offload)
    elif offload is not None and dead and (kernel := _old_kernel(node)) is not None:
        yield hints(offload, kernel, *dead, source="?")


def _old_kernel(node: NodeView) -> KernelVersion | None:
    kernel = node.one(KernelVersion)
    release = read_release(kernel.version) if kernel is not None else None
    return kernel if release is not None and release < _MENDED else None


CAUSE = Cause(
    name=_NAME,
    code="DPL003",
    stage=StageId.DATAPLANE_READY,
    shows_as=READY_BUT_FAILS,
    reads=(KernelSaid, LinkOffload, KernelVersion, CalicoAddress, InternalAddress),
    failures=(
        fails(How.CORRUPT, thing=ThingClass.PROTOCOL, value="vxlan"),
        fails(How.TIMED_OUT, How.FAILED, thing=ThingClass.PROTOCOL, value="vxlan"),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "try-without",
                commands=(
                    f"ethtool -k {_LINK} | grep {_FEATURE}",
                    f"ethtool -K {_LINK} {_FEATURE} off",
                ),
                saw=f"test -e /sys/class/net/{_LINK}",
                undo=(f"ethtool -K {_LINK} {_FEATURE} on",),
            ),
            EditObject(
                key="let-felix-do-it",
                kind=CalicoKind.FELIX_CONFIGURATION,
                fields=(Field(("spec", "featureDetectOverride"), "ChecksumOffloadBroken=true"),),
            ),
            AskHuman("if-it-is-the-card"),
        ),
    ),
    writes=(edits(CalicoKind.FELIX_CONFIGURATION, "spec.featureDetectOverride"),),
    prior=0.6,
    unforeseen=Unforeseen.ONLY_TRAFFIC_SHOWS,
)
