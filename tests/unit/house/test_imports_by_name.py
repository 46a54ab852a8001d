"""A reader, an IDE and mypy can follow every import: modules are found by name in two loaders only."""

import ast
from pathlib import Path

import calicovet

_HOME = Path(calicovet.__file__).parent
_LOADERS = {"app/commands/table.py", "causes/catalogue.py"}
"""The table of commands, and the catalogue of causes."""
_FIELD_BY_FIELD = {
    "model/record.py",
    "report/page/fact_list.py",
    "diagnosis/evidence/deciding_words.py",  # finds the values of any fact in the line it cites
    "diagnosis/silences.py",  # hands on what is read of a view, and notes it
    "app/cli/interrupt.py",  # asks for signals, of which Windows has fewer
}
_LOADS = {"import_module", "__import__", "module_from_spec", "SourceFileLoader"}


def _calls(path: Path) -> list[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def test_only_the_two_loaders_import_by_a_name() -> None:
    loading = {
        path.relative_to(_HOME).as_posix()
        for path in _HOME.rglob("*.py")
        if any(_name(call) in _LOADS for call in _calls(path))
    }
    assert loading == _LOADERS


def test_only_what_shows_a_value_field_by_field_takes_an_attribute_by_a_variable_name() -> None:
    by_variable = {
        path.relative_to(_HOME).as_posix()
        for path in _HOME.rglob("*.py")
        for call in _calls(path)
        if _name(call) == "getattr" and not isinstance(call.args[1], ast.Constant)
    }
    assert by_variable == _FIELD_BY_FIELD
