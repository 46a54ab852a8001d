"""Objects on their way into the API server: many, quickly, with the status and the age they had."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

from calicovet.model.record import record
from lab.client import Client
from lab.errors import LabError
from lab.etcd import Store, key_of
from lab.patience import Patience

Object: TypeAlias = Mapping[str, Any]

_THREADS = 32
_FIRST = ("CustomResourceDefinition", "Namespace", "Node")
"""Kinds that others rest on, in this order."""
_SET_BY_SERVER = (
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "generation",
    "managedFields",
    "uid",
)
"""What the server decides by itself, and the fields of age and last change."""
_ALWAYS_WIPED = ("pods", "minions", "events", "daemonsets", "controllerrevisions")


@record(kw_only=True)
class Resource:
    """A kind as the server serves it."""

    group: str
    root: str
    name: str
    namespaced: bool
    has_status: bool

    def path(self, namespace: str) -> str:
        return f"{self.root}/namespaces/{namespace}/{self.name}" if namespace else self.collection

    @property
    def collection(self) -> str:
        return f"{self.root}/{self.name}"


class Loader:
    """Puts objects into one API server, and takes them out again."""

    def __init__(self, client: Client, store: Store) -> None:
        self._client = client
        self._store = store
        self._served: dict[tuple[str, str], Resource] = {}
        self._keys: set[str] = set()

    def load(self, objects: Iterable[Object]) -> None:
        """Creates or replaces them all; namespaces they live in are made when they are missing."""
        every = list(_flat(objects))
        every += _namespaces_of(every)
        with ThreadPoolExecutor(_THREADS) as pool:
            for kind in (*_FIRST, ""):
                wave = [each for each in every if _is_of_wave(each, kind)]
                resources = {self._resource(each) for each in wave}
                for _ in pool.map(self._put, wave):
                    pass
                # A consistent list waits for the server's cache; after it every list shows what was put.
                for resource in resources:
                    self._client.get(f"{resource.collection}?limit=1")
            for each in every:
                if each["kind"] == "CustomResourceDefinition":
                    self._await_served(each)

    def keep(self) -> None:
        """What was loaded so far stays when the rest is wiped."""
        self._keys.clear()

    def wipe(self) -> None:
        """Deletes what was loaded, and whatever else runs or happened; definitions stay."""
        below = tuple(f"/registry/{place}/" for place in _ALWAYS_WIPED)
        for prefix in below:
            self._store.delete_below(prefix)
        for key in self._keys:
            if not key.startswith(below):
                self._store.delete(key)
        self._keys.clear()
        patience = Patience(10, "an empty cluster")
        while self._client.get("/api/v1/nodes?resourceVersion=0")["items"]:
            patience.wait()

    def _put(self, each: Object) -> None:
        resource = self._resource(each)
        metadata = each["metadata"]
        namespace = metadata.get("namespace", "default") if resource.namespaced else ""
        path = resource.path(namespace)
        made = self._create(path, each)
        if resource.has_status and each.get("status"):
            made = self._client.need(
                "PUT", f"{path}/{metadata['name']}/status", {**made, "status": each["status"]}
            )
        key = key_of(resource.group, resource.name, namespace, metadata["name"])
        if each["kind"] not in ("CustomResourceDefinition", "Namespace"):
            self._keys.add(key)
            self._give_age(key, made, metadata)

    def _create(self, path: str, each: Object) -> dict[str, Any]:
        metadata = each["metadata"]
        plain = {
            name: value
            for name, value in metadata.items()
            if name not in (*_SET_BY_SERVER, "resourceVersion")
        }
        answer = self._client.ask("POST", path, {**each, "metadata": plain})
        made: dict[str, Any]
        if answer.ok:
            made = answer.json()
            return made
        if answer.status != 409:
            raise LabError(f"{each['kind']} {metadata['name']} was refused: {answer.text[:800]}")
        own = f"{path}/{metadata['name']}"
        made = self._client.get(own)
        if each["kind"] == "Namespace":
            return made
        version = made["metadata"]["resourceVersion"]
        made = self._client.need(
            "PUT", own, {**each, "metadata": {**plain, "resourceVersion": version}}
        )
        return made

    def _give_age(self, key: str, made: Object, recorded: Object) -> None:
        told = {name: recorded[name] for name in _SET_BY_SERVER if name in recorded}
        if not told:
            return
        metadata = {**made["metadata"], **told}
        metadata.pop("resourceVersion", None)
        self._store.write(key, {**made, "metadata": metadata})

    def _resource(self, each: Object) -> Resource:
        wanted = (each["apiVersion"], each["kind"])
        if wanted not in self._served:
            self._discover(wanted[0])
        if wanted not in self._served:
            raise LabError(
                f"the API server serves no {wanted[1]} of {wanted[0]}",
                "load its CustomResourceDefinition first",
            )
        return self._served[wanted]

    def _discover(self, version: str) -> None:
        root = f"/apis/{version}" if "/" in version else f"/api/{version}"
        answer = self._client.ask("GET", root)
        if not answer.ok:
            return
        resources = answer.json()["resources"]
        names = {each["name"] for each in resources}
        for each in resources:
            if "/" in each["name"]:
                continue
            self._served[version, each["kind"]] = Resource(
                group=version.rpartition("/")[0],
                root=root,
                name=each["name"],
                namespaced=each["namespaced"],
                has_status=f"{each['name']}/status" in names,
            )

    def _await_served(self, definition: Object) -> None:
        spec = definition["spec"]
        for version in spec["versions"]:
            path = f"/apis/{spec['group']}/{version['name']}"
            patience = Patience(30, f"{path}/{spec['names']['plural']} is served")
            wanted = (f"{spec['group']}/{version['name']}", spec["names"]["kind"])
            while (
                wanted not in self._served
                or not self._client.ask("GET", f"{path}/{spec['names']['plural']}?limit=1").ok
            ):
                self._discover(wanted[0])
                patience.wait()


def _flat(objects: Iterable[Object]) -> Iterator[Object]:
    for each in objects:
        if each["kind"].endswith("List") and "items" in each:
            # The server leaves out of a typed list's items what the list says for all of them.
            said = {"apiVersion": each["apiVersion"], "kind": each["kind"].removesuffix("List")}
            yield from _flat({**said, **item} for item in each["items"])
        else:
            yield each


def _namespaces_of(objects: Iterable[Object]) -> list[Object]:
    named = {each["metadata"]["name"] for each in objects if each["kind"] == "Namespace"}
    lived_in = {each["metadata"].get("namespace", "default") for each in objects}
    return [
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
        for name in sorted(lived_in - named)
    ]


def _is_of_wave(each: Object, kind: str) -> bool:
    return each["kind"] == kind if kind else each["kind"] not in _FIRST
