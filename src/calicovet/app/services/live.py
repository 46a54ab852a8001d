"""Wires client, live world and engine together for a live diagnosis."""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from gc import freeze
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import TypeVar

from calicovet.app.cli.kube_flags import flags_of
from calicovet.app.cli.output import notify
from calicovet.app.cli.progress import Progress
from calicovet.app.cli.settings import Settings
from calicovet.app.services.announce import announce
from calicovet.app.services.investigate import Found, Way, investigate
from calicovet.app.services.render import is_for_programs
from calicovet.model.cause import Cause
from calicovet.model.diagnosis import Cluster, SummaryVerdict
from calicovet.model.errors import BadInput, BadUsage
from calicovet.model.evidence import Evidence, EvidenceKind, GapReason, Snapshot
from calicovet.model.record import record
from calicovet.report.page.onset import span_text
from calicovet.report.words import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.world.cluster.live import LiveWorld
    from calicovet.world.cluster.overview import Seen
    from calicovet.world.kube.target import Target

_Seen = TypeVar("_Seen")

_WORKERS = 16
"""More workers only add TLS handshakes."""
_TURN = 0.0005
"""Seconds that a thread may think while others have answers to take in; Python's own are ten times as many."""

_PEERS, _PEERS_OF_A_POD = 2, 1
"""Hosts that are well are asked as well, to compare; a privileged pod is too much to be made on many."""


@record(kw_only=True)
class Means:
    """What a look at a cluster is done with."""

    world: "LiveWorld"
    progress: Progress
    known: Sequence[Evidence]
    """What the user has brought from the hosts."""
    way: Way | None
    """To the hosts, where the user has opened one."""


def look_at_cluster(
    arguments: Namespace,
    settings: Settings,
    *,
    shown: bool = False,
    target: "Target | None" = None,
    also: tuple[str, ...] = (),
    partial: bool = False,
    quiet: bool = False,
) -> Found:
    """What is wrong in the cluster that kubectl would talk to; NoAccess where it cannot be reached.

    Reports here that no calico-node was seen, unless the result shows it (`shown`). `target`: where it is known already;
    `also`: nodes that are looked into in any case. Where an unexpected error ends the investigation, it is raised,
    or with `partial` returned with what was found so far. `quiet`: no progress is shown.
    """

    def look(means: Means) -> Found:
        return investigate(
            means.world,
            _Ahead(settings.output).get,
            means.progress,
            node=settings.node,
            everybody=arguments.all,
            also=also,
            known=means.known,
            way=means.way,
        )

    found, target, cut_short = ask_cluster(arguments, settings, look, target, quiet=quiet)
    if found.failure is not None and not partial:
        raise found.failure
    namespace = flags_of(arguments).namespace
    none_seen = "" if cut_short else _why_none_was_seen(found, namespace)
    cluster = Cluster(target.context, target.server, none_seen, namespace)
    if none_seen and not shown:
        notify(none_seen, settings, namespace=namespace, program=settings.program)
    from calicovet.remedy.offers import with_offers

    diagnosis = with_offers(replace(found.diagnosis, cluster=cluster))
    return replace(
        found,
        diagnosis=diagnosis,
        context=target.context,
        server=target.server,
        cut_short=cut_short,
    )


def find_target(arguments: Namespace, settings: Settings) -> "Target":
    """The cluster that kubectl would talk to, told to the user."""
    from calicovet.world.kube.config import load_target

    target = load_target(flags_of(arguments), os.environ, Path.home())
    announce(target, settings)
    return target


def ask_cluster(
    arguments: Namespace,
    settings: Settings,
    look: Callable[[Means], _Seen],
    target: "Target | None" = None,
    *,
    quiet: bool = False,
) -> tuple[_Seen, "Target", bool]:
    """What a look finds in the cluster that kubectl would talk to, which that is, and whether it was cut short.

    NoAccess where the cluster cannot be reached.
    """
    from calicovet.app.cli.interrupt import first_interrupt, interruption
    from calicovet.world.cluster.live import LiveWorld, Options
    from calicovet.world.cluster.worker_pool import Pool
    from calicovet.world.kube.authentication.no_access import no_access
    from calicovet.world.kube.client import open_client
    from calicovet.world.kube.errors import ApiRefused, ApiUnreachable, Stopped, Why

    flags = flags_of(arguments)
    target = target or find_target(arguments, settings)
    sys.setswitchinterval(_TURN)
    stop = Event()
    client = open_client(target, stop)
    pool = Pool(workers=_WORKERS, deadline=settings.deadline, stop=stop)
    options = Options(namespace=flags.namespace, node_proxy=not arguments.no_node_proxy)
    world = LiveWorld(client, pool, options)
    progress = Progress(
        words(settings.language),
        terminal=sys.stderr.isatty(),
        silent=quiet,
        volume=lambda: client.bytes,
    )
    began = monotonic()
    try:
        known = _host_facts(arguments.host_facts, settings)
        way = _way(arguments, target, stop, settings)
        with first_interrupt(pool.interrupt):
            found = look(Means(world=world, progress=progress, known=known, way=way))
    except (ApiRefused, ApiUnreachable) as error:
        raise no_access(error, target) from error
    except Stopped as error:
        # Before there was anything to tell.
        if pool.interrupted:
            raise interruption() from error
        late = ApiUnreachable(Why.TIMED_OUT, f"{settings.deadline:.0f} s")
        raise no_access(late, target) from error
    finally:
        progress.end()
        client.abort()
    time_is_up = stop.is_set() and monotonic() - began >= settings.deadline
    if pool.interrupted:
        notify("stopped", settings)
    elif time_is_up:
        span = span_text(timedelta(seconds=round(settings.deadline)), settings.language)
        notify("late", settings, span=span)
    if settings.verbose:
        notify(
            "asked",
            settings,
            requests=str(client.requests),
            megabytes=f"{client.bytes / 1e6:.1f}",
            seconds=f"{monotonic() - began:.1f}",
        )
    # All of it is needed to the end, so the collector need not scan it at exit.
    freeze()
    return found, target, pool.interrupted or time_is_up


