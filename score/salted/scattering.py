"""Where salt goes in each form in which users hand in a cluster."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

from gym.healthy.forms import Form
from gym.healthy.host_report import file_name
from score.salted.salt import Salt

_KUBECTL = "kubectl --kubeconfig=/etc/kubernetes/admin.conf"
_INFO = "sos_commands/kubernetes/cluster-info"
_LISTS = {"pods": "PodList", "events": "EventList"}
_DECODER = json.JSONDecoder()
_LIST = '{\n    "kind": "'
"""How a list of a dump begins; what programs log in JSON begins otherwise."""


def scatter(form: Form, root: Path, salts: Sequence[Salt]) -> None:
    """Writes the pods, their events and their logs as the form would hold them."""
    _SCATTERED[form](root, salts)


def _into_dump_folder(root: Path, salts: Sequence[Salt]) -> None:
    for namespace, own in _by_namespace(salts):
        for resource, items in _objects(own).items():
            _add_to_list(root / namespace / f"{resource}.json", resource, items)
    for salt in salts:
        _append(root / salt.namespace / salt.pod / "logs.txt", _framed(salt))


def _into_dump_text(root: Path, salts: Sequence[Salt]) -> None:
    """Adds to the lists of a namespace; those of other namespaces follow at the end, as with `-A`."""
    parts = _parts(root.read_text(encoding="utf-8"))
    for namespace, own in _by_namespace(salts):
        for resource, items in _objects(own).items():
            place = _list_of(parts, _LISTS[resource], namespace)
            if place is None:
                parts.append(_empty_list(resource))
                place = len(parts) - 1
            parts[place]["items"].extend(items)
        parts.extend(_framed(salt) for salt in own)
    root.write_text("".join(_printed(part) for part in parts), encoding="utf-8")


def _into_support_bundle(root: Path, salts: Sequence[Salt]) -> None:
    for namespace, own in _by_namespace(salts):
        for resource, items in _objects(own).items():
            path = root / "yamls" / "namespaced" / namespace / "v1" / f"{resource}.yaml"
            _add_to_yaml(path, resource, items)
    for salt in salts:
        _append(root / "logs" / salt.namespace / salt.pod / f"{salt.container}.log", salt.log)


def _into_host_reports(root: Path, salts: Sequence[Salt]) -> None:
    first = min(root.iterdir())
    for namespace, own in _by_namespace(salts):
        for resource, items in _objects(own).items():
            command = f"{_KUBECTL} get -o json --namespace={namespace} {resource}"
            _add_to_list(first / _INFO / namespace / file_name(command), resource, items)
    for salt in salts:
        command = f"{_KUBECTL} --namespace={salt.namespace} logs {salt.pod} -c {salt.container}"
        folder = first / _INFO / salt.namespace / "podlogs" / salt.pod
        _append(folder / file_name(command), salt.log)


def _into_collected(root: Path, salts: Sequence[Salt]) -> None:
    """As if `calicovet collect` had asked for these pods, too."""
    index: Any = json.loads((root / "index.json").read_text(encoding="utf-8"))
    for namespace, own in _by_namespace(salts):
        for resource, items in _objects(own).items():
            path = f"cluster/{resource}-of-{namespace}.json"
            _add_to_list(root / path, resource, items)
            asked = f"-n {namespace} get {resource} -o json"
            index["files"].append(_row(index, path, "objects", asked, {}))
    for salt in salts:
        path = f"nodes/{salt.node}/pods/{salt.namespace}/{salt.pod}/logs/{salt.container}.log"
        _append(root / path, salt.log)
        about = {
            "node": salt.node,
            "namespace": salt.namespace,
            "pod": salt.pod,
            "container": salt.container,
        }
        asked = f"-n {salt.namespace} logs {salt.pod} -c {salt.container}"
        index["files"].append(_row(index, path, "calico-log", asked, about))
    (root / "index.json").write_text(json.dumps(index), encoding="utf-8")


_SCATTERED: Mapping[Form, Callable[[Path, Sequence[Salt]], None]] = {
    Form.COLLECT: _into_collected,
    Form.DUMP_FOLDER: _into_dump_folder,
    Form.DUMP_TEXT: _into_dump_text,
    Form.SUPPORT_BUNDLE: _into_support_bundle,
    Form.SOSREPORTS: _into_host_reports,
}


def _by_namespace(salts: Iterable[Salt]) -> list[tuple[str, list[Salt]]]:
    ordered = sorted(salts, key=lambda salt: (salt.namespace, salt.pod))
    return [(name, list(own)) for name, own in groupby(ordered, key=lambda salt: salt.namespace)]


def _objects(salts: Iterable[Salt]) -> Mapping[str, list[Any]]:
    salts = tuple(salts)
    return {
        "events": [event for salt in salts for event in salt.events],
        "pods": [salt.object for salt in salts],
    }


def _framed(salt: Salt) -> str:
    whose = f"logs for container {salt.container} of pod {salt.namespace}/{salt.pod}"
    return f"==== START {whose} ====\n{salt.log}==== END {whose} ====\n"


def _parts(text: str) -> list[Any]:
    """The lists of a dump, and the text between them."""
    parts: list[Any] = []
    while text:
        if text.startswith(_LIST):
            found, end = _DECODER.raw_decode(text)
            parts.append(found)
            text = text[end:].lstrip("\n")
            continue
        logged, begin, rest = text.partition(f"\n{_LIST}")
        parts.append(f"{logged}\n" if begin else logged)
        text = f"{_LIST}{rest}" if begin else ""
    return parts


def _printed(part: Any) -> str:
    return part if isinstance(part, str) else f"{json.dumps(part, indent=4)}\n"


def _list_of(parts: Sequence[Any], kind: str, namespace: str) -> int | None:
    for place, part in enumerate(parts):
        if not isinstance(part, dict) or part["kind"] != kind:
            continue
        if any(item["metadata"]["namespace"] == namespace for item in part["items"] or ()):
            return place
    return None


def _empty_list(resource: str) -> dict[str, Any]:
    return {"kind": _LISTS[resource], "apiVersion": "v1", "metadata": {}, "items": []}


def _add_to_list(path: Path, resource: str, items: Sequence[Any]) -> None:
    found: Any = json.loads(path.read_text("utf-8")) if path.exists() else _empty_list(resource)
    found["items"] = [*(found["items"] or ()), *items]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, indent=4), encoding="utf-8")


def _add_to_yaml(path: Path, resource: str, items: Sequence[Any]) -> None:
    """The items are put before those that stand there; the rest of the file is left as it is."""
    own = yaml.safe_dump(list(items))
    text = path.read_text("utf-8") if path.exists() else yaml.safe_dump(_empty_list(resource))
    text = text.replace("\nitems: []\n", "\nitems:\n", 1).replace(
        "\nitems:\n", f"\nitems:\n{own}", 1
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _append(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def _row(
    index: Mapping[str, Any], path: str, kind: str, asked: str, about: Mapping[str, str]
) -> Mapping[str, Any]:
    place = len(index["files"])
    return {
        "path": path,
        "id": f"{place:012x}",
        "kind": kind,
        "about": about,
        "taken_by": f"kubectl {asked}",
        "taken_at": index["taken_at"],
        "whole": True,
        "source": path,
        "order": 9_000_000 + place,
    }
