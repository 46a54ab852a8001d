"""What the texts show of calico-node's pods, as the API would hand it to a tool."""

from collections.abc import Iterable
from typing import TypeVar

from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.facts import (
    ContainerExit,
    ContainerState,
    EventSeen,
    Fact,
    PodListed,
    PodPhase,
    Running,
)
from calicovet.model.record import record
from score.sight import Sight

F = TypeVar("F", bound=Fact)


@record(kw_only=True)
class Container:
    name: str
    init: bool
    ready: bool
    restarts: int
    waiting: str = ""
    """The reason, where it waits."""
    message: str = ""
    last_reason: str = ""
    last_message: str = ""
    last_exit: int | None = None


@record(kw_only=True)
class Pod:
    name: str
    phase: str
    status: str
    """As `kubectl get pods` prints it."""
    containers: tuple[Container, ...]
    warnings: tuple[EventSeen, ...]
    """Events of the pod that are no normal ones, newest first."""


def pods_of(sight: Sight, node: str = "") -> tuple[Pod, ...]:
    """Every calico-node pod of which something is shown; on that node only, where one is given."""
    facts = [
        fact
        for fact, _ in sight.diagnosis.facts
        if is_calico_node_pod(fact.about.pod) and (not node or fact.about.node in ("", node))
    ]
    names = dict.fromkeys(fact.about.pod for fact in facts)
    return tuple(
        _pod(name, tuple(fact for fact in facts if fact.about.pod == name)) for name in names
    )


def _pod(name: str, facts: tuple[Fact, ...]) -> Pod:
    listed = _first(facts, PodListed)
    status = listed.status if listed else ""
    containers = _containers(facts)
    if not containers and listed is not None:
        containers = (_from_list(listed),)
    told = _first(facts, PodPhase)
    waits = "Pending" if status.startswith(("Pending", "Init:", "ContainerCreating")) else "Running"
    return Pod(
        name=name,
        phase=told.phase if told else waits,
        status=status or next((each.waiting for each in containers if each.waiting), ""),
        containers=containers,
        warnings=tuple(
            fact for fact in facts if isinstance(fact, EventSeen) and fact.type != "Normal"
        ),
    )


def _containers(facts: Iterable[Fact]) -> tuple[Container, ...]:
    facts = tuple(facts)
    ends = {
        fact.about.container: fact for fact in reversed(facts) if isinstance(fact, ContainerExit)
    }
    found: dict[str, Container] = {}
    for fact in facts:
        if not isinstance(fact, ContainerState) or fact.about.container in found:
            continue
        end = ends.get(fact.about.container)
        found[fact.about.container] = Container(
            name=fact.about.container,
            init=fact.init,
            ready=bool(fact.ready),
            restarts=fact.restarts or 0,
            waiting=fact.reason if fact.phase is Running.WAITING else "",
            message=fact.message,
            last_reason=end.reason if end else "",
            last_message=end.message if end else "",
            last_exit=end.exit_code if end else None,
        )
    return tuple(found.values())


def _from_list(listed: PodListed) -> Container:
    """The list has one column for all of them."""
    status = listed.status.removeprefix("Init:")
    return Container(
        name="calico-node",
        init=listed.status.startswith("Init:"),
        ready=listed.ready == listed.total,
        restarts=listed.restarts,
        waiting="" if status in ("Running", "Completed", "Terminating") else status,
    )


def _first(facts: Iterable[Fact], kind: type[F]) -> F | None:
    return next((fact for fact in facts if isinstance(fact, kind)), None)