def _why_none_was_seen(found: Found, namespace: str) -> str:
    """Whether there is no calico-node, or it could not be seen; empty where one was seen."""
    diagnosis = found.diagnosis
    if diagnosis.summary.verdict is not SummaryVerdict.COULD_NOT_LOOK or diagnosis.nodes:
        return ""
    reasons = {
        gap.reason
        for gap in found.snapshot.gaps
        if gap.request.kind is EvidenceKind.POD_TABLE and not gap.request.about.node
    }
    if GapReason.FORBIDDEN in reasons:
        return "pods-forbidden"
    if reasons:
        return "pods-unlisted"
    return "no-calico-in" if namespace else "no-calico"


def _way(arguments: Namespace, target: "Target", stop: Event, settings: Settings) -> Way | None:
    """The way to the hosts that the user has asked for."""
    from calicovet.world.hosts import ways
    from calicovet.world.kube.client import open_client

    def asks(way: str) -> "Callable[[Seen, Sequence[str]], None]":
        return lambda _, nodes: notify("asks-hosts", settings, way=way, nodes=", ".join(nodes))

    def creates(seen: "Seen", nodes: Sequence[str]) -> None:
        if arguments.debug_pod or seen.image:
            place = seen.namespaces[0]
            notify("debug-pods", settings, namespace=place, nodes=", ".join(nodes))

    if arguments.ssh is not None:
        from calicovet.world.runners.ssh import is_template

        if not is_template(arguments.ssh):
            raise BadUsage(
                "one host for all nodes",
                key="ssh-template",
                target=arguments.ssh,
                node="{node}",
                address="{address}",
            )
        return Way(
            open=lambda _: ways.over_ssh(arguments.ssh, stop),
            peers=_PEERS,
            announce=asks("ssh"),
        )
    if arguments.debug_pod is not None:
        # A separate client: it has to remove its pods after everything else has stopped.
        client = open_client(target, Event())
        return Way(
            open=lambda seen: ways.in_debug_pods(
                client, arguments.debug_pod or seen.image, seen.namespaces[0], stop
            ),
            peers=_PEERS_OF_A_POD,
            announce=creates,
        )
    if arguments.exec:
        flags = flags_of(arguments)
        return Way(
            open=lambda seen: ways.in_calico_nodes(seen.overview.by_place().values(), flags, stop),
            peers=_PEERS,
            announce=asks("kubectl exec"),
        )
    return None


class _Ahead:
    """The causes and what else is needed later, loaded while the first answers are under way."""

    def __init__(self, output: str) -> None:
        self._output = output
        self._thread = Thread(target=self._load, daemon=True)
        self._causes: Sequence[Cause] = ()
        self._thread.start()

    def _load(self) -> None:
        import calicovet.diagnosis.engine  # noqa: F401 - the engine, too, takes time to load
        from calicovet.causes.catalogue import load_catalogue
        from calicovet.parse.messages.index import triggers

        self._causes = load_catalogue()
        triggers()
        if is_for_programs(self._output):
            self._load_both_languages()

    def _load_both_languages(self) -> None:
        import calicovet.report.machine.diagnosis_json  # noqa: F401
        from calicovet.causes.document import document
        from calicovet.model.language import Language

        for language in Language:
            words(language)
            for cause in self._causes:
                document(cause.name, language)

    def get(self) -> Sequence[Cause]:
        self._thread.join()
        if not self._causes:
            self._load()  # what failed there fails here, where it is heard
        return self._causes


def _host_facts(paths: Sequence[str], settings: Settings) -> Sequence[Evidence]:
    """What the user brought from the hosts, as pasted text."""
    if not paths:
        return ()
    from calicovet.diagnosis.assembly.pipeline import assemble
    from calicovet.parse.text.large_input import keep_relevant_lines
    from calicovet.world.bundles.inputs import read_texts

    def note(key: str, name: str) -> None:
        notify(key, settings, name=name)

    try:
        found = read_texts(paths, sys.stdin.buffer, keep_relevant_lines, note).evidence
    except BadInput as error:
        # Among so many flags, the last part of a path does not say where it was looked for.
        short = error.details.get("name", "")
        given = next((path for path in paths if Path(path).name == short), short)
        raise BadInput(
            error.message, error.hint, key=error.key, **{**error.details, "name": given}
        ) from error
    for piece in found:
        if not assemble(Snapshot((piece,))).facts:
            notify("no-host-facts", settings, name=piece.source, program=settings.program)
    return found
