"""The pages of causes, stages and red herrings, and their lists."""

import json
import re

import pytest

from calicovet.causes.catalogue import PREFIXES, find, load_catalogue
from calicovet.model.cause import Cause
from calicovet.model.language import Language
from calicovet.model.stage import Shape, StageId
from calicovet.report.catalogue_pages.cause_list import by_stage, causes_json, render_causes
from calicovet.report.catalogue_pages.explanation import (
    render_explain,
    render_herring,
    render_stage,
)
from calicovet.report.catalogue_pages.harmless_lines import herrings_json, render_herrings
from calicovet.report.catalogue_pages.proof import decisive, proven_by
from calicovet.report.catalogue_pages.red_herrings import find_herring, herrings
from calicovet.report.terminal.prose import lay_out_prose
from calicovet.report.terminal.wrap import width_of
from calicovet.report.words import catalogue_words

EN, ZH = catalogue_words(Language.EN), catalogue_words(Language.ZH)


def cause(name: str) -> Cause:
    found = find(name)
    assert found is not None
    return found


def bridge() -> Cause:
    return cause("ip-wrong-bridge")


def test_a_page_has_title_name_and_sections_in_the_language() -> None:
    told = render_explain(bridge(), Language.EN, 80, colour=False)
    assert told.startswith("# ")
    assert "ip-wrong-bridge (ADR003)" in told
    assert "`address-chosen`" in told
    assert "## What you see" in told
    assert "## 现象" in render_explain(bridge(), Language.ZH, 80, colour=False)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("colour", [False, True])
def test_no_line_of_prose_is_wider_than_the_screen(language: Language, colour: bool) -> None:
    told = render_explain(bridge(), language, 60, colour=colour)
    lines = re.sub(r"\x1b\[[\d;]*m", "", told).splitlines()
    assert max(width_of(line) for line in lines if not line.startswith("#")) <= 60


def test_with_colour_the_markup_is_gone() -> None:
    told = render_explain(bridge(), Language.EN, 80, colour=True)
    assert "\x1b[" in told
    assert "## What" not in told and "`" not in told


def test_without_colour_code_keeps_its_ticks() -> None:
    assert "`nerdctl0`" in render_explain(bridge(), Language.ZH, 80, colour=False)


def test_code_is_not_torn_apart_where_it_fits_on_a_line() -> None:
    text = "The list of links shows it (`ip -d link show`), and the kernel says what it is."
    lines = ["".join(span.text for span in line) for line in lay_out_prose(text, 36, ticks=True)]
    assert any("`ip -d link show`" in line for line in lines)
    assert " ".join(filter(None, lines)) == text


def test_the_page_of_a_stage_lists_the_faults_that_enter_there() -> None:
    told = render_stage(StageId.ADDRESS_CHOSEN, Language.EN, 100, colour=False)
    assert "`ip-wrong-bridge`" in told
    assert "`bgp-password-secret`" not in told
    assert "`address-unique`" in told


def test_the_page_of_a_harmless_line_says_why_and_when_it_matters() -> None:
    row = find_herring("graceful-restart")
    assert row is not None
    told = render_herring(row, Language.EN, 100, colour=False)
    assert row.why[Language.EN] in told
    assert row.matters[Language.EN] in told
    assert "`bgp-graceful-restart-wait`" in told


def test_the_list_goes_by_stage_in_the_order_of_a_start() -> None:
    told = render_causes(load_catalogue(), Language.EN, 120)
    heads = [line.split()[0] for line in told.splitlines() if line and not line.startswith(" ")]
    assert heads == [stage for stage in StageId if stage in by_stage(load_catalogue())]


def test_a_cause_in_the_list_has_code_name_title_and_proof() -> None:
    told = render_causes([bridge()], Language.EN, 160)
    row = next(line for line in told.splitlines() if "ip-wrong-bridge" in line)
    assert row.split()[:2] == ["ADR003", "ip-wrong-bridge"]
    assert "proven by the address that Calico stored compared with the host's links" in told


def test_no_cause_is_told() -> None:
    assert render_causes([], Language.EN, 80) == "no cause fits\n"


def test_programs_get_the_promised_keys_of_every_cause() -> None:
    told = json.loads(causes_json(load_catalogue()))
    assert told["schema"] == "calicovet-causes/v1"
    assert len(told["causes"]) == len(load_catalogue())
    keys = {"name", "code", "stage", "family", "shows_as", "scope", "proven_by", "title", "link"}
    assert all(row.keys() == keys for row in told["causes"])
    assert all(row["proven_by"].keys() == {"en", "zh"} for row in told["causes"])


def test_a_comparison_is_told_as_one_and_a_message_by_who_says_it() -> None:
    drivers = proven_by(cause("rt-systemd-cgroup-silent-kill"), Language.EN)
    assert drivers == "the kubelet's cgroup driver compared with the runtime's cgroup driver"
    assert proven_by(cause("cni-token-forbidden"), Language.EN) == "a line of install-cni's log"
    port = proven_by(cause("felix-port-9099-in-use"), Language.EN)
    assert port == "a line of Felix's log, or who listens on the port"


def test_what_decides_a_cause_is_among_what_it_reads() -> None:
    for one in load_catalogue():
        assert decisive(one)
        assert set(decisive(one)) <= {*one.reads, *one.decided_by}


def test_chinese_and_latin_letters_are_set_apart() -> None:
    told = [proven_by(one, Language.ZH) for one in load_catalogue()]
    assert [text for text in told if re.search(r"[\u4e00-\u9fff][A-Za-z]", text)] == []


def test_the_words_of_the_catalogue_are_the_same_in_both_languages() -> None:
    assert set(EN) == set(ZH)


def test_every_fact_that_a_cause_reads_has_a_name_for_people() -> None:
    read = {kind.__name__ for one in load_catalogue() for kind in (*one.reads, *one.decided_by)}
    assert [name for name in sorted(read) if f"reads.{name}" not in EN] == []


def test_every_stage_shape_and_family_has_a_name_for_people() -> None:
    wanted = [f"stage.{stage}" for stage in StageId]
    wanted += [f"shape.{shape}" for shape in Shape]
    wanted += [f"family.{area}" for area in PREFIXES]
    assert [key for key in wanted if key not in EN] == []


def test_the_list_of_red_herrings_has_every_row() -> None:
    told = render_herrings(herrings(), Language.ZH, 100)
    assert all(f"  {row.key}\n" in told for row in herrings())
    assert render_herrings([], Language.EN, 80) == "no line fits\n"
    assert len(json.loads(herrings_json(herrings()))["red_herrings"]) == len(herrings())
