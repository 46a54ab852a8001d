"""Lines that a terminal or a mail broke: whole again, in a log and in what people write."""

from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.facts.said import Said
from calicovet.parse.messages.scan import read_messages
from calicovet.parse.text.cleaning import Line
from calicovet.parse.text.transcript import read_transcript
from calicovet.parse.text.wrapped_lines import rejoin

HEAD = "2024-01-01 00:00:00.000 [INFO][9] startup/startup.go 443: Hit error connecting to datastore - retry error="


def pieces(text: str) -> list[tuple[Kind, str]]:
    paste = Evidence(id="P", kind=Kind.PASTE, content=text, source="p.md")
    return [(piece.kind, piece.content) for piece in read_transcript(paste).pieces]


def joined(first: str, second: str) -> str:
    (line,) = rejoin(Kind.CALICO_LOG, (Line(first, 1), Line(second, 2)))
    return line.text


def test_a_word_broken_in_two_becomes_one() -> None:
    assert joined(HEAD + "x509: cer", "tificate has expired").endswith(
        "x509: certificate has expired"
    )


def test_two_words_stay_two() -> None:
    assert joined(HEAD + "x509: certificate", "has expired").endswith(
        "x509: certificate has expired"
    )
    assert joined(HEAD + "dial tcp", "192.0.2.1:443: refused").endswith(
        "dial tcp 192.0.2.1:443: refused"
    )


def test_the_rest_of_a_full_line_is_not_prose() -> None:
    text = f"{HEAD}x509: certificate has expired or is not yet vali\nd: current time is after the end of it"
    assert [kind for kind, _ in pieces(text)] == [Kind.CALICO_LOG]


def test_a_persons_word_under_a_line_is() -> None:
    for words in (
        "how can i solve this problem ?",
        "It is the same on all of my nodes.",
        "请问怎么解决这个问题",
    ):
        kind, content = pieces(f"{HEAD}x509: certificate has expired\n{words}")[0]
        assert (kind, words in content) == (Kind.CALICO_LOG, False)


def test_under_a_short_line_nothing_goes_on() -> None:
    _, content = pieces("bird: Cannot open listening socket\nthat is what the log of it says.")[0]
    assert content == "bird: Cannot open listening socket"


def test_a_message_is_found_when_its_telling_word_stands_behind_the_break() -> None:
    text = "it says Unable to create token for CNI kubeconfig\nerror=Unauthorized and stops"
    found = read_messages(Evidence(id="e", kind=Kind.TEXT, content=text))
    assert "cni-token-unauthorized" in {fact.key for fact in found if isinstance(fact, Said)}
