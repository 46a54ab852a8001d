"""The network configuration that install-cni wrote is no longer on the host."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import (
    ContainerState,
    KubeletSaid,
    NodeListed,
    PathSeen,
    PodListed,
    RuntimeSaid,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import Ineffective, Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.messages import message, only_known
from calicovet.startup.pod_readiness import is_ready

_NAME = "cni-conf-removed"
_NO_NETWORK = "rt-cni-conf-not-loaded"
_FOLDER = "/etc/cni/net.d"
_OURS = ("calico.conflist", "canal.conflist")


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    unread = message(node, KubeletSaid, _NO_NETWORK)
    removed = message(node, RuntimeSaid, _NAME)
    seen = node.one(PathSeen, _is_ours)
    listed = node.one(NodeListed, lambda found: bool(found.status))
    gone = seen if seen is not None and not seen.present else None
    if unread is None and removed is None and gone is None:
        return
    if seen is not None and seen.present:
        yield denies(seen)
        return
    if gone is None and listed is not None and listed.status.startswith("Ready"):
        # The runtime has a configuration again.
        yield denies(listed)
        return
    if not _runs(node):
        # Before install-cni has run, there is none.
        return
    words = {"file": gone.path if gone else f"{_FOLDER}/10-calico.conflist"}
    if unread is not None and (gone is not None or removed is not None):
        yield proves(unread, *only_known(gone, removed), **words)
    elif gone is not None and removed is not None:
        yield proves(gone, removed, **words)
    elif gone is not None or removed is not None:
        # Calico may write to another folder, and the runtime read it there.
        yield indicates(*only_known(gone, removed), **words)
    elif unread is not None:
        yield hints(unread, *only_known(listed), **words)


def _runs(node: NodeView) -> bool:
    seen = (*node.all(PodListed), *node.all(ContainerState))
    return bool(seen) and is_ready(node.facts) is True


def _is_ours(found: PathSeen) -> bool:
    return found.path.startswith(_FOLDER) and found.path.endswith(_OURS)


CAUSE = Cause(
    name=_NAME,
    code="INI021",
    stage=StageId.CNI_INSTALLED,
    shows_as=READY_BUT_FAILS,
    reads=(KubeletSaid, RuntimeSaid, PathSeen, PodListed, ContainerState, NodeListed),
    decided_by=(PathSeen,),
    failures=(fails(How.MISSING, How.NOT_FOUND, thing=ThingClass.CNI_CONFIG, by=Speaker.PERSON),),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-at-the-folder",
                commands=(f"ls -l {_FOLDER}",),
                risk=Risk.NONE,
            ),
            RestartPod(),
        ),
        does_not_help=(Ineffective.RESTART_KUBELET, Ineffective.LONGER_PROBE),
    ),
    explains=(_NO_NETWORK,),
    prior=0.3,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
