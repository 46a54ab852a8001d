"""`whatif address [METHOD] [PATH…]`: which address calico-node would choose on each node."""

from argparse import Namespace
from collections.abc import Sequence

from calicovet.app.exits import ExitCode
from calicovet.app.settings import Settings
from calicovet.app.streams import put
from calicovet.model.errors import BadInput, BadUsage
from calicovet.model.evidence import Snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.diagnosis.whatif import WhatIf

_FAMILIES = {"4": (4,), "6": (6,), "both": (4, 6)}


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.diagnosis.assemble import assemble
    from calicovet.diagnosis.fleet import counted
    from calicovet.diagnosis.whatif import families_of, nodes_with_addresses, try_methods
    from calicovet.startup.methods import families_that_fit

    method, paths = method_and_paths(arguments.words)
    asked = _FAMILIES.get(arguments.family, ())
    snapshot = _read(paths, settings) if paths else _look(arguments, settings, asked)
    fleet = assemble(snapshot)
    views = nodes_with_addresses(fleet)
    if not views:
        raise BadInput("no node", key="no-addresses")
    only = nodes_with_addresses(fleet, settings.node)
    if not only:
        from calicovet.app.near import near_names

        names = near_names(settings.node, [view.name for view in views if view.name])
        raise BadUsage("no such node", key="no-node", node=settings.node, nodes=names or "-")
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

    from calicovet.startup.methods import METHODS, fault_of, is_method

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
    from calicovet.diagnosis.whatif import Answer

    answers = {whatif.answer for whatif in found}
    if answers == {Answer.RIGHT} or zero:
        return ExitCode.HEALTHY
    return ExitCode.EXPLAINED if Answer.WRONG in answers else ExitCode.UNEXPLAINED


def _read(paths: Sequence[str], settings: Settings) -> Snapshot:
    from calicovet.app.incident import read_paths

    return read_paths(paths, settings)


def _look(arguments: Namespace, settings: Settings, families: Sequence[int]) -> Snapshot:
    from calicovet.app.live import ask_cluster
    from calicovet.app.look_at_addresses import look_at_addresses

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
        put(whatif.render_whatif_json(found, snapshot.gaps))
    elif settings.output == "markdown":
        put(whatif.render_whatif_markdown(found, settings.language, one=one))
    else:
        put(
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
