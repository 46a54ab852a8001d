"""`explain CAUSE`: the page of a cause."""

from argparse import Namespace

from calicovet.app.exits import ExitCode
from calicovet.app.settings import Settings
from calicovet.app.streams import put
from calicovet.model.errors import BadUsage


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.causes.catalogue import code_of, codes, find
    from calicovet.report.explain import render_explain, render_explain_coloured

    cause = find(arguments.cause)
    if cause is None:
        from difflib import get_close_matches

        near = get_close_matches(arguments.cause.lower(), codes(), n=1, cutoff=0)
        raise BadUsage("no such cause", key="no-cause", cause=arguments.cause, near=near[0])
    if settings.colour:
        put(render_explain_coloured(cause, code_of(cause.name), settings.language, settings.width))
    else:
        put(render_explain(cause, code_of(cause.name), settings.language, settings.width))
    return ExitCode.HEALTHY
