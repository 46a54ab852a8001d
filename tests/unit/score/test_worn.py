"""Wearing a text changes its form and nothing that decides."""

from random import Random

import pytest

from score.cases import all_cases
from score.tally import Mark
from score.worn.judging import WornAnswer, tallies, worn_answers, worn_jobs
from score.worn.kind import Worn
from score.worn.lines import inline, with_one_stamp, with_prefix, without_stamps, wrapped
from score.worn.masks import Alike, masked
from score.worn.samples import reworded_samples, sources, wording, worn_samples

_LOG = "2024-03-05 21:11:19.418 [INFO][9] startup/startup.go 105: valid until 2024-03-01T10:00:00Z"


def _masked(text: str, nodes: tuple[str, ...] = (), decisive: tuple[str, ...] = ()) -> str:
    return masked({"paste.txt": text}, nodes, decisive, Random(1))["paste.txt"]


def test_no_character_but_white_space_is_lost_in_wrapping() -> None:
    text = "$ kubectl get pods\n" + "word " * 60 + "\n" + "x" * 300
    for seed in range(8):
        worn = wrapped(text, 80, Random(seed))
        assert "".join(worn.split()) == "".join(text.split())
        assert len(worn.split("\n")) > len(text.split("\n"))


def test_both_ways_of_wrapping_occur() -> None:
    text = "some words in a line " * 8
    cut = {wrapped(text, 80, Random(seed)) for seed in range(8)}
    assert len(cut) == 2


def test_only_the_stamp_before_a_line_goes() -> None:
    assert (
        without_stamps(_LOG) == "[INFO][9] startup/startup.go 105: valid until 2024-03-01T10:00:00Z"
    )


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("E0305 21:11:19.418123       1 reflector.go:127] no", "reflector.go:127] no"),
        ("Mar  5 21:11:19 node-1 kubelet[812]: no", "kubelet[812]: no"),
        ('time="2024-03-05T21:11:19Z" level=error msg="no"', 'level=error msg="no"'),
        ("[ 1234.567890] ipip: no", "ipip: no"),
        ("2024-03-05T21:11:19.1Z stderr F 2024-03-05 21:11:19.418 [INFO] x", None),
        (
            "$ journalctl --since '2024-03-05 10:00:00'",
            "$ journalctl --since '2024-03-05 10:00:00'",
        ),
        ("bird: BGP: Unexpected connect", "bird: BGP: Unexpected connect"),
    ],
)
def test_stamps_of_all_programs_go(line: str, left: str | None) -> None:
    assert without_stamps(line) == (left or "stderr F 2024-03-05 21:11:19.418 [INFO] x")


def test_with_one_stamp_no_order_is_left() -> None:
    text = f"{_LOG}\n2024-03-05 21:12:00.000 [INFO][9] later"
    assert with_one_stamp(text).split("\n")[1] == "2024-03-05 21:11:19.418 [INFO][9] later"


def test_the_same_address_is_masked_in_the_same_way() -> None:
    worn = _masked("10.1.2.5 and 10.9.8.7, then 10.1.2.5:443")
    first, second = worn.split(" and ")[0], worn.split(", then ")[1].partition(":")[0]
    assert first == second != "10.1.2.5"
    assert worn.count(first) == 2


def test_two_addresses_that_would_look_the_same_are_not_masked() -> None:
    with pytest.raises(Alike):
        _masked("10.1.2.5 10.1.7.9 10.1.7.5")


def test_a_line_of_the_proof_that_holds_a_network_is_not_masked() -> None:
    text = "10.1.2.5 10.1.0.0/16"
    with pytest.raises(Alike):
        _masked(text, decisive=(text,))


def test_networks_and_loopback_stay() -> None:
    assert _masked("127.0.0.1 10.244.0.0/16 10.1.2.5").startswith("127.0.0.1 10.244.0.0/16 10.")


def test_a_network_stays_where_its_first_address_is_masked() -> None:
    assert _masked("10.244.0.0/16 from 10.244.0.0").startswith("10.244.0.0/16 from 10.")
    assert not _masked("10.244.0.0/16 from 10.244.0.0").endswith("10.244.0.0")


def test_an_address_is_masked_before_the_port_that_tcpdump_writes() -> None:
    worn = _masked("IP 172.31.18.40.51320 > 172.31.22.7.4789: VXLAN, 172.31.18.40")
    assert "172.31.18.40" not in worn
    assert worn.endswith(worn.split(" ")[1].removesuffix(".51320"))


def test_a_word_that_is_a_role_as_well_stays() -> None:
    assert _masked("master Ready master 10.1.2.3", ("master",)).startswith("master Ready master")


def test_names_are_masked_and_stay_different() -> None:
    worn = _masked(
        "calico-node-ab12c on w1, calico-node-zz99z on w2, w1x, Bad_Name", ("w1", "w2", "Bad_Name")
    )
    assert worn == "calico-node-xxxxx on node-X, calico-node-yyyyy on node-Y, w1x, Bad_Name"


def test_a_sentence_holds_the_lines_and_a_prefix_stands_before_each() -> None:
    assert "one … two" in inline([" one", "two "], Random(0))
    assert with_prefix("a\n\nb", "> ") == "> a\n>\n> b"


def test_the_same_seed_gives_the_same_samples() -> None:
    source = sources()[0]
    assert list(worn_samples(source)) == list(worn_samples(source))
    assert worn_jobs(limit=3, seed=1) == worn_jobs(limit=3, seed=1) != worn_jobs(limit=3, seed=2)


def test_a_sample_that_cannot_be_made_counts_as_neither_right_nor_wrong() -> None:
    kind = Worn.BARE
    tally = tallies(
        [WornAnswer(kind, "f", "a", Mark.RIGHT, "x"), WornAnswer(kind, "f", "b", None)]
    )[kind]
    assert (tally.made, tally.not_made, tally.share(Mark.RIGHT)) == (1, 1, 1.0)


def test_other_wording_names_causes_that_exist_and_repeats_no_line_of_a_case() -> None:
    assert wording().keys() <= {name for case in all_cases() for name in case.finds}
    shown = {
        line.strip()
        for case in all_cases()
        for text in case.texts.values()
        for line in text.split("\n")
    }
    said = [line for lines in wording().values() for line in lines]
    assert len(said) == len(set(said))
    assert shown.isdisjoint(said)


def test_every_line_in_other_words_is_a_separate_sample() -> None:
    cause, lines = next(iter(wording().items()))
    assert [each.sample.texts["paste.txt"] for each in reworded_samples(cause) if each.sample] == [
        f"{line}\n" for line in lines
    ]


def test_every_answer_belongs_to_its_kind() -> None:
    job = worn_jobs(frozenset({Worn.QUOTED}), limit=1)[0]
    assert [each.kind for each in worn_answers(job)] == [Worn.QUOTED]
