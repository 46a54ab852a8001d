"""The objects and fields that `fix` may write for a cause.

Derived from the cause's own examples (`Cause.writes`) by the same function that turns steps into changes, so a field
is permitted exactly where a plan of the cause can put something.
"""

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import product

from calicovet.model.cause import Cause
from calicovet.model.record import record
from calicovet.model.remediation.change import ObjectRef, Value
from calicovet.model.remediation.writable_objects import NAME, NAMESPACE, WRITTEN, group_of
from calicovet.model.remediation.write_examples import ANY, ObjectStep
from calicovet.remedy import object_refs
from calicovet.remedy.field_locations import FieldLocation, Read, field_locations_of, objects_of
from calicovet.remedy.ownership import Owner
from calicovet.remedy.patches.field_edits import Named, Place

_OWNERS = (
    Owner(kind=None, under_operator=False, namespace=ANY, daemonset=ANY),
    Owner(kind=None, under_operator=True, namespace="calico-system"),
)
UNKNOWN = Named("")
"""A member of a list of which a patch gives only the number."""
_GRANTED = ("ClusterRole", "ClusterRoleBinding")
_SAMPLE: Mapping[str, Value] = {
    "spec": {
        ANY: "",
        "template": {
            "spec": {"containers": [{"name": "calico-node", "env": [{"name": f"FELIX_{ANY}"}]}]}
        },
    }
}
"""An object that holds something wherever a plan may take it away."""


@record(kw_only=True)
class Reach:
    """An object that a plan may change, and the places in it."""

    ref: ObjectRef
    """Its name and namespace may be `*`, or end with it."""
    places: tuple[Place, ...]
    made: Value = None
    """An example of the whole object, where a plan may create it."""

    @property
    def appends(self) -> bool:
        """Whether a plan only adds one member to a list there, and the undo takes it away."""
        return self.ref.kind in _GRANTED

    def is_about(self, ref: ObjectRef) -> bool:
        own = self.ref
        same = (own.api_version, own.kind, own.plural) == (ref.api_version, ref.kind, ref.plural)
        return same and _is_namespace(own.namespace, ref.namespace) and _is_name(own, ref)

    def holds(self, place: Place) -> bool:
        """Whether the place is one of those that may change, or inside one."""
        return any(len(own) <= len(place) and all(map(is_part, own, place)) for own in self.places)

    def leads_to(self, place: Place) -> bool:
        """Whether a place that may change lies inside this one."""
        return any(len(own) > len(place) and all(map(is_part, own, place)) for own in self.places)


def reach_of(causes: Iterable[Cause]) -> tuple[Reach, ...]:
    """Everything that plans of these causes may write."""
    homes = [home for cause in causes for step in cause.writes for home in _homes(step)]
    return tuple(
        Reach(
            ref=ref,
            places=tuple(
                dict.fromkeys(put.place for home in homes if home.ref == ref for put in home.puts)
            ),
            made=next((home.made for home in homes if home.ref == ref and home.made), None),
        )
        for ref in dict.fromkeys(home.ref for home in homes)
    )


def covers(reach: Iterable[Reach], home: FieldLocation) -> bool:
    """Whether all that a step changes there is within reach."""
    return any(
        each.is_about(home.ref)
        and all(each.holds(put.place) for put in home.puts)
        and (home.made is None or each.made is not None)
        for each in reach
    )


def is_part(own: object, part: object) -> bool:
    """Whether a part of a place is the one that is meant; names may hold `*`."""
    if isinstance(own, Named) and isinstance(part, Named):
        return part == UNKNOWN or fnmatchcase(part.name, own.name)
    if isinstance(own, str) and isinstance(part, str):
        return own in (ANY, part)
    return False


def _homes(step: ObjectStep) -> Iterator[FieldLocation]:
    """Every place to which the step can lead, for every kind of installation and every existing object."""
    for owner in _OWNERS:
        asked = dict.fromkeys((*objects_of(step, owner, ANY), object_refs.daemonset(owner)))
        for found in product((None, _SAMPLE), repeat=len(asked)):
            read: Read = dict(zip(asked, found, strict=True))
            yield from field_locations_of(step, owner, ANY, read)


def _is_namespace(own: str, namespace: str) -> bool:
    return own == namespace or (own == ANY and NAMESPACE.fullmatch(namespace) is not None)


def _is_name(own: ObjectRef, ref: ObjectRef) -> bool:
    names = WRITTEN.get((group_of(ref.api_version), ref.plural))
    if names is None or not names.fullmatch(ref.name) or not NAME.fullmatch(ref.name):
        return False
    return fnmatchcase(ref.name, own.name) if own.name.endswith(ANY) else own.name == ref.name
