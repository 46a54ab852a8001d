"""Draws docs/images/layers.svg from the import contract and the imports in the source.

Each package is a box. A line leaves it to the right; a number on the line counts the modules of that package that
import the package to which the vertical line leads.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from grimp import build_graph

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "layers.svg"
_PACKAGE = "calicovet"

_LEFT, _TOP = 24, 64
_BOX_WIDTH, _BOX_HEIGHT = 230, 40
_ROW, _LAYER_GAP = 46, 16
_LANE = 54
_OUT, _IN = 13, 29
"""Heights within a box at which lines leave and arrows arrive."""

_STYLE = """
  text { font-family: sans-serif; font-size: 14px; fill: #24292f; }
  .name { font-weight: bold; }
  .small { font-size: 12px; fill: #57606a; }
  .page { fill: #ffffff; }
  .layer { fill: none; stroke: #afb8c1; stroke-dasharray: 4 3; }
  .box { fill: #f3f4f6; stroke: #6e7781; }
  .line { fill: none; stroke: #8c959f; }
  .head { fill: #57606a; }
  .count { fill: #ffffff; stroke: #8c959f; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .small { fill: #9da7b1; }
    .page { fill: #0d1117; }
    .layer { stroke: #484f58; }
    .box { fill: #1c2128; stroke: #8b949e; }
    .line { stroke: #6e7681; }
    .head { fill: #9da7b1; }
    .count { fill: #0d1117; stroke: #6e7681; }
  }
"""

Layers = Sequence[Sequence[str]]
Imports = Mapping[tuple[str, str], int]


def read_layers() -> Layers:
    """The layers of the import contract, top first; packages of one layer do not import each other."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each["type"] == "layers")
    return [layer.split(" | ") for layer in contract["layers"]]


def count_modules_and_imports() -> tuple[Mapping[str, int], Imports]:
    """Modules per package; and for two packages, how many modules of the first import the second."""
    graph = build_graph(_PACKAGE)
    modules: Counter[str] = Counter(_package_of(module) for module in graph.modules)
    importers = {
        (module, _package_of(target))
        for module in graph.modules
        for target in graph.find_modules_directly_imported_by(module)
    }
    return modules, Counter((_package_of(module), target) for module, target in importers)


def _package_of(module: str) -> str:
    """The top-level package below `calicovet`; empty for `calicovet` itself."""
    return module.partition(".")[2].partition(".")[0]


def draw(layers: Layers, modules: Mapping[str, int], imports: Imports) -> str:
    """The picture as SVG."""
    rows = {name: y for _, names in _placed(layers) for name, y in names}
    packages = list(rows)
    # The lane of a higher package is nearer to the boxes, so that no arrow crosses another lane.
    lanes = {
        name: _LEFT + _BOX_WIDTH + 40 + _LANE * index for index, name in enumerate(packages[1:])
    }
    drawn = {
        (source, target): count
        for (source, target), count in imports.items()
        if source in rows and target in lanes and source != target
    }
    width = max(lanes.values()) + 48
    height = max(rows.values()) + _BOX_HEIGHT + 28
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        "<title>The layers of calicovet and their imports</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="page" width="{width}" height="{height}"/>',
        f'<text class="small" x="{_LEFT}" y="26">Imports lead downward only. A number counts the modules of the package '
        "on its left</text>",
        f'<text class="small" x="{_LEFT}" y="43">that import the package at the end of the arrow. Packages in one '
        "dashed frame do not import each other.</text>",
        *_frames(layers),
        *_lines(packages, rows, lanes, drawn),
        *_boxes(rows, modules),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _placed(layers: Layers) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """Each layer's top, and its packages with theirs."""
    y = _TOP
    for layer in layers:
        yield y, [(name, y + index * _ROW) for index, name in enumerate(layer)]
        y += len(layer) * _ROW + _LAYER_GAP


def _frames(layers: Layers) -> Iterator[str]:
    for y, names in _placed(layers):
        if len(names) > 1:
            height = (len(names) - 1) * _ROW + _BOX_HEIGHT + 12
            yield (
                f'<rect class="layer" x="{_LEFT - 6}" y="{y - 6}" width="{_BOX_WIDTH + 12}" '
                f'height="{height}" rx="6"/>'
            )


def _lines(
    packages: Sequence[str], rows: Mapping[str, int], lanes: Mapping[str, int], drawn: Imports
) -> Iterator[str]:
    right = _LEFT + _BOX_WIDTH
    for source in packages:
        reached = [lanes[target] for name, target in drawn if name == source]
        if reached:
            yield f'<path class="line" d="M{right} {rows[source] + _OUT}H{max(reached)}"/>'
    for target, x in lanes.items():
        tops = [rows[source] + _OUT for source, name in drawn if name == target]
        if tops:
            y = rows[target] + _IN
            yield f'<path class="line" d="M{x} {min(tops)}V{y}H{right + 8}"/>'
            yield f'<path class="head" d="M{right} {y}l9 -4.5v9z"/>'
    for source in packages:
        for target, x in lanes.items():
            if (source, target) in drawn:
                y = rows[source] + _OUT
                yield f'<rect class="count" x="{x - 16}" y="{y - 9}" width="32" height="18" rx="9"/>'
                yield (
                    f'<text class="small" x="{x}" y="{y + 4}" text-anchor="middle">'
                    f"{drawn[source, target]}</text>"
                )


def _boxes(rows: Mapping[str, int], modules: Mapping[str, int]) -> Iterator[str]:
    for name, y in rows.items():
        yield (
            f'<rect class="box" x="{_LEFT}" y="{y}" width="{_BOX_WIDTH}" height="{_BOX_HEIGHT}" '
            'rx="4"/>'
        )
        yield f'<text class="name" x="{_LEFT + 14}" y="{y + 25}">{name}</text>'
        yield (
            f'<text class="small" x="{_LEFT + _BOX_WIDTH - 14}" y="{y + 25}" text-anchor="end">'
            f"{modules[name]} modules</text>"
        )


def main() -> None:
    PICTURE.write_text(draw(read_layers(), *count_modules_and_imports()), encoding="utf-8")


if __name__ == "__main__":
    main()
