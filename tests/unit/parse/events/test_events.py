"""Events in every layout."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import TypeVar

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    BgpNotEstablished,
    EventSeen,
    Fact,
    KilledByProbe,
    Probe,
    ProbeFailed,
    Unreadable,
)
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.parse.events import read_event_lines, read_event_table

F = TypeVar("F", bound=Fact)
CALICO_POD = Subject(node="n1", namespace="kube-system", pod="calico-node-abcde")


def facts(
    kind: type[F],
    content: str,
    about: Subject = NO_SUBJECT,
    read: Callable[[Evidence], Iterator[Fact | Unreadable]] = read_event_lines,
) -> list[F]:
    evidence = Evidence(id="e", kind=EvidenceKind.EVENT_LINES, content=content, about=about)
    return [fact for fact in read(evidence) if isinstance(fact, kind)]


@pytest.mark.parametrize(
    "row",
    [
        "  Warning  Unhealthy  kubelet  Liveness probe failed: refused",
        "  Warning  Unhealthy  4m (x5 over 10m)  kubelet, n7  Liveness probe failed: refused",
        "Warning Unhealthy 4m21s (x5 over 10m) kubelet Liveness probe failed: refused",
        "4m   Warning   Unhealthy   pod/calico-node-abcde   Liveness probe failed: refused",
        "kube-system  4m (x5 over 10m)  Warning  Unhealthy  Pod/calico-node-abcde  Liveness probe failed: refused",
        "  5m\t\t1m\t\t10\tkubelet, n7\tspec.containers{calico-node}\tWarning\t\tUnhealthy\tLiveness probe failed: refused",
        "2m  5m  4  calico-node-abcde.15b0f5a7b2eb0e52  Pod  spec.containers{calico-node}  Warning  Unhealthy  kubelet, n7  Liveness probe failed: refused",
    ],
)
def test_every_layout_shows_the_same_failure(row: str) -> None:
    (failed,) = facts(ProbeFailed, row)
    assert (failed.probe, failed.text, failed.timed_out) == (Probe.LIVENESS, "refused", False)
    assert failed.cited[0].line == 1


def test_a_described_row_has_age_count_span_source_and_node() -> None:
    (seen,) = facts(
        EventSeen,
        "  Warning  BackOff  4m (x5 over 10m)  kubelet, n7  Back-off restarting failed container",
    )
    assert (seen.age, seen.count, seen.over) == (timedelta(minutes=4), 5, timedelta(minutes=10))
    assert (seen.source, seen.about.node) == ("kubelet", "n7")
    assert seen.message == "Back-off restarting failed container"


def test_an_age_that_is_not_known_stays_so() -> None:
    (seen,) = facts(
        EventSeen,
        "Normal  Scheduled  <unknown>  default-scheduler  Successfully assigned kube-system/x to n2",
    )
    assert seen.age is None
    assert seen.source == "default-scheduler"


def test_an_old_row_takes_the_younger_of_its_ages() -> None:
    (seen,) = facts(
        EventSeen, "5m  1m  10  kubelet, n7  spec.containers{calico-node}  Warning  Unhealthy  x"
    )
    assert (seen.age, seen.over, seen.count) == (timedelta(minutes=1), timedelta(minutes=5), 10)
    assert seen.about.container == "calico-node"


def test_a_wide_table_has_source_and_count_around_the_message() -> None:
    (seen,) = facts(
        EventSeen,
        "LAST SEEN  TYPE  REASON  OBJECT  SUBOBJECT  SOURCE  MESSAGE  FIRST SEEN  COUNT  NAME\n"
        "4m  Warning  Unhealthy  pod/calico-node-a  spec.containers{calico-node}  kubelet, n7  it is bad   30m  7  calico-node-a.17a1b2c3d4e5f607",
        read=read_event_table,
    )
    assert (seen.message, seen.count, seen.about.node) == ("it is bad", 7, "n7")
    assert seen.about.container == "calico-node"


def test_a_wide_row_may_end_with_its_message() -> None:
    (seen,) = facts(
        EventSeen,
        "LAST SEEN  TYPE  REASON  OBJECT  SUBOBJECT  SOURCE  MESSAGE\n4m  Normal  Pulled  pod/x  kubelet, n7  here",
    )
    assert (seen.message, seen.count) == ("here", 1)


def test_a_message_of_several_lines_is_joined() -> None:
    (unready,) = facts(
        BgpNotEstablished,
        "  Warning  Unhealthy  4m  kubelet  Readiness probe failed: [INFO] Number of node(s) with BGP peering established = 0\n"
        "calico/node is not ready: BIRD is not ready: BGP not established with 10.0.0.1,10.0.0.2\n",
    )
    assert unready.peers == ("10.0.0.1", "10.0.0.2")
    assert unready.established == 0
    assert (unready.cited[0].line, unready.cited[0].last) == (1, 2)


def test_text_in_another_script_is_no_part_of_the_message() -> None:
    (seen,) = facts(EventSeen, "Warning  BackOff  4m  kubelet  Back-off\n这个节点有问题\n")
    assert seen.message == "Back-off"


@pytest.mark.parametrize("text", ["\nprose goes on", "```", "$ kubectl get pods"])
def test_what_follows_the_rows_is_no_part_of_the_message(text: str) -> None:
    (seen,) = facts(EventSeen, f"Warning  BackOff  4m  kubelet  Back-off\n{text}\n")
    assert seen.message == "Back-off"


@pytest.mark.parametrize(
    "text",
    [
        "Warning This is how prose begins",
        "Warning: deprecated",
        "a b c d e f g h i j k l Warning Unhealthy x",
        "there was a Warning Unhealthy in the list",
        "Normal",
    ],
)
def test_prose_is_no_event(text: str) -> None:
    assert facts(EventSeen, text) == []


def test_a_reason_of_several_words_needs_no_source() -> None:
    (seen,) = facts(EventSeen, "Warning FailedCreatePodSandBox Failed to create pod sandbox")
    assert seen.message == "Failed to create pod sandbox"


@pytest.mark.parametrize(
    ("text", "timed_out"),
    [
        ("Liveness probe failed:", True),
        ("Liveness probe failed", True),
        ('Liveness probe failed: command "/bin/calico-node -felix-live" timed out', True),
        (
            "Readiness probe errored: rpc error: code = DeadlineExceeded desc = context deadline exceeded",
            True,
        ),
        ("Liveness probe errored and resulted in unknown state: rpc error: code = Unknown", False),
        (
            "Readiness probe failed: calico/node is not ready: felix is not ready: readiness probe reporting 503",
            False,
        ),
    ],
)
def test_silence_and_time_outs_are_told_from_answers(text: str, timed_out: bool) -> None:
    (failed,) = facts(ProbeFailed, f"Warning  Unhealthy  2m  kubelet  {text}")
    assert failed.timed_out is timed_out


@pytest.mark.parametrize(
    "text",
    [
        "Container calico-node failed liveness probe, will be restarted",
        "Killing container with id docker://calico-node:Container failed liveness probe.. Container will be killed and recreated.",
        'pod "calico-node-x_kube-system(1)" container "calico-node" is unhealthy, it will be killed and re-created.',
    ],
)
def test_a_kill_by_the_liveness_probe_is_seen(text: str) -> None:
    (killed,) = facts(KilledByProbe, f"Normal  Killing  2m  kubelet  {text}")
    assert killed.probe is Probe.LIVENESS


def test_a_kill_for_another_reason_is_not() -> None:
    assert (
        facts(KilledByProbe, "Normal  Killing  2m  kubelet  Stopping container calico-node") == []
    )


def test_the_probes_of_other_pods_are_not_calico_nodes() -> None:
    row = "4m  Warning  Unhealthy  pod/coredns-5d-x  Readiness probe failed: HTTP probe failed with statuscode: 503"
    assert facts(ProbeFailed, row) == []
    (seen,) = facts(EventSeen, row, CALICO_POD)
    assert (seen.about.pod, seen.about.node, seen.object) == (
        "coredns-5d-x",
        "",
        "pod/coredns-5d-x",
    )


def test_the_schedulers_word_ties_a_pods_events_to_its_node() -> None:
    rows = (
        "4m  Normal   Scheduled  pod/web-1  Successfully assigned default/web-1 to n5\n"
        "4m  Warning  BackOff    pod/web-1  Back-off\n"
        "4m  Warning  BackOff    pod/web-2  Back-off\n"
    )
    assert [seen.about.node for seen in facts(EventSeen, rows)] == ["n5", "n5", ""]


def test_an_event_of_a_node_is_about_the_node() -> None:
    (seen,) = facts(
        EventSeen, "4m  Warning  SystemOOM  node/n9  System OOM encountered", CALICO_POD
    )
    assert seen.about == Subject(node="n9")


def test_an_event_of_a_daemonset_is_about_no_pod() -> None:
    (seen,) = facts(
        EventSeen,
        "4m  Normal  SuccessfulCreate  daemonset/calico-node  Created pod: calico-node-x",
        CALICO_POD,
    )
    assert seen.about == Subject(namespace="kube-system")


def test_rows_of_the_pieces_own_pod_keep_its_node() -> None:
    (seen,) = facts(EventSeen, "4m  Warning  BackOff  pod/calico-node-abcde  Back-off", CALICO_POD)
    assert seen.about == CALICO_POD


def test_a_message_alone_shows_its_probe() -> None:
    (failed,) = facts(
        ProbeFailed, "Readiness probe failed: calico/node is not ready: BIRD is not ready"
    )
    assert failed.probe is Probe.READINESS
    assert facts(EventSeen, "Readiness probe failed: x") == []


def test_peers_in_ipv6_are_kept_whole() -> None:
    (unready,) = facts(
        BgpNotEstablished,
        "Warning Unhealthy 4m kubelet Readiness probe failed: BGP not established with fd00::1,fd00::2",
    )
    assert unready.peers == ("fd00::1", "fd00::2")
    assert unready.established is None


def test_a_count_may_stand_without_an_age() -> None:
    (seen,) = facts(
        EventSeen, "Warning  Unhealthy  (x5 over 10m)  kubelet  Liveness probe failed: x"
    )
    assert (seen.count, seen.age, seen.source) == (5, None, "kubelet")


def test_an_object_may_stand_without_an_age() -> None:
    (seen,) = facts(EventSeen, "Warning  BackOff  pod/calico-node-x  Back-off restarting")
    assert (seen.about.pod, seen.message) == ("calico-node-x", "Back-off restarting")


def test_an_unknown_source_is_a_separate_cell() -> None:
    (seen,) = facts(EventSeen, "Warning  Odd  5m  my-thing  it is odd")
    assert (seen.source, seen.message) == ("my-thing", "it is odd")


def test_an_age_alone_before_the_type_is_enough() -> None:
    (seen,) = facts(EventSeen, "5m  Warning  BackOff  kubelet  Back-off restarting")
    assert (seen.source, seen.message) == ("kubelet", "Back-off restarting")
