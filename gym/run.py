"""Goes through trials in real clusters and gathers how each went."""

import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack

from gym.cluster import Cluster
from gym.installed import installed_cluster
from gym.look import allow_reader
from gym.loop import Around, attempt, attempt_fix
from gym.node import Node
from gym.outcome import End, Outcome
from gym.place import Place
from gym.progress import Progress
from gym.schedule import Session
from gym.trial import Trial

Finished = Callable[[Outcome], None]
"""Hears of each trial as soon as it has ended; a run that is broken off has no other outcomes."""


def run(
    sessions: Sequence[Session], progress: Progress, finished: Finished, *, remedies: bool
) -> tuple[Outcome, ...]:
    """One outcome for each trial; all clusters run at the same time."""
    stop = threading.Event()
    # One after the other: all at once they would keep each other from getting ready in time.
    starting = threading.Lock()
    with ThreadPoolExecutor(max(1, len(sessions)), "cluster") as pool:
        busy = [
            pool.submit(_tour, session, progress, finished, remedies, stop, starting)
            for session in sessions
        ]
        try:
            return tuple(outcome for done in as_completed(busy) for outcome in done.result())
        except BaseException:
            # Leaving the block waits until every cluster is down.
            stop.set()
            raise


def _tour(
    session: Session,
    progress: Progress,
    finished: Finished,
    remedies: bool,
    stop: threading.Event,
    starting: threading.Lock,
) -> list[Outcome]:
    tell = progress.of(session.letter)
    with ExitStack() as stack:
        with starting:
            if stop.is_set():
                # Broken off while another cluster was started.
                return []
            tell(f"starts {session.nodes} nodes with Calico by {session.install.value}")
            made = installed_cluster(session.install, session.nodes, stop)
            cluster = stack.enter_context(made)
            allow_reader(cluster)
        tell("calico-node is ready on all of them")
        outcomes = [*_Tour(cluster, session, progress, finished, remedies, stop).outcomes()]
        tell("stops the cluster")
    return outcomes


class _Tour:
    """All trials of one cluster."""

    def __init__(
        self,
        cluster: Cluster,
        session: Session,
        progress: Progress,
        finished: Finished,
        remedies: bool,
        stop: threading.Event,
    ) -> None:
        self._cluster = cluster
        self._session = session
        self._progress = progress
        self._finished = finished
        self._remedies = remedies
        self._peer, *self._nodes = cluster.nodes
        self._waiting = deque(session.side_by_side)
        self._under_way: dict[str, Trial] = {}
        self._lock = threading.Lock()
        self._stop = stop

    def outcomes(self) -> Iterator[Outcome]:
        with ThreadPoolExecutor(max(1, len(self._nodes)), "node") as pool:
            busy = [pool.submit(self._work, node) for node in self._nodes]
            tried = [outcome for done in as_completed(busy) for outcome in done.result()]
        yield from (self._never(trial) for trial in self._waiting)
        yield from (self._fixed(outcome) if outcome.fix_waits else outcome for outcome in tried)
        # Here, not in a worker: what such a trial restarts must not end with a thread.
        for trial in self._session.alone:
            if self._stop.is_set():
                return
            if (node := self._healthy_node()) is None:
                yield self._never(trial)
                continue
            yield self._attempt(trial, node, alone=True)

    def _fixed(self, outcome: Outcome) -> Outcome:
        """With what came of its remedy, which had to wait for the others."""
        node = self._healthy_node()
        if node is None or self._stop.is_set():
            return outcome
        around = self._around(alone=True)
        tell = self._progress.of(self._where(node), outcome.trial.name)
        return attempt_fix(outcome, Place(self._cluster, node), around, tell)

    def _work(self, node: Node) -> list[Outcome]:
        """Tries one thing after the other on a node, as long as it can be healed."""
        found: list[Outcome] = []
        while (trial := self._next()) is not None:
            outcome = self._attempt(trial, node)
            if outcome.end is End.NOT_READY:
                # Not the trial's doing: another node may have it.
                with self._lock:
                    self._waiting.appendleft(trial)
            else:
                found.append(outcome)
            if outcome.is_node_lost:
                self._progress.tell(f"is taken out: {outcome.trouble}", where=self._where(node))
                break
        return found

    def _next(self) -> Trial | None:
        with self._lock:
            return self._waiting.popleft() if self._waiting and not self._stop.is_set() else None

    def _attempt(self, trial: Trial, node: Node, *, alone: bool = False) -> Outcome:
        around = self._around(alone=alone)
        self._under_way[node.name] = trial
        try:
            tell = self._progress.of(self._where(node), trial.name)
            outcome = attempt(trial, Place(self._cluster, node), around, tell)
            if outcome.end is not End.NOT_READY and not self._stop.is_set():
                self._finished(outcome)
            return outcome
        finally:
            del self._under_way[node.name]

    def _around(self, *, alone: bool) -> Around:
        return Around(
            peer=self._peer,
            elsewhere=self._causes,
            alone=alone,
            remedies=self._remedies,
            stop=self._stop,
        )

    def _where(self, node: Node) -> str:
        return f"{self._session.letter}{node.name.rpartition('-')[2]}"

    def _causes(self) -> Collection[str]:
        """What may be named at the moment, whichever trial allowed it."""
        return {name for trial in [*self._under_way.values()] for name in trial.causes}

    def _healthy_node(self) -> Node | None:
        return next((node for node in self._nodes if self._cluster.is_ready(node.name)), None)

    def _never(self, trial: Trial) -> Outcome:
        return Outcome(trial=trial, end=End.NOT_READY, trouble="no node was left to try it on")
