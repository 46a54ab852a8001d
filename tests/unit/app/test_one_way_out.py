"""Text leaves the program through one module, which sanitises it; nothing else writes to a standard stream."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import calicovet

SOURCE = Path(calicovet.__file__).parent
WRITERS = {"app/streams.py", "app/standard_streams.py"}
"""The second one knows only fixed text, help, and what the last resort has sanitised."""
DESCRIPTORS = {
    "app/main.py": "a fixed text, where there is no memory left",
    "app/standard_streams.py": "the last resort",
    "world/own_files.py": "files",
    "world/runners/process.py": "the input of a child process",
}
"""Who writes to a file descriptor, and to which."""
FILES = [path for path in SOURCE.rglob("*.py") if "causes" not in path.parts]


def names(path: Path) -> Iterator[str]:
    """Every dotted name that the module uses."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute | ast.Name):
            yield ast.unparse(node)


def module(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


@pytest.mark.parametrize("path", FILES, ids=module)
def test_nothing_else_writes_to_a_standard_stream(path: Path) -> None:
    used = set(names(path))
    if module(path) not in WRITERS:
        for stream in ("stdout", "stderr", "__stdout__", "__stderr__"):
            assert not {f"sys.{stream}.{verb}" for verb in ("write", "writelines", "buffer")} & used
        assert not {"print", "warnings.warn", "pprint", "traceback.print_exc"} & used
    assert "os.write" not in used or module(path) in DESCRIPTORS


def test_only_reports_add_colours() -> None:
    """Text that is marked as coloured is not sanitised once more."""
    marking = {module(path) for path in FILES if "Coloured(" in path.read_text(encoding="utf-8")}
    assert marking == {"app/streams.py", "model/visible.py", "report/terminal.py"}
