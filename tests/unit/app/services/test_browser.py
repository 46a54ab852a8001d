"""`--open`: a private file, the system's browser, and a clear word where there is none."""

import re
import stat
import webbrowser
from pathlib import Path

import pytest

from calicovet.app.main import main
from calicovet.app.services import browser as module

Capture = pytest.CaptureFixture[str]


class _Browser:
    def __init__(self) -> None:
        self.opened: list[str] = []

    def open(self, url: str) -> bool:
        self.opened.append(url)
        return True


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name in module._DISPLAYS:
        monkeypatch.delenv(name, raising=False)


def test_the_page_is_opened_from_a_file_that_only_its_owner_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    found = _Browser()
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "get", lambda: found)
    assert main(["demo", "two-nodes-crash-with-load", "--open"]) == 1
    told = capsys.readouterr()
    [file] = tmp_path.glob("calicovet-*.html")
    assert told.out == ""
    assert found.opened == [file.as_uri()]
    assert str(file) in told.err
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "<!doctype html>" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_where_there_is_no_browser_the_file_is_named(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def none() -> object:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", none)
    for display in ("", ":0"):
        monkeypatch.setenv("DISPLAY", display)
        assert main(["demo", "two-nodes-crash", "--open", "--lang", language]) == 3
        told = capsys.readouterr()
        assert told.out == ""
        assert re.search(r"/calicovet-\w+\.html", told.err)
        assert "-o html > report.html" in told.err


def test_open_belongs_to_html(capsys: Capture) -> None:
    assert main(["demo", "two-nodes-crash", "--open", "-o", "json"]) == 2
    assert main(["demo", "--open"]) == 2
    assert main(["demo", "two-nodes-crash", "--open", "--facts"]) == 2


def test_where_no_file_can_be_written_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nonexistent")
    assert main(["demo", "two-nodes-crash", "--open"]) == 4
    assert "-o html > report.html" in capsys.readouterr().err
