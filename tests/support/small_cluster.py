"""An API server in memory: lists as tables, as metadata or whole, logs, kubelets, reviews, and faults by path.

with SmallCluster([*healthy("node-1"), *sick("node-2")]) as cluster:
    client_of(cluster.url).table("/api/v1/nodes")

How it answers is held to a real kube-apiserver by tests/live/test_small_cluster.py.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Self
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.support.printed_objects import COLUMNS, cells_of
from tests.support.recording_server import RecordingServer, Said, Seen

Object = dict[str, Any]
Answer = Callable[[Seen], Said]

_KINDS = {
    "bgpconfigurations": "BGPConfiguration",
    "bgppeers": "BGPPeer",
    "clusterinformations": "ClusterInformation",
    "clusterrolebindings": "ClusterRoleBinding",
    "clusterroles": "ClusterRole",
    "configmaps": "ConfigMap",
    "controllerrevisions": "ControllerRevision",
    "daemonsets": "DaemonSet",
    "endpointslices": "EndpointSlice",
    "events": "Event",
    "felixconfigurations": "FelixConfiguration",
    "hostendpoints": "HostEndpoint",
    "installations": "Installation",
    "ippools": "IPPool",
    "nodes": "Node",
    "pods": "Pod",
    "services": "Service",
    "tigerastatuses": "TigeraStatus",
}
_BUILT_IN = frozenset({"", "apps", "discovery.k8s.io", "rbac.authorization.k8s.io"})
_REVIEW = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"


@dataclass(frozen=True)
class Place:
    """What a path names."""

    group: str
    version: str
    namespace: str
    resource: str
    name: str
    below: str

    @property
    def right(self) -> str:
        """As in a role: `pods/log`, `daemonsets.apps`."""
        resource = self.resource + (f"/{self.below.partition('/')[0]}" if self.below else "")
        return f"{resource}.{self.group}" if self.group else resource


class SmallCluster:
    """Answers on loopback while the `with` lasts."""

    def __init__(self, objects: Iterable[Object] = ()) -> None:
        self.objects: list[Object] = list(objects)
        self.logs: dict[tuple[str, str, bool], str] = {}
        """By pod, container, and whether the run before is meant."""
        self.kubelets: dict[tuple[str, str], str] = {}
        """By node and path below the proxy."""
        self.groups = ["apps", "crd.projectcalico.org", "operator.tigera.io"]
        self.forbidden: set[str] = set()
        """Resources as a role names them: `pods`, `pods/log`, `daemonsets.apps`."""
        self.tables = True
        """Whether lists are tabulated for those who ask for it."""
        self._faults: list[tuple[re.Pattern[str], Answer]] = []
        self._server = RecordingServer()
        self._server.answer = self.reply

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.__exit__()

    @property
    def url(self) -> str:
        return self._server.url

    @property
    def seen(self) -> list[Seen]:
        return self._server.seen

    def asked(self, words: str) -> list[str]:
        """The paths that were asked for and match, with their queries."""
        return [path for seen in self.seen if re.search(words, path := unquote(seen.path))]

    def fail(self, words: str, answer: Answer | int) -> None:
        """What matches is answered so, or refused with that status."""
        said = answer if callable(answer) else lambda _: status(answer, "trouble")
        self._faults.append((re.compile(words), said))

    def mend(self) -> None:
        """Nothing fails any more."""
        self._faults.clear()

    def fault(self, path: str) -> Answer | None:
        """What is said there instead."""
        return next((said for words, said in self._faults if words.search(path)), None)

    def answer(self, method: str, path: str) -> Said:
        """What it says to that, without a server."""
        return self.reply(Seen(method, path, ()))

    def reply(self, seen: Seen) -> Said:
        """What it says to a request, faults included."""
        path = unquote(seen.path)
        if (faulty := self.fault(path)) is not None:
            return faulty(seen)
        parts = urlsplit(seen.path)
        query = dict(parse_qsl(parts.query))
        if parts.path == "/apis":
            return _json({"kind": "APIGroupList", "groups": [{"name": one} for one in self.groups]})
        if parts.path == _REVIEW:
            return self._review(json.loads(seen.body))
        place = place_of(unquote(parts.path))
        if place.right in self.forbidden:
            message = f'{place.right} is forbidden: User "reader" cannot look at it'
            return status(403, message, "Forbidden")
        if place.group and place.group not in (*self.groups, *_BUILT_IN):
            return Said(b"404 page not found\n", 404, {"Content-Type": "text/plain"})
        if place.below == "log":
            return self._log(place, query)
        if place.below.startswith("proxy/"):
            return self._kubelet(place.name, place.below.removeprefix("proxy/"))
        return self._one(place) if place.name else self._list(place, query, seen.header("accept"))

    def _review(self, body: Object) -> Said:
        asked = body["spec"]["resourceAttributes"]
        below = f"/{asked['subresource']}" if asked.get("subresource") else ""
        group = f".{asked['group']}" if asked.get("group") else ""
        allowed = f"{asked['resource']}{below}{group}" not in self.forbidden
        return _json({**body, "status": {"allowed": allowed}}, 201)

    def _found(self, place: Place) -> list[Object]:
        version = f"{place.group}/{place.version}" if place.group else place.version
        found = [
            each
            for each in self.objects
            if each["kind"] == _KINDS.get(place.resource)
            and each["apiVersion"] == version
            and place.namespace in ("", each["metadata"].get("namespace", ""))
        ]
        return sorted(found, key=_key)

    def one(self, place: Place) -> Object | None:
        """The object that is meant, where there is one."""
        found = (each for each in self._found(place) if each["metadata"]["name"] == place.name)
        return next(found, None)

    def _one(self, place: Place) -> Said:
        if (each := self.one(place)) is not None:
            return _json(each)
        return status(404, f'{place.resource} "{place.name}" not found', "NotFound")

    def _list(self, place: Place, query: Mapping[str, str], accept: str) -> Said:
        matching = [
            each
            for each in self._found(place)
            if _matches(query.get("fieldSelector", ""), partial(_field, each))
            and _matches(query.get("labelSelector", ""), partial(_label, each))
        ]
        # A list from the server's memory comes in one piece.
        whole = query.get("resourceVersion") == "0"
        size = len(matching) if whole else int(query.get("limit", 0)) or len(matching)
        start = int(query.get("continue", 0))
        page = matching[start : start + size]
        rest = len(matching) - start - size
        meta = {"resourceVersion": "1000"}
        if rest > 0:
            meta |= {"continue": str(start + size), "remainingItemCount": str(rest)}
        kind = _KINDS[place.resource]
        version = f"{place.group}/{place.version}" if place.group else place.version
        if "as=Table" in accept and self.tables and kind in COLUMNS:
            return _json(_table(kind, page, meta, query.get("includeObject", "Metadata")))
        if "as=PartialObjectMetadataList" in accept:
            items = [_metadata_of(each) for each in page]
            head = {"kind": "PartialObjectMetadataList", "apiVersion": "meta.k8s.io/v1"}
            return _json({**head, "metadata": meta, "items": items})
        if place.group in _BUILT_IN:
            page = [_without_kind(each) for each in page]
        return _json(
            {"kind": f"{kind}List", "apiVersion": version, "metadata": meta, "items": page}
        )

    def _log(self, place: Place, query: Mapping[str, str]) -> Said:
        container = query.get("container", "calico-node")
        pod = next(
            (one for one in self._found(place) if one["metadata"]["name"] == place.name), None
        )
        if pod is None:
            return status(404, f'pods "{place.name}" not found', "NotFound")
        if container not in _containers(pod):
            message = f"container {container} is not valid for pod {place.name}"
            return status(400, message, "BadRequest")
        before = query.get("previous") == "true"
        text = self.logs.get((place.name, container, before))
        if text is None and before:
            message = f'previous terminated container "{container}" in pod "{place.name}" not found'
            return status(400, message, "BadRequest")
        if "tailLines" in query and text:
            text = "".join(text.splitlines(keepends=True)[-int(query["tailLines"]) :])
        body = (text or "").encode()[: int(query.get("limitBytes", 1 << 30))]
        return Said(body, headers={"Content-Type": "text/plain"})

    def _kubelet(self, node: str, path: str) -> Said:
        text = self.kubelets.get((node, path))
        if text is None:
            return Said(b"404 page not found\n", 404, {"Content-Type": "text/plain"})
        return Said(text.encode(), headers={"Content-Type": "application/json"})


def status(code: int, message: str, reason: str = "InternalError") -> Said:
    """A refusal in the words of an API server."""
    head = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure"}
    return _json({**head, "message": message, "reason": reason, "code": code}, code)


def hanging(released: Callable[[float], object], seconds: float = 20.0) -> Answer:
    """An answer that does not come before it is released, or for that long."""

    def wait(_: Seen) -> Said:
        released(seconds)
        return Said(reset=True)

    return wait


def _json(value: object, code: int = 200) -> Said:
    return Said(json.dumps(value).encode(), code)


def place_of(path: str) -> Place:
    parts = path.strip("/").split("/")
    group, version, rest = (
        ("", parts[1], parts[2:]) if parts[0] == "api" else (parts[1], parts[2], parts[3:])
    )
    namespace = ""
    if rest[0] == "namespaces" and len(rest) > 2:
        namespace, rest = rest[1], rest[2:]
    name = rest[1] if len(rest) > 1 else ""
    return Place(group, version, namespace, rest[0], name, "/".join(rest[2:]))


def _key(each: Object) -> tuple[str, str]:
    metadata = each["metadata"]
    return metadata.get("namespace", ""), metadata["name"]


def _containers(pod: Object) -> set[str]:
    spec = pod["spec"]
    return {one["name"] for one in (*spec["containers"], *spec.get("initContainers", ()))}


def _field(each: Object, path: str) -> str:
    found: Any = each
    for part in path.split("."):
        found = found.get(part, {}) if isinstance(found, dict) else {}
    return found if isinstance(found, str) else ""


def _label(each: Object, key: str) -> str:
    return str(each["metadata"].get("labels", {}).get(key, ""))


_TERM = re.compile(r"([\w./-]+)(?:\s+in\s+\(([^)]*)\)|(!?=)([^,]*))")


def _matches(selector: str, value_of: Callable[[str], str]) -> bool:
    return all(_fits(term, value_of(term[1])) for term in _terms(selector))


def _terms(selector: str) -> Iterator[re.Match[str]]:
    return _TERM.finditer(selector)


def _fits(term: re.Match[str], value: str) -> bool:
    if term[2] is not None:
        return value in term[2].split(",")
    return (value == term[4]) is (term[3] == "=")


def _table(kind: str, page: list[Object], meta: Object, include: str) -> Object:
    rows = [
        {
            "cells": cells_of(each),
            "object": _metadata_of(each) if include == "Metadata" else None,
        }
        for each in page
    ]
    columns = [
        {"name": name, "type": "string", "format": "", "description": "", "priority": 0}
        for name in COLUMNS[kind]
    ]
    head = {"kind": "Table", "apiVersion": "meta.k8s.io/v1", "metadata": meta}
    return {**head, "columnDefinitions": columns, "rows": rows}


def _metadata_of(each: Object) -> Object:
    head = {"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1"}
    return {**head, "metadata": each["metadata"]}


def _without_kind(each: Object) -> Object:
    return {key: value for key, value in each.items() if key not in ("kind", "apiVersion")}
