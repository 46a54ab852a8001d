"""The layout of our bundles: the path of each piece.

cluster/nodes.json  cluster/pod-table.txt  cluster/namespaces/<namespace>/events.json
nodes/<node>/kubelet/configz.json  nodes/<node>/host/ip-addr.txt  nodes/<node>/logs/<container>.log
nodes/<node>/pods/<namespace>/<pod>/pod.json | logs/<container>.log | logs/<container>.previous.log
pods/<namespace>/<pod>/…, where the node is not known
paste.txt  gaps.json  index.json
"""

from collections.abc import Iterator
from urllib.parse import quote, unquote

from calicovet.model.commands.manual_commands import runs_on_the_host
from calicovet.model.evidence import EvidenceKind
from calicovet.model.record import record
from calicovet.model.subject import NO_SUBJECT, Subject

INDEX = "index.json"
GAPS = "gaps.json"

_LOGS = {EvidenceKind.CALICO_LOG: "logs", EvidenceKind.OTHER_LOG: "other-logs"}
_LOG_FOLDERS = {folder: kind for kind, folder in _LOGS.items()}
_PREVIOUS = ".previous"
_EMPTY = "%"
"""Stands for a name that is empty; no other name is written like it."""


@record
class Place:
    """What a path says."""

    kind: EvidenceKind
    about: Subject


def path_of(kind: EvidenceKind, about: Subject, label: str = "") -> str:
    """The path for such a piece; `label` distinguishes it from others about the same subject, and has no meaning."""
    return "/".join((*_folders(kind, about), _file(kind, about, label)))


def place_of(path: str) -> Place | None:
    """What stands at the path; None where no piece would be put there."""
    *folders, file = path.split("/")
    about, left = _subject(folders)
    if left in (["logs"], ["other-logs"]):
        if not file.endswith(".log"):
            return None
        container, previous = _container(file.removesuffix(".log").partition("~")[0])
        return Place(_LOG_FOLDERS[left[0]], _in_container(about, container, previous))
    if len(left) == 2 and left[0] == "containers":
        about = _in_container(about, *_container(left[1]))
        left = []
    if left not in ([], ["host"], ["kubelet"]) or path in (INDEX, GAPS):
        return None
    if file.endswith(".json"):
        return Place(EvidenceKind.OBJECTS, about)
    try:
        return Place(EvidenceKind(file.removesuffix(".txt").partition(".")[0]), about)
    except ValueError:
        return None


def _folders(kind: EvidenceKind, about: Subject) -> Iterator[str]:
    named = about.namespace or about.pod
    if about.node:
        yield from ("nodes", _safe(about.node))
    if about.pod or (about.node and named):
        yield from ("pods", _safe(about.namespace), _safe(about.pod))
    elif named:
        yield from ("cluster", "namespaces", _safe(about.namespace))
    elif not about.node and kind is not EvidenceKind.PASTE:
        yield "cluster"
    if kind in _LOGS:
        yield _LOGS[kind]
    elif about.container or about.previous:
        yield from ("containers", _container_name(about))
    elif about.node and not about.pod and kind is EvidenceKind.KUBELET_CONFIG:
        yield "kubelet"
    elif about.node and not about.pod and (kind is EvidenceKind.PASTE or runs_on_the_host(kind)):
        yield "host"


def _file(kind: EvidenceKind, about: Subject, label: str) -> str:
    label = _safe(label) if label else ""
    if kind in _LOGS:
        return f"{_container_name(about)}{'~' if label else ''}{label}.log"
    if kind is EvidenceKind.OBJECTS:
        return f"{label or kind}.json"
    return f"{kind}{'.' if label else ''}{label}.txt"


def _subject(folders: list[str]) -> tuple[Subject, list[str]]:
    """The subjects that folders name, and the folders that name none."""
    node = ""
    if folders[:1] == ["nodes"] and len(folders) > 1:
        node, folders = _unsafe(folders[1]), folders[2:]
    if folders[:1] == ["pods"] and len(folders) > 2:
        return Subject(node, _unsafe(folders[1]), _unsafe(folders[2])), folders[3:]
    if node:
        return Subject(node), folders
    if folders[:2] == ["cluster", "namespaces"] and len(folders) > 2:
        return Subject(namespace=_unsafe(folders[2])), folders[3:]
    return NO_SUBJECT, folders[1:] if folders[:1] == ["cluster"] else folders


def _container_name(about: Subject) -> str:
    # The dot and the tilde set other things off.
    name = _safe(about.container).replace(".", "%2E").replace("~", "%7E")
    return name + (_PREVIOUS if about.previous else "")


def _container(name: str) -> tuple[str, bool]:
    return _unsafe(name.removesuffix(_PREVIOUS)), name.endswith(_PREVIOUS)


def _in_container(about: Subject, container: str, previous: bool) -> Subject:
    return Subject(about.node, about.namespace, about.pod, container, previous)


def _safe(name: str) -> str:
    """A name from outside as one part of a path, on every system; it can be had back."""
    if not name:
        return _EMPTY
    safe = quote(name, safe="", errors="surrogatepass")
    # A dot in front hides a file, or leads to another folder.
    return f"%2E{safe[1:]}" if safe.startswith(".") else safe


def _unsafe(name: str) -> str:
    return "" if name == _EMPTY else unquote(name, errors="surrogatepass")
