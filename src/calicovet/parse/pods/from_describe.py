"""Pod records from kubectl describe pod, whole or in fragments."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from calicovet.model.facts import Running
from calicovet.parse.calico_names import INIT_CONTAINERS, container_by_image
from calicovet.parse.indented import Line
from calicovet.parse.pods.pod_record import (
    ContainerRecord,
    Named,
    PodRecord,
    ProbeRecord,
    StateRecord,
)
from calicovet.parse.pods.probe_text import PROBE_OF, read_probe
from calicovet.parse.times import read_time

_CONTAINER_LISTS = {"Init Containers": True, "Containers": False, "Ephemeral Containers": False}
_ENDS = frozenset(
    {
        "Conditions",
        "Volumes",
        "QoS Class",
        "Node-Selectors",
        "Node Selectors",
        "Tolerations",
        "Readiness Gates",
        "Topology Spread Constraints",
    }
)
_OF_A_CONTAINER = frozenset(
    {
        "Container ID",
        "Image",
        "Image ID",
        "State",
        "Last State",
        "Restart Count",
        "Liveness",
        "Readiness",
        "Startup",
        "Limits",
        "Environment",
    }
)
_PARTS = frozenset(
    {
        "Environment",
        "Environment Variables from",
        "Limits",
        "Requests",
        "Mounts",
        "Command",
        "Args",
        "State",
        "Last State",
    }
)
_LISTED = frozenset({"Mounts", "Command", "Args", "Environment Variables from"})
"""Parts whose lines are free text: nothing in them is a key."""
_CLOSE = 3
"""So many lines below its head the reason and the exit code of a state stand; a long message parts them."""
_PLAIN_KEYS = frozenset({"Port", "Ports", "Host Port", "Host Ports", "SeccompProfile", "Devices"})


@dataclass(slots=True)
class _State:
    phase: Running
    line: int
    reason: str = ""
    last_line: int = 0
    message: str = ""
    message_line: int = 0
    exit_code: int | None = None
    started: datetime | None = None
    finished: datetime | None = None

    def record(self) -> StateRecord:
        return StateRecord(
            phase=self.phase,
            line=self.line,
            reason=self.reason,
            last_line=self.last_line,
            message=self.message.strip(),
            message_line=self.message_line,
            exit_code=self.exit_code,
            started=self.started,
            finished=self.finished,
        )


@dataclass(slots=True)
class _Container:
    name: str
    line: int
    indent: int
    init: bool | None
    image: str = ""
    image_line: int = 0
    container_id: str = ""
    state: _State | None = None
    last_state: _State | None = None
    ready: bool | None = None
    restarts: int | None = None
    limits: list[Named] = field(default_factory=list)
    probes: list[ProbeRecord] = field(default_factory=list)
    environment: list[Named] = field(default_factory=list)

    def record(self, positions: dict[bool, int]) -> ContainerRecord:
        # Init containers run the images of others, so only a main one is known by its image.
        name = self.name or ("" if self.init else container_by_image(self.image))
        init = self.init if self.init is not None else name in INIT_CONTAINERS
        position = positions.get(init, 0)
        positions[init] = position + 1
        return ContainerRecord(
            name=name,
            line=self.line,
            init=init,
            position=position,
            image=self.image,
            image_line=self.image_line,
            container_id=self.container_id,
            state=self.state.record() if self.state else None,
            last_state=self.last_state.record() if self.last_state else None,
            ready=self.ready,
            restarts=self.restarts,
            limits=tuple(self.limits),
            probes=tuple(self.probes),
            environment=tuple(self.environment),
        )


class _Reader:
    """Walks over the lines of one pod; knows in which list, container and part of it it is.

    Forums eat indentation, so keys decide where they can, and indentation only where they cannot.
    """

    def __init__(self) -> None:
        self.fields: dict[str, Line] = {}
        self.lists: dict[str, list[Line]] = {"Labels": [], "Annotations": []}
        self.containers: list[_Container] = []
        self.init: bool | None = None
        self.in_containers = False
        self.section = ""
        self.part = ""
        self.part_indent = 0
        self.now: _State | None = None

    def take(self, line: Line, following: Line | None) -> None:
        if line.key in _CONTAINER_LISTS and not line.value:
            self.in_containers, self.init = True, _CONTAINER_LISTS[line.key]
            self.section, self.part = line.key, ""
            if line.key == "Containers":
                self._all_so_far_are_init()
        elif line.key in _ENDS:
            self.in_containers, self.section, self.part = False, line.key, ""
        elif self._begins_container(line, following):
            self._begin(line)
        elif self.in_containers or self._is_loose_container(line):
            self._in_container(line)
        else:
            self._in_pod(line)

    def _begins_container(self, line: Line, following: Line | None) -> bool:
        name = line.key
        if line.value or not name or name in _PARTS or name != name.lower() or " " in name:
            return False
        if following is not None and following.key in ("Container ID", "Image"):
            return True
        if not self.in_containers or self._is_inside_part(line):
            return False
        return not self.containers or line.indent <= self.containers[-1].indent

    def _is_inside_part(self, line: Line) -> bool:
        return bool(self.part) and line.indent > self.part_indent

    def _begin(self, line: Line) -> None:
        init = self.init if self.in_containers else None
        if init is None and line.key in INIT_CONTAINERS:
            self._all_so_far_are_init()
        self.containers.append(_Container(line.key, line.number, line.indent, init))
        self.in_containers, self.part, self.now = True, "", None

    def _all_so_far_are_init(self) -> None:
        """Init containers come first; where their heading was not pasted, what follows them decides."""
        for container in self.containers:
            if container.init is None:
                container.init = True

    def _is_loose_container(self, line: Line) -> bool:
        """A container's line whose container's name was not pasted."""
        if self.section or line.key not in _OF_A_CONTAINER:
            return False
        self.in_containers = True
        return True

    def _in_container(self, line: Line) -> None:
        if not self.containers:
            self.containers.append(_Container("", line.number, 0, self.init))
        container = self.containers[-1]
        if self.part in _LISTED and self._is_inside_part(line):
            return
        if self.part == "Environment" and self._is_variable(line):
            container.environment.append(Named(line.key, _variable(line.value), line.number))
            return
        if self.part == "Limits" and line.key and self._is_limit(line):
            container.limits.append(Named(line.key, line.value, line.number))
            return
        if self.part in ("State", "Last State") and self.now is not None and self._is_state(line):
            _tell_state(self.now, line)
            return
        self._own_line(container, line)

    def _is_variable(self, line: Line) -> bool:
        return bool(line.key) and (
            line.indent > self.part_indent or (line.key == line.key.upper() and " " not in line.key)
        )

    def _is_limit(self, line: Line) -> bool:
        return line.indent > self.part_indent or line.key in ("cpu", "memory")

    def _is_state(self, line: Line) -> bool:
        return (
            not line.key
            or line.indent > self.part_indent
            or line.key in ("Reason", "Message", "Exit Code", "Signal", "Started", "Finished")
        )

    def _own_line(self, container: _Container, line: Line) -> None:
        key, value = line.key, line.value
        if key in _PARTS:
            self.part, self.part_indent = key, line.indent
            if key == "State":
                self.now = container.state = _state(line)
            elif key == "Last State":
                self.now = container.last_state = _state(line)
            return
        if key:
            self.part = ""
        if key == "Image":
            container.image, container.image_line = value, line.number
        elif key == "Container ID":
            container.container_id = value.partition("://")[2]
        elif key == "Ready":
            container.ready = value.lower() == "true"
        elif key == "Restart Count" and value.isdecimal():
            container.restarts = int(value[:9])
        elif key.lower() in PROBE_OF:
            probe = read_probe(key, value, line.number)
            if probe is not None:
                container.probes.append(probe)
        elif container.environment and key not in _PLAIN_KEYS and key == key.upper() and key:
            # Indentation was lost: a capital name after the variables is one of them.
            container.environment.append(Named(key, _variable(value), line.number))

    def _in_pod(self, line: Line) -> None:
        if self.section in _ENDS:
            return
        if line.key in self.lists:
            self.section = line.key
            self.lists[line.key].append(line)
            return
        if self.section in self.lists and line.key not in _POD_KEYS:
            self.lists[self.section].append(line)
            return
        if line.key in _POD_KEYS:
            self.section = "" if self.section in self.lists else self.section
            self.fields.setdefault(line.key, line)

    def record(self, first: int) -> PodRecord:
        positions: dict[bool, int] = {}
        node, _, address = self._value("Node").partition("/")
        phase, _, _ = self._value("Status").partition(" ")
        return PodRecord(
            line=first,
            name=self._value("Name"),
            namespace=self._value("Namespace"),
            node="" if node.startswith("<") else node,
            node_line=self._line("Node"),
            host_address=address,
            phase=phase,
            phase_line=self._line("Status"),
            reason=self._value("Reason"),
            message=self._value("Message"),
            started=read_time(self._value("Start Time")),
            started_line=self._line("Start Time"),
            controlled_by=self._value("Controlled By"),
            labels=tuple(_pairs(self.lists["Labels"], "Labels")),
            annotations=tuple(_pairs(self.lists["Annotations"], "Annotations")),
            containers=tuple(container.record(positions) for container in self.containers),
        )

    def _value(self, key: str) -> str:
        line = self.fields.get(key)
        return line.value if line is not None else ""

    def _line(self, key: str) -> int:
        line = self.fields.get(key)
        return line.number if line is not None else 0


_POD_KEYS = frozenset(
    {
        "Name",
        "Namespace",
        "Priority",
        "Priority Class Name",
        "Service Account",
        "Runtime Class Name",
        "Node",
        "Start Time",
        "Status",
        "Reason",
        "Message",
        "IP",
        "IPs",
        "Controlled By",
        "Created By",
        "Controllers",
        "SeccompProfile",
        "Selector",
        "Node-Selector",
        "Pods Status",
        "Pod Template",
        "Desired Number of Nodes Scheduled",
    }
)


def _variable(value: str) -> str:
    """The value without the remark whether a reference is optional."""
    if value.startswith("<set to the key"):
        return value.partition(">")[0] + ">"
    return value


def _state(line: Line) -> _State:
    phase = line.value.lower()
    known = phase in (Running.WAITING, Running.RUNNING, Running.TERMINATED)
    return _State(Running(phase) if known else Running.UNKNOWN, line.number)


def _tell_state(state: _State, line: Line) -> None:
    key, value = line.key, line.value
    if key in ("Reason", "Exit Code", "Started") and line.number - state.line <= _CLOSE:
        state.last_line = line.number
    if key == "Reason":
        state.reason = value
    elif key == "Message":
        state.message, state.message_line = value, line.number
    elif key == "Exit Code":
        state.exit_code = int(value[:12]) if value.removeprefix("-").isdecimal() else None
    elif key == "Started":
        state.started = read_time(value)
    elif key == "Finished":
        state.finished = read_time(value)
    elif state.message and key != "Signal":
        state.message += "\n" + line.text


def _pairs(lines: Sequence[Line], head: str) -> Iterator[Named]:
    """`name=value` or `name: value`, the first of them behind the heading."""
    for line in lines:
        text = line.value if line.key == head else line.text
        mark = "=" if "=" in text and ": " not in text else ":"
        name, found, value = text.partition(mark)
        if found:
            yield Named(name.strip(), value.strip(), line.number)


def read_pod_blocks(lines: Iterable[Line]) -> Iterator[tuple[PodRecord, tuple[Line, ...]]]:
    """Each pod with the lines of its Events section."""
    reader, first, events = _Reader(), 0, list[Line]()
    in_events = False
    lines = list(lines)
    for place, line in enumerate(lines):
        if line.key == "Name" and line.indent == 0 and reader.section != "Volumes" and first:
            yield reader.record(first), tuple(events)
            reader, first, events, in_events = _Reader(), 0, [], False
        first = first or line.number
        if line.key == "Events" and line.indent <= 2:
            in_events = True
        if in_events:
            events.append(line)
            continue
        following = lines[place + 1] if place + 1 < len(lines) else None
        reader.take(line, following)
    if first:
        yield reader.record(first), tuple(events)
