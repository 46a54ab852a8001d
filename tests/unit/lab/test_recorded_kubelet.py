"""A recorded kubelet treats logs as a real one does."""

import os
from pathlib import Path

from tests.support.recorded_kubelet import chosen_lines, container_log, journal

_CRI = (
    "2024-05-06T07:08:09.123456789Z stdout F first\n"
    "2024-05-06T07:08:10.000000001Z stderr F second\n"
)


def test_the_time_is_shown_only_when_asked_for(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(_CRI)
    assert chosen_lines(log, {}) == "first\nsecond\n"
    assert chosen_lines(log, {"timestamps": "true", "tailLines": "1"}) == (
        "2024-05-06T07:08:10.000000001Z second\n"
    )


def test_plain_lines_have_the_time_of_their_file(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("one\n")
    os.utime(log, (0, 0))
    assert chosen_lines(log, {}) == "one\n"
    assert chosen_lines(log, {"timestamps": "true"}) == "1970-01-01T00:00:00.000000000Z one\n"


def test_the_tail_is_taken_before_bytes_are_cut(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("one\ntwo\nthree\n")
    assert chosen_lines(log, {"tailLines": "2", "limitBytes": "5"}) == "two\nt"
    assert chosen_lines(log, {"tailLines": "0"}) == ""


def test_lines_since_a_time(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(_CRI)
    assert chosen_lines(log, {"sinceTime": "2024-05-06T07:08:10Z"}) == "second\n"
    assert chosen_lines(log, {"sinceSeconds": "60"}) == ""


def test_what_does_not_exist_is_told_in_the_kubelets_words(tmp_path: Path) -> None:
    pod = tmp_path / "kube-system" / "calico-node-x7k2p"
    pod.mkdir(parents=True)
    (pod / "calico-node.log").write_text("one\n")
    (pod / "install-cni.previous.log").write_text("two\n")

    def ask(pod: str, container: str, **asked: str) -> tuple[int, str]:
        return container_log(tmp_path, "kube-system", pod, container, asked)

    assert ask("calico-node-x7k2p", "calico-node") == (200, "one\n")
    assert ask("calico-node-00000", "calico-node")[0] == 404
    assert ask("calico-node-x7k2p", "felix")[0] == 404
    assert ask("calico-node-x7k2p", "calico-node", previous="true") == (
        400,
        'previous terminated container "calico-node" in pod "calico-node-x7k2p" not found',
    )
    assert ask("calico-node-x7k2p", "install-cni", previous="true") == (200, "two\n")
    assert "waiting to start" in ask("calico-node-x7k2p", "install-cni")[1]


def test_a_node_log_query_picks_lines(tmp_path: Path) -> None:
    (tmp_path / "kubelet").write_text("a\nb\nab\n")
    assert journal(tmp_path, {"query": "kubelet", "pattern": "b"}) == "b\nab\n"
    assert journal(tmp_path, {"query": "kubelet", "tailLines": "1"}) == "ab\n"
    assert journal(tmp_path, {"query": "dockerd"}) == "-- No entries --\n"
