"""How far the word of a heading or a caption on a node's health reaches."""

from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.facts.base import Topic
from calicovet.parse.text.transcript import read_transcript

LOAD = " 10:00:00 up 9 days,  1 user,  load average: {}, 1.0, 1.0"


def on(host: str, load: str = "1.0") -> str:
    return f"[root@{host} ~]# uptime\n{LOAD.format(load)}"


def block(*shown: str) -> str:
    return "```\n" + "\n".join(shown) + "\n```\n\n"


def sick(text: str) -> set[str]:
    paste = Evidence(id="P", kind=Kind.PASTE, content=text, source="p.md")
    return {
        claim.about.node
        for claim in read_transcript(paste).claims
        if claim.topic is Topic.SICK and claim.about.node
    }


def test_a_heading_over_one_host_is_about_it() -> None:
    assert sick("## The failing node\n\n" + block(on("k4", "300.0"))) == {"k4"}


def test_a_heading_over_several_hosts_of_a_block_is_about_none() -> None:
    assert sick("## The failing nodes again\n\n" + block(on("k4", "300.0"), on("k5"))) == set()


def test_a_heading_over_blocks_of_several_hosts_is_about_none() -> None:
    text = "## The failing node\n\n" + block(on("k4", "300.0"))
    text += "And from a different machine, to compare:\n\n" + block(on("k5"))
    assert "k5" not in sick(text)


def test_a_caption_over_several_hosts_is_about_none() -> None:
    text = "Load of the failing nodes:\n\n" + block(on("k4", "300.0"), on("k5"))
    assert sick(text) == set()


def test_the_next_heading_ends_the_former_one() -> None:
    text = (
        "## The failing node\n\n" + block(on("k4", "300.0")) + "## Versions\n\n" + block(on("k5"))
    )
    assert sick(text) == {"k4"}


def test_a_saved_log_is_about_the_node_that_it_names() -> None:
    log = "2024-01-01 00:00:00.000 [INFO][9] startup/utils.go 139: Determined node name: k7"
    for command, node in (("cat /tmp/k7.log", "k7"), ("cat /var/log/pods/x/0.log", "desk")):
        paste = Evidence(
            id="P", kind=Kind.PASTE, content=block(f"[root@desk ~]# {command}", log), source="p.md"
        )
        (piece,) = read_transcript(paste).pieces
        assert piece.about.node == node


def test_a_sentence_that_holds_a_known_message_is_searched() -> None:
    text = "describe says toomanyrequests: You have reached your pull rate limit, what now"
    paste = Evidence(id="P", kind=Kind.PASTE, content=text, source="p.md")
    (piece,) = read_transcript(paste).pieces
    assert (piece.kind, piece.taken_by) == (Kind.TEXT, "you say")
