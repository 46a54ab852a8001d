"""The STATUS that kubectl get pods would print for a pod."""

from collections.abc import Sequence

from calicovet.model.facts import Running
from calicovet.model.record import record
from calicovet.parse.pods.pod_record import ContainerRecord, PodRecord


@record
class Row:
    ready: int
    total: int
    status: str
    restarts: int


def row_of(pod: PodRecord) -> Row | None:
    """Readiness, status and restarts as kubectl counts them; None where too little of the pod was shown."""
    main = [container for container in pod.containers if not container.init]
    if not pod.phase or not main:
        return None
    init = [container for container in pod.containers if container.init]
    status = pod.reason or pod.phase
    waiting = _init_status(init)
    if waiting is not None:
        status, restarts = waiting, _restarts(init)
    else:
        status, restarts = _main_status(main) or status, _restarts(main)
    ready = sum(container.ready is True for container in main)
    return Row(ready, len(main), status, restarts)


def _restarts(containers: Sequence[ContainerRecord]) -> int:
    return sum(container.restarts or 0 for container in containers)


def _init_status(init: Sequence[ContainerRecord]) -> str | None:
    """`Init:...` for the first init container that has not succeeded."""
    for position, container in enumerate(init):
        state = container.state
        if state is None or (state.phase is Running.TERMINATED and state.exit_code in (0, None)):
            continue
        if state.phase is Running.TERMINATED:
            return f"Init:{state.reason or f'ExitCode:{state.exit_code}'}"
        if state.phase is Running.WAITING and state.reason not in ("", "PodInitializing"):
            return f"Init:{state.reason}"
        return f"Init:{position}/{len(init)}"
    return None


def _main_status(main: Sequence[ContainerRecord]) -> str:
    """The reason of the first container that does not run."""
    for container in main:
        state = container.state
        if state is not None and state.phase is not Running.RUNNING and state.reason:
            return state.reason
        if state is not None and state.phase is Running.TERMINATED:
            return f"ExitCode:{state.exit_code}"
    return ""
