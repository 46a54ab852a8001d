"""What programs may rely on: names, signatures, results, errors; and that importing it is cheap."""

import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

from calicovet import api
from calicovet.app import main
from tests.support.demos import FOLDER

_CRASH = FOLDER / "two-nodes-crash-with-load.md"
_SIGNATURES = {
    "diagnose_paths": "(paths, *, lang='en', node='')",
    "diagnose_snapshot": "(snapshot, *, lang='en', node='')",
    "diagnose_text": "(text, *, lang='en', node='')",
    "evidence_id": "(source, order, content)",
    "json_schema": "()",
    "read_paths": "(paths, *, stdin=None, note=None)",
    "restrict_to_node": "(diagnosis, node)",
    "to_html": "(diagnosis, *, lang=None)",
    "to_json": "(diagnosis, *, all_findings=False)",
    "to_markdown": "(diagnosis, *, lang=None)",
    "to_sentence": "(finding, *, lang='en')",
    "to_text": "(diagnosis, *, lang=None, width=100, details=False)",
}
_TYPES = (
    *("Answer", "BadInput", "BadUsage", "CannotGoOn", "Change", "Cluster", "Contradiction"),
    *("Contrast", "Diagnosis", "Difference", "Evidence", "EvidenceKind", "Exhibit", "Fact"),
    *("Finding", "Gap", "GapReason", "Language", "Localisation", "NamedCause", "NextQuestion"),
    *("NodeDiagnosis", "NodeState", "Offer", "OfferedStep", "Passage", "Plan", "RedHerring"),
    *("Request", "Risk", "Shape", "Snapshot", "StageId", "StageState", "Subject", "Summary"),
    *("SummaryVerdict", "Verdict"),
)


def test_the_exported_names_are_these() -> None:
    assert sorted(api.__all__) == sorted((*_TYPES, *_SIGNATURES))


@pytest.mark.parametrize("name", _SIGNATURES)
def test_signatures_stay_as_they_are(name: str) -> None:
    signature = inspect.signature(getattr(api, name))
    plain = [
        each.replace(annotation=inspect.Parameter.empty) for each in signature.parameters.values()
    ]
    assert str(inspect.Signature(plain)) == _SIGNATURES[name]


@pytest.mark.parametrize("name", _SIGNATURES)
def test_every_function_is_typed_and_documented(name: str) -> None:
    function = getattr(api, name)
    assert function.__doc__
    assert set(inspect.signature(function).parameters) | {"return"} == set(get_type_hints(function))


@pytest.mark.parametrize("name", _TYPES)
def test_every_type_is_a_class(name: str) -> None:
    assert inspect.isclass(getattr(api, name))


def test_the_json_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    diagnosis = api.diagnose_paths(_CRASH)
    assert main.main(["diagnose", str(_CRASH), "-o", "json"]) == 1
    assert api.to_json(diagnosis) == json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_markdown_and_text_are_what_the_command_prints(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    diagnosis = api.diagnose_paths([_CRASH])
    page = api.to_html(diagnosis, lang=lang)
    markdown = api.to_markdown(diagnosis, lang=lang)
    details = api.to_text(diagnosis, lang=lang, details=True)
    for flags, told in (
        (("-o", "html"), page),
        (("-o", "markdown"), markdown),
        (("--details",), details),
    ):
        main.main(["diagnose", str(_CRASH), *flags, "--lang", lang])
        assert capsys.readouterr().out == told
    # Only the command line knows how it was called, and can say how to call it again.
    main.main(["diagnose", str(_CRASH), "--lang", lang])
    assert f"    calicovet fix host-overload-probe-kill {_CRASH}\n" in capsys.readouterr().out
    text = api.to_text(diagnosis, lang=lang)
    assert "--details" in text
    assert "--details" not in [line.strip() for line in text.splitlines()]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_text_is_what_the_command_prints_of_standard_input(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    with _CRASH.open(encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        main.main(["diagnose", "-", "--lang", lang])
    diagnosis = api.diagnose_text(_CRASH.read_text("utf-8"))
    assert capsys.readouterr().out == api.to_text(diagnosis, lang=lang)


def test_the_language_of_the_call_is_the_one_of_the_page() -> None:
    text = _CRASH.read_text("utf-8")
    in_chinese = api.diagnose_text(text, lang="zh")
    assert api.to_text(in_chinese) == api.to_text(api.diagnose_text(text), lang="zh")
    assert api.to_markdown(in_chinese, lang="en") == api.to_markdown(api.diagnose_text(text))
    with pytest.raises(api.BadUsage, match="no language 'fr'"):
        api.diagnose_text(text, lang="fr")


def test_a_text_gets_the_same_answer_as_its_file() -> None:
    of_file = api.diagnose_paths(_CRASH)
    of_text = api.diagnose_text(_CRASH.read_text("utf-8"))
    assert of_text.summary == of_file.summary
    [first, *_] = of_text.nodes[0].findings[0].evidence
    assert first.source.startswith("paste:")


def test_a_node_can_be_asked_for_at_once_or_later() -> None:
    at_once = api.diagnose_paths(_CRASH, node="node-9")
    later = api.restrict_to_node(api.diagnose_paths(_CRASH), "node-9")
    assert at_once == later
    assert [node.node for node in at_once.nodes] == ["node-9"]
    assert at_once.summary.sick == 1


def test_findings_with_a_plan_carry_their_offer() -> None:
    named = [
        finding
        for node in api.diagnose_paths(_CRASH).nodes
        for finding in node.findings
        if finding.plan is not None
    ]
    assert named and all(finding.offer and finding.offer.steps for finding in named)


def test_what_cannot_be_read_is_raised(tmp_path: Path) -> None:
    with pytest.raises(api.BadInput, match=r"nope\.txt"):
        api.diagnose_paths(tmp_path / "nope.txt")
    with pytest.raises(api.BadInput):
        api.diagnose_text(" \n")
    with pytest.raises(api.BadUsage):
        api.diagnose_paths([])
    with pytest.raises(api.BadUsage) as raised:
        api.diagnose_paths(_CRASH, node="node-7")
    assert "node-4" in raised.value.details["nodes"]
    with pytest.raises(api.BadUsage, match="en, zh"):
        api.to_text(api.diagnose_text("x"), lang="de")


def test_what_was_not_read_completely_is_noted(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"caf\xe9\n")
    notes: list[tuple[str, str]] = []
    paths = [_CRASH, tmp_path / "latin", tmp_path / "nope.txt"]
    snapshot = api.read_paths(paths, note=lambda key, name: notes.append((key, name)))
    assert ("replaced", "latin") in notes
    assert [key for key, _ in notes].count("path-skipped") == 1
    assert [gap.reason for gap in snapshot.gaps] == [api.GapReason.ABSENT]


def test_importing_it_loads_the_result_types_only() -> None:
    program = "import sys, calicovet.api; print(*(name for name in sys.modules if name.startswith('calicovet')))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    packages = {".".join(name.split(".")[:2]) for name in done.stdout.split()}
    assert packages == {"calicovet", "calicovet.api", "calicovet.model"}


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    api.to_json(api.diagnose_paths(_CRASH))
    assert capfd.readouterr() == ("", "")
