"""The frame speaks both languages alike."""

import re
from pathlib import Path

from calicovet.causes.document import holes
from calicovet.model.evidence import EvidenceKind, GapReason
from calicovet.model.facts import OwnerKind
from calicovet.model.language import Language
from calicovet.model.remediation.plan import Ineffective, Risk
from calicovet.model.stage import Shape
from calicovet.parse.messages import harmless
from calicovet.remedy import risk
from calicovet.report.page.stage_boxes import GROUPS
from calicovet.report.words import close_up, words

EN, ZH = words(Language.EN), words(Language.ZH)


def test_both_languages_have_the_same_keys() -> None:
    assert set(EN) == set(ZH)


def test_both_languages_have_the_same_holes() -> None:
    raw = {key: (EN._sentences[key], ZH._sentences[key]) for key in EN}
    assert {key: holes(en) for key, (en, _) in raw.items()} == {
        key: holes(zh) for key, (_, zh) in raw.items()
    }


def test_everything_the_vocabulary_can_say_has_words() -> None:
    wanted = [f"vain.{vain}" for vain in Ineffective]
    wanted += [f"shape.{shape}" for shape in Shape]
    wanted += [f"owner.{owner}" for owner in OwnerKind]
    wanted += [f"gap.{reason}" for reason in GapReason]
    wanted += [f"stage.{name}" for name in GROUPS]
    wanted += [f"risk.{one.name.lower().replace('_', '-')}" for one in Risk]
    wanted += [risk.NOTHING, risk.ONE_POD, risk.RUNTIME, risk.ALL_PODS, risk.WORKLOADS]
    assert [key for key in wanted if key not in EN] == []


def test_every_kind_that_can_be_asked_for_has_a_question() -> None:
    never = {"paste", "text", "other-table", "other-describe"}
    asked = [f"question.{kind}" for kind in EvidenceKind if kind not in never]
    assert [key for key in asked if key not in EN] == []


def test_every_harmless_line_has_a_reason() -> None:
    text = Path(harmless.__file__).read_text("utf-8")
    keys = set(re.findall(r'harmless\(\s*"([a-z0-9-]+)"', text))
    assert len(keys) > 30
    assert [key for key in sorted(keys) if f"herring.{key}" not in EN] == []


def test_a_key_without_words_gets_the_general_ones() -> None:
    assert EN.say_one("herring", "never-heard-of", "generic") == EN.say("herring.generic")


def test_many_names_are_cut_and_counted() -> None:
    assert EN.listed([f"n{i}" for i in range(8)], 3) == "n0, n1, n2, 5 more"
    assert ZH.listed(["a", "b"]) == "a、b"


def test_one_node_is_not_one_nodes() -> None:
    assert (EN.count(1), EN.count(2)) == ("1 node", "2 nodes")


def test_chinese_has_one_term_for_each_thing() -> None:
    others = re.compile(
        r"API [sS]erver|(?<![-{\w])contexts?(?![\w}])|(?<![{\w])namespaces?(?![\w}])"
        r"|manifest|排空|缺口|读不了|外观相同|重新开机|不认识我们"
    )
    said = {key: ZH._sentences[key] for key in ZH}
    assert {key: text for key, text in said.items() if others.search(text)} == {}


def test_what_systems_say_is_told_in_the_reader_s_language() -> None:
    assert ZH.heard("The read operation timed out") == "读取超时"
    assert EN.heard("The read operation timed out") == "The read operation timed out"
    assert ZH.heard("what nobody has heard yet") == "what nobody has heard yet"


def test_between_chinese_words_there_is_no_space_and_around_names_there_is() -> None:
    assert close_up("在 该节点 上加载 ipset 模块") == "在该节点上加载 ipset 模块"
    assert words(Language.ZH).say("line.same-plan", node="（节点未知）") == "与（节点未知）相同"
    assert words(Language.ZH).say("line.same-plan", node="node-b") == "与 node-b 相同"
    assert close_up("two  words") == "two  words"
