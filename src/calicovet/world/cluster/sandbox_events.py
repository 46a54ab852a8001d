"""Events of pods whose sandbox failed or was recreated."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from calicovet.model.evidence import EvidenceKind
from calicovet.world.cluster.object_fields import (
    EventItems,
    SandboxEvent,
)
from calicovet.world.cluster.questions import Looking, PodOnNode, Question
from calicovet.world.kube.answers import read_json
from calicovet.world.kube.client import Client

_EVENTS = 200
_OF_EACH_NODE = 3
_REFUSED = "reason=FailedCreatePodSandBox,type=Warning"
_CHANGED = "reason=SandboxChanged,type=Normal"


_Told = Sequence[tuple[SandboxEvent, bytes]]
_SandboxEvents = dict[PodOnNode, list[tuple[SandboxEvent, bytes]]]
"""By node and pod: each event, as it is read and as it was sent."""


def refused_sandboxes(client: Client) -> Question[_SandboxEvents]:
    """By pod, that it gets no network: it shows nodes whose calico-node is ready but useless."""

    def fetch() -> _SandboxEvents:
        found = _events_by_pod(client, _REFUSED)
        return {
            whose: about_network
            for whose, told in found.items()
            if (about_network := [one for one in told if "network" in one[0].message.lower()])
        }

    line = f"kubectl get events -A --field-selector {_REFUSED}"
    # A role limited to Calico's namespaces has them only where a pod is unhealthy.
    return Question(EvidenceKind.EVENT_TABLE, "/api/v1/events", line, fetch, {}, spared=(403, 404))


def _made_anew(client: Client) -> Question[_SandboxEvents]:
    """By pod, that its sandbox is thrown away: a kubelet says no more where the throwing away fails too."""
    line = f"kubectl get events -A --field-selector {_CHANGED}"

    def fetch() -> _SandboxEvents:
        return _events_by_pod(client, _CHANGED)

    return Question(EvidenceKind.EVENT_TABLE, "/api/v1/events", line, fetch, {}, spared=(403, 404))


def _events_by_pod(client: Client, which: str) -> _SandboxEvents:
    query = {"fieldSelector": which, "limit": str(_EVENTS)}
    answer = client.get("/api/v1/events", query=query)
    found: _SandboxEvents = {}
    for raw in read_json(answer.body, EventItems).items:
        event = read_json(raw, SandboxEvent)
        if event.source and event.source.host:
            whose = event.source.host, event.involved_object
            found.setdefault(whose, []).append((event, bytes(raw)))
    return found


def refused_up_to_now(looking: Looking, refused: _SandboxEvents) -> Mapping[str, tuple[bytes, ...]]:
    """By node, the evidence of pods that are refused their network again and again."""
    now = datetime.now(UTC)
    going_on = {whose: told for whose, told in refused.items() if _goes_on(told, now)}
    unsure = {
        whose: told
        for whose, told in refused.items()
        if whose not in going_on and _lately(told, now)
    }
    if unsure:
        changed = _made_anew(looking.client)
        looking.together(changed)
        both = {whose: [*told, *changed.found.get(whose, ())] for whose, told in unsure.items()}
        going_on |= {whose: told for whose, told in both.items() if _goes_on(told, now)}
    found: dict[str, list[bytes]] = {}
    for whose in looking.still_there(going_on):
        found.setdefault(whose[0], []).extend(raw for _, raw in going_on[whose])
    return {node: tuple(events[-_OF_EACH_NODE:]) for node, events in sorted(found.items())}


def _goes_on(events: _Told, now: datetime) -> bool:
    """Whether the network is refused to one pod again and again, up to now.

    A kubelet tries every quarter of a minute, and after two dozen times logs an event every five minutes only.
    Every try is a separate event at first, since each names another sandbox.
    """
    lately = _lately(events, now)
    times = sum(count for _, count in lately)
    newest = min((ago for ago, _ in lately), default=timedelta.max)
    return times > 2 and (newest < timedelta(minutes=1) or times >= 20)


def _lately(events: _Told, now: datetime) -> list[tuple[timedelta, int]]:
    """How long ago, and how often."""
    ages = [(now - at, event.count or 1) for event, _ in events if (at := _last(event)) is not None]
    return [(ago, times) for ago, times in ages if ago < timedelta(minutes=6)]


def _last(event: SandboxEvent) -> datetime | None:
    try:
        return datetime.fromisoformat(event.last_timestamp or "").astimezone(UTC)
    except ValueError:
        return None
