"""Pod records from pods and pod templates in JSON or YAML."""

from collections.abc import Iterator

from calicovet.model.facts import Running
from calicovet.parse.durations import read_duration
from calicovet.parse.objects.tree import NOTHING, Tree
from calicovet.parse.pods.pod_record import (
    ContainerRecord,
    Named,
    PodRecord,
    ProbeRecord,
    StateRecord,
)
from calicovet.parse.pods.probe_text import PROBE_OF, asked_by_http
from calicovet.parse.times import read_time

_NUMBERS = ("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "failureThreshold")


def read_pod(tree: Tree) -> PodRecord:
    """A Pod object; a template is one without a status."""
    metadata, spec, status = tree.at("metadata"), tree.at("spec"), tree.at("status")
    owner = next(iter(metadata.at("ownerReferences").items), NOTHING)
    place = spec.at("nodeName") or _meant_for(spec)
    return PodRecord(
        line=tree.line,
        name=metadata.said("name"),
        namespace=metadata.said("namespace"),
        node=place.text,
        node_line=status.at("hostIP").line or place.line,
        host_address=status.said("hostIP"),
        phase=status.said("phase"),
        phase_line=status.at("phase").line,
        reason=status.said("reason"),
        message=status.said("message"),
        why_lines=_lines(status.at("reason"), status.at("message")),
        started=read_time(status.said("startTime")),
        started_line=status.at("startTime").line,
        going=read_time(metadata.said("deletionTimestamp")),
        controlled_by=f"{owner.said('kind')}/{owner.said('name')}" if owner else "",
        labels=read_names(metadata.at("labels")),
        annotations=read_names(metadata.at("annotations")),
        containers=(
            *_containers(spec.at("initContainers"), status.at("initContainerStatuses"), init=True),
            *_containers(spec.at("containers"), status.at("containerStatuses"), init=False),
        ),
    )


def _meant_for(spec: Tree) -> Tree:
    """The node that a DaemonSet made the pod for, while the scheduler has not put it there."""
    wanted = spec.at("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
    for term in wanted.at("nodeSelectorTerms").items:
        for field in term.at("matchFields").items:
            if field.said("key") == "metadata.name":
                return next(iter(field.at("values").items), NOTHING)
    return NOTHING


def read_names(tree: Tree) -> tuple[Named, ...]:
    """Labels or annotations."""
    return tuple(Named(name, value.text, value.line) for name, value in tree.fields.items())


def _containers(specs: Tree, statuses: Tree, *, init: bool) -> Iterator[ContainerRecord]:
    """Containers in the order of the spec; a status may stand alone where the spec was not pasted."""
    by_name = {status.said("name"): status for status in statuses.items}
    shown = specs.items or statuses.items
    for position, tree in enumerate(shown):
        spec = tree if specs.items else NOTHING
        status = by_name.get(tree.said("name"), NOTHING)
        yield read_container(spec, status, init=init, position=position)


def read_container(
    spec: Tree, status: Tree = NOTHING, *, init: bool = False, position: int = 0
) -> ContainerRecord:
    """One container from its spec and its status, each of which may be missing."""
    image = spec.at("image") or status.at("image")
    privileged, privileged_line = _privileged(spec)
    return ContainerRecord(
        name=spec.said("name") or status.said("name"),
        line=spec.line or status.line,
        init=init,
        position=position,
        image=image.text,
        image_line=image.line,
        container_id=status.said("containerID").partition("://")[2],
        state=_state(status.at("state"), status),
        last_state=_state(status.at("lastState"), NOTHING),
        ready=_truth(status.said("ready")),
        ready_line=status.at("ready").line,
        restarts=_number(status.said("restartCount")),
        restarts_line=status.at("restartCount").line,
        privileged=privileged,
        privileged_line=privileged_line,
        limits=read_names(spec.at("resources", "limits")),
        probes=tuple(_probes(spec)),
        environment=tuple(read_environment(spec.at("env"))),
    )


def _privileged(spec: Tree) -> tuple[bool | None, int]:
    """Whether it is, and where that stands."""
    context = spec.at("securityContext")
    if (said := context.at("privileged")).text:
        return _truth(said.text), said.line
    # The API server writes these for everybody: where they stand, nothing else was left out.
    whole = spec.at("terminationMessagePolicy")
    return (False, context.line or spec.at("name").line) if whole.text else (None, 0)


def _lines(*trees: Tree) -> tuple[int, ...]:
    """Where those stand that say something."""
    return tuple(tree.line for tree in trees if tree.text)


def _state(tree: Tree, status: Tree) -> StateRecord | None:
    for name in ("waiting", "running", "terminated"):
        told = tree.at(name)
        if name not in tree.fields:
            continue
        return StateRecord(
            phase=Running(name),
            line=told.line,
            leaves=_deciding(name, told, status),
            reason=told.said("reason"),
            reason_line=told.at("reason").line,
            message=told.said("message").strip(),
            message_line=told.at("message").line,
            exit_code=_number(told.said("exitCode")),
            started=read_time(told.said("startedAt")),
            finished=read_time(told.said("finishedAt")),
        )
    return None


def _deciding(name: str, told: Tree, status: Tree) -> tuple[int, ...]:
    """The fields of a state: why it waits, how it ended; of what runs, whether it is ready, and since when."""
    if name == "running":
        since = _lines(told.at("startedAt"))
        # The time alone would not say what began then.
        running = (told.line, *since) if since else (told.line,)
        return (*_lines(status.at("ready"), status.at("restartCount")), *running)
    why = _lines(told.at("exitCode"), told.at("reason"), told.at("message"))
    # Of what ended well, only the times are of interest.
    ended_well = told.said("exitCode") == "0"
    return (*why, *_lines(told.at("startedAt"), told.at("finishedAt"))) if ended_well else why


def _truth(text: str) -> bool | None:
    return {"true": True, "false": False}.get(text.lower())


def _number(text: str) -> int | None:
    """A whole number; describe's own zero for a count stands in no JSON that left it out."""
    return int(text[:12]) if text.removeprefix("-").isdecimal() else None


def _probes(spec: Tree) -> Iterator[ProbeRecord]:
    for name, probe in PROBE_OF.items():
        tree = spec.at(f"{name}Probe")
        if not tree.fields:
            continue
        handler, asks = _handler(tree)
        yield ProbeRecord(
            probe=probe,
            line=tree.line,
            leaves=_lines(*(tree.at(number) for number in _NUMBERS)),
            handler=handler,
            asks=asks,
            delay=_seconds(tree, "initialDelaySeconds", 0),
            timeout=_seconds(tree, "timeoutSeconds", 1),
            period=_seconds(tree, "periodSeconds", 10),
            failures=_seconds(tree, "failureThreshold", 3),
        )


def _handler(tree: Tree) -> tuple[str, str]:
    if web := tree.at("httpGet"):
        return "http", asked_by_http(web.said("host"), web.said("port"), web.said("path"))
    if command := tree.at("exec", "command"):
        return "exec", " ".join(part.text for part in command.items)
    if socket := tree.at("tcpSocket"):
        return "tcp", f"{socket.said('host')}:{socket.said('port')}"
    return "", ""


def _seconds(tree: Tree, name: str, default: int) -> int:
    text = tree.said(name)
    number = _number(text)
    if number is not None:
        return number
    span = read_duration(text)
    return int(span.total_seconds()) if span is not None else default


def read_environment(tree: Tree) -> Iterator[Named]:
    """The variables in describe's own words, so that both formats say the same."""
    for item in tree.items:
        if name := item.said("name"):
            value = item.at("value")
            # The value is what people look for; a reference stands below its name.
            line = value.line or item.at("valueFrom").line or item.line
            yield Named(name, value.text or _reference(item.at("valueFrom")), line)


def _reference(source: Tree) -> str:
    if field := source.at("fieldRef"):
        return f"({field.said('apiVersion') or 'v1'}:{field.said('fieldPath')})"
    for kind, words in (("configMapKeyRef", "config map"), ("secretKeyRef", "secret")):
        if key := source.at(kind):
            # Describe has `in secret` but `of config map`.
            link = "of" if kind == "configMapKeyRef" else "in"
            return f"<set to the key '{key.said('key')}' {link} {words} '{key.said('name')}'>"
    return ""
