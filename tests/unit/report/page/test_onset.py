"""Since when, and what changed just before, on one line."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from calicovet.model.diagnosis import Change, Diagnosis, NodeDiagnosis, NodeState, Summary
from calicovet.model.diagnosis import SummaryVerdict as Verdict
from calicovet.model.finding import Exhibit
from calicovet.model.language import Language
from calicovet.report.machine.diagnosis_json import render_json
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.page.onset import since, span_text, what
from calicovet.report.words import words

BEGAN = datetime(2026, 11, 16, 9, 14, tzinfo=UTC)
REVISION = Change(
    key="revision",
    at=BEGAN - timedelta(minutes=2),
    exhibit=Exhibit("revisions.json:4", '"creationTimestamp": "2026-11-16T09:12:00Z"'),
    details={"name": "calico-node", "number": "7"},
    parts=("env IP: autodetect -> none",),
)
SICK = NodeDiagnosis(node="node-b", state=NodeState.SICK, since=BEGAN, changes=(REVISION,))


def told(
    *nodes: NodeDiagnosis, at: datetime | None = None, language: Language = Language.EN
) -> str:
    diagnosis = Diagnosis(summary=Summary(Verdict.UNEXPLAINED), nodes=nodes, taken_at=at)
    rows = tuple(since(nodes, diagnosis, language))
    return rows[0].lines[0].text if rows else ""


def test_the_one_line() -> None:
    assert told(SICK, at=BEGAN + timedelta(hours=2, minutes=5, seconds=9)) == (
        "09:14 UTC (2 h 5 min ago); just before: 09:12 DaemonSet revision 7 (env IP: autodetect -> none)"
    )


def test_the_same_in_chinese() -> None:
    line = told(SICK, at=BEGAN + timedelta(hours=2, minutes=5), language=Language.ZH)
    assert line == (
        "09:14 UTC（2 小时 5 分钟前）；此前不久："
        "09:12 DaemonSet 更新到修订版本 7（env IP: autodetect -> none）"
    )


def test_without_the_time_of_the_evidence_the_date_is_told_and_no_age() -> None:
    assert told(replace(SICK, changes=())) == "2026-11-16 09:14 UTC"


@pytest.mark.parametrize(
    ("later", "ago"),
    [
        (timedelta(seconds=40), " (40 s ago)"),
        (timedelta(minutes=3, seconds=5), " (3 min 5 s ago)"),
        (timedelta(hours=3), " (3 h ago)"),
        (timedelta(0), ""),
        (timedelta(seconds=-5), ""),
    ],
)
def test_how_long_ago(later: timedelta, ago: str) -> None:
    assert told(replace(SICK, changes=()), at=BEGAN + later) == f"09:14 UTC{ago}"


def test_another_day_has_its_date() -> None:
    line = told(replace(SICK, changes=()), at=BEGAN + timedelta(days=3, minutes=20))
    assert line == "2026-11-16 09:14 UTC (3 d ago)"


def test_every_time_is_told_in_utc() -> None:
    china = timezone(timedelta(hours=8))
    node = replace(SICK, since=BEGAN.astimezone(china), changes=())
    assert told(node).endswith("09:14 UTC")


def test_of_many_that_are_alike_the_first_is_told() -> None:
    later = replace(SICK, node="node-c", since=BEGAN + timedelta(minutes=9), changes=())
    line = told(later, SICK)
    assert line.startswith("2026-11-16 09:14 UTC on the first of these nodes; just before: 09:12")


def test_nothing_where_nothing_is_known() -> None:
    bare = replace(SICK, since=None, changes=())
    assert told(bare, at=BEGAN) == ""


def test_the_sources_stand_beside_the_line() -> None:
    page = make_page(
        Diagnosis(summary=Summary(Verdict.UNEXPLAINED, sick=1), nodes=(SICK,)), Language.EN
    )
    (row,) = [row for row in page.blocks[0].rows if row.label == "Since"]
    assert row.lines[0].source == "revisions.json:4"


def test_many_differences_are_cut_and_counted() -> None:
    many = replace(REVISION, parts=tuple(f"env E{i}: 0 -> 1" for i in range(7)))
    assert what(many, Language.EN).endswith("env E2: 0 -> 1, 4 more)")


def test_json_has_the_time_and_both_languages() -> None:
    diagnosis = Diagnosis(summary=Summary(Verdict.UNEXPLAINED, sick=1), nodes=(SICK,))
    node = json.loads(render_json(diagnosis))["nodes"][0]
    assert node["since"] == "2026-11-16T09:14:00Z"
    assert node["changed"] == [
        {
            "at": "2026-11-16T09:12:00Z",
            "what": {
                "en": "DaemonSet revision 7 (env IP: autodetect -> none)",
                "zh": "DaemonSet 更新到修订版本 7（env IP: autodetect -> none）",
            },
            "source": "revisions.json:4",
            "excerpt": '"creationTimestamp": "2026-11-16T09:12:00Z"',
        }
    ]


@pytest.mark.parametrize(
    "key",
    [
        "revision",
        "revision-bare",
        "revision-first",
        "edited",
        "node-joined",
        "ready-again",
        "condition",
        "rebooted",
        "kubelet-started",
        "runtime-started",
        "event",
    ],
)
def test_every_change_has_words(key: str) -> None:
    assert f"change.{key}" in words(Language.EN)


@pytest.mark.parametrize(
    ("seconds", "english", "chinese"),
    [
        (262, "4 min 22 s", "4 分 22 秒"),
        (300, "5 min", "5 分钟"),
        (7_500, "2 h 5 min", "2 小时 5 分钟"),
        (0, "0 s", "0 秒"),
    ],
)
def test_a_duration_has_its_two_largest_units(seconds: int, english: str, chinese: str) -> None:
    span = timedelta(seconds=seconds)
    assert (span_text(span, Language.EN), span_text(span, Language.ZH)) == (english, chinese)
