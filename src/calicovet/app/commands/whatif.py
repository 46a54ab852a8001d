"""`whatif address [METHOD] [PATH…]`: which address calico-node would choose on each node."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from calicovet.app.cli.argument_parser import common_flags
from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.kube_flags import add_kube_flags
from calicovet.app.cli.live_flags import add_live_flags
from calicovet.app.cli.output import write
from calicovet.app.cli.report_flags import add_output_flag
from calicovet.app.cli.settings import Settings
from calicovet.model.errors import BadInput, BadUsage
from calicovet.model.evidence import Snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.diagnosis.whatif.trial import WhatIf

_FAMILIES = {"4": (4,), "6": (6,), "both": (4, 6)}


def add_arguments(parser: ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    address = kinds.add_parser(
        "address",
        parents=[common_flags()],
        help="the address that calico-node would choose",
        description="Shows which address calico-node would choose on each node, now and with METHOD.",
    )
    address.add_argument(
        "words",
        nargs="*",
        metavar="METHOD | PATH",
        help="a method as kubernetes-internal-ip or cidr=10.0.0.0/8 (without: every sensible one), "
        "then files, folders, bundles, or - for standard input (without: the live cluster)",
    )
    address.add_argument(
        "--family",
        choices=("4", "6", "both"),
        default="",
        help="IPv4 or IPv6 (default: those that the nodes have)",
    )
    add_output_flag(address, "text", "json", "markdown")
    address.add_argument("--node", default="", metavar="NAME", help="report this node only")
    address.add_argument(
        "--exit-zero", action="store_true", help="exit with 0 also where an address is wrong"
    )
    add_kube_flags(address)
    add_live_flags(address)


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.diagnosis.assembly.fleet_counts import counted
    from calicovet.diagnosis.assembly.pipeline import assemble
    from calicovet.diagnosis.whatif.trial import families_of, nodes_with_addresses, try_methods
    from calicovet.startup.autodetection.methods import families_that_fit

    method, paths = method_and_paths(arguments.words)
    asked = _FAMILIES.get(arguments.family, ())
    snapshot = _read(paths, settings) if paths else _look(arguments, settings, asked)
    fleet = assemble(snapshot)
    views = nodes_with_addresses(fleet)
    if not views:
        raise BadInput("no node", key="no-addresses")
    only = nodes_with_addresses(fleet, settings.node)
    if not only:
        from calicovet.api.near_names import no_such_node

        names = [view.name for view in views if view.name]
        raise no_such_node(settings.node, names, "no-node")
    families = asked or families_that_fit(method, families_of(views))
    # A bundle holds the sick and their peers, and the count of all.
    count = counted(fleet.facts) if paths and not settings.node else None
    untold = max(0, count.pods - len(views)) if count else 0
    found = [try_methods(views, family, method, only, untold) for family in families]
    ways = (arguments.ssh, arguments.debug_pod, arguments.exec or None)
    hosts_unasked = not paths and ways == (None, None, None)
    _present(found, snapshot, settings, one=bool(method), hosts_unasked=hosts_unasked)
    return answered(found, zero=settings.exit_zero)


def method_and_paths(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """A method, where the first word is one or can be nothing else; BadUsage where it is a broken one."""
    import os

    from calicovet.startup.autodetection.methods import METHODS, fault_of, is_method

    if not words:
        return "", ()
    first, rest = words[0], words[1:]
    if not is_method(first):
        # A word that is too long for a file's name is none.
        is_file = os.path.exists(first)  # noqa: PTH110
        if first == "-" or is_file or ("=" not in first and "/" in first):
            return "", words
        known = ", ".join(METHODS)
        raise BadUsage(f"no method {first}", key="no-method", method=first, methods=known)
    if fault := fault_of(first):
        raise BadUsage(f"{first}: {fault}", key="bad-method", method=first, fault=fault)
    return first, rest


def answered(found: "Sequence[WhatIf]", *, zero: bool) -> ExitCode:
    """Wrong somewhere is worse than not known."""
    from calicovet.diagnosis.whatif.trial import Answer

    answers = {whatif.answer for whatif in found}
    if answers == {Answer.RIGHT} or zero:
        return ExitCode.HEALTHY
    return ExitCode.EXPLAINED if Answer.WRONG in answers else ExitCode.UNEXPLAINED


def _read(paths: Sequence[str], settings: Settings) -> Snapshot:
    from calicovet.app.services.offline import read_paths

    return read_paths(paths, settings)


def _look(arguments: Namespace, settings: Settings, families: Sequence[int]) -> Snapshot:
    from calicovet.app.services.live import ask_cluster
    from calicovet.app.services.whatif_cluster import look_at_addresses

    snapshot, _, _ = ask_cluster(
        arguments,
        settings,
        lambda means: look_at_addresses(means, node=settings.node, families=families),
    )
    return snapshot


def _present(
    found: "Sequence[WhatIf]",
    snapshot: Snapshot,
    settings: Settings,
    *,
    one: bool,
    hosts_unasked: bool,
) -> None:
    from calicovet.report import whatif

    if settings.output == "json":
        write(whatif.render_whatif_json(found, snapshot.gaps))
    elif settings.output == "markdown":
        write(whatif.render_whatif_markdown(found, settings.language, one=one))
    else:
        write(
            whatif.render_whatif(
                found,
                settings.language,
                gaps=snapshot.gaps,
                hosts_unasked=hosts_unasked,
                program=settings.program,
                width=settings.width,
                colour=settings.colour,
                one=one,
            )
        )
