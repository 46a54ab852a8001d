from hypothesis import given
from hypothesis import strategies as st

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    CpuPressure,
    CpuUsed,
    DiskFree,
    Fact,
    MemoryFree,
    TopConsumer,
    Unreadable,
)
from calicovet.model.subject import Subject
from calicovet.parse.all_parsers import gives_of, parse
from calicovet.parse.kubelet.stats import PARSER

SUMMARY = """\
{
  "node": {
    "nodeName": "n1",
    "cpu": {"usageNanoCores": 7912000000, "psi": {"some": {"avg10": 81.25}}},
    "memory": {"availableBytes": 1073741824, "workingSetBytes": 3221225472},
    "fs": {"availableBytes": 0, "capacityBytes": 1000, "inodesFree": 500, "inodes": 1000},
    "runtime": {"imageFs": {"availableBytes": 0, "capacityBytes": 1000, "inodesFree": 500, "inodes": 1000}},
    "systemContainers": [
      {"name": "kubelet", "cpu": {"usageNanoCores": 90000000}, "memory": {"workingSetBytes": 104857600}},
      {"name": "pods", "cpu": {"usageNanoCores": 7900000000}}
    ]
  },
  "pods": [
    {"podRef": {"name": "spark-7", "namespace": "batch"}, "cpu": {"usageNanoCores": 6500000000}, "memory": {"workingSetBytes": 524288000}},
    {"podRef": {"name": "web-1", "namespace": "shop"}, "cpu": {"usageNanoCores": 2000000}, "memory": {"workingSetBytes": 1048576}}
  ]
}
"""


def piece(content: str, node: str = "n1", whole: bool = True) -> Evidence:
    about = Subject(node=node)
    kind = EvidenceKind.KUBELET_STATS
    return Evidence(id="e", kind=kind, content=content, about=about, whole=whole)


def read(content: str, node: str = "n1") -> list[Fact | Unreadable]:
    return list(parse(piece(content, node)))


def test_the_node_says_what_it_uses_and_what_it_has_left() -> None:
    found = read(SUMMARY)
    assert CpuUsed(cores=7.91) in found
    assert MemoryFree(total=4096, available=1024) in found
    assert CpuPressure(what="cpu", percent=81.25) in found


def test_a_full_disk_is_told_once_where_images_lie_on_the_same_one() -> None:
    disks = [fact for fact in read(SUMMARY) if isinstance(fact, DiskFree)]
    assert disks == [
        DiskFree(mount="nodefs", used_percent=100),
        DiskFree(mount="nodefs", used_percent=50, inodes=True),
    ]


def test_images_on_a_separate_disk_are_reported_too() -> None:
    other = SUMMARY.replace(
        '"imageFs": {"availableBytes": 0,', '"imageFs": {"availableBytes": 900,'
    )
    assert DiskFree(mount="imagefs", used_percent=10) in read(other)


def test_a_file_system_without_a_count_of_inodes_says_nothing_of_them() -> None:
    without = SUMMARY.replace('"inodesFree": 500, "inodes": 1000', '"inodesFree": 0, "inodes": 0')
    disks = [fact for fact in read(without) if isinstance(fact, DiskFree)]
    assert disks and not any(disk.inodes for disk in disks)


def test_the_top_consumer_comes_first_and_the_sum_of_all_pods_is_not_counted() -> None:
    top = [fact for fact in read(SUMMARY) if isinstance(fact, TopConsumer)]
    assert top == [
        TopConsumer(name="batch/spark-7", cores=6.5, memory=500),
        TopConsumer(name="kubelet", cores=0.09, memory=100),
        TopConsumer(name="shop/web-1", cores=0.0, memory=1),
    ]


def test_each_fact_cites_the_line_that_has_its_figures() -> None:
    lines = SUMMARY.split("\n")
    for fact in read(SUMMARY):
        assert isinstance(fact, Fact)
        assert any(sign.isdigit() for sign in lines[fact.cited[0].line - 1])


def test_facts_are_about_the_node_of_the_summary_where_the_evidence_names_none() -> None:
    found = read(SUMMARY, node="")
    assert {fact.about.node for fact in found if isinstance(fact, Fact)} == {"n1"}


def test_figures_that_are_not_there_are_not_known_rather_than_nothing() -> None:
    assert read('{"node": {"nodeName": "n1", "cpu": {}}, "pods": []}') == []


def test_what_is_no_summary_is_said_to_be_unreadable() -> None:
    assert [type(found) for found in read('{"kubeletconfig": {}}')] == [Unreadable]


def test_two_file_systems_of_many_are_no_look_at_all_disks() -> None:
    gives = gives_of(piece(SUMMARY))
    assert CpuUsed in gives and MemoryFree in gives
    assert DiskFree not in gives and CpuPressure not in gives


@given(st.text(alphabet='{}[]":,nodecpu0123.\n ', max_size=200))
def test_no_text_makes_it_crash(text: str) -> None:
    assert all(isinstance(found, (Unreadable, *PARSER.gives)) for found in read(text))
