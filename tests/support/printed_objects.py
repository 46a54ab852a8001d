"""Pods and nodes as a row of cells, by the rules of the API server's own printer."""

from datetime import UTC, datetime
from typing import Any

Object = dict[str, Any]

COLUMNS = {
    "Pod": (
        *("Name", "Ready", "Status", "Restarts", "Age", "IP", "Node"),
        *("Nominated Node", "Readiness Gates"),
    ),
    "Node": (
        *("Name", "Status", "Roles", "Age", "Version", "Internal-IP", "External-IP"),
        *("OS-Image", "Kernel-Version", "Container-Runtime"),
    ),
}
_ROLE = "node-role.kubernetes.io/"


def cells_of(each: Object) -> list[object]:
    """The cells under COLUMNS."""
    return _pod(each) if each["kind"] == "Pod" else _node(each)


def _pod(each: Object) -> list[object]:
    spec, state = each.get("spec", {}), each.get("status", {})
    reason = state.get("reason") or state.get("phase", "")
    inits = state.get("initContainerStatuses", [])
    stuck = next((number for number, one in enumerate(inits) if not _done(one)), None)
    counted = inits
    ready = 0
    if stuck is not None:
        reason = _init_reason(inits[stuck], stuck, len(spec.get("initContainers", ())))
        counted = inits[: stuck + 1]
    else:
        counted = state.get("containerStatuses", [])
        running = False
        for one in reversed(counted):
            now = one.get("state", {})
            if now.get("waiting", {}).get("reason"):
                reason = now["waiting"]["reason"]
            elif "terminated" in now:
                reason = now["terminated"].get("reason") or _ending(now["terminated"])
            elif one.get("ready") and "running" in now:
                running = True
                ready += 1
        if reason == "Completed" and running:
            reason = "Running" if _is_true(state, "Ready") else "NotReady"
    if each["metadata"].get("deletionTimestamp"):
        if state.get("reason") == "NodeLost":
            reason = "Unknown"
        elif state.get("phase") not in ("Failed", "Succeeded"):
            reason = "Terminating"
    addresses = state.get("podIPs") or [{"ip": state.get("podIP", "<none>")}]
    return [
        each["metadata"]["name"],
        f"{ready}/{len(spec.get('containers', ()))}",
        reason,
        _restarts(counted),
        _age(each["metadata"].get("creationTimestamp")),
        addresses[0]["ip"],
        spec.get("nodeName", "<none>"),
        "<none>",
        "<none>",
    ]


def _done(one: Object) -> bool:
    ended = one.get("state", {}).get("terminated")
    return ended is not None and ended.get("exitCode", 0) == 0


def _init_reason(one: Object, number: int, total: int) -> str:
    now = one.get("state", {})
    if "terminated" in now:
        return f"Init:{now['terminated'].get('reason') or _ending(now['terminated'])}"
    waits = now.get("waiting", {}).get("reason", "")
    return f"Init:{waits}" if waits not in ("", "PodInitializing") else f"Init:{number}/{total}"


def _ending(ended: Object) -> str:
    return f"Signal:{ended['signal']}" if ended.get("signal") else f"ExitCode:{ended['exitCode']}"


def _is_true(state: Object, kind: str) -> bool:
    return any(
        one["type"] == kind and one["status"] == "True" for one in state.get("conditions", ())
    )


def _restarts(statuses: list[Object]) -> str:
    count = sum(one.get("restartCount", 0) for one in statuses)
    ends = [
        end
        for one in statuses
        if (end := one.get("lastState", {}).get("terminated", {}).get("finishedAt"))
    ]
    return f"{count} ({_age(max(ends))} ago)" if count and ends else str(count)


def _node(each: Object) -> list[object]:
    spec, state = each.get("spec", {}), each.get("status", {})
    ready = next(
        (one["status"] for one in state.get("conditions", ()) if one["type"] == "Ready"), None
    )
    word = "Unknown" if ready is None else "Ready" if ready == "True" else "NotReady"
    labels = each["metadata"].get("labels", {})
    roles = sorted(key.removeprefix(_ROLE) for key in labels if key.startswith(_ROLE))
    info = state.get("nodeInfo", {})
    return [
        each["metadata"]["name"],
        word + (",SchedulingDisabled" if spec.get("unschedulable") else ""),
        ",".join(roles) or "<none>",
        _age(each["metadata"].get("creationTimestamp")),
        info.get("kubeletVersion", ""),
        _address(state, "InternalIP"),
        _address(state, "ExternalIP"),
        info.get("osImage") or "<unknown>",
        info.get("kernelVersion") or "<unknown>",
        info.get("containerRuntimeVersion") or "<unknown>",
    ]


def _address(state: Object, kind: str) -> str:
    return next(
        (one["address"] for one in state.get("addresses", ()) if one["type"] == kind), "<none>"
    )


def _age(moment: str | None) -> str:
    if not moment:
        return "<unknown>"
    seconds = int((datetime.now(UTC) - datetime.fromisoformat(moment)).total_seconds())
    minutes, hours = seconds // 60, seconds // 3600
    if seconds < 120:
        return f"{max(seconds, 0)}s"
    if minutes < 10:
        return f"{minutes}m{seconds % 60}s" if seconds % 60 else f"{minutes}m"
    if minutes < 180:
        return f"{minutes}m"
    if hours < 8:
        return f"{hours}h{minutes % 60}m" if minutes % 60 else f"{hours}h"
    if hours < 48:
        return f"{hours}h"
    if hours < 192:
        return f"{hours // 24}d{hours % 24}h" if hours % 24 else f"{hours // 24}d"
    return f"{hours // 24}d"
