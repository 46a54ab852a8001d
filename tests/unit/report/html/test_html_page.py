"""The HTML page: one file, both languages, nothing from elsewhere, and what was read stays text."""

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from enum import Enum
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from calicovet.api import diagnose_text
from calicovet.model.diagnosis import Diagnosis, Passage
from calicovet.model.finding import SourceLine
from calicovet.model.language import Language
from calicovet.report.html import html_page, time_line
from calicovet.report.html.both import html_words
from calicovet.report.html.html_page import render_html
from calicovet.report.page.parts import BoxState
from tests.support.demos import DEMOS
from tests.support.hostile import HOSTILE, raw
from tests.support.html_reading import Seen, read_html
from tests.support.large_fleet import large_fleet
from tests.unit.report import sample

PAYLOADS = (
    "<script>alert(1)</script>",
    "\"><svg onload=alert(1)><img src=x onerror='alert(2)'>",
    "</style></title><iframe src=javascript:alert(3)>",
    "{{ 7 * 7 }}{% raw %}<!--]]>",
    "`<b>`&lt;i&gt;`",
    HOSTILE,
)
SAMPLES = (sample.EXPLAINED, sample.UNEXPLAINED, sample.FINE, sample.NOTHING)


@cache
def _demo(name: str) -> Diagnosis:
    text = next(demo.text() for demo in DEMOS if demo.name == name)
    return diagnose_text(text)


def _diagnoses() -> list[Diagnosis]:
    return [*SAMPLES, *(_demo(demo.name) for demo in DEMOS)]


def page(diagnosis: Diagnosis, language: Language = Language.EN) -> str:
    return render_html(diagnosis, language, "calicovet")


def visible(seen: Seen) -> str:
    return " ".join(seen.text.split())


@pytest.mark.parametrize("language", Language)
def test_every_page_is_whole_and_asks_for_nothing(language: Language) -> None:
    for diagnosis in _diagnoses():
        seen = read_html(page(diagnosis, language))
        assert seen.unbalanced == []
        assert not {"link", "img", "iframe", "object", "embed", "form", "base"} & set(seen.elements)
        assert not {"src", "style", "srcset", "action", "formaction"} & seen.attributes
        assert not [name for name in seen.attributes if name.startswith("on")]
        links = [value for _, name, value in seen.values if name == "href"]
        assert all(link.startswith("#") for link in links)
        assert (seen.elements["script"], seen.elements["style"], seen.elements["h1"]) == (1, 1, 1)


def test_every_link_inside_the_page_leads_somewhere() -> None:
    for diagnosis in _diagnoses():
        seen = read_html(page(diagnosis))
        names = [value for _, name, value in seen.values if name == "id"]
        links = {value[1:] for _, name, value in seen.values if name == "href"}
        assert len(names) == len(set(names))
        assert links <= {*names, "top"}


