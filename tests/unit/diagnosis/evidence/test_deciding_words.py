"""The words of an excerpt that decide: values that were said or read, else the message itself."""

from ipaddress import IPv4Interface

import pytest

from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibits_of, shorten
from calicovet.diagnosis.evidence.deciding_words import deciding_words
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    AddressAutodetected,
    Fact,
    KubeletCgroupDriver,
    Milestone,
    MilestoneReached,
    NodeNameUsed,
    StartupSaid,
)
from calicovet.model.facts.base import Citation
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.finding import Extent
from calicovet.model.subject import Subject

LOG = (
    "2025-07-15 07:51:58.079 [INFO][9] startup/autodetection_methods.go 103: "
    "Using autodetected IPv4 address on interface nerdctl0: 10.4.0.1/24"
)
CHOSEN = AddressAutodetected(link="nerdctl0", address=IPv4Interface("10.4.0.1/24"))


def marked(excerpt: str, values: tuple[str, ...] = (), *facts: Fact) -> list[str]:
    return [excerpt[each.start : each.end] for each in deciding_words(excerpt, values, facts)]


def test_values_that_are_said_are_marked_where_they_stand() -> None:
    assert marked(LOG, ("10.4.0.1", "nerdctl0", "10.51.0.101")) == ["nerdctl0", "10.4.0.1/24"]


def test_else_the_values_of_the_facts_are_marked() -> None:
    assert marked(LOG, (), CHOSEN) == ["nerdctl0", "10.4.0.1/24"]
    assert marked("cgroupDriver: systemd", (), KubeletCgroupDriver(driver="systemd")) == ["systemd"]


@pytest.mark.parametrize(
    ("excerpt", "value"),
    [
        ("reached 110.4.0.1 and 10.4.0.10", "10.4.0.1"),
        ("2025-07-15 07:51:58.079 is a time of day", "079"),
        ("port 19099 is another port", "9099"),
        ("a line of more than four words, 32", "32"),
        ("my_service failed again and again", "service"),
    ],
)
def test_a_piece_of_a_longer_value_is_not_marked(excerpt: str, value: str) -> None:
    assert marked(excerpt, (value,)) == []


def test_an_address_is_marked_beside_its_port_and_in_chinese() -> None:
    assert marked("dial tcp 10.96.0.1:443: timeout", ("10.96.0.1",)) == ["10.96.0.1"]
    assert marked("无法连接10.96.0.1，超时", ("10.96.0.1",)) == ["10.96.0.1"]


def test_small_numbers_decide_in_short_excerpts_only() -> None:
    assert marked("32", ("32",)) == ["32"]
    assert marked("calico-node-x 0/1 Running 0 44h 10.0.0.7 node-a", ("0",)) == []


def test_the_parts_of_a_list_are_marked_one_by_one() -> None:
    assert marked("not with 10.0.0.5 but 10.0.0.6", ("10.0.0.5, 10.0.0.6",)) == [
        "10.0.0.5",
        "10.0.0.6",
    ]


def test_of_a_long_chain_of_errors_the_innermost_is_marked() -> None:
    chain = f"container init caused: {'mounting it again and again ' * 4}: invalid argument"
    assert marked(f"Error: {chain}", (chain,)) == ["invalid argument"]


def test_a_message_without_values_is_marked_by_its_own_words() -> None:
    fatal = "2021 [FATAL][55] felix/sync_client.go 540: Terminating"
    said = MilestoneReached(milestone=Milestone.STARTUP_ENDED, process="startup")
    assert marked(fatal, (), said) == ["Terminating"]
    refused = Failure(how=How.TIMED_OUT, thing=Thing(ThingClass.API_SERVER, "service"))
    assert marked("Get it: dial tcp: i/o timeout", (), refused) == ["i/o timeout"]


def test_the_name_of_a_node_decides_only_where_nothing_else_does() -> None:
    node = Subject(node="k8s-n4")
    named = NodeNameUsed(about=node, name="k8s-n4")
    assert marked("Determined node name: k8s-n4", (), named) == ["k8s-n4"]
    taken = StartupSaid(about=node, key="x", details=(("address", "10.0.0.9"),))
    assert marked("k8s-n4 has 10.0.0.9 already", ("k8s-n4",), taken) == ["10.0.0.9"]


def test_a_key_alone_gives_its_value() -> None:
    assert marked("SystemdCgroup = false") == ["false"]
    assert marked("Start Time: Thu, 12 Jan 2023") == ["Thu, 12 Jan 2023"]
    assert marked("12:50:55 a line of a log") == []


def test_nothing_is_marked_twice_and_not_everything() -> None:
    values = ("a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8")
    found = deciding_words(" ".join(values), values, ())
    assert found == tuple(Extent(at, at + 2) for at in range(0, 18, 3))
    assert marked("10.0.0.0/8 again", ("10.0.0.0/8", "10.0.0.0")) == ["10.0.0.0/8"]


def _index(content: str) -> EvidenceIndex:
    piece = Evidence(id="p", kind=EvidenceKind.CALICO_LOG, content=content, source="log.txt")
    return EvidenceIndex((piece,))


def test_an_exhibit_knows_the_words_that_decide_though_it_was_shortened() -> None:
    line = f"{'before ' * 60}running with swap on is not supported{' behind' * 60}"
    fact = StartupSaid(cited=(Citation("p", 1),), key="x", details=(("error", "with swap on"),))
    (exhibit,) = exhibits_of((fact,), _index(line))
    assert len(exhibit.excerpt) < 310
    (mark,) = exhibit.deciding
    assert exhibit.excerpt[mark.start : mark.end] == "with swap on"


def test_what_is_short_stays_whole_and_what_is_long_loses_its_middle() -> None:
    assert shorten("short", Extent(0, 5)) == "short"
    text = "a" * 200 + "b" * 200
    assert shorten(text, Extent(0, 3)) == f"{'a' * 150} … {'b' * 150}"
    assert "ab" in shorten(text, Extent(199, 201))
