"""Reads objects of the cluster back from a bundle, for `fix` without a cluster."""

from collections.abc import Iterator, Mapping

from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.model.remediation.change import ObjectRef, Value

_PLURALS = {
    "DaemonSet": "daemonsets",
    "Installation": "installations",
    "FelixConfiguration": "felixconfigurations",
    "BGPConfiguration": "bgpconfigurations",
    "IPPool": "ippools",
    "ClusterInformation": "clusterinformations",
}
"""Those that plans are made for."""


def kept_objects(snapshot: Snapshot) -> dict[ObjectRef, Value]:
    """Whole objects by where they were; what people paste is cut and counts for none."""
    return {
        ref: value
        for piece in snapshot.evidence
        if piece.kind is EvidenceKind.OBJECTS
        for value in _objects(piece)
        if (ref := _ref(value)) is not None
    }


def _objects(piece: Evidence) -> Iterator[Value]:
    import msgspec

    try:
        found = msgspec.json.decode(piece.content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    if isinstance(found, Mapping):
        items = found.get("items")
        yield from items if isinstance(items, list) else [found]


def _ref(value: Value) -> ObjectRef | None:
    metadata = value.get("metadata") if isinstance(value, Mapping) else None
    if not isinstance(metadata, Mapping) or value.get("kind") not in _PLURALS:
        return None
    return ObjectRef(
        api_version=str(value.get("apiVersion")),
        kind=value["kind"],
        plural=_PLURALS[value["kind"]],
        name=str(metadata.get("name")),
        namespace=str(metadata.get("namespace", "")),
    )