def test_the_policy_allows_only_the_page_s_own_style_and_script() -> None:
    seen = read_html(page(sample.EXPLAINED))
    [policy] = [value for _, name, value in seen.values if name == "content" and "src" in value]
    for kind in ("style", "script"):
        digest = b64encode(sha256(seen.raw[kind].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none';")
    assert not re.search(r"unsafe|\*|https?:|data:|'self'", policy)
    script = seen.raw["script"]
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|fetch\(", script
    )


@pytest.mark.parametrize("demo", [demo.name for demo in DEMOS])
def test_the_page_says_what_is_wrong_and_what_to_do_in_both_languages(demo: str) -> None:
    diagnosis = _demo(demo)
    told = visible(read_html(page(diagnosis)))
    for node in diagnosis.nodes:
        if node.state == "sick":
            assert (node.node or node.pod.rpartition("/")[2]) in told
        if node.state == "sick" and node.next is not None:
            assert node.next.command in told
    for cause in diagnosis.summary.causes:
        assert cause.name in told
        finding = next(
            one for node in diagnosis.nodes for one in node.findings if one.name == cause.name
        )
        for exhibit in finding.evidence:
            assert exhibit.source in told
        if finding.offer is not None:
            for line in (line for step in finding.offer.steps for line in step.commands):
                assert " ".join(line.split()) in told
    for language in Language:
        assert html_words(language).say("start.title") in told


def test_the_page_opens_in_the_language_that_was_asked_for() -> None:
    assert '<html lang="en" data-language="en">' in page(sample.EXPLAINED, Language.EN)
    chinese = page(sample.EXPLAINED, Language.ZH)
    assert '<html lang="zh-Hans" data-language="zh">' in chinese
    assert "<title>3 个节点中有 2 个不健康" in chinese or "不健康 · calicovet</title>" in chinese


def test_both_tables_of_words_have_the_same_keys_and_holes() -> None:
    english, chinese = html_words(Language.EN), html_words(Language.ZH)
    assert set(english) == set(chinese)
    for key in english:
        assert _holes(english.template(key)) == _holes(chinese.template(key)), key


def _holes(template: str) -> set[str]:
    return set(re.findall(r"\{\w+\}", template))


def test_no_word_is_left_that_nothing_says() -> None:
    home = Path(html_page.__file__).parent
    sources = "".join(path.read_text("utf-8") for path in home.iterdir() if path.is_file())
    by_value = {f"state.{state}" for state in BoxState}
    by_value |= {f"fleet.{passage}" for passage in Passage}
    by_value |= {f"time.{milestone}" for milestone in time_line.TOLD_MILESTONES}
    by_value |= {f"side.{answer}" for answer in ("yes", "no", "open")}
    by_value |= {f"map.{role}" for role in ("both", "taken", "reached", "shared")}
    assert [
        key for key in html_words(Language.EN) if key not in by_value and key not in sources
    ] == []


def test_a_node_more_costs_little() -> None:
    def size(nodes: int, unhealthy: int) -> int:
        return len(page(diagnose_text(large_fleet(nodes=nodes, unhealthy=unhealthy))).encode())

    base = size(200, 4)
    assert size(400, 4) - base < 200 * 80
    assert size(200, 8) - base < 4 * 25_000


# What comes from outside


def _poisoned(value: Any, payload: str) -> Any:
    """The same record with the payload behind every text in it."""
    if isinstance(value, Enum | datetime | bool | int | float) or value is None:
        return value
    if isinstance(value, str):
        return value + payload
    if isinstance(value, tuple | frozenset):
        return type(value)(_poisoned(each, payload) for each in value)
    if isinstance(value, Mapping):
        return {key: _poisoned(each, payload) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        made = object.__new__(type(value))
        for each in fields(value):
            kept = each.name in _KEYS
            given = getattr(value, each.name)
            object.__setattr__(made, each.name, given if kept else _poisoned(given, payload))
        return made
    return value


_KEYS = frozenset({"key", "what", "restarts", "risk", "broken", "schema", "name", "then", "nobody"})
"""What finds words or documents: it comes from the program itself."""


def hostile(diagnosis: Diagnosis, payload: str) -> Diagnosis:
    """The diagnosis with the payload in every text that may come from outside."""
    poisoned: Diagnosis = _poisoned(diagnosis, payload)
    around = {
        exhibit.source: (
            SourceLine(1, f"before {payload}"),
            SourceLine(2, f"{payload} cited", True),
        )
        for node in poisoned.nodes
        for finding in node.findings
        for exhibit in finding.evidence
    }
    object.__setattr__(poisoned, "surroundings", around)
    return poisoned


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("number", range(4))
def test_names_and_lines_stay_text_in_every_field(payload: str, number: int) -> None:
    diagnosis = SAMPLES[number]
    written = page(hostile(diagnosis, payload))
    seen, known = read_html(written), read_html(page(hostile(diagnosis, "zz")))
    assert seen.unbalanced == []
    assert set(seen.elements) <= _ours().elements.keys()
    assert seen.attributes <= _ours().attributes
    for element in ("script", "style", "svg", "a", "button", "meta", "input"):
        assert seen.elements[element] == known.elements[element]
    assert raw(written) == []


@cache
def _ours() -> Seen:
    """Every element and attribute that our own pages have."""
    return read_html("".join(map(page, _diagnoses())))


def test_a_command_of_several_lines_is_copied_as_it_is() -> None:
    assert sample.UNKNOWN.next is not None
    asked = replace(sample.UNKNOWN.next, command="cat <<'E'\n<b>\ttab</b>\nE")
    diagnosis = replace(sample.UNEXPLAINED, nodes=(replace(sample.UNKNOWN, next=asked),))
    assert "cat <<'E'\n<b>\ttab</b>\nE" in read_html(page(diagnosis)).text


def test_what_is_hostile_can_be_read_as_it_was() -> None:
    told = read_html(page(hostile(sample.EXPLAINED, PAYLOADS[0]))).text
    assert f"node-b{PAYLOADS[0]}" in told
    assert f"paste.md:41{PAYLOADS[0]}" in told
    assert f"{PAYLOADS[0]} cited" in told


@pytest.mark.parametrize("demo", [demo.name for demo in DEMOS])
def test_a_paste_with_markup_in_every_word_stays_text(demo: str) -> None:
    text = next(each.text() for each in DEMOS if each.name == demo)
    for payload in PAYLOADS[:3]:
        worn = re.sub(r"(?m)(?<=[a-z]{5}) (?=\S)", f"{payload[:40]} ", text, count=60)
        seen = read_html(page(diagnose_text(worn)))
        assert seen.unbalanced == []
        assert (seen.elements["script"], seen.elements["iframe"], seen.elements["img"]) == (1, 0, 0)
