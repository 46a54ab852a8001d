"""Rows of output that a person stressed with stars, and tables whose addresses a person replaced."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import PodListed
from calicovet.parse.clean import clean
from calicovet.parse.pods import read_pod_table

ROW = "calico-node-578bz   0/1     Running   0          14m   192.0.2.10   n1"


@pytest.mark.parametrize("line", [f"**{ROW}", f"{ROW}**", f"**{ROW}**", f"  **{ROW}"])
def test_stars_around_rows_are_dropped(line: str) -> None:
    assert clean(line)[0].text == ROW


@pytest.mark.parametrize("line", ["**What happened**", "**Logs:**", "a ** b ** c", "2 ** 3 ** 4"])
def test_other_stars_stay(line: str) -> None:
    assert clean(line)[0].text == line


def test_a_replaced_address_does_not_hide_the_node() -> None:
    table = f"NAME READY STATUS RESTARTS AGE IP NODE\n{ROW.replace('192.0.2.10', 'xxxxx')}"
    evidence = Evidence(id="e", kind=EvidenceKind.POD_TABLE, content=table)
    (listed,) = (fact for fact in read_pod_table(evidence) if isinstance(fact, PodListed))
    assert (listed.about.node, listed.ip) == ("n1", "")


def test_without_a_heading_the_sixth_word_may_be_anything() -> None:
    content = ROW.replace("192.0.2.10", "some remark")
    evidence = Evidence(id="e", kind=EvidenceKind.POD_TABLE, content=content)
    (listed,) = (fact for fact in read_pod_table(evidence) if isinstance(fact, PodListed))
    assert listed.about.node == ""
