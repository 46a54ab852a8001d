import json

from calicovet.app.services.bundle_objects import kept_objects
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.remedy import object_refs
from tests.unit.remedy.objects import MANIFEST, daemonset, installation


def _piece(content: str, kind: EvidenceKind = EvidenceKind.OBJECTS) -> Evidence:
    return Evidence(id="x", kind=kind, content=content, source="x")


def test_single_objects_and_members_of_lists_are_found() -> None:
    listed = {"kind": "InstallationList", "items": [installation()]}
    pieces = (_piece(json.dumps(daemonset())), _piece(json.dumps(listed)))
    assert kept_objects(Snapshot(pieces)) == {
        object_refs.daemonset(MANIFEST): daemonset(),
        object_refs.INSTALLATION: installation(),
    }


def test_what_is_cut_or_of_another_kind_counts_for_none() -> None:
    cut = json.dumps(daemonset())[:-5]
    node = json.dumps({"kind": "Node", "metadata": {"name": "a"}})
    log = _piece(json.dumps(daemonset()), EvidenceKind.TEXT)
    assert kept_objects(Snapshot((_piece(cut), _piece(node), log))) == {}
