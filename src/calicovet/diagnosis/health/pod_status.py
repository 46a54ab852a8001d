"""A pod's state as the list prints it, and failures that are over."""

from datetime import timedelta

from calicovet.diagnosis.identity.leading_pod import behind
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.case import NodeView
from calicovet.model.diagnosis import Recovery
from calicovet.model.facts import ContainerState, PodListed


def status_of(view: NodeView) -> tuple[str, int | None, str]:
    """What a person would read off the list: `Running 0/1`, how many restarts, what age."""
    row = view.unread().one(PodListed, lambda row: is_calico_node_pod(row.about.pod))
    if row is not None:
        return (
            f"{row.status} {row.ready}/{row.total}",
            row.restarts,
            _age(row.age) if row.age else "",
        )
    state = view.unread().one(ContainerState, lambda found: is_calico_node_pod(found.about.pod))
    if state is None:
        return "", None, ""
    return f"{state.about.container} {state.reason or state.phase}", state.restarts, ""


def _age(age: timedelta) -> str:
    """As kubectl prints it: 44h, not 1d20h."""
    minutes = int(age.total_seconds() // 60)
    hours = minutes // 60
    days = hours // 24
    if minutes < 180:
        return f"{minutes}m"
    if hours < 8:
        return f"{hours}h{minutes % 60}m" if minutes % 60 else f"{hours}h"
    if hours < 48:
        return f"{hours}h"
    return f"{days}d{hours % 24}h" if days < 8 and hours % 24 else f"{days}d"


def was_sick(view: NodeView) -> Recovery | None:
    """What an older row of the same paste said of a node that is healthy now."""
    beside = behind(view.facts)
    rows = view.unread().all(
        PodListed, lambda row: is_calico_node_pod(row.about.pod) and row.about.pod not in beside
    )
    older = next(
        (row for row in rows[1:] if row.ready < row.total or row.status != "Running"), None
    )
    return None if older is None else Recovery(status=f"{older.status} {older.ready}/{older.total}")
