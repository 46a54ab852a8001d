"""Writes the list of modules at the end of docs/architecture.md from the first lines of their docstrings.

Causes and the gym's faults are left out: each is a folder or a file of its name.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
SOURCE = ROOT / "src" / "calicovet"
_TOOLS = ("atlas", "bench", "fuzz", "gym", "handbook", "lab", "score", "scripts")
_LEFT_OUT = ("causes/", "gym/faults", "gym/twins")
"""A folder or a file for each cause or fault: too many for a list, and found by their names."""
START, END = "<!-- modules: begin -->", "<!-- modules: end -->"


def read_summary(path: Path) -> str:
    """The first sentence of a module's docstring, on one line."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split())


def list_packages() -> Iterator[tuple[str, list[Path]]]:
    """Each package with its modules: those of the program, then the tools beside it."""
    for top, base in [(SOURCE, SOURCE), *((ROOT / tool, ROOT) for tool in _TOOLS)]:
        for folder in sorted({path.parent for path in top.rglob("*.py")}):
            name = folder.relative_to(base).as_posix()
            modules = sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")
            if modules and not name.startswith(_LEFT_OUT):
                yield name, modules


def draw_index() -> str:
    """One list item per module, one list per package."""
    lines = []
    for package, modules in list_packages():
        prefix = "" if package == "." else f"{package}/"
        lines += ["", f"**`{prefix}`**" if prefix else "**beside the packages**", ""]
        lines += [f"- `{prefix}{path.name}`: {read_summary(path)}" for path in modules]
    return "\n".join([*lines, ""])


def main() -> None:
    """Replace what stands between the two marks of the page."""
    before, rest = PAGE.read_text(encoding="utf-8").split(START)
    after = rest.split(END)[1]
    PAGE.write_text(f"{before}{START}\n{draw_index()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
