"""Differences between revisions of the DaemonSet."""

from collections.abc import Iterable
from datetime import datetime

from calicovet.model.facts import DaemonSetRevision
from calicovet.model.record import record

_LONGEST = 60
_WEIGHT = ("image", "env", "limits", "requests", "Probe", "nodeSelector", "toleration", "volume")
_LAST = ("annotation", "label")


@record
class Rollout:
    """A revision, when it came into force, and what it changed; nothing where the one before was not shown."""

    revision: DaemonSetRevision
    at: datetime
    parts: tuple[str, ...]
    first: bool
    """There was none before it: the DaemonSet itself was made."""


def rollouts(revisions: Iterable[DaemonSetRevision]) -> tuple[Rollout, ...]:
    """The revisions of which it is known when they came into force, the last one first."""
    by_number: dict[tuple[str, str, int], DaemonSetRevision] = {}
    for revision in revisions:
        key = (revision.about.namespace, revision.name, revision.number)
        by_number.setdefault(key, revision)
    found: list[Rollout] = []
    before: DaemonSetRevision | None = None
    latest: datetime | None = None
    for _, revision in sorted(by_number.items(), key=lambda pair: pair[0]):
        if before is None or _owner(before) != _owner(revision):
            before, latest = None, None
        at = _in_force(revision, latest)
        if at is not None:
            parts = _difference(before, revision) if before else ()
            found.append(Rollout(revision, at, parts, revision.number == 1))
        latest = max(filter(None, (latest, at, revision.created)), default=None)
        before = revision
    return tuple(reversed(found))


def _owner(revision: DaemonSetRevision) -> tuple[str, str]:
    return revision.about.namespace, revision.name


def _in_force(revision: DaemonSetRevision, latest: datetime | None) -> datetime | None:
    """Its birth; for one that is older than those before it, which a rollback gave a new number, its last write."""
    if revision.created is None or latest is None or revision.created >= latest:
        return revision.created
    rewritten = revision.rewritten
    return rewritten if rewritten is not None and rewritten >= latest else None


def _difference(old: DaemonSetRevision, new: DaemonSetRevision) -> tuple[str, ...]:
    was, now = dict(old.template), dict(new.template)
    if not was or not now:
        return ()
    names = [name for name in {**now, **was} if was.get(name) != now.get(name)]
    return tuple(_part(name, was.get(name), now.get(name)) for name in sorted(names, key=_weight))


def _weight(name: str) -> tuple[int, int]:
    """What decides most comes first, and container calico-node before the others."""
    if name.startswith(_LAST):
        return len(_WEIGHT) + 1, 0
    words = name.replace(".", " ").split()
    for weight, word in enumerate(_WEIGHT):
        if words[0].endswith(word):
            return weight, 0
        if len(words) > 1 and words[1].endswith(word):
            return weight, 1
    return len(_WEIGHT), 0


def _part(name: str, was: str | None, now: str | None) -> str:
    if now is None:
        return f"- {name}"
    if was is None:
        return f"+ {name}={_short(now)}" if now else f"+ {name}"
    if name.endswith("image") and (repository := _repository(was)) == _repository(now):
        was, now = was[len(repository) :].lstrip(":"), now[len(repository) :].lstrip(":")
        if was and now:
            name = f"{name} {repository}"
    old, new = _short(was), _short(now)
    return f"{name}: {old} -> {new}" if old != new else name


def _repository(image: str) -> str:
    """The image without its tag; a port belongs to the registry."""
    path, slash, name = image.partition("@")[0].rpartition("/")
    return path + slash + name.partition(":")[0]


def _short(value: str) -> str:
    value = " ".join(value.split())
    if not value:
        return '""'
    return value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…"
