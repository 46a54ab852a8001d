"""`preflight --rbac`: whether the user has the rights that a diagnosis needs."""

import os
from argparse import Namespace
from pathlib import Path
from threading import Event

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.kube_flags import flags_of
from calicovet.app.cli.output import write
from calicovet.app.cli.settings import Settings
from calicovet.app.services.announce import announce
from calicovet.model.errors import NoAccess
from calicovet.model.rights import AnsweredRights

_WORKERS = 32


def tell_rights(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.report.access import render_rights, render_rights_json

    rights = _ask(arguments, settings)
    if settings.output == "json":
        write(render_rights_json(rights))
    else:
        write(render_rights(rights, settings.language, settings.width))
    needed = [answer.allowed for answer in rights.answers if answer.right.needed]
    if False in needed:
        return ExitCode.EXPLAINED
    return ExitCode.COULD_NOT_LOOK if None in needed else ExitCode.HEALTHY


def _ask(arguments: Namespace, settings: Settings) -> AnsweredRights:
    from calicovet.world.access.granted_rights import ask_rights
    from calicovet.world.cluster.worker_pool import Pool
    from calicovet.world.kube.authentication.no_access import no_access
    from calicovet.world.kube.client import open_client
    from calicovet.world.kube.config import load_target
    from calicovet.world.kube.errors import ApiRefused, ApiUnreachable

    flags = flags_of(arguments)
    target = load_target(flags, os.environ, Path.home())
    announce(target, settings)
    stop = Event()
    client = open_client(target, stop)
    pool = Pool(workers=_WORKERS, deadline=settings.deadline, stop=stop)
    try:
        rights = ask_rights(client, pool, flags.namespace)
    except (ApiRefused, ApiUnreachable) as error:
        raise no_access(error, target) from error
    finally:
        client.abort()
    if all(answer.allowed is None for answer in rights.answers):
        raise NoAccess(
            f"{target.server}: no reviews",
            key="no-reviews",
            server=target.server,
            context=target.context or "–",
        )
    return rights
