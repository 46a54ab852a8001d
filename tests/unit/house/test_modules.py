"""The tree stays readable: short modules, few on one level, and names that mean one thing."""

from collections import Counter
from pathlib import Path

import calicovet

_HOME = Path(calicovet.__file__).parent
_LONGEST = 400
_MOST_ON_A_LEVEL = 16
_MANY_ALIKE = {"signals", "parse/host", "parse/messages", "model/facts"}
"""Packages whose modules are rows of one table: a file for each predicate, command, program or kind of fact."""


def _modules() -> tuple[Path, ...]:
    return tuple(path.relative_to(_HOME) for path in sorted(_HOME.rglob("*.py")))


def _is_cause(module: Path) -> bool:
    return module.parts[0] == "causes"


def test_no_module_is_longer_than_can_be_read_at_once() -> None:
    lengths = {
        str(module): (_HOME / module).read_text(encoding="utf-8").count("\n")
        for module in _modules()
    }
    assert {module: lines for module, lines in lengths.items() if lines > _LONGEST} == {}


def test_no_package_has_too_many_modules_beside_its_sub_packages() -> None:
    counts = Counter(
        module.parent.as_posix()
        for module in _modules()
        if module.stem != "__init__" and not _is_cause(module)
    )
    crowded = {package: count for package, count in counts.items() if count > _MOST_ON_A_LEVEL}
    assert crowded.keys() <= _MANY_ALIKE, crowded


def test_no_name_of_a_module_stands_in_more_than_two_packages() -> None:
    packages: dict[str, list[str]] = {}
    for module in _modules():
        if module.stem != "__init__" and not _is_cause(module):
            packages.setdefault(module.stem, []).append(module.parent.as_posix())
    assert {name: homes for name, homes in packages.items() if len(homes) > 2} == {}


def test_every_package_says_what_is_inside() -> None:
    silent = [
        module.parent.as_posix()
        for module in _modules()
        if module.stem == "__init__"
        and not _is_cause(module)
        and not (_HOME / module).read_text(encoding="utf-8").startswith('"""')
    ]
    assert silent == []
