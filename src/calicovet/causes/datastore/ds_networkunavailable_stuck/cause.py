"""calico-node runs, and the mark that the network is not available was never taken away."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import CalicoVersion, ContainerState, NodeCondition, Running, StartupSaid
from calicovet.model.failures.how import UNREACHED, How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, RestartPod
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message
from calicovet.startup.versions import read_release

_FATAL_SINCE = (3, 29)
"""From here on the same failure ends start-up, or is retried by a separate service."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    condition = node.one(NodeCondition, lambda found: found.type == "NetworkUnavailable")
    if condition is not None and not _is_calicos(condition):
        yield denies(condition)
        return
    version = node.one(CalicoVersion, _tells_the_release)
    if version is not None and _is_newer(version):
        yield denies(version)
        return
    said = message(node, StartupSaid, "ds-networkunavailable-stuck")
    if condition is None:
        if said is not None:
            yield hints(said, since="?")
        return
    words = {"since": condition.since or "?"}
    if said is not None and version is not None:
        yield proves(condition, said, version, **words)
    elif said is not None:
        yield indicates(condition, said, **words)
    elif running := _started_after(node, condition):
        # Every start tries to clear the condition, so this one failed to.
        sign = indicates if version is not None else hints
        yield sign(condition, running, **words)


def _is_calicos(condition: NodeCondition) -> bool:
    # Cloud controllers set the same condition for their own routes.
    return condition.status == "True" and condition.reason in ("CalicoIsDown", "")


def _tells_the_release(version: CalicoVersion) -> bool:
    """Whether all that the version leaves open lies on one side."""
    low, high = read_release(version.low), read_release(version.high or version.low)
    return low is not None and high is not None and (low >= _FATAL_SINCE) == (high >= _FATAL_SINCE)


def _is_newer(version: CalicoVersion) -> bool:
    release = read_release(version.low)
    return release is not None and release >= _FATAL_SINCE


def _started_after(node: NodeView, condition: NodeCondition) -> ContainerState | None:
    since = condition.since
    if since is None:
        return None
    return node.one(
        ContainerState,
        lambda state: (
            not state.init
            and state.about.container == "calico-node"
            and state.phase is Running.RUNNING
            and bool(state.ready)
            and state.started is not None
            and state.started > since
        ),
    )


CAUSE = Cause(
    name="ds-networkunavailable-stuck",
    code="DAT003",
    stage=StageId.STARTUP_FINISHED,
    shows_as=frozenset({Shape.READY_BUT_BROKEN, Shape.RUNNING_NOT_READY}),
    reads=(NodeCondition, CalicoVersion, StartupSaid, ContainerState),
    decided_by=(NodeCondition,),
    failures=(
        fails(
            How.FAILED,
            *UNREACHED,
            How.SLOW,
            How.CONFLICT,
            How.CANCELLED,
            thing=ThingClass.NODE,
            value="networkunavailable",
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(RestartPod(), AskHuman("upgrade")),
        reaches=StageId.NETWORK_AVAILABLE,
        does_not_help=(Ineffective.RESTART_KUBELET, Ineffective.REINSTALL_CALICO),
    ),
    prior=0.5,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
