"""Felix crashes, because the kernel lacks a netlink family that it does not check for."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, indicates, proves
from calicovet.model.facts import CalicoVersion, ContainerImage, Crashed, FelixSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    DrainNode,
    Ineffective,
    NoUndo,
    Plan,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_OR_TRAFFIC_FAILS
from calicovet.signals.message_owner import Whose, whose
from calicovet.signals.messages import message
from calicovet.startup.node_config import read_running_release
from calicovet.startup.versions import Release

_KEY = "felix-panic-netlink-handle"
_EMPTY = f"{_KEY}:empty"
_MANAGER = "vxlanManager"
_FRAMES = frozenset({"felix-panic", f"{_KEY}:trace"})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    frame = message(node, FelixSaid, _KEY)
    if frame is None:
        frame = _of_cut_trace(node)
    if frame is None:
        return
    versions = (*node.all(CalicoVersion), *node.all(ContainerImage))
    release = read_running_release(versions)
    if release is not None and _is_fixed(release):
        yield denies(*versions[:1])
        return
    words = {"release": release or "?"}
    rest = _rest(node)
    sure = rest and frame.key == _KEY
    yield proves(frame, *rest, **words) if sure else indicates(frame, **words)


def _of_cut_trace(node: NodeView) -> FelixSaid | None:
    """The first frame, which shows that the handle was empty, where none of Calico's own shows whose.

    Where the next frame of Calico's own is the manager of the VXLAN device, the trace needs no more.
    """
    crash = node.one(Crashed, lambda crash: bool(crash.frame))
    if crash is not None and _MANAGER in crash.frame:
        return node.one(FelixSaid, lambda found: found.key in (_EMPTY, f"{_KEY}:trace"))
    frame = node.one(FelixSaid, lambda found: found.key == _EMPTY and _is_calico_nodes(found))
    return frame if crash is None else None


def _is_calico_nodes(said: FelixSaid) -> bool:
    """Whether the trace stands in calico-node's own log: many programs use netlink's handles."""
    container = said.about.container
    return container == "calico-node" or (not container and whose(said) is Whose.OURS)


def _rest(node: NodeView) -> tuple[FelixSaid, ...]:
    """The panic itself, or the empty handle in the same trace."""
    return node.all(FelixSaid, lambda found: found.key in _FRAMES)


def _is_fixed(release: Release) -> bool:
    """From v3.27.4 and v3.28.1 on only the one family is opened that is needed."""
    return release >= (3, 28, 1) or (3, 27, 4) <= release < (3, 28)


CAUSE = Cause(
    name="felix-panic-netlink-handle",
    code="FLX026",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=FELIX_OR_TRAFFIC_FAILS,
    reads=(FelixSaid, Crashed, CalicoVersion, ContainerImage),
    decided_by=(FelixSaid,),
    failures=(
        fails(How.NOT_SUPPORTED, How.MODULE_MISSING, thing=ThingClass.NETLINK, by=Speaker.FELIX),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-the-kernel",
                commands=(
                    "uname -r",
                    "modprobe -n -v xfrm_user; modprobe -n -v nf_conntrack_netlink",
                    "{ dpkg -l || rpm -qa; } 2>/dev/null | grep modules-extra",
                ),
                risk=Risk.NONE,
            ),
            DrainNode(),
            RunOnNode(
                "install-the-modules",
                commands=(
                    "if command -v apt-get >/dev/null;"
                    ' then apt-get install -y "linux-modules-extra-$(uname -r)";'
                    ' else dnf install -y "kernel-modules-extra-$(uname -r)"; fi',
                    "modprobe -a xfrm_user nf_conntrack_netlink",
                    "reboot",
                ),
                risk=Risk.MOVES_WORKLOADS,
                saw="! modprobe -n -q xfrm_user || ! modprobe -n -q nf_conntrack_netlink",
                no_undo=NoUndo.ONLY_ADDS,
            ),
        ),
        within=A_REBOOT,
        instead=Plan(steps=(AskHuman("newer-release", risk=Risk.CLUSTER_WIDE),)),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.CHANGE_ADDRESS),
    ),
    prior=0.2,
    unforeseen=Unforeseen.OLD_RELEASE,
)
