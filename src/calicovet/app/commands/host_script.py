"""`host-script`: prints a read-only shell script to run on a node; `diagnose` reads its output."""

import re
from argparse import ArgumentParser, Namespace

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.output import write
from calicovet.app.cli.settings import Settings
from calicovet.model.errors import BadUsage

_ADDRESS = re.compile(r"(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):\d{1,5}")
_NODE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--node", default="", metavar="NAME", help="the node's name in the cluster")
    parser.add_argument(
        "--api",
        nargs="+",
        action="extend",
        metavar="HOST:PORT",
        help="also query the API server there",
    )


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.world.hosts.script import host_script

    node = settings.node
    if node and not _NODE.fullmatch(node):
        raise BadUsage(f"no name of a node: {node}", key="bad-node-name", node=node)
    apis = tuple(arguments.api or ())
    for api in apis:
        if not _ADDRESS.fullmatch(api):
            raise BadUsage(f"not host:port: {api}", key="bad-address", address=api)
    write(host_script(node, apis))
    return ExitCode.HEALTHY
