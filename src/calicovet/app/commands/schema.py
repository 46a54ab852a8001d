"""`schema`: the JSON Schema of `-o json`."""

from argparse import Namespace

from calicovet.app.exits import ExitCode
from calicovet.app.settings import Settings
from calicovet.app.streams import put


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.report.json import json_schema

    put(json_schema())
    return ExitCode.HEALTHY
