"""docs/architecture.md and its picture name what exists, and the walk is in the order of the calls."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from xml.etree import ElementTree

import pytest

from calicovet.app.main import main
from calicovet.causes import catalogue

_ROOT = Path(__file__).parents[3]
_SOURCE = _ROOT / "src" / "calicovet"
_PAGE = (_ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
_PASTE = """\
$ kubectl get pods -n kube-system -o wide
NAME                READY   STATUS    RESTARTS   AGE   IP          NODE     NOMINATED NODE   READINESS GATES
calico-node-7xk2p   0/1     Running   3          2d    10.0.0.21   node-1   <none>           <none>
$ kubectl logs -n kube-system calico-node-7xk2p
2024-05-01 10:00:00.000 [WARNING][9] startup/startup.go 500: Unable to auto-detect an IPv4 address: no valid IPv4 \
addresses found on the host interfaces
"""
"""One unhealthy node, and a cause that shows a sign and is not proven."""


def _steps(heading: str) -> list[tuple[str, str]]:
    """Function and module of each step below a heading, in order."""
    section = _PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| \d+ \| `([\w.]+)` \| `([\w/]+\.py)` \|", section, re.M)


_PASTE_STEPS, _LIVE_STEPS = _steps("The walk of a paste"), _steps("The walk of a live run")


def test_the_picture_shows_every_package_of_the_contract() -> None:
    contracts = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    picture = ElementTree.parse(_ROOT / "docs" / "images" / "layers.svg")
    shown = [each.text for each in picture.iter() if each.get("class") == "name"]
    assert shown == [package for layer in layers for package in layer.split(" | ")]


def test_every_path_on_the_page_exists() -> None:
    paths = re.findall(r"`([\w./-]+/[\w.-]+\.(?:py|toml|sh|json|yaml))`", _PAGE)
    assert len(paths) > 50
    missing = {path for path in paths if not ((_ROOT / path).exists() or (_SOURCE / path).exists())}
    assert missing == set()


def test_every_folder_on_the_page_exists() -> None:
    names = {path.name for path in _SOURCE.rglob("*") if path.is_dir()}
    folders = set(re.findall(r"`([\w/-]+)/`", _PAGE))
    missing = {
        folder
        for folder in folders
        if folder not in names
        and not ((_ROOT / folder).is_dir() or (_SOURCE / folder).is_dir())
        and "AREA" not in folder
    }
    assert missing == set()


@pytest.mark.parametrize(("function", "module"), [*_PASTE_STEPS, *_LIVE_STEPS])
def test_every_function_of_the_walks_exists(function: str, module: str) -> None:
    stem, *names = function.split(".")
    assert stem == Path(module).stem
    assert ".".join(names) in _defined(
        ast.parse((_SOURCE / module).read_text(encoding="utf-8")).body
    )


def _defined(body: list[ast.stmt], within: str = "") -> Iterator[str]:
    """The qualified names of functions and methods."""
    for each in body:
        if isinstance(each, ast.FunctionDef):
            yield within + each.name
        elif isinstance(each, ast.ClassDef):
            yield from _defined(each.body, f"{within}{each.name}.")


def test_the_functions_of_the_paste_walk_are_called_in_that_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An earlier test may have filled the cache; then the function would not be called.
    monkeypatch.setattr(catalogue, "load_catalogue", catalogue.load_catalogue.__wrapped__)
    paste = tmp_path / "paste.txt"
    paste.write_text(_PASTE, encoding="utf-8")
    walk = {
        (str(_SOURCE / module), function.partition(".")[2]) for function, module in _PASTE_STEPS
    }
    called: dict[tuple[str, str], None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        step = (frame.f_code.co_filename, frame.f_code.co_qualname)
        if event == "call" and step in walk:
            called.setdefault(step)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        main(["diagnose", str(paste)])
    finally:
        sys.setprofile(before)
    assert [function for _, function in called] == [
        function.partition(".")[2] for function, _ in _PASTE_STEPS
    ]
