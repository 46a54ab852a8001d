import pytest

from calicovet.model.remediation.change import Op, Operation, PatchObject
from calicovet.remedy.object_refs import role
from calicovet.remedy.patches.json_patch import DoesNotFit, patched
from calicovet.remedy.patches.object_patch import patch_of
from tests.unit.remedy.objects import Object, made

_ROLE = role("calico-node")


def _object(**spec: object) -> Object:
    return made(_ROLE, spec={"kept": 1, **spec})


def _patch(old: Object, new: Object) -> PatchObject:
    found = patch_of(_ROLE, old, new)
    assert found is not None
    return found


def test_an_object_that_is_as_wanted_needs_no_patch() -> None:
    assert patch_of(_ROLE, _object(), _object()) is None


def test_the_very_object_and_its_generation_are_tested_first() -> None:
    assert _patch(_object(), _object(a=1)).operations[:2] == (
        Operation(Op.TEST, "/metadata/uid", "uid-of-calico-node"),
        Operation(Op.TEST, "/metadata/generation", 3),
    )


def test_without_a_generation_the_version_is_tested() -> None:
    old = _object()
    del old["metadata"]["generation"]
    new = {**old, "spec": {"a": 1}}
    assert _patch(old, new).operations[1] == Operation(Op.TEST, "/metadata/resourceVersion", "77")


@pytest.mark.parametrize("drift", ["uid", "generation"])
def test_drift_is_refused(drift: str) -> None:
    patch = _patch(_object(), _object(a=1))
    now = _object()
    now["metadata"][drift] = "other"
    with pytest.raises(DoesNotFit):
        patched(now, patch.operations)


def test_the_undo_leads_back_whatever_happened_to_the_rest() -> None:
    old, new = _object(a=1), _object(a=2)
    now = {**new, "status": {"seen": 4}}
    now["metadata"] = {**new["metadata"], "generation": 9}
    assert patched(now, _patch(old, new).undo)["spec"] == old["spec"]


def test_the_undo_does_not_overwrite_what_came_later() -> None:
    undo = _patch(_object(a=1), _object(a=2)).undo
    with pytest.raises(DoesNotFit):
        patched(_object(a=3), undo)


def test_the_undo_of_a_removal_does_not_overwrite_what_stands_there_again() -> None:
    undo = _patch(_object(a=1), _object()).undo
    assert patched(_object(), undo) == _object(a=1)
    with pytest.raises(DoesNotFit):
        patched(_object(a=7), undo)
