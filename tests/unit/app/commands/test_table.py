"""A row of the table and a file make a command."""

from pathlib import Path

import pytest

from calicovet.app.commands import table
from calicovet.app.services.render import FORMATS


def test_every_file_has_a_row_and_every_row_a_file() -> None:
    folder = Path(table.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "table"}
    assert files == {name.replace("-", "_") for name in table.COMMANDS}


@pytest.mark.parametrize("name", table.COMMANDS)
def test_every_file_declares_its_arguments_and_runs(name: str) -> None:
    command = table.load(name)
    assert callable(command.add_arguments)
    assert callable(command.run)


def test_the_default_form_stands_first() -> None:
    assert next(iter(FORMATS)) == "text"
