"""`schema`: the JSON Schema of `-o json`."""

from argparse import ArgumentParser, Namespace

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.output import write
from calicovet.app.cli.settings import Settings


def add_arguments(parser: ArgumentParser) -> None:
    """Takes none."""


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.report.machine.diagnosis_json import json_schema

    write(json_schema())
    return ExitCode.HEALTHY
