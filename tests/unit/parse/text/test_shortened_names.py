"""Nodes that people call by the end of their name, or by their address."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.parse.text.attribution import Names, gather, gather_prose
from calicovet.parse.text.transcript import read_transcript

PROSE = "calico-node on worker04 is sick"


def known(*nodes: str, prose: str = PROSE) -> Names:
    names = Names()
    gather_prose(names, prose)
    gather(names, (f"{node} Ready <none> 10d v1.28.2" for node in nodes))
    return names


@pytest.mark.parametrize("full", ["k8s-test-worker04", "k8s-worker04.example.com"])
def test_the_end_of_one_name_means_that_one(full: str) -> None:
    assert known(full, "k8s-test-worker05").found_in(PROSE) == (full,)


def test_the_whole_name_is_not_asked_for_its_end() -> None:
    assert known("worker04", "k8s-worker04").found_in(PROSE) == ("worker04",)


def test_the_end_of_two_names_means_neither() -> None:
    assert known("a-worker04", "b-worker04").found_in(PROSE) == ("worker04",)


@pytest.mark.parametrize("other", ["k8s-worker040", "myworker04", "worker04-k8s"])
def test_only_a_part_behind_a_hyphen_is_an_end(other: str) -> None:
    assert known(other).found_in(PROSE) == ("worker04",)


def over_ssh(*before: str) -> str:
    paste = "\n".join([*before, "", "$ ssh root@10.0.0.27 'ip addr'", "2: eth0: <UP> mtu 1500"])
    pieces = read_transcript(Evidence(id="P", kind=EvidenceKind.PASTE, content=paste)).pieces
    return pieces[-1].about.node


NODES = "$ kubectl get nodes -o wide\nNAME STATUS ROLES AGE VERSION INTERNAL-IP"
PODS = "$ kubectl get pods -o wide\nNAME READY STATUS RESTARTS AGE IP NODE"


@pytest.mark.parametrize(
    "before",
    [
        f"{NODES}\nw4 Ready <none> 10d v1.28.2 10.0.0.27",
        f"{PODS}\ncalico-node-abcde 0/1 Running 0 2d 10.0.0.27 w4",
        "Name:  calico-node-abcde\nNode:  w4/10.0.0.27",
    ],
)
def test_an_address_is_the_node_that_has_it(before: str) -> None:
    assert over_ssh(before) == "w4"


@pytest.mark.parametrize(
    "before",
    [
        f"{NODES}\nw4 Ready <none> 10d v1.28.2 10.0.0.28",
        f"{NODES}\nw4 Ready <none> 10d v1.28.2 10.0.0.27\nw5 Ready <none> 10d v1.28.2 10.0.0.27",
        f"{PODS}\nweb-1 0/1 Running 0 2d 10.0.0.27 w4",
    ],
)
def test_an_address_that_no_node_or_every_node_has_stays_an_address(before: str) -> None:
    assert over_ssh(before) == "10.0.0.27"
