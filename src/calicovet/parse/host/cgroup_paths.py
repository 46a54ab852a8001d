"""/proc/PID/cgroup and systemd-cgls: the cgroup of a container."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import ContainerCgroup, Fact, Unreadable
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_CONTAINER = (
    r"(?:cri-containerd|crio|docker|libpod|containerd)[-:][0-9a-f]{8,64}"
    r"|(?:kubepods|docker|containerd)\S{0,400}[/:-][0-9a-f]{32,64}"
)
# The runtime's specification has this triple whatever the driver is: it is a wish, not a place.
_SPECIFICATION = r"(?i)cgroups?_?-?Path"


def read_cgroup_paths(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The paths that belong to containers, each once."""
    told: set[str] = set()
    for number, line in numbered(evidence):
        path = _path(line)
        if not path or path in told:
            continue
        told.add(path)
        yield ContainerCgroup(path=path, about=evidence.about, cited=cite(evidence, number))


def _path(line: str) -> str:
    if pattern(_SPECIFICATION).search(line):
        return ""
    # 4:memory:/kubepods/… in the kernel's file; │ └─cri-containerd-….scope in the tree.
    start = line.find(":/")
    words = [line[start + 1 :]] if start >= 0 else line.split()
    for word in words:
        path = word.strip().lstrip("│├└─|`- ").strip("'\",")
        if pattern(_CONTAINER).search(path):
            return path.split()[0]
    return ""


PARSER = Parser(read_cgroup_paths, gives=(ContainerCgroup,))
