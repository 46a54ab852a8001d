"""Runs the host script in a short-lived pod, and always removes it."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from threading import Event
from time import monotonic
from typing import Protocol

from calicovet.model.commands.shell import command
from calicovet.model.evidence import EvidenceKind, Request, Snapshot
from calicovet.model.subject import Subject
from calicovet.world.json_decoding import decode_as
from calicovet.world.kube.answers import Answer
from calicovet.world.kube.errors import ApiError, ApiRefused
from calicovet.world.runners.debug_pod_gaps import (
    not_created,
    not_read,
    not_removed,
    not_started,
    showed_nothing,
    was_turned_away,
)
from calicovet.world.runners.debug_pod_manifest import LIVES, SELECTOR, manifest
from calicovet.world.runners.debug_pod_state import PodList, PodSeen, ended, hopeless, started
from calicovet.world.runners.output import MOST, transcript_of

TO_START = 30.0
"""Seconds in which a kubelet that lives has started the pod."""
_PAUSE = 0.5
_PATIENCE = 10.0
_LEFT_OVER = timedelta(seconds=LIVES + 60)


class PodApi(Protocol):
    """The calls that are made; each may raise an ApiError."""

    def get(
        self,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        timeout: float | None = None,
        limit: int | None = None,
    ) -> Answer: ...

    def post(self, path: str, body: bytes, *, timeout: float | None = None) -> bytes: ...

    def delete(
        self, path: str, body: bytes | None = None, *, timeout: float | None = None
    ) -> bytes: ...


def run_in_debug_pod(
    api: PodApi, node: str, script: str, *, image: str, namespace: str, timeout: float, stop: Event
) -> Snapshot:
    """What the script shows on that node, and what went wrong.

    `api` must go on working after `stop` is set: the pod is still to be removed then.
    """
    from secrets import token_hex

    name = f"calicovet-{token_hex(4)}"
    pods = f"/api/v1/namespaces/{namespace}/pods"
    wish, there = _wish(node), True
    try:
        try:
            api.post(pods, manifest(name, node, image, script), timeout=_PATIENCE)
        except ApiError as error:
            there = not was_turned_away(error)
            found = Snapshot((), (not_created(wish, error, pods),))
        else:
            found = _look(api, f"{pods}/{name}", wish, image, monotonic() + timeout, stop)
    finally:
        # Also after a call whose answer was lost, and after Ctrl-C.
        gone = not there or _remove(api, f"{pods}/{name}")
    return found if gone else found + Snapshot((), (not_removed(wish, name, namespace),))


def _wish(node: str) -> Request:
    return Request(EvidenceKind.PASTE, Subject(node=node))


def remove_left_over(api: PodApi, namespace: str) -> int:
    """How many abandoned debug pods of earlier runs were removed."""
    import msgspec

    pods = f"/api/v1/namespaces/{namespace}/pods"
    try:
        answer = api.get(pods, query={"labelSelector": SELECTOR}, timeout=_PATIENCE)
        found = decode_as(answer.body, PodList)
    except (ApiError, msgspec.DecodeError):
        return 0
    before = datetime.now(UTC) - _LEFT_OVER
    old = [
        pod.metadata.name
        for pod in found.items
        if pod.metadata.created is not None and pod.metadata.created < before
    ]
    return sum(_remove(api, f"{pods}/{name}") for name in old)


def _look(
    api: PodApi, path: str, wish: Request, image: str, deadline: float, stop: Event
) -> Snapshot:
    node = wish.about.node
    try:
        pod = _wait(api, path, deadline, stop)
        if not started(pod):
            return Snapshot((), (not_started(wish, pod, image),))
        answer = api.get(f"{path}/log", timeout=_PATIENCE, limit=MOST)
    except ApiError as error:
        return Snapshot((), (not_read(wish, error, f"{path}/log"),))
    shown = transcript_of(
        answer.body,
        node,
        source=f"debug pod on {node}",
        taken_by=command(
            "kubectl debug node/{node} --image={image} -- chroot /host sh host-script.sh",
            node=node,
            image=image,
        ),
        cut=answer.cut or not ended(pod),
    )
    if shown is None:
        said = answer.body.decode(errors="replace").strip().partition("\n")[0]
        return Snapshot((), (showed_nothing(wish, said),))
    return Snapshot((shown,))


def _wait(api: PodApi, path: str, deadline: float, stop: Event) -> PodSeen:
    """The pod when it has ended, cannot start, or is no longer waited for."""
    import msgspec

    last_start = monotonic() + TO_START
    while True:
        body = api.get(path, timeout=_PATIENCE).body
        try:
            pod = decode_as(body, PodSeen)
        except msgspec.DecodeError:
            pod = PodSeen()
        now = monotonic()
        if ended(pod) or hopeless(pod) or now >= deadline:
            return pod
        if not started(pod) and now >= last_start:
            return pod
        if stop.wait(_PAUSE):
            return pod


def _remove(api: PodApi, path: str) -> bool:
    """Whether the pod is gone, or was never there."""
    from time import sleep

    for pause in (0.5, 1.0, 0.0):
        try:
            # At once: a kubelet that is dead would let it linger for good.
            api.delete(path, b'{"gracePeriodSeconds":0}', timeout=_PATIENCE)
        except ApiRefused as error:
            if error.status == 404:
                return True
            if error.status in (401, 403):
                return False
        except ApiError:
            pass
        else:
            return True
        sleep(pause)
    return False
