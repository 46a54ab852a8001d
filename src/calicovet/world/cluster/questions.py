"""Sends requests in parallel; each ends as a result or a gap."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Generic, TypeVar

from calicovet.model.evidence import EvidenceKind, Gap, Request
from calicovet.world.cluster.api_paths import (
    in_namespace,
)
from calicovet.world.cluster.gaps import gap_for
from calicovet.world.cluster.object_fields import (
    InvolvedPod,
    Owned,
)
from calicovet.world.cluster.worker_pool import Pool
from calicovet.world.kube.answers import read_json
from calicovet.world.kube.client import Client
from calicovet.world.kube.errors import ApiError, ApiRefused, Stopped, is_anonymous

_Found = TypeVar("_Found")
PodOnNode = tuple[str, InvolvedPod]


class Question(Generic[_Found]):
    """Something to ask the server for; until it has answered, `found` is what is there instead."""

    def __init__(
        self,
        kind: EvidenceKind,
        path: str,
        by_hand: str,
        fetch: Callable[[], _Found],
        otherwise: _Found,
        *,
        spared: Collection[int] = (),
    ) -> None:
        self.kind = kind
        self.path = path
        self.by_hand = by_hand
        self.fetch = fetch
        self.found = otherwise
        self.answered = False
        self.spared = spared
        """Refusals that are no gap."""

    def ask(self) -> _Found | ApiError:
        try:
            return self.fetch()
        except ApiError as error:
            return error


class Looking:
    """One look; each question ends as a result or as a gap."""

    def __init__(self, client: Client, pool: Pool) -> None:
        self.client = client
        self.gaps: list[Gap] = []
        self.asked = 0
        """How many questions were put."""
        self._pool = pool
        self._spoken = False
        """The server has said something, if only no."""
        self.unauthenticated: ApiRefused | None = None
        """The server's answer to an unauthenticated request."""
        self._silence: ApiError = Stopped()

    def together(self, *questions: Question[Any]) -> None:
        """Asks them all at once; ApiError where the server has not said a word yet, or does not know us."""
        self.asked += len(questions)
        answers = self._pool.run([question.ask for question in questions])
        for question, answer in zip(questions, answers, strict=True):
            if isinstance(answer, ApiError) or answer is None:
                self._failed(question, Stopped() if answer is None else answer)
            else:
                question.found, question.answered = answer, True
                self._spoken = True
        if not self._spoken:
            raise self._silence

    def still_there(self, pods: Collection[PodOnNode]) -> list[PodOnNode]:
        """Those that exist, or may: events outlive their pods."""
        found = self._pool.run([partial(self._is_there, pod) for _, pod in pods])
        return [whose for whose, there in zip(pods, found, strict=True) if there is not False]

    def _is_there(self, pod: InvolvedPod) -> bool:
        try:
            answer = self.client.get(f"{in_namespace(pod.namespace, 'pods')}/{pod.name}")
            found = read_json(answer.body, Owned).metadata.uid
        except ApiRefused as error:
            return error.status != 404
        except ApiError:
            return True
        return not (found and pod.uid) or found == pod.uid

    def _failed(self, question: Question[Any], error: ApiError) -> None:
        if isinstance(error, ApiRefused):
            if error.status == 401:
                raise error
            self._spoken = True
            if is_anonymous(error):
                self.unauthenticated = error
            if error.status in question.spared:
                return
        elif not isinstance(error, Stopped):
            self._silence = error
        gap = gap_for(error, Request(question.kind), question.path, question.by_hand)
        # The same rule opens every namespace.
        if not any(gap.how_to_close == told.how_to_close for told in self.gaps):
            self.gaps.append(gap)
