"""`preflight`: whether calico-node will start, in a cluster or on this host."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.kube_flags import add_kube_flags
from calicovet.app.cli.live_flags import add_live_flags
from calicovet.app.cli.output import write
from calicovet.app.cli.report_flags import add_output_flag
from calicovet.app.cli.settings import Settings
from calicovet.model.errors import BadUsage
from calicovet.model.evidence import Snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.preflight.run import Preflight
    from calicovet.report.words import Words
    from calicovet.startup.versions import Release


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        action="store_true",
        help="check this host, not a cluster (with --host-facts: the host described there)",
    )
    parser.add_argument(
        "--api",
        nargs="+",
        action="extend",
        default=[],
        metavar="HOST:PORT",
        help="with --host: also try to reach the API server",
    )
    parser.add_argument(
        "--to",
        default="",
        metavar="RELEASE",
        help="the release of Calico to install, such as v3.31 (default: the running one)",
    )
    parser.add_argument(
        "--rbac",
        action="store_true",
        help="only check your rights for a diagnosis",
    )
    parser.add_argument("--node", default="", metavar="NAME", help="report this node only")
    add_output_flag(parser, "text", "json")
    parser.add_argument(
        "--exit-zero", action="store_true", help="exit with 0 also where a check fails"
    )
    add_kube_flags(parser)
    add_live_flags(parser)


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    if arguments.rbac and arguments.host:
        raise BadUsage("--host and --rbac", key="two-ways")
    if arguments.rbac:
        from calicovet.app.services.access_check import tell_rights

        return tell_rights(arguments, settings)
    if arguments.host:
        return _host(arguments, settings)
    return _cluster(arguments, settings)


def _host(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.app.services.preflight_host import look_at_host
    from calicovet.causes.catalogue import load_catalogue
    from calicovet.diagnosis.assembly.pipeline import assemble
    from calicovet.preflight.run import foresee
    from calicovet.report.words import words

    if arguments.ssh is not None or arguments.debug_pod is not None or arguments.exec:
        raise BadUsage("--host and a way to other hosts", key="two-ways")
    to = _release(arguments.to)
    seen = look_at_host(arguments, settings)
    found = foresee(assemble(seen.snapshot), load_catalogue(), to=to)
    frame = words(settings.language)
    notes = [*_told(to, frame), *(frame.say(f"preflight.{key}") for key in seen.notes)]
    _present(found, seen.snapshot, settings, notes, hosts_asked=True)
    return exit_code_of(found, zero=settings.exit_zero)


def _cluster(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.app.services.live import ask_cluster
    from calicovet.app.services.preflight_cluster import look_ahead
    from calicovet.causes.catalogue import load_catalogue
    from calicovet.diagnosis.assembly.pipeline import assemble
    from calicovet.preflight.run import foresee
    from calicovet.report.words import words

    to = _release(arguments.to)
    seen, _, _ = ask_cluster(
        arguments,
        settings,
        lambda means: look_ahead(means, node=settings.node, everybody=arguments.all),
    )
    fleet = assemble(seen.snapshot)
    found = foresee(
        fleet, load_catalogue(), asked=seen.asked, nodes=seen.nodes, untold=seen.untold, to=to
    )
    frame = words(settings.language)
    notes = [*_told(to, frame)]
    if not seen.hosts_asked:
        notes.append(frame.say("preflight.hosts", program=settings.program))
    if seen.untold:
        notes.append(frame.say("preflight.untold", count=str(seen.untold)))
    if seen.windows:
        notes.append(frame.say("preflight.windows", nodes=frame.listed(seen.windows)))
    _present(found, seen.snapshot, settings, notes, hosts_asked=seen.hosts_asked)
    return exit_code_of(found, zero=settings.exit_zero)


def _release(text: str) -> "Release | None":
    """The release that is to be installed; None: none was named."""
    from calicovet.startup.versions import read_release

    release = read_release(text) if text else None
    if text and release is None:
        raise BadUsage(f"not a release: {text}", key="bad-release", release=text)
    return release


def _told(to: "Release | None", frame: "Words") -> Iterator[str]:
    if to is not None:
        yield frame.say("preflight.to", release=str(to))


def exit_code_of(found: "Preflight", *, zero: bool) -> ExitCode:
    """What may hurt, and what could not be looked at beside what could, is told and no failure."""
    from calicovet.preflight.check import Answer

    if found.answer is Answer.NOT_KNOWN:
        return ExitCode.COULD_NOT_LOOK
    return ExitCode.EXPLAINED if found.answer is Answer.BAD and not zero else ExitCode.HEALTHY


def _present(
    found: "Preflight",
    snapshot: Snapshot,
    settings: Settings,
    notes: list[str],
    *,
    hosts_asked: bool,
) -> None:
    from calicovet.report.preflight import render_preflight, render_preflight_json

    if settings.output == "json":
        write(render_preflight_json(found, snapshot.gaps))
        return
    write(
        render_preflight(
            found,
            settings.language,
            gaps=snapshot.gaps,
            notes=notes,
            hosts_asked=hosts_asked,
            everything=settings.verbose,
            program=settings.program,
            width=settings.width,
            colour=settings.colour,
        )
    )
