"""Containers as a text shows them: by describe or objects, else by the row of a list."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from calicovet.model.facts import (
    ContainerExit,
    ContainerImage,
    ContainerState,
    EventSeen,
    Fact,
    PodListed,
    Probe,
    ProbeSpec,
    ResourceLimit,
    Running,
    Said,
    SettingSeen,
)
from calicovet.model.record import record
from calicovet.parse.calico_names import INIT_CONTAINERS
from calicovet.startup.stages.terminations import was_killed
from tests.live.retold.times import Clock

Json = dict[str, Any]

_USUAL_INIT = ("upgrade-ipam", "install-cni", "flexvol-driver")
_IMAGES = {"calico-node": "calico/node", "flexvol-driver": "calico/pod2daemon-flexvol"}
"""Without a tag: nothing is told that the text does not tell."""
_REFERENCE = re.compile(r"<set to the key '([^']+)' (?:of|in) (config map|secret) '([^']+)'>")
_FIELD = re.compile(r"\(v1:([\w.]+)\)")
_PROBES = {
    Probe.LIVENESS: "livenessProbe",
    Probe.READINESS: "readinessProbe",
    Probe.STARTUP: "startupProbe",
}


@record(kw_only=True)
class Container:
    name: str
    init: bool
    spec: Json
    status: Json


def containers_of(
    main: str, facts: Sequence[Fact], logged: frozenset[str], clock: Clock
) -> list[Container]:
    """The containers in the order of the pod; `logged` are those whose log is known."""
    told = _first_by_container(facts, ContainerState)
    if told:
        states = sorted(told.values(), key=lambda state: (not state.init, state.position))
        found = [_told(state, facts, clock) for state in states]
        if all(state.init for state in states):
            found.append(_made(main, False, {"waiting": {"reason": "PodInitializing"}}, facts))
        return found
    row = next((fact for fact in facts if isinstance(fact, PodListed)), None)
    if row is None:
        return [_made(main, False, {"running": {}}, facts)]
    return list(_listed(main, row, facts, logged, clock))


def _first_by_container(
    facts: Iterable[Fact], kind: type[ContainerState]
) -> Mapping[str, ContainerState]:
    found: dict[str, ContainerState] = {}
    for fact in facts:
        if isinstance(fact, kind):
            found.setdefault(fact.about.container, fact)
    return found


def _told(state: ContainerState, facts: Sequence[Fact], clock: Clock) -> Container:
    before = next(
        (
            fact
            for fact in facts
            if isinstance(fact, ContainerExit) and fact.about.container == state.about.container
        ),
        None,
    )
    name = state.about.container or "calico-node"
    return _made(
        name,
        state.init,
        _state(state, clock),
        facts,
        ready=bool(state.ready),
        restarts=state.restarts or 0,
        before={"terminated": _ended(before, clock)} if before else None,
        container_id=state.container_id,
    )


def _state(state: ContainerState, clock: Clock) -> Json:
    if state.phase is Running.RUNNING:
        return {"running": _without_nothing(startedAt=clock.at(state.started))}
    if state.phase is Running.TERMINATED:
        return {"terminated": _ended(state, clock)}
    return {"waiting": _without_nothing(reason=state.reason, message=state.message)}


def _ended(end: ContainerState | ContainerExit, clock: Clock) -> Json:
    return {
        "exitCode": end.exit_code or 0,
        **_without_nothing(
            reason=end.reason,
            message=end.message,
            startedAt=clock.at(end.started),
            finishedAt=clock.at(end.finished),
        ),
    }


def _without_nothing(**fields: str | None) -> Json:
    return {name: value for name, value in fields.items() if value}


def _listed(
    main: str, row: PodListed, facts: Sequence[Fact], logged: frozenset[str], clock: Clock
) -> Iterator[Container]:
    """Containers for which kubectl prints that row."""
    waits = {"waiting": {"reason": "PodInitializing"}}
    if row.status.startswith("Init:"):
        yield from _initialising(row, facts, logged)
        yield from (_made(name, False, waits, facts) for name in _main_names(main, row.total))
        return
    for name in _inits_among(logged, main):
        yield _made(name, True, _DONE, facts, ready=True)
    since = clock.ago(row.restarted_ago if row.restarted_ago is not None else row.age)
    before = _run_before(row, facts, since)
    for place, name in enumerate(_main_names(main, row.total)):
        ready = place >= row.total - row.ready
        state = _state_by_word("Running" if ready else row.status, since)
        if place:
            yield _made(name, False, state, facts, ready=ready)
        else:
            yield _made(
                name, False, state, facts, ready=ready, restarts=row.restarts, before=before
            )


def _run_before(row: PodListed, facts: Sequence[Fact], since: str) -> Json | None:
    """How the run before ended, by what the text betrays of it; None where it betrays nothing."""
    if row.restarted_ago is None:
        return None
    code = 137 if was_killed(facts) else 1 if any(map(_gave_up, facts)) else None
    if code is None:
        return None
    return {"terminated": {"exitCode": code, "reason": "Error", "finishedAt": since}}


def _gave_up(fact: Fact) -> bool:
    return isinstance(fact, Said) and fact.fatal


_DONE: Json = {"terminated": {"exitCode": 0, "reason": "Completed"}}


def _initialising(
    row: PodListed, facts: Sequence[Fact], logged: frozenset[str]
) -> Iterator[Container]:
    word = row.status.removeprefix("Init:")
    named = _inits_among(logged | _spoken_of(facts), "")
    done, _, total = word.partition("/")
    if total.isdecimal():
        names = _init_names(named, int(total))
        for place, name in enumerate(names):
            state: Json = {"waiting": {"reason": "PodInitializing"}}
            if place < int(done):
                state = _DONE
            elif place == int(done) and not any(map(_keeps_it_from_running, facts)):
                state = {"running": {}}
            yield _made(name, True, state, facts, ready=place < int(done))
        return
    stuck = named[-1] if named else _USUAL_INIT[0]
    for name in _init_names(named, len(_USUAL_INIT)):
        if name == stuck:
            state = _state_by_word(word, "")
            yield _made(name, True, state, facts, restarts=row.restarts)
            break
        yield _made(name, True, _DONE, facts, ready=True)


def _keeps_it_from_running(fact: Fact) -> bool:
    return isinstance(fact, EventSeen) and fact.reason in ("FailedMount", "FailedCreatePodSandBox")


def _spoken_of(facts: Iterable[Fact]) -> frozenset[str]:
    return frozenset(fact.about.container for fact in facts if fact.about.container)


def _inits_among(names: frozenset[str], main: str) -> list[str]:
    return [name for name in INIT_CONTAINERS if name in names] if main != "other" else []


def _init_names(named: Sequence[str], count: int) -> list[str]:
    """So many init containers, those that are named among them, in the order in which they run."""
    wanted = dict.fromkeys((*named, *_USUAL_INIT, *INIT_CONTAINERS))
    return sorted([*wanted][:count], key=INIT_CONTAINERS.index)


def _main_names(main: str, total: int) -> list[str]:
    return [main, *(f"{main}-beside-{place}" for place in range(1, total))]


def _state_by_word(word: str, since: str) -> Json:
    if word in ("Running", "Terminating", "Unknown", "NodeLost"):
        return {"running": _without_nothing(startedAt=since)}
    if word in ("Error", "OOMKilled", "Completed", "ContainerCannotRun"):
        code = {"OOMKilled": 137, "Completed": 0}.get(word, 1)
        return {"terminated": {"exitCode": code, "reason": word}}
    if word.startswith(("ExitCode:", "Signal:")):
        return {"terminated": {"exitCode": int(word.partition(":")[2])}}
    return {"waiting": {"reason": word}}


def _made(
    name: str,
    init: bool,
    state: Json,
    facts: Sequence[Fact],
    *,
    ready: bool = False,
    restarts: int = 0,
    before: Json | None = None,
    container_id: str = "",
) -> Container:
    own = [fact for fact in facts if fact.about.container == name]
    if name == "calico-node":
        own += [fact for fact in facts if not fact.about.container]
    images = [fact.image for fact in own if isinstance(fact, ContainerImage)]
    image = images[0] if images else _IMAGES.get(name, "calico/cni" if init else "registry/image")
    status: Json = {
        "name": name,
        "image": image,
        "imageID": "",
        "ready": ready,
        "restartCount": restarts,
        "state": state,
    }
    if before:
        status["lastState"] = before
    if container_id:
        status["containerID"] = f"containerd://{container_id}"
    if not init:
        status["started"] = "running" in state
    return Container(
        name=name, init=init, spec={"name": name, "image": image, **_spec(own)}, status=status
    )


def _spec(own: Sequence[Fact]) -> Json:
    spec: Json = {}
    variables: dict[str, Json] = {}
    limits: dict[str, str] = {}
    for fact in own:
        if isinstance(fact, SettingSeen) and fact.where == "env":
            variables.setdefault(fact.name, _variable(fact.name, fact.value))
        elif isinstance(fact, ResourceLimit):
            limits.setdefault(fact.resource, fact.value)
        elif isinstance(fact, ProbeSpec):
            spec.setdefault(_PROBES[fact.probe], _probe(fact))
    if variables:
        spec["env"] = [*variables.values()]
    if limits:
        spec["resources"] = {"limits": limits}
    return spec


def _variable(name: str, value: str) -> Json:
    if found := _FIELD.match(value):
        return {"name": name, "valueFrom": {"fieldRef": {"fieldPath": found[1]}}}
    if found := _REFERENCE.match(value):
        kind = "configMapKeyRef" if found[2] == "config map" else "secretKeyRef"
        return {"name": name, "valueFrom": {kind: {"key": found[1], "name": found[3]}}}
    return {"name": name, "value": value}


def _probe(probe: ProbeSpec) -> Json:
    numbers = {
        "initialDelaySeconds": probe.delay,
        "timeoutSeconds": probe.timeout,
        "periodSeconds": probe.period,
        "failureThreshold": probe.failures,
    }
    if probe.handler == "http":
        place, _, path = probe.asks.partition("/")
        host, _, port = place.rpartition(":")
        web: Json = {"path": f"/{path}", "port": int(port)}
        return {"httpGet": {**web, "host": host} if host else web, **numbers}
    return {"exec": {"command": probe.asks.split()}, **numbers}
