"""The settings of this calico-node, as far as they are known."""

from collections.abc import Iterable

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    BgpNotEstablished,
    BgpSaid,
    CalicoVersion,
    ContainerImage,
    ContainerState,
    Fact,
    ManagedBy,
    Milestone,
    MilestoneReached,
    OwnerKind,
    SettingSeen,
)
from calicovet.model.record import record
from calicovet.startup.versions import Release, alike, read_release

_BIRD = frozenset({Milestone.BIRD_BEGAN, Milestone.BGP_ESTABLISHED, Milestone.BIRD_CONFIG_WRITTEN})
_SURENESS = ("log", "image", "positions", "cluster")


@record(kw_only=True)
class Config:
    """What decides which stages a start has; None is "not known"."""

    backend: str | None = None
    """`bird`, `vxlan` or `none`."""
    datastore: str | None = None
    """`kubernetes` or `etcdv3`."""
    typha: bool | None = None
    release: Release | None = None
    init_containers: tuple[str, ...] | None = None
    """In the pod's own order."""
    operator: bool | None = None


def read_config(view: NodeView) -> Config:
    """The set-up that the facts about a node betray."""
    facts = view.facts
    settings = _settings(facts)
    operator = _operator(view)
    return Config(
        backend=_backend(facts, settings),
        datastore=settings.get("DATASTORE_TYPE"),
        typha=_typha(facts, settings, operator),
        release=read_running_release(facts),
        init_containers=_init_containers(facts),
        operator=operator,
    )


def _settings(facts: Iterable[Fact]) -> dict[str, str]:
    """The newest value by name; a reference to a config map is no value."""
    settings: dict[str, str] = {}
    for fact in facts:
        if isinstance(fact, SettingSeen) and not fact.value.startswith("<"):
            settings.setdefault(fact.name, fact.value.strip().strip("\"'"))
    return settings


def _backend(facts: Iterable[Fact], settings: dict[str, str]) -> str | None:
    for name in ("CALICO_NETWORKING_BACKEND", "calico_backend"):
        if backend := settings.get(name, "").lower():
            return backend
    if settings.get("bgp", "").lower() == "disabled":
        return "vxlan"
    for fact in facts:
        if isinstance(fact, BgpSaid) and (said := fact.detail("backend")):
            return said.lower()
        if isinstance(fact, BgpNotEstablished):
            return "bird"
        if isinstance(fact, MilestoneReached) and fact.milestone in _BIRD:
            return "bird"
    return None


def _typha(facts: Iterable[Fact], settings: dict[str, str], operator: bool | None) -> bool | None:
    for name in ("FELIX_TYPHAK8SSERVICENAME", "typha_service_name", "FELIX_TYPHAADDR"):
        if name in settings:
            return settings[name].lower() not in ("", "none")
    if operator:
        return True
    for fact in facts:
        if isinstance(fact, MilestoneReached) and fact.milestone is Milestone.TYPHA_CONNECTED:
            return True
    return None


def _operator(view: NodeView) -> bool | None:
    owners = {fact.owner for fact in view.facts if isinstance(fact, ManagedBy)}
    if OwnerKind.OPERATOR in owners or view.namespace == "calico-system":
        return True
    return False if view.namespace == "kube-system" or owners else None


def read_running_release(facts: Iterable[Fact]) -> Release | None:
    """The release of calico-node that runs: by its own word first, then by its image."""
    betrayed = [fact for fact in facts if isinstance(fact, CalicoVersion)]
    betrayed.sort(key=lambda fact: _SURENESS.index(fact.by) if fact.by in _SURENESS else 4)
    for version in betrayed:
        low, high = read_release(version.low), read_release(version.high or version.low)
        if low is not None and high is not None and alike(low, high):
            return low
    for fact in facts:
        if isinstance(fact, ContainerImage) and fact.about.container in ("", "calico-node"):
            release = read_release(fact.tag or fact.image.rpartition(":")[2])
            if release is not None:
                return release
    return None


def _init_containers(facts: Iterable[Fact]) -> tuple[str, ...] | None:
    """The pod's own list, where it was seen from its first entry on."""
    places: dict[int, str] = {}
    pod: str | None = None
    for fact in facts:
        if not isinstance(fact, ContainerState) or not fact.init or not fact.about.container:
            continue
        pod = fact.about.pod if pod is None else pod
        if fact.about.pod == pod:
            places.setdefault(fact.position, fact.about.container)
    if not places or sorted(places) != list(range(len(places))):
        return None
    return tuple(places[place] for place in sorted(places))
