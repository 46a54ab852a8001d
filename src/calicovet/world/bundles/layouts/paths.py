"""What is at a path of a layout."""

import re
from enum import Enum
from functools import cache

from calicovet.model.commands.shell import command, part
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.subject import Subject
from calicovet.world.bundles.layouts.known import LAYOUTS
from calicovet.world.bundles.layouts.row import HostFile, Layout, Told
from calicovet.world.bundles.layouts.typed_names import told_by_typed_name


class Use(Enum):
    NONE = "none"
    """The path belongs to something that says nothing about Calico: the log of another program's pod."""


def told_by_path(path: str) -> Told | None:
    """What stands at the path; None where the path says nothing, or nothing about Calico."""
    told = use_of(path)
    return told if isinstance(told, Told) else None


def use_of(path: str) -> Told | Use | None:
    """The same; None only where no layout knows the path."""
    for layout in _compiled():
        told = layout.told(path)
        if told is not None:
            return told
    return None


def bundle_around(path: str) -> str | None:
    """Where the bundle begins that such a path makes known: the path before its mark; None: no bundle."""
    for layout in _compiled():
        if layout.mark is not None and (found := layout.mark.search(path)):
            return path[: found.start("from")]
    return None


def is_archive_of_use(path: str) -> bool:
    """Whether a layout names an archive there."""
    return any(pattern.fullmatch(path) for layout in _compiled() for pattern in layout.archives)


def node_of_archive(path: str) -> str:
    """The node that an archive in a bundle is about; empty: its path does not name one."""
    for layout in _compiled():
        for pattern in layout.archives:
            found = pattern.fullmatch(path)
            if found is not None and (node := found.groupdict().get("node")):
                return node
    return ""


_POD = (
    r"(?:rke2-|k3s-)?(?:calico-node|canal|kube-proxy)-[a-z0-9]{4,6}"
    r"|(?:calico-typha|calico-kube-controllers|tigera-operator|calico-apiserver)-[a-z0-9]+(?:-[a-z0-9]+)?"
)
_HOLES = {
    "{ns}": r"(?P<ns>[^/]+)",
    "{pod}": rf"(?P<pod>{_POD})",
    "{pod_name}": rf"(?:{_POD})",
    "{any_pod}": r"(?P<pod>[^/]+)",
    "{container}": r"(?P<container>[^/]+?)",
    "{node}": r"(?P<node>[^/]+)",
}
_LISTS = {
    "pods": "PodList",
    "nodes": "NodeList",
    "events": "EventList",
    "daemonsets": "DaemonSetList",
    "services": "ServiceList",
    "endpoints": "EndpointsList",
    "configmaps": "ConfigMapList",
}


def _pattern(pattern: str) -> re.Pattern[str]:
    for hole, means in _HOLES.items():
        pattern = pattern.replace(hole, means)
    return re.compile(rf"(?:^|.*/){pattern}")


@cache
def _pod_of_use() -> re.Pattern[str]:
    return re.compile(_POD)


@cache
def _calico_node() -> re.Pattern[str]:
    return re.compile(r"(?:rke2-|k3s-)?(?:calico-node|canal)-[a-z0-9]{4,6}")


@cache
def _any_pod() -> re.Pattern[str]:
    return re.compile(r"-(?:[bcdfghjklmnpqrstvwxz2456789]{5}|\d{1,3})$")


class _Compiled:
    """A layout's row with its patterns ready."""

    def __init__(self, row: Layout) -> None:
        self.row = row
        self.mark = re.compile(rf"(?:^|/)(?P<from>)(?:{row.mark})") if row.mark else None
        self.archives = [_pattern(each) for each in row.archives]
        self._logs = [
            (_pattern(each), several)
            for patterns, several in ((row.logs, False), (row.logs_of_pods, True))
            for each in patterns
        ]
        self._describes = [_pattern(each) for each in row.describes]
        self._objects = [_pattern(each) for each in row.objects]
        self._typed = _pattern(row.typed_commands) if row.typed_commands else None
        self._of_nodes = [(_pattern(path), file) for path, file in row.of_nodes.items()]
        self._of_the_host = [(_pattern(path), file) for path, file in row.of_the_host.items()]

    def told(self, path: str) -> Told | Use | None:
        for pattern, several in self._logs:
            if found := pattern.fullmatch(path):
                return _log(found, several=several, of_the_host=self.row.logs_are_of_the_host)
        for pattern in self._describes:
            if found := pattern.fullmatch(path):
                return _describe(found)
        for pattern in self._objects:
            if found := pattern.fullmatch(path):
                return _objects(found, null_is_empty=self.row.null_is_empty)
        if self._typed is not None and (found := self._typed.fullmatch(path)):
            return told_by_typed_name(found["typed"], _of_a_pod)
        for pattern, file in self._of_nodes:
            if found := pattern.fullmatch(path):
                return Told(kind=file.kind, about=Subject(found["node"]), taken_by=file.typed)
        return self._host_file(path)

    def _host_file(self, path: str) -> Told | None:
        file: HostFile
        for pattern, file in self._of_the_host:
            if pattern.fullmatch(path):
                return Told(kind=file.kind, taken_by=file.typed, of_the_host=True)
        return None


@cache
def _compiled() -> tuple[_Compiled, ...]:
    return tuple(map(_Compiled, LAYOUTS))


_ALL_CONTAINERS = part("--all-containers")


def _log(found: re.Match[str], *, several: bool, of_the_host: bool) -> Told | Use | None:
    parts = found.groupdict()
    about = Subject(
        parts.get("node") or "",
        parts["ns"],
        parts["pod"],
        parts.get("container") or "",
        bool(parts.get("previous")),
    )
    told = _of_a_pod(about)
    if told is None:
        # A folder of a person's own may be named anything: only a pod's name says that it is a pod.
        return Use.NONE if _any_pod().search(about.pod) else None
    return Told(
        kind=told.kind,
        about=about,
        taken_by=told.taken_by,
        several=several,
        of_the_host=of_the_host,
    )


def _of_a_pod(about: Subject) -> Told | None:
    """The log of that pod; None where it is no pod of Calico's."""
    if not _pod_of_use().fullmatch(about.pod):
        return None
    which = _ALL_CONTAINERS
    if about.container:
        which = part("-c {container}", container=about.container)
    typed = command(
        "kubectl -n {namespace} logs {pod} {which}{previous}",
        namespace=about.namespace,
        pod=about.pod,
        which=which,
        previous=part(" --previous" if about.previous else ""),
    )
    kind = Kind.CALICO_LOG if _calico_node().fullmatch(about.pod) else Kind.OTHER_LOG
    return Told(kind=kind, about=about, taken_by=typed)


def _describe(found: re.Match[str]) -> Told:
    about = Subject(found["node"], found["ns"], found["pod"])
    typed = command(
        "kubectl -n {namespace} describe pod {pod}", namespace=found["ns"], pod=found["pod"]
    )
    return Told(kind=Kind.POD_DESCRIBE, about=about, taken_by=typed)


def _objects(found: re.Match[str], *, null_is_empty: bool) -> Told:
    parts = found.groupdict()
    what, namespace = parts.get("what") or "pods", parts.get("ns") or ""
    where = part("kubectl")
    if namespace:
        where = part("kubectl -n {namespace}", namespace=namespace)
    return Told(
        kind=Kind.OBJECTS,
        taken_by=command("{kubectl} get {what} -o yaml", kubectl=where, what=what),
        list_kind=_LISTS.get(what, ""),
        null_is_empty=null_is_empty,
    )
