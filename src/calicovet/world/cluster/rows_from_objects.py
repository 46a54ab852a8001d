"""Table rows from whole objects, for servers without Tables."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import msgspec

from calicovet.model.overview import NodeRow, PodRow

_ROLE = "node-role.kubernetes.io/"


class _Shape(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """What is decoded of an object; null counts as not there, as in Go."""


class _Metadata(_Shape, frozen=True):
    name: str = ""
    namespace: str = ""
    creation_timestamp: str | None = None
    deletion_timestamp: str | None = None
    labels: dict[str, str] | None = None


class _Waiting(_Shape, frozen=True):
    reason: str = ""


class _Running(_Shape, frozen=True):
    """That it is there is all that counts."""


class _Ended(_Shape, frozen=True):
    exit_code: int = 0
    signal: int = 0
    reason: str = ""
    finished_at: str | None = None


class _State(_Shape, frozen=True):
    waiting: _Waiting | None = None
    running: _Running | None = None
    terminated: _Ended | None = None


class _Container(_Shape, frozen=True):
    ready: bool = False
    restart_count: int = 0
    started: bool | None = None
    state: _State = _State()
    last_state: _State = _State()


class _Condition(_Shape, frozen=True):
    type: str = ""
    status: str = ""


class _Named(_Shape, frozen=True):
    name: str = ""
    restart_policy: str = ""


class _PodSpec(_Shape, frozen=True):
    node_name: str = ""
    containers: tuple[_Named, ...] | None = None
    init_containers: tuple[_Named, ...] | None = None


class _PodStatus(_Shape, frozen=True):
    phase: str = ""
    reason: str = ""
    pod_ip: str = msgspec.field(default="", name="podIP")
    conditions: tuple[_Condition, ...] | None = None
    container_statuses: tuple[_Container, ...] | None = None
    init_container_statuses: tuple[_Container, ...] | None = None


class WholePod(_Shape, frozen=True):
    metadata: _Metadata = _Metadata()
    spec: _PodSpec = _PodSpec()
    status: _PodStatus = _PodStatus()


class _Address(_Shape, frozen=True):
    type: str = ""
    address: str = ""


class _Info(_Shape, frozen=True):
    kubelet_version: str = ""
    os_image: str = ""
    kernel_version: str = ""
    container_runtime_version: str = ""


class _NodeSpec(_Shape, frozen=True):
    unschedulable: bool = False


class _NodeStatus(_Shape, frozen=True):
    addresses: tuple[_Address, ...] | None = None
    conditions: tuple[_Condition, ...] | None = None
    node_info: _Info = _Info()


class WholeNode(_Shape, frozen=True):
    metadata: _Metadata = _Metadata()
    spec: _NodeSpec = _NodeSpec()
    status: _NodeStatus = _NodeStatus()


def pod_row(pod: WholePod, now: datetime) -> PodRow:
    """The pod in one line."""
    spec, status = pod.spec, pod.status
    beside = [one.restart_policy == "Always" for one in spec.init_containers or ()]
    inits = [*zip(status.init_container_statuses or (), beside, strict=False)]
    stuck = next((place for place, one in enumerate(inits) if not _is_past(*one)), None)
    helpers = [one for one, stays in inits if stays]
    if stuck is not None and not _is_true(status.conditions, "Initialized"):
        counted = [one for one, _ in inits[: stuck + 1]]
        ready = sum(one.ready for one, stays in inits[:stuck] if stays)
        reason = _init_reason(counted[-1].state, stuck, len(beside))
    else:
        mains = status.container_statuses or ()
        counted = [*helpers, *mains]
        running = [one for one in mains if one.ready and one.state.running is not None]
        ready = len(running) + sum(one.ready for one in helpers)
        reason = _reason(pod, mains, bool(running))
    restarts = sum(one.restart_count for one in counted)
    ended = max((_ended_at(one) for one in counted), default="")
    return PodRow(
        namespace=pod.metadata.namespace,
        name=pod.metadata.name,
        ready=ready,
        total=len(spec.containers or ()) + sum(beside),
        status=_of_one_that_goes(pod) or reason,
        restarts=restarts,
        restarted_ago=age(ended, now) if restarts and ended else "",
        age=age(pod.metadata.creation_timestamp, now),
        ip=status.pod_ip,
        node=spec.node_name,
    )


def _is_past(one: _Container, stays: bool) -> bool:
    """Whether the next container may begin."""
    ended = one.state.terminated
    return (ended is not None and not ended.exit_code) or (stays and bool(one.started))


def _init_reason(state: _State, place: int, total: int) -> str:
    if state.terminated is not None:
        return f"Init:{_ending(state.terminated)}"
    waits = state.waiting.reason if state.waiting else ""
    return f"Init:{waits}" if waits not in ("", "PodInitializing") else f"Init:{place}/{total}"


def _reason(pod: WholePod, mains: Sequence[_Container], runs: bool) -> str:
    """The word of the first container that has one; the pod's phase where none has."""
    words = (_word(one) for one in mains)
    reason = next((word for word in words if word), pod.status.reason or pod.status.phase)
    if reason == "Completed" and runs:
        return "Running" if _is_true(pod.status.conditions, "Ready") else "NotReady"
    return reason


