"""`crictl ps`, `docker ps`, `nerdctl ps`, and how long they took."""

from collections.abc import Iterator
from dataclasses import replace

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, RuntimeAnswered, RuntimeContainer, Unreadable
from calicovet.parse.durations import read_duration
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

# CONTAINER  IMAGE  CREATED  STATE  NAME  ATTEMPT  POD ID  POD  NAMESPACE
_CRICTL = (
    r"\s*([0-9a-f]{8,64})\s+(?:\S+\s+)?(\S.{1,40}?)\s+"
    r"(?:CONTAINER_)?(?i:(Running|Exited|Created|Unknown))\s+(\S+)"
    r"(?:\s+\d+(?:\s+[0-9a-f]{8,64}(?:\s+(\S+)(?:\s+(\S+))?)?)?)?\s*$"
)
# CONTAINER ID  IMAGE  "COMMAND"  CREATED  STATUS  PORTS  NAMES
_DOCKER = (
    r"\s*([0-9a-f]{8,64})\s+\S+\s+\"[^\"]{0,200}\"?\s+(\S.{1,40}? ago)\s+"
    r"(Up|Exited|Created|Restarting|Paused|Dead|Removal)\b(.*)"
)
_STATE = {"Up": "Running", "Removal": "Removing"}
_TOOK = r"\s*real\s+(?:(\d{1,6})m)?(\d{1,9}(?:[.,]\d{1,6})?)s?\s*$"
_ZSH_TOOK = r".*\bcpu\s+(?:(\d{1,6}):)?(\d{1,9}(?:\.\d{1,6})?) total\s*$"
_NO_ANSWER = r"(?i:context deadline exceeded|DeadlineExceeded|timed? ?out)"
# crictl tries sockets that are not there, one after another: no runtime hangs behind them.
_NO_SOCKET = r"connect endpoint |dockershim\.sock|default endpoints"


def read_container_list(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The containers as the runtime sees them, and whether it answered at all."""
    rows = hung = 0
    took: RuntimeAnswered | None = None
    other = False
    for number, line in numbered(evidence):
        container = _container(evidence, line, number)
        if container is not None:
            rows += 1
            yield container
        elif found := pattern(_TOOK).match(line) or pattern(_ZSH_TOOK).match(line):
            seconds = 60 * int(found[1] or 0) + float(found[2].replace(",", "."))
            took = _answered(evidence, seconds, number)
        elif pattern(_NO_ANSWER).search(line) and not pattern(_NO_SOCKET).search(line):
            hung = number
        elif line.strip() == "^C":
            hung = hung or (0 if other else number)
        elif line.strip() and not pattern(r"\s*(?:user|sys)\s").match(line):
            other = True
    if hung and not rows:
        yield _answered(evidence, None, hung)
    elif took is not None:
        yield took


def _answered(evidence: Evidence, seconds: float | None, line: int) -> RuntimeAnswered:
    return RuntimeAnswered(seconds=seconds, about=evidence.about, cited=cite(evidence, line))


def _container(evidence: Evidence, line: str, number: int) -> RuntimeContainer | None:
    if found := pattern(_DOCKER).match(line):
        return _of_docker(evidence, found[1], found[2], found[3], found[4].split(), number)
    found = pattern(_CRICTL).match(line)
    if found is None:
        return None
    container, created, state, name, pod, namespace = found.groups()
    return RuntimeContainer(
        id=container,
        name=name,
        state=state.capitalize(),
        age=read_duration(created),
        lister="crictl",
        about=replace(
            evidence.about,
            container=name,
            pod=pod or evidence.about.pod,
            namespace=namespace or evidence.about.namespace,
        ),
        cited=cite(evidence, number),
    )


def _of_docker(
    evidence: Evidence, container: str, created: str, state: str, rest: list[str], number: int
) -> RuntimeContainer:
    label = rest[-1] if rest else ""
    about, name = evidence.about, label
    if (parts := label.split("_"))[0] == "k8s" and len(parts) >= 4:
        name = parts[1]
        about = replace(about, container=_inside(name), pod=parts[2], namespace=parts[3])
    elif label.startswith("k8s://") and len(parts := label[6:].split("/")) >= 2:
        name = parts[2] if len(parts) > 2 else "POD"
        about = replace(about, container=_inside(name), pod=parts[1], namespace=parts[0])
    return RuntimeContainer(
        id=container,
        name=name,
        state=_STATE.get(state, state),
        age=read_duration(created),
        lister="nerdctl" if label.startswith("k8s://") else "docker",
        about=about,
        cited=cite(evidence, number),
    )


def _inside(name: str) -> str:
    """The container's name; the sandbox, which goes by POD, is none of the pod's containers."""
    return "" if name == "POD" else name


PARSER = Parser(read_container_list, gives=(RuntimeContainer, RuntimeAnswered))
