"""The latest state of the pod: listed, running, ready."""

import re
from collections.abc import Iterable
from typing import TypeGuard

from calicovet.model.facts import ContainerState, Fact, PodListed

_INIT = re.compile(r"Init:(\d{1,3})/(\d{1,3})$")
_MAIN = ("", "calico-node")


def is_main(fact: Fact) -> bool:
    """Whether a fact about a container is about container calico-node itself."""
    return fact.about.container in _MAIN


def is_main_state(fact: Fact) -> TypeGuard[ContainerState]:
    """Whether a fact is the state of container calico-node."""
    return isinstance(fact, ContainerState) and not fact.init and is_main(fact)


def main_state(facts: Iterable[Fact]) -> ContainerState | None:
    """The state of container calico-node."""
    for fact in facts:
        if is_main_state(fact):
            return fact
    return None


def failing_beside(facts: Iterable[Fact]) -> ContainerState | None:
    """The container that keeps the pod from being ready while calico-node in it is ready."""
    facts = tuple(facts)
    main = main_state(facts)
    if main is None or not main.ready:
        return None
    others: dict[str, ContainerState] = {}
    for fact in facts:
        if isinstance(fact, ContainerState) and not fact.init and not is_main(fact):
            others.setdefault(fact.about.container, fact)
    return next(
        (
            other
            for other in others.values()
            if other.ready is False and other.about.pod == main.about.pod
        ),
        None,
    )


def alone_in(listed: PodListed, facts: Iterable[Fact]) -> ContainerState | None:
    """The state of container calico-node, where the row of its pod may speak of another one."""
    return main_state(facts) if listed.total > 1 else None


def is_ready(facts: Iterable[Fact]) -> bool | None:
    """Whether calico-node is ready by the newest word on it; None: unknown."""
    facts = tuple(facts)
    for fact in facts:
        if isinstance(fact, PodListed):
            all_ready = fact.status == "Running" and 0 < fact.total == fact.ready
            # A row counts the containers of the pod, and does not say which one is not ready.
            return all_ready or (fact.ready > 0 and failing_beside(facts) is not None)
        if is_main_state(fact) and fact.ready is not None:
            return fact.ready
    return None


def init_progress(listed: PodListed | None) -> tuple[int, int] | None:
    """How many init containers are done, and of how many: `Init:1/3`."""
    found = _INIT.match(listed.status) if listed is not None else None
    return (int(found[1]), int(found[2])) if found else None
