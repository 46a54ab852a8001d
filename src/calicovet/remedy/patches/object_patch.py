"""The patch for an object that was read, with its undo."""

from collections.abc import Iterator, Mapping, Sequence

from calicovet.model.remediation.change import ObjectRef, Op, Operation, PatchObject, Value
from calicovet.remedy.patches.json_patch import between, found


def patch_of(ref: ObjectRef, old: Value, new: Value) -> PatchObject | None:
    """What makes `new` of `old`; refused by the server once anybody has changed it. None: nothing to do."""
    there, back = between(old, new), between(new, old)
    if not there:
        return None
    return PatchObject(
        ref=ref,
        operations=(*_this_very(old), *unchanged(old), *there),
        # Later the object has another generation: what is tested are the values themselves.
        undo=(*_this_very(old), *_around(new, back), *back),
    )


def _around(value: Value, operations: Sequence[Operation]) -> Iterator[Operation]:
    """Tests of what stands around additions, which nothing else tests: they would overwrite."""
    added = (operation.path for operation in operations if operation.op is Op.ADD)
    for place in dict.fromkeys(path.rpartition("/")[0] for path in added):
        if place:
            yield Operation(Op.TEST, place, found(value, place))


def _this_very(value: Value) -> Iterator[Operation]:
    """Another object of the same name is not meant."""
    yield from _test(value, "uid")


def unchanged(value: Value) -> Iterator[Operation]:
    """What decides is unchanged: the generation, which not every kind has."""
    yield from _test(value, "generation" if _of(value, "generation") else "resourceVersion")


def _test(value: Value, name: str) -> Iterator[Operation]:
    there = _of(value, name)
    if there is not None:
        yield Operation(Op.TEST, f"/metadata/{name}", there)


def _of(value: Value, name: str) -> Value:
    metadata = value.get("metadata") if isinstance(value, Mapping) else None
    return metadata.get(name) if isinstance(metadata, Mapping) else None
