"""`new-cause AREA NAME`: creates the folder of a new cause with all files begun."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.output import notify, write
from calicovet.app.cli.settings import Settings
from calicovet.model.errors import BadUsage


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("area", metavar="AREA")
    parser.add_argument("name", metavar="NAME")


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.causes.catalogue import HOME, next_code
    from calicovet.causes.scaffold import scaffold

    area, name = arguments.area, arguments.name
    require_checkout(HOME)
    begun = scaffold(area, name)
    code = next_code(area)
    write_cause(HOME, begun)
    for path in begun:
        notify("wrote", settings, name=str(HOME / path))
    write(f"{name} ({code})\n")
    return ExitCode.HEALTHY


def require_checkout(home: Path) -> None:
    """BadUsage where the causes belong to an installed package: an upgrade would remove a new one."""
    if _is_installed(home):
        raise BadUsage(f"{home} is an installed package", key="no-checkout", name=str(home))


def _is_installed(home: Path) -> bool:
    """Whether the causes lie where pip put them, and not in `src` of a checkout."""
    return not home.parents[1].with_name("pyproject.toml").is_file()


def write_cause(home: Path, begun: Mapping[str, str]) -> None:
    """Every file of the new folder; BadUsage where one is there already."""
    for path in begun:
        if (home / path).exists():
            raise BadUsage(f"{path} exists", key="exists", name=str(home / path))
    for path, text in begun.items():
        target = home / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadUsage("read only", key="read-only", name=str(target), reason=reason) from error
