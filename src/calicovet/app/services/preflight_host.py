"""Collects what `preflight` checks on one host: this one, or the output of its host script."""

import re
import sys
from argparse import Namespace
from threading import Event

from calicovet.app.cli.settings import Settings
from calicovet.model.errors import BadInput, BadUsage
from calicovet.model.evidence import Snapshot
from calicovet.model.record import record

_ADDRESS = re.compile(r"(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):\d{1,5}")


@record(kw_only=True)
class SeenOnHost:
    snapshot: Snapshot
    notes: tuple[str, ...] = ()
    """Keys of what else the user should know: how to see more."""


def look_at_host(arguments: Namespace, settings: Settings) -> SeenOnHost:
    """What there is to know before calico-node starts there; it only reads."""
    for api in arguments.api:
        if not _ADDRESS.fullmatch(api):
            raise BadUsage(f"not host:port: {api}", key="bad-address", address=api)
    if arguments.host_facts:
        return _brought(arguments, settings)
    if not sys.platform.startswith("linux"):
        raise BadUsage("this is not Linux", key="not-linux")
    from calicovet.world.hosts.this_host import look_at_this_host

    shown, complaints = look_at_this_host(
        settings.node, arguments.api, timeout=settings.deadline, stop=Event()
    )
    notes = ("not-root",) if "not root" in complaints else ()
    return SeenOnHost(snapshot=Snapshot((shown,)), notes=notes)


def _brought(arguments: Namespace, settings: Settings) -> SeenOnHost:
    from calicovet.app.services.offline import read_paths
    from calicovet.diagnosis.assembly.pipeline import assemble

    snapshot = read_paths(arguments.host_facts, settings)
    if not any(view.name for view in assemble(snapshot).nodes):
        name = arguments.host_facts[0]
        raise BadInput(f"no host in {name}", key="no-host-facts", name=name)
    return SeenOnHost(snapshot=snapshot)
