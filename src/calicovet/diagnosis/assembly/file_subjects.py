"""The node, pod and host that a file of unknown layout is about, by its path and neighbours."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace

from calicovet.diagnosis.assembly.fact_cache import Read
from calicovet.model.commands.manual_commands import runs_on_the_host
from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.facts import ContainerState, Fact, NodeListed, PodListed, PodPhase
from calicovet.model.provenance import Basis
from calicovet.model.record import record
from calicovet.model.subject import Subject

_LISTS = frozenset(
    {Kind.OBJECTS, Kind.NODE_TABLE, Kind.POD_TABLE, Kind.POD_DESCRIBE, Kind.NODE_DESCRIBE}
)
"""What shows which nodes and pods there are."""
_OF_A_POD = frozenset({Kind.CALICO_LOG, Kind.OTHER_LOG, Kind.POD_DESCRIBE})
_OF_A_NODE = frozenset({Kind.SYSTEM_JOURNAL, Kind.OS_RELEASE, Kind.UNITS, Kind.NODE_DESCRIBE})
_PREVIOUS = re.compile(r"(?:^|[._-])prev(?:ious)?(?:[._-]|$)")


@record
class _Known:
    """The names in the evidence, the longest first."""

    nodes: Mapping[str, str] = field(default_factory=dict)
    """Each by itself and by its short form, where that means no other."""
    pods: Mapping[str, str] = field(default_factory=dict)
    """The namespace of each; empty: not known."""
    containers: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Those of each pod."""


def place_files(pieces: Sequence[Evidence], hosts: Mapping[str, str], read: Read) -> list[Evidence]:
    """The pieces; those from files of unknown layout with the node and the pod that their paths name.

    `hosts` has the host of the files around each file, by its path.
    """
    if not any(piece.from_folder for piece in pieces):
        return list(pieces)
    known = _known(pieces, read)
    return [_placed(piece, known, hosts) if piece.from_folder else piece for piece in pieces]


def _known(pieces: Iterable[Evidence], read: Read) -> _Known:
    nodes: set[str] = set()
    pods: dict[str, str] = {}
    containers: dict[str, set[str]] = {}
    for piece in pieces:
        if piece.kind not in _LISTS:
            continue
        for fact in read(piece):
            if isinstance(fact, NodeListed | PodListed | PodPhase | ContainerState):
                _gather(fact, nodes, pods, containers)
    short: dict[str, set[str]] = {}
    for node in nodes:
        short.setdefault(node.partition(".")[0], set()).add(node)
    forms = {node: node for node in nodes}
    for form, meant in short.items():
        if len(meant) == 1 and not form.isdigit():
            forms.setdefault(form, next(iter(meant)))
    return _Known(
        dict(sorted(forms.items(), key=_longest_first)),
        dict(sorted(pods.items(), key=_longest_first)),
        {pod: frozenset(names) for pod, names in containers.items()},
    )


def _gather(
    fact: Fact, nodes: set[str], pods: dict[str, str], containers: dict[str, set[str]]
) -> None:
    about = fact.about
    if about.pod and about.container:
        containers.setdefault(about.pod, set()).add(about.container)
    if about.node:
        nodes.add(about.node)
    if about.pod:
        pods[about.pod] = about.namespace or pods.get(about.pod, "")


def _longest_first(item: tuple[str, str]) -> tuple[int, str]:
    return -len(item[0]), item[0]


def _placed(piece: Evidence, known: _Known, hosts: Mapping[str, str]) -> Evidence:
    parts = piece.source.lower().split("/")
    about = piece.about
    if piece.kind in _OF_A_POD and not about.pod:
        about = _with_pod(about, parts, known)
    if about.node or not (piece.kind in _OF_A_POD | _OF_A_NODE or runs_on_the_host(piece.kind)):
        return _with(piece, about)
    node = _named(parts, known.nodes)
    if not node and not about.pod:
        node = hosts.get(piece.source, "")
    return _with(piece, replace(about, node=node))


def _with(piece: Evidence, about: Subject) -> Evidence:
    if about == piece.about:
        return piece
    return replace(piece, about=about, attributed_by=Basis.PATH)


def _with_pod(about: Subject, parts: Sequence[str], known: _Known) -> Subject:
    for part in reversed(parts):
        pod = next((pod for pod in known.pods if _stands_in(pod, part)), "")
        if pod:
            container = about.container or _container(pod, parts[-1], known)
            previous = about.previous or _PREVIOUS.search(parts[-1]) is not None
            return replace(
                about,
                pod=pod,
                namespace=known.pods[pod],
                container=container,
                previous=previous,
            )
    return about


def _container(pod: str, file: str, known: _Known) -> str:
    """The one container of that pod that the file is named after; empty: none, or several."""
    rest = file.replace(pod.lower(), "/")
    found = [name for name in known.containers.get(pod, ()) if _stands_in(name, rest)]
    return found[0] if len(found) == 1 else ""


def _named(parts: Sequence[str], nodes: Mapping[str, str]) -> str:
    """The one node that the deepest part of the path names which names any; empty where it names two."""
    for part in reversed(parts):
        # What follows the name of Calico's pods is no node's: calico-node-1 is not node-1.
        rest = re.sub(r"calico-node(?:-[a-z0-9]{1,10})?", "/", part)
        found: set[str] = set()
        for form, node in nodes.items():
            if _stands_in(form, rest):
                found.add(node)
                rest = rest.replace(form, "/")
        if found:
            return found.pop() if len(found) == 1 else ""
    return ""


def _stands_in(name: str, part: str) -> bool:
    """Whether the name stands there as a word: `node-1` does not in `node-12`."""
    start = part.find(name.lower())
    while start >= 0:
        before = part[start - 1 : start]
        after = part[start + len(name) : start + len(name) + 1]
        if not (before.isalnum() or after.isalnum()):
            return True
        start = part.find(name.lower(), start + 1)
    return False
