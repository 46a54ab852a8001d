"""The live loop: survey the cluster, examine suspects and their peers, repeat until nothing new
decides."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from calicovet.api.near_names import no_such_node
from calicovet.app.cli.progress import Progress
from calicovet.model.cause import Cause
from calicovet.model.diagnosis import Diagnosis, NodeState
from calicovet.model.errors import BadUsage, CannotGoOn
from calicovet.model.evidence import Evidence, Request, Snapshot
from calicovet.model.overview import Overview, Selection
from calicovet.model.record import record
from calicovet.world.cluster.live import LiveWorld
from calicovet.world.cluster.overview import Seen
from calicovet.world.collectors.operator import THE_OPERATOR
from calicovet.world.hosts.ways import Runner
from calicovet.world.kube.errors import ApiError

_ROUNDS = 3


@record(kw_only=True)
class Way:
    """A way to the hosts that the user has asked for."""

    open: Callable[[Seen], Runner]
    peers: int
    """How many hosts that are well may be asked, too, to compare the sick ones with."""
    announce: Callable[[Seen, Sequence[str]], None]
    """Tells the user which hosts will be asked, before anything is done to them."""


@record
class Found:
    """What was collected, and what it means."""

    snapshot: Snapshot
    diagnosis: Diagnosis
    context: str = ""
    server: str = ""
    cut_short: bool = False
    """The user stopped it, or the time was up."""
    failure: Exception | None = None
    """An unexpected error that ended the investigation before its time."""


class _SoFar:
    """What an investigation has; an error on the way does not lose it."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.diagnosis: Diagnosis | None = None

    def found(self, load: Callable[[], Sequence[Cause]], failure: Exception | None) -> Found:
        """The result; raises the failure where there is nothing else to show."""
        from calicovet.diagnosis.engine import diagnose

        diagnosis = self.diagnosis
        if diagnosis is None:
            try:
                diagnosis = diagnose(self.snapshot, load())
            except Exception as error:
                raise (failure or error) from error
        # Gaps decide nothing: they are told, and need no second judgement.
        return Found(self.snapshot, replace(diagnosis, gaps=self.snapshot.gaps), failure=failure)


def investigate(
    world: LiveWorld,
    load: Callable[[], Sequence[Cause]],
    progress: Progress,
    *,
    node: str = "",
    everybody: bool = False,
    also: tuple[str, ...] = (),
    known: Sequence[Evidence] = (),
    way: Way | None = None,
) -> Found:
    """Who is sick, why.

    `load` gives the causes, `known` is what the user has brought from the hosts, `way` leads to them. `also` names
    nodes that are examined in any case.
    """
    from calicovet.diagnosis.collection.targets import Limits, choose

    progress.begin("cluster", 1)
    seen = world.look()
    progress.step()
    selection = choose(seen.overview, Limits(node=node, everybody=everybody, also=also))
    if node and not selection.examined and seen.overview.nodes:
        raise no_such_node(node, [row.name for row in seen.overview.nodes], "unknown-node")
    if node and _is_not_meant(selection, seen.overview):
        raise BadUsage(f"no pod is wanted on {node}", key="node-not-meant", node=node)
    surveyed = seen.snapshot + world.survey(seen.overview, selection)
    so_far = _SoFar(surveyed + Snapshot(tuple(known)))
    failure: Exception | None = None
    try:
        _look_closer(world, load, progress, seen, selection, so_far, way)
    except (ApiError, CannotGoOn):
        raise
    except Exception as error:
        failure = error
    progress.end()
    return so_far.found(load, failure)


def _look_closer(
    world: LiveWorld,
    load: Callable[[], Sequence[Cause]],
    progress: Progress,
    seen: Seen,
    selection: Selection,
    so_far: _SoFar,
    way: Way | None,
) -> None:
    """Reads and judges until nothing decides more; every step is kept as soon as it is done."""
    from calicovet.diagnosis.assembly.fact_cache import Reading
    from calicovet.diagnosis.collection.requests import logs_wanted, more_wanted, objects_wanted
    from calicovet.diagnosis.engine import diagnose

    objects = objects_wanted(seen.overview, selection) + _of_the_operator(seen, selection)
    progress.begin("objects", len(objects), nodes=len(selection.examined))
    so_far.snapshot += world.collect(objects, progress.step)
    read = Reading()
    logs = logs_wanted(so_far.snapshot.evidence, seen.overview, selection, read)
    progress.begin("logs", len(logs), nodes=len(selection.examined))
    so_far.snapshot += world.collect(logs, progress.step)

    catalogue = load()
    causes: Mapping[str, Cause] = {cause.name: cause for cause in catalogue}
    so_far.diagnosis = diagnosis = diagnose(so_far.snapshot, catalogue, read=read)
    for _ in range(0 if world.stopped else _ROUNDS):
        wishes = more_wanted(diagnosis, causes, selection)
        progress.begin("kubelets", len({wish.about.node for wish in wishes}))
        more = world.collect(wishes, progress.step)
        so_far.snapshot += Snapshot((), more.gaps)
        if not more.evidence:
            break
        so_far.snapshot += Snapshot(more.evidence)
        so_far.diagnosis = diagnosis = diagnose(so_far.snapshot, catalogue, read=read)
    asked = _unsolved(diagnosis, selection, way.peers) if way is not None else ()
    if way is not None and asked and not world.stopped:
        progress.end()
        way.announce(seen, asked)
        progress.begin("hosts", len(asked))
        so_far.snapshot += world.hosts(asked, way.open(seen), progress.step)
        so_far.diagnosis = diagnose(so_far.snapshot, catalogue, read=read)


def _of_the_operator(seen: Seen, selection: Selection) -> tuple[Request, ...]:
    """The operator, where there may be one and something is wrong: it makes the DaemonSet, or fails to."""
    no_pods = seen.overview.pods_known and not seen.overview.pods
    return (THE_OPERATOR,) if seen.operator and (selection.examined or no_pods) else ()


def _is_not_meant(selection: Selection, overview: Overview) -> bool:
    """Whether those that were asked for have no calico-node, and need none."""
    placed = {pod.place for pod in overview.pods}
    return overview.pods_known and not any(
        name in placed or name in selection.missing for name in selection.examined
    )


def _unsolved(diagnosis: Diagnosis, selection: Selection, peers: int) -> tuple[str, ...]:
    """The nodes whose hosts are worth asking: those without a proven cause, and a few peers to compare them with."""
    in_question = frozenset(selection.examined)
    open_ones = [
        node.node
        for node in diagnosis.nodes
        if node.node in in_question
        and node.state is not NodeState.HEALTHY
        and node.next is not None
    ]
    return (*open_ones, *selection.peers[:peers]) if open_ones else ()
