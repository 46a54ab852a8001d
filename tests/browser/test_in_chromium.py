"""Every report in a real browser: it opens, unfolds, switches, copies and prints, and asks for nothing.

`make test-browser` runs it; it needs Chromium and Node.js, so it is not part of `make test`.
"""

import json
import os
import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from calicovet.api import Diagnosis, diagnose_text, to_html
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.report.own_output.leave_out import without_own_output
from tests.support.demos import DEMOS
from tests.support.large_fleet import large_fleet
from tests.unit.report import sample
from tests.unit.report.html.test_html_page import PAYLOADS, hostile

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
MODULES = ROOT / "build" / "browser" / "node_modules"
CHROMIUM = next(filter(None, map(which, ("chromium", "chromium-browser", "google-chrome"))), "")
_NO_MORE_ELEMENTS = 40_000

REPORTS: Mapping[str, Callable[[], Diagnosis]] = {
    **{demo.name: lambda demo=demo: diagnose_text(demo.text()) for demo in DEMOS},  # type: ignore[misc]
    "explained": lambda: sample.EXPLAINED,
    "unexplained": lambda: sample.UNEXPLAINED,
    "healthy": lambda: sample.FINE,
    "nothing": lambda: sample.NOTHING,
    "hostile": lambda: hostile(sample.EXPLAINED, "".join(PAYLOADS)),
    "sixty-nodes": lambda: diagnose_text(large_fleet(nodes=60, unhealthy=9)),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reports")


@cache
def _seen(name: str, folder: Path) -> Any:
    page = to_html(REPORTS[name]())
    return _driven(page, folder / f"{name}.html")


def _driven(page: str, file: Path, widths: str = "360,900,1600") -> Any:
    """What a visit at each width showed."""
    assert CHROMIUM, "no Chromium: apt-get install chromium"
    file.write_text(page, encoding="utf-8")
    flags = ["--no-sandbox"] if os.getuid() == 0 else []
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("drive.js")), CHROMIUM, str(file), widths, *flags],
        env={**os.environ, "NODE_PATH": str(MODULES)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", REPORTS)
def test_nothing_is_asked_for_and_nothing_fails(name: str, folder: Path) -> None:
    for visit in _seen(name, folder):
        assert visit["console"] == []
        assert visit["requests"] == []


@pytest.mark.parametrize("name", REPORTS)
def test_it_reads_in_both_languages_at_every_width(name: str, folder: Path) -> None:
    for visit in _seen(name, folder):
        for language, lang in (("en", "en"), ("zh", "zh-Hans")):
            look = visit["languages"][language]
            assert look["lang"] == lang
            assert look["foreign"] == 0
            assert look["heading"].strip()
            assert (look["overflow"], look["unfolded"]) == (0, 0), visit["width"]
        assert visit["languages"]["en"]["title"] != visit["languages"]["zh"]["title"]


@pytest.mark.parametrize("name", REPORTS)
def test_axe_finds_no_violation(name: str, folder: Path) -> None:
    for visit in _seen(name, folder):
        assert visit["violations"] == {"en": [], "zh": []}, visit["width"]


@pytest.mark.parametrize("name", REPORTS)
def test_it_unfolds_copies_switches_and_prints(name: str, folder: Path) -> None:
    for visit in _seen(name, folder):
        folds, copy = visit["folds"], visit["copy"]
        if folds is not None:
            assert folds["unfolded"]["open"] == folds["unfolded"]["all"]
            assert folds["folded"]["open"] == 0
            assert visit["keyboard"]["finding"]
        if copy is not None:
            assert copy["got"] == copy["wanted"]
        assert visit["first"] == "skip"
        assert visit["keyboard"]["help"] and visit["keyboard"]["closed"]
        assert visit["keyboard"]["switched"]
        backgrounds = dict(visit["themes"])
        assert backgrounds["light"] != backgrounds["dark"]
        assert visit["printed"]["tools"] is False
        assert visit["printed"]["background"] == "rgb(255, 255, 255)"
        assert visit["printed"]["overflow"] == 0
        assert visit["pdf"] == "%PDF-"


@pytest.mark.parametrize("name", REPORTS)
def test_text_that_was_copied_from_the_page_is_no_evidence(name: str, folder: Path) -> None:
    [visit, *_] = _seen(name, folder)
    for language in ("en", "zh"):
        text = visit["languages"][language]["text"]
        piece = Evidence(id="1", kind=EvidenceKind.PASTE, content=text, source="paste")
        assert without_own_output(Snapshot((piece,))).evidence == ()


def test_a_node_is_found_by_its_name_and_named_under_the_pointer(folder: Path) -> None:
    for visit in _seen("sixty-nodes", folder):
        search = visit["search"]
        assert search["hovered"].startswith(search["name"])
        assert search["found"].startswith(search["name"])
        assert search["none"] and search["name"] not in search["none"]


def test_five_thousand_nodes_stay_light(folder: Path) -> None:
    page = to_html(diagnose_text(large_fleet(nodes=5000, unhealthy=50)))
    assert len(page.encode()) < 2_000_000
    [visit] = _driven(page, folder / "large.html", "1600")
    assert visit["elements"] < _NO_MORE_ELEMENTS
    assert (visit["console"], visit["requests"]) == ([], [])
    assert visit["violations"] == {"en": [], "zh": []}
