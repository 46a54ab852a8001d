"""Calicovet's own texts are left out of a paste; what stands beside them is read."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import pytest
import yaml

from calicovet.api import Diagnosis, diagnose_text, to_json, to_markdown, to_text
from calicovet.app.services.watch import change_lines, states
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.model.language import Language
from calicovet.report.machine.diagnosis_json import render_yaml
from calicovet.report.machine.junit import render_junit
from calicovet.report.machine.open_reports import render_open_reports
from calicovet.report.machine.prometheus import render_prometheus
from calicovet.report.own_output.leave_out import without_own_output
from calicovet.report.words import words
from score.documentation import reports_of

_DEMO = "requests-hang-on-one-node"
_OTHER = "new-node-restarts"
_LATER = """[root@node-7 ~]# kubectl get pods -n kube-system -o wide | grep calico-node
calico-node-x7k2p   0/1   CrashLoopBackOff   12 (2m ago)   40m   10.9.0.7   node-7   <none>   <none>
[root@node-7 ~]# kubectl logs -n kube-system calico-node-x7k2p --previous
2024-05-01 10:00:00.123 [WARNING][9] startup/startup.go 500: Calico node 'node-3' is already using the IPv4 address 10.9.0.7.
2024-05-01 10:00:00.124 [WARNING][9] startup/utils.go 48: Terminating
Calico node failed to start
"""


def _text_of(name: str) -> str:
    return files("calicovet.app.demos").joinpath(f"{name}.md").read_text("utf-8")


@cache
def _diagnosis(name: str) -> Diagnosis:
    return diagnose_text(_text_of(name))


def _of_other_tools(found: Diagnosis) -> Iterator[tuple[str, str]]:
    yield "yaml", render_yaml(found)
    yield "prometheus", render_prometheus(found)
    for language in Language:
        yield f"junit.{language}", render_junit(found, language)
        yield f"openreports.{language}", render_open_reports(found, language)


FORMS = {**dict(reports_of(_diagnosis(_DEMO))), **dict(_of_other_tools(_diagnosis(_DEMO)))}


def _answer(text: str) -> tuple[set[tuple[str, str]], set[str | None]]:
    found = diagnose_text(text)
    named = {(cause.name, cause.verdict.value) for cause in found.summary.causes}
    return named, {node.node for node in found.nodes}


@pytest.mark.parametrize("form", FORMS)
def test_a_report_before_evidence_changes_nothing(form: str) -> None:
    assert _answer(f"{FORMS[form]}\n{_LATER}") == _answer(_LATER)


@pytest.mark.parametrize("form", FORMS)
def test_a_report_after_evidence_changes_nothing(form: str) -> None:
    assert _answer(f"{_LATER}\n{FORMS[form]}") == _answer(_LATER)


def _left(text: str) -> str:
    paste = Evidence(id="P", kind=EvidenceKind.PASTE, content=text, source="p.txt")
    return "\n".join(
        piece.content for piece in without_own_output(Snapshot(evidence=(paste,))).evidence
    )


def test_lines_of_evidence_alone_are_a_quotation() -> None:
    brief = FORMS["text.en.100"].splitlines()
    quoted = [line for line in brief if line.startswith("  --> ") or line.strip("| ^") == ""]
    assert len(quoted) >= 4
    assert _left("\n".join(quoted)).strip() == ""


def test_indented_evidence_before_a_whole_report_stays() -> None:
    events = "  Warning  Failed  2s  kubelet  Error: ImagePullBackOff"
    assert _left(f"{events}\n\n{FORMS['text.en.100']}").strip() == events.strip()


def test_a_report_that_was_copied_from_its_middle_is_left_out() -> None:
    lines = FORMS["text.en.100"].splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("  Fix"))
    assert _left("\n".join(lines[start + 1 :])).strip() == ""


def test_the_passage_is_told_with_its_lines() -> None:
    report = to_text(_diagnosis(_DEMO))
    found = diagnose_text(f"{_LATER}{report}{_LATER}")
    first = _LATER.count("\n") + 1
    [left] = found.left_out
    assert (left.source, left.first, left.last) == ("paste", first, first + report.count("\n") - 1)
    assert f"lines {left.first}-{left.last}" in to_text(found)
    assert f"第 {left.first}–{left.last} 行" in to_text(found, lang="zh")
    assert f"lines {left.first}-{left.last}" in to_markdown(found)
    herrings = to_json(found)["red_herrings"]
    assert f"paste:{left.first}" in [herring["source"] for herring in herrings]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("width", [72, 80, 120])
def test_a_report_that_a_mail_broke_again_is_recognised(language: Language, width: int) -> None:
    report = to_text(_diagnosis(_OTHER), lang=language, width=100)
    broken = "\n".join(
        line[at : at + width]
        for line in report.split("\n")
        for at in range(0, max(len(line), 1), width)
    )
    assert _answer(f"{broken}\n\n{_LATER}") == _answer(_LATER)


def test_a_sentence_about_a_report_takes_nothing_else_away() -> None:
    text = f"calicovet named ip-wrong-bridge (ADR003), but that is not it.\n\n{_LATER}"
    assert _answer(text)[0] == _answer(_LATER)[0]


@pytest.mark.parametrize("name", [_DEMO, _OTHER])
def test_an_incident_has_none_of_the_marks(name: str) -> None:
    text = _text_of(name)
    piece = Evidence(id="1", kind=EvidenceKind.PASTE, content=text, source="paste")
    snapshot = Snapshot((piece,))
    assert without_own_output(snapshot) == snapshot


def test_a_marked_page_ends_at_its_end_mark() -> None:
    text = f"<!-- calicovet: report -->\nCalico node failed to start\n<!-- calicovet: end -->\n{_LATER}"
    found = diagnose_text(text)
    assert [(left.first, left.last) for left in found.left_out] == [(1, 3)]
    assert _answer(text) == _answer(_LATER)


def test_commands_that_calicovet_also_names_are_anybodys() -> None:
    text = "```\nls -la /etc/cni/net.d/\ncat /etc/cni/net.d/*.conflist\n```\n" + _LATER
    assert diagnose_text(text).left_out == ()


def test_a_name_that_holds_the_mark_hides_nothing() -> None:
    text = _LATER.replace("node-3", "<!-- calicovet: report -->", 1)
    assert diagnose_text(text).left_out == ()


@pytest.mark.parametrize("language", Language)
def test_changes_that_watch_shows_are_no_evidence(language: Language) -> None:
    now = {"node-3": "-", "node-7": "-", **states(_diagnosis(_DEMO), language)}
    frame = words(language)
    lines = [
        frame.say("watch.at", time="10:00:07", line=line)
        for before in ({}, dict.fromkeys(now, frame.say("watch.sick")))
        for line in change_lines(before, now, language)
    ]
    shown = "\n".join(lines)
    assert "ip-wrong-bridge" in shown
    assert _answer(f"{_LATER}\n{shown}") == _answer(_LATER)
    assert _answer(shown) == (set(), set())


def test_a_report_that_was_stored_in_the_cluster_is_no_evidence() -> None:
    """`kubectl get clusterreports -o yaml` shows it without the comments around it, and with sorted keys."""
    stored = yaml.safe_load(render_open_reports(_diagnosis(_DEMO), Language.EN))
    shown = yaml.safe_dump(stored)
    assert _answer(f"{_LATER}\n{shown}") == _answer(_LATER)
    assert _answer(shown) == (set(), set())
