"""The runtime does not read the network configuration that calico-node has written."""

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
    RuntimeVersion,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    RestartUnit,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.messages import message, only_known
from calicovet.startup.pod_readiness import is_ready

_NAME = "rt-cni-conf-not-loaded"
_FOLDER = "/etc/cni/net.d"
_OURS = ("calico.conflist", "canal.conflist")


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = message(node, KubeletSaid, _NAME)
    listed = node.one(NodeListed, lambda found: bool(found.status))
    if said is None:
        return
    if listed is not None and listed.status.startswith("Ready"):
        # The runtime has read it since.
        yield denies(listed)
        return
    gone = node.one(PathSeen, lambda found: not found.present and _is_ours(found))
    written = node.one(PathSeen, lambda found: found.present and _is_ours(found))
    if gone is not None and written is None:
        yield denies(gone)
        return
    if not _runs(node):
        # As long as calico-node does not run, a node without network configuration is as it should be.
        return
    watcher = message(node, RuntimeSaid, "host-inotify-exhausted")
    more = only_known(watcher)
    if written is not None:
        yield proves(said, written, *more, file=written.path)
    elif watcher is not None and listed is not None:
        yield indicates(said, listed, watcher, file="?")
    else:
        # The file may have been removed: only a look at the folder decides.
        yield hints(said, *only_known(listed), *more, file="?")


def _runs(node: NodeView) -> bool:
    seen = (*node.all(PodListed), *node.all(ContainerState))
    return bool(seen) and is_ready(node.facts) is True


def _is_ours(seen: PathSeen) -> bool:
    return seen.path.startswith(_FOLDER) and seen.path.endswith(_OURS)


def _runtime(node: NodeView) -> str:
    told = node.unread().one(RuntimeVersion)
    name = told.version.partition(":")[0] if told is not None else ""
    return {"docker": "docker", "cri-o": "crio"}.get(name, "containerd")


def _is_written(node: NodeView) -> bool:
    """Whether the file was seen: else calico-node's pod may have to write it again."""
    seen = node.unread().all(PathSeen, lambda found: found.present and _is_ours(found))
    return bool(seen)


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode(
                "compare-the-folders",
                commands=(
                    f"ls -l {_FOLDER}",
                    "crictl info | grep -iE 'confdir|bindir|lastCNILoadStatus'",
                ),
                risk=Risk.NONE,
            ),
            *(() if _is_written(case.node) else (RestartPod(),)),
            RestartUnit((_runtime(case.node),)),
            AskHuman("if-the-folders-differ", risk=Risk.ROLLS_ALL_NODES),
        ),
        does_not_help=(
            *((Ineffective.DELETE_POD,) if _is_written(case.node) else ()),
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="RUN017",
    stage=StageId.CNI_INSTALLED,
    shows_as=READY_BUT_FAILS,
    reads=(KubeletSaid, RuntimeSaid, PathSeen, PodListed, ContainerState, NodeListed),
    decided_by=(PathSeen,),
    failures=(
        fails(How.DISABLED, thing=ThingClass.CONFIG, value="cni-config-unread"),
        fails(
            How.CORRUPT,
            How.INVALID_VALUE,
            thing=ThingClass.CNI_CONFIG,
            by=(Speaker.RUNTIME, Speaker.KUBELET),
        ),
        fails(
            How.CORRUPT,
            How.INVALID_VALUE,
            thing=ThingClass.PATH,
            value="cni-config",
            by=(Speaker.RUNTIME, Speaker.KUBELET),
        ),
    ),
    examine=examine,
    plan=plan,
    prior=0.5,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
