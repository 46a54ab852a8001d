"""A small cluster that can be written: JSON patches, creations and deletions, rehearsed or for good.

That it refuses as a real API server does is shown by tests/live/test_fix.py, which runs the same program on one.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from calicovet.model.remediation.change import Op, Operation
from calicovet.remedy.patches.json_patch import DoesNotFit, patched
from tests.support.recording_server import Said, Seen
from tests.support.small_cluster import Object, Place, SmallCluster, place_of, status

_UNFIT = "the server rejected our request due to an error in our request"
_REVIEWS = "/apis/authorization.k8s.io/"


class WritableCluster(SmallCluster):
    """Objects have a UID, a generation and a version, which count changes that are for good."""

    def __init__(self, objects: Iterable[Object] = ()) -> None:
        super().__init__(objects)
        self.locked: set[str] = set()
        """Resources that may be read and not written."""
        self.after: Callable[[Seen], None] = lambda _: None
        """Called after every write that was for good."""
        self._version = 1000
        for number, each in enumerate(self.objects):
            each["metadata"].setdefault("uid", f"uid-{number}")
            each["metadata"].setdefault("generation", 1)
            each["metadata"]["resourceVersion"] = self._next()

    @property
    def written(self) -> list[Seen]:
        """What could have changed something for good."""
        return [seen for seen in self.seen if is_write(seen) and not is_rehearsal(seen)]

    @property
    def rehearsed(self) -> list[Seen]:
        return [seen for seen in self.seen if is_write(seen) and is_rehearsal(seen)]

    def object(self, kind: str, name: str) -> Object:
        return next(
            each
            for each in self.objects
            if each["kind"] == kind and each["metadata"]["name"] == name
        )

    def touch(self, kind: str, name: str, change: Callable[[Object], Any]) -> None:
        """Changes an object as another user would."""
        each = self.object(kind, name)
        change(each)
        each["metadata"]["generation"] += 1
        each["metadata"]["resourceVersion"] = self._next()

    def reply(self, seen: Seen) -> Said:
        if not is_write(seen):
            return super().reply(seen)
        if (faulty := self.fault(unquote(seen.path))) is not None:
            return faulty(seen)
        return self.answer_without_faults(seen)

    def answer_without_faults(self, seen: Seen) -> Said:
        """What it says where nothing is broken."""
        if not is_write(seen):
            faults, self._faults = self._faults, []
            try:
                return super().reply(seen)
            finally:
                self._faults = faults
        place = place_of(unquote(urlsplit(seen.path).path))
        if place.right in self.locked:
            return status(403, f'{place.right} is forbidden: User "reader" cannot', "Forbidden")
        said = {"PATCH": self._patch, "POST": self._create, "DELETE": self._delete}[seen.method](
            seen, place
        )
        if said.status < 300 and not is_rehearsal(seen):
            self.after(seen)
        return said

    def _patch(self, seen: Seen, place: Place) -> Said:
        assert seen.header("content-type") == "application/json-patch+json"
        current = self.one(place)
        if current is None:
            return status(404, f'{place.resource} "{place.name}" not found', "NotFound")
        operations = [
            Operation(Op(each["op"]), each["path"], each.get("value"))
            for each in json.loads(seen.body)
        ]
        try:
            changed = patched(current, operations)
        except DoesNotFit:
            return status(422, _UNFIT, "Invalid")
        if changed != current:
            changed["metadata"]["generation"] += 1
            changed["metadata"]["resourceVersion"] = self._next()
        if not is_rehearsal(seen):
            self.objects[self.objects.index(current)] = changed
        return Said(json.dumps(changed).encode())

    def _create(self, seen: Seen, place: Place) -> Said:
        body = json.loads(seen.body)
        body["metadata"].setdefault("namespace", place.namespace)
        name = body["metadata"]["name"]
        if any(
            each["kind"] == body["kind"] and each["metadata"]["name"] == name
            for each in self.objects
        ):
            return status(409, f'{place.resource} "{name}" already exists', "AlreadyExists")
        version = self._next()
        body["metadata"] |= {
            "uid": f"uid-{version}",
            "generation": 1,
            "resourceVersion": version,
            "managedFields": [{"manager": "calicovet"}],
        }
        if not is_rehearsal(seen):
            self.objects.append(body)
        return Said(json.dumps(body).encode(), 201)

    def _delete(self, seen: Seen, place: Place) -> Said:
        current = self.one(place)
        if current is None:
            return status(404, f'{place.resource} "{place.name}" not found', "NotFound")
        wanted = json.loads(seen.body)["preconditions"]
        if any(current["metadata"][key] != said for key, said in wanted.items()):
            return status(409, "Precondition failed", "Conflict")
        if not is_rehearsal(seen):
            self.objects.remove(current)
        return Said(json.dumps(current).encode())

    def _next(self) -> str:
        self._version += 1
        return str(self._version)


def is_write(seen: Seen) -> bool:
    """Whether it is more than a question; reviews keep nothing."""
    return seen.method != "GET" and not seen.path.startswith(_REVIEWS)


def is_rehearsal(seen: Seen) -> bool:
    """Whether a server keeps nothing of it: for a deletion with a body, only the body decides."""
    if seen.method == "DELETE" and seen.body:
        return bool(json.loads(seen.body).get("dryRun") == ["All"])
    return parse_qs(urlsplit(seen.path).query).get("dryRun") == ["All"]
