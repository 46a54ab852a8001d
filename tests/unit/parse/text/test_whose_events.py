"""Events without the head of their describe: the messages themselves often tell whose they are."""

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import EventSeen, Fact, KilledByProbe, Unreadable
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.parse.events import read_event_lines, read_event_table
from calicovet.parse.pods import read_pod_describe
from tests.support.reading import recognise

SCHEDULED = "  Normal   Scheduled  22m  default-scheduler  Successfully assigned kube-system/calico-node-4n7zr to w2"
FAILED = "  Warning  Failed     19m (x4 over 21m)  kubelet  Error: ErrImagePull"
BACK_OFF = (
    "  Warning  BackOff  3m (x70 over 17m)  kubelet  Back-off restarting failed container "
    "calico-node in pod calico-node-49cw5_kube-system(0e7b)"
)


def subjects(content: str, about: Subject = NO_SUBJECT) -> list[tuple[str, str, str]]:
    evidence = Evidence(id="e", kind=EvidenceKind.EVENT_LINES, content=content, about=about)
    return [
        (fact.about.node, fact.about.namespace, fact.about.pod)
        for fact in read_event_lines(evidence)
        if isinstance(fact, EventSeen)
    ]


def test_the_scheduler_names_pod_and_node_of_all_rows() -> None:
    assert subjects(f"{SCHEDULED}\n{FAILED}") == [("w2", "kube-system", "calico-node-4n7zr")] * 2
    assert subjects(f"{FAILED}\n{SCHEDULED}")[0] == ("w2", "kube-system", "calico-node-4n7zr"), (
        "in whatever order they stand"
    )


def test_a_back_off_names_the_pod() -> None:
    assert subjects(BACK_OFF) == [("", "kube-system", "calico-node-49cw5")]
    assert subjects(BACK_OFF, Subject(node="w7"))[0][0] == "w7", "and a caption told the node"


def test_lists_of_two_pods_are_told_apart() -> None:
    other = SCHEDULED.replace("calico-node-4n7zr to w2", "coredns-5dd5-7d5v5 to w3")
    assert [row[2] for row in subjects(f"{SCHEDULED}\n{FAILED}\n{other}\n{FAILED}")] == [
        "calico-node-4n7zr",
        "calico-node-4n7zr",
        "coredns-5dd5-7d5v5",
        "coredns-5dd5-7d5v5",
    ]


def test_the_pod_that_was_typed_is_not_questioned_by_rows_that_name_none_or_several() -> None:
    about = Subject(node="n1", pod="calico-node-abcde")
    other = SCHEDULED.replace("calico-node-4n7zr to w2", "calico-node-abcde to n1")
    for rows in (FAILED, other, f"{SCHEDULED}\n{other}"):
        assert {row[2] for row in subjects(rows, about)} == {"calico-node-abcde"}


def test_the_events_own_pod_wins_over_the_one_that_was_typed() -> None:
    about = Subject(node="n1", namespace="kube-system", pod="calico-node-abcde")
    own = ("w2", "kube-system", "calico-node-4n7zr")
    assert subjects(f"{SCHEDULED}\n{FAILED}", about) == [own] * 2
    assert subjects(BACK_OFF, about) == [("", "kube-system", "calico-node-49cw5")], (
        "n1 was told of the other"
    )


def test_a_headless_description_is_of_the_pod_in_its_events() -> None:
    content = (
        f"Containers:\n  calico-node:\n    State:  Running\n    Ready:  False\nEvents:\n{SCHEDULED}"
    )
    evidence = Evidence(
        id="e",
        kind=EvidenceKind.POD_DESCRIBE,
        content=content,
        about=Subject(pod="calico-node-abcde"),
    )
    facts = [fact for fact in read_pod_describe(evidence) if isinstance(fact, Fact)]
    assert {(fact.about.node, fact.about.pod) for fact in facts} == {("w2", "calico-node-4n7zr")}


def test_rows_that_name_their_object_keep_it() -> None:
    rows = f"2m  Warning  Unhealthy  pod/calico-node-aaaaa  Readiness probe failed:\n{SCHEDULED}"
    evidence = Evidence(id="e", kind=EvidenceKind.EVENT_TABLE, content=rows)
    seen = [fact for fact in read_event_table(evidence) if isinstance(fact, EventSeen)]
    assert seen[0].about.pod == "calico-node-aaaaa"


def killed(name: str) -> list[Fact | Unreadable]:
    row = (
        f"  Normal  Killing  1m  kubelet  Container {name} failed liveness probe, will be restarted"
    )
    evidence = Evidence(id="e", kind=EvidenceKind.EVENT_LINES, content=row)
    return [fact for fact in read_event_lines(evidence) if isinstance(fact, KilledByProbe)]


def test_only_calico_nodes_own_end_is_a_kill() -> None:
    assert len(killed("calico-node")) == 1
    assert killed("calico-kube-controllers") == []


def test_an_events_section_alone_is_a_pods() -> None:
    assert recognise(["Events:", SCHEDULED, FAILED]) is EvidenceKind.POD_DESCRIBE
    created = "  Warning  FailedCreate  3m  daemonset-controller  Error creating: pods is forbidden"
    assert recognise(["Events:", created]) is EvidenceKind.OTHER_DESCRIBE
