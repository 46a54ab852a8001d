"""What holds for every reader of the table."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import Fact
from calicovet.parse.all_parsers import parser_of
from tests.support.growth import is_linear
from tests.unit.parse.host.pieces import piece

KINDS = sorted(
    kind
    for kind in EvidenceKind
    if parser_of(kind).read.__module__.startswith("calicovet.parse.host.")
)
WORDS = st.sampled_from(
    [
        *(
            "inet 10.0.0.1/8",
            "inet6 ::",
            "scope",
            "global",
            "2:",
            "eth0:",
            "<UP>",
            "[",
            "]",
            "{",
            "}",
            '"',
        ),
        *(
            "SystemdCgroup",
            "=",
            "true",
            "default",
            "via",
            "dev",
            "load average:",
            "1.5",
            ",",
            "Mem:",
        ),
        *(
            "100%",
            "/",
            "real",
            "0m1s",
            "TCP",
            "LISTEN",
            "0.0.0.0:1",
            "curl: (7)",
            "ok",
            "ls:",
            "\n",
            "\t",
        ),
        *(
            "0" * 30,
            "一",
            "\x0b",
            "No such file or directory",
            "Active: active",
            "e9b69c3f1449e",
            "ago",
            "Up",
        ),
    ]
)


@pytest.mark.parametrize("kind", KINDS)
@given(
    st.lists(WORDS | st.text(max_size=5)),
    st.lists(WORDS | st.sampled_from(["|", "grep", ";", "ls", "-n"])),
)
@settings(max_examples=60, deadline=None)
def test_no_text_makes_a_reader_stumble(
    kind: EvidenceKind, words: list[str], command: list[str]
) -> None:
    for whole in (False, True):
        evidence = piece(kind, " ".join(words), " ".join(command), whole=whole)
        for fact in parser_of(kind).read(evidence):
            if isinstance(fact, Fact):
                assert type(fact) in parser_of(kind).gives
                assert fact.cited[0].line <= evidence.content.count("\n") + 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "unit", ["a", " ", "a ", "1.", "/a", ":", "a-", "[", '"a":', "TCP ", "0.0.0.0:1 ", "%1"]
)
def test_a_line_without_end_is_read_in_linear_time(kind: EvidenceKind, unit: str) -> None:
    def facts(times: int) -> list[object]:
        evidence = piece(kind, "inet " + unit * times + "\n" + unit * times)
        return list(parser_of(kind).read(evidence))

    assert is_linear(facts, 10_000)
