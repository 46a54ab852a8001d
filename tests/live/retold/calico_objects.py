"""Objects that a text shows in full, and Calico objects that it only mentions."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import yaml

from calicovet.model.facts import DatastoreReady, Fact, OperatorStatus, PoolSeen
from calicovet.parse.objects.kinds import kinds_in
from lab.objects import Object

_MADE_OF_FACTS = frozenset({"Pod", "Node", "Event", "DaemonSet"})
_LISTED = frozenset(
    {
        "BGPConfiguration",
        "ClusterInformation",
        "ConfigMap",
        "FelixConfiguration",
        "IPPool",
        "Installation",
        "TigeraStatus",
    }
)
"""What is looked for in a live cluster."""
_SERVED = {
    "projectcalico.org/v3": "crd.projectcalico.org/v1",
    "crd.projectcalico.org/v1": "crd.projectcalico.org/v1",
    "operator.tigera.io/v1": "operator.tigera.io/v1",
    "v1": "v1",
}


def shown_objects(content: str) -> list[Object]:
    """The objects of a text that a server takes: whole ones, of kinds that are not retold by facts."""
    try:
        documents = [*yaml.safe_load_all(content)]
    except yaml.YAMLError:
        return []
    return [each for document in documents for each in _flat(document)]


def are_looked_for(content: str) -> bool:
    """Whether a live look finds all of it; the rest has to be brought."""
    kinds = kinds_in(content)
    return kinds is None or kinds <= _LISTED | _MADE_OF_FACTS


def _flat(document: Any) -> Iterator[Object]:
    if not isinstance(document, Mapping):
        return
    if str(document.get("kind", "")).endswith("List"):
        said = {
            "apiVersion": document.get("apiVersion"),
            "kind": str(document["kind"]).removesuffix("List"),
        }
        for item in document.get("items") or ():
            yield from _flat({**said, **item})
        return
    version, kind = document.get("apiVersion"), document.get("kind")
    metadata = document.get("metadata")
    if version not in _SERVED or kind not in _LISTED or not isinstance(metadata, Mapping):
        return
    if "name" in metadata:
        yield {**document, "apiVersion": _SERVED[version], "metadata": _plain(metadata)}


def _plain(metadata: Mapping[str, Any]) -> dict[str, Any]:
    times = {"creationTimestamp", "deletionTimestamp", "managedFields", "uid", "selfLink"}
    return {name: value for name, value in metadata.items() if name not in times}


def told_objects(facts: Iterable[Fact], shown: Iterable[Object]) -> Iterator[Object]:
    """Calico's objects by what tables tell of them."""
    known = {(each["kind"], each["metadata"]["name"]) for each in shown}
    for fact in facts:
        for each in _told(fact):
            key = (each["kind"], each["metadata"]["name"])
            if key not in known:
                known.add(key)
                yield each


def _told(fact: Fact) -> Iterator[Object]:
    if isinstance(fact, PoolSeen) and fact.cidr:
        spec: dict[str, Any] = {"cidr": fact.cidr, "disabled": fact.disabled}
        named = {
            "ipipMode": fact.ipip,
            "vxlanMode": fact.vxlan,
            "nodeSelector": fact.node_selector,
        }
        spec |= {name: value for name, value in named.items() if value}
        yield _calico("IPPool", fact.name or "default-ipv4-ippool", spec)
    elif isinstance(fact, DatastoreReady):
        yield _calico("ClusterInformation", "default", {"datastoreReady": fact.ready})
    elif isinstance(fact, OperatorStatus):
        condition = {"type": fact.type, "status": fact.status, "reason": fact.reason}
        yield {
            "apiVersion": "operator.tigera.io/v1",
            "kind": "TigeraStatus",
            "metadata": {"name": fact.component},
            "spec": {},
            "status": {
                "conditions": [
                    {
                        **condition,
                        "message": fact.message,
                        "lastTransitionTime": "2024-01-01T00:00:00Z",
                    }
                ]
            },
        }


def _calico(kind: str, name: str, spec: dict[str, Any]) -> Object:
    return {
        "apiVersion": "crd.projectcalico.org/v1",
        "kind": kind,
        "metadata": {"name": name},
        "spec": spec,
    }