def _word(one: _Container) -> str:
    if one.state.waiting is not None and one.state.waiting.reason:
        return one.state.waiting.reason
    return _ending(one.state.terminated) if one.state.terminated is not None else ""


def _ending(ended: _Ended) -> str:
    how = f"Signal:{ended.signal}" if ended.signal else f"ExitCode:{ended.exit_code}"
    return ended.reason or how


def _of_one_that_goes(pod: WholePod) -> str:
    if not pod.metadata.deletion_timestamp:
        return ""
    if pod.status.reason == "NodeLost":
        return "Unknown"
    return "" if pod.status.phase in ("Failed", "Succeeded") else "Terminating"


def _is_true(conditions: Iterable[_Condition] | None, kind: str) -> bool:
    return any(one.type == kind and one.status == "True" for one in conditions or ())


def _ended_at(one: _Container) -> str:
    ended = one.last_state.terminated
    return (ended.finished_at or "") if ended is not None else ""


def node_row(node: WholeNode, now: datetime) -> NodeRow:
    """The node in one line."""
    status, info = node.status, node.status.node_info
    labels = node.metadata.labels or {}
    roles = {name.removeprefix(_ROLE) for name in labels if name.startswith(_ROLE)}
    if labels.get("kubernetes.io/role"):
        roles.add(labels["kubernetes.io/role"])
    ready = next((one.status for one in status.conditions or () if one.type == "Ready"), "")
    word = "Unknown" if not ready else "Ready" if ready == "True" else "NotReady"
    return NodeRow(
        name=node.metadata.name,
        status=f"{word},SchedulingDisabled" if node.spec.unschedulable else word,
        roles=",".join(sorted(roles)),
        age=age(node.metadata.creation_timestamp, now),
        version=info.kubelet_version,
        internal=_address(status, "InternalIP"),
        external=_address(status, "ExternalIP"),
        os=info.os_image,
        kernel=info.kernel_version,
        runtime=info.container_runtime_version,
    )


def _address(status: _NodeStatus, kind: str) -> str:
    return next((one.address for one in status.addresses or () if one.type == kind), "")


def age(moment: str | None, now: datetime) -> str:
    """How long ago, as the server writes it: 5m12s, 44h, 9d."""
    try:
        then = datetime.fromisoformat(moment or "")
    except ValueError:
        return ""
    seconds = max(int((now - then.astimezone(UTC)).total_seconds()), 0)
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if seconds < 120:
        return f"{seconds}s"
    if minutes < 10:
        return _two(minutes, "m", seconds % 60, "s")
    if minutes < 180:
        return f"{minutes}m"
    if hours < 8:
        return _two(hours, "h", minutes % 60, "m")
    if hours < 48:
        return f"{hours}h"
    if days < 8:
        return _two(days, "d", hours % 24, "h")
    if days < 2 * 365:
        return f"{days}d"
    return _two(days // 365, "y", days % 365, "d") if days < 8 * 365 else f"{days // 365}y"


def _two(many: int, unit: str, few: int, smaller: str) -> str:
    return f"{many}{unit}{few}{smaller}" if few else f"{many}{unit}"
