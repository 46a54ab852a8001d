"""A program of the CNI plugin that install-cni copied is no longer on the host."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import CniPluginSaid, ContainerState, PathSeen, PodListed
from calicovet.model.remediation.plan import Ineffective, Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.messages import message
from calicovet.startup.pod_readiness import is_ready

_NAME = "cni-plugin-removed"
_FOLDER = "/opt/cni/bin"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    missed = message(node, CniPluginSaid, _NAME)
    binary = missed.detail("binary") if missed is not None else "calico"
    path = f"{_FOLDER}/{binary}"
    seen = node.one(PathSeen, lambda found: found.path == path)
    if seen is not None and seen.present:
        yield denies(seen)
        return
    if not _runs(node):
        # Before install-cni has run, the programs are not there.
        return
    words = {"path": path}
    if missed is None:
        if seen is not None:
            yield indicates(seen, **words)
    elif _FOLDER not in missed.detail("path"):
        # The runtime looks in another folder than the usual one.
        yield hints(missed, path=f"{missed.detail('path')}/{binary}")
    elif seen is not None:
        yield proves(missed, seen, **words)
    else:
        yield indicates(missed, **words)


def _runs(node: NodeView) -> bool:
    seen = (*node.all(PodListed), *node.all(ContainerState))
    return bool(seen) and is_ready(node.facts) is True


CAUSE = Cause(
    name=_NAME,
    code="INI022",
    stage=StageId.CNI_INSTALLED,
    shows_as=READY_BUT_FAILS,
    reads=(CniPluginSaid, PathSeen, PodListed, ContainerState),
    decided_by=(PathSeen,),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode("look-at-the-folder", commands=(f"ls -l {_FOLDER}",), risk=Risk.NONE),
            RestartPod(),
        ),
        does_not_help=(Ineffective.RESTART_KUBELET, Ineffective.LONGER_PROBE),
    ),
    prior=0.3,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
