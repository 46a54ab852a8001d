"""Recorded healthy clusters are packed and unpacked without loss, and logs lose only repetitions."""

import tarfile
from pathlib import Path

import pytest

from gym.healthy.forms import Form
from gym.healthy.host_report import file_name, journal_lines
from gym.healthy.record import record_healthy
from gym.healthy.recordings import pack, recorded, unpack
from gym.healthy.shortening import KEPT, shorten, shortened
from gym.progress import Progress
from lab.errors import LabError


def test_what_was_packed_is_unpacked(tmp_path: Path) -> None:
    taken, kept = tmp_path / "taken", tmp_path / "kept"
    _write(taken / "collect" / "cluster" / "nodes.json", "{}")
    _write(taken / "cluster-info-dump" / "nodes.json", '{"kind": "NodeList"}')
    _write(taken / "cluster-info-dump.txt", "==== START logs\n")
    pack("calm", taken, kept)
    assert recorded(kept) == ("calm",)
    forms = unpack("calm", tmp_path / "unpacked", kept)
    assert (forms[Form.DUMP_FOLDER] / "nodes.json").read_text() == '{"kind": "NodeList"}'
    assert forms[Form.DUMP_TEXT].read_text() == "==== START logs\n"
    with tarfile.open(forms[Form.COLLECT]) as bundle:
        assert bundle.getnames() == ["cluster/nodes.json"]


def test_the_same_files_give_the_same_archive(tmp_path: Path) -> None:
    _write(tmp_path / "taken" / "a.log", "one\n")
    first = pack("calm", tmp_path / "taken", tmp_path / "first").read_bytes()
    assert pack("calm", tmp_path / "taken", tmp_path / "second").read_bytes() == first


def test_of_lines_that_differ_in_numbers_the_middle_is_left_out() -> None:
    alike = [f"loop {number} took 0x{number:x}\n" for number in range(100)]
    log = "".join(["starts\n", *alike[:50], "turns\n", *alike[50:], "ends\n"])
    kept = shortened(log).splitlines(keepends=True)
    assert kept == ["starts\n", *alike[:KEPT], "turns\n", *alike[-KEPT:], "ends\n"]


def test_a_log_without_repetitions_is_kept_whole() -> None:
    log = "".join(f"{'x' * number}\n" for number in range(200))
    assert shortened(log) == log


def test_only_logs_are_shortened(tmp_path: Path) -> None:
    text = "item 1\n" * 100
    files = ("logs/ns/pod/c.log", "logs/ns/pod/c.log.1", "ns/pod/logs.txt", "nodes.json", "a.txt")
    for name in files:
        _write(tmp_path / name, text)
    shorten(tmp_path)
    whole = [name for name in files if (tmp_path / name).read_text() == text]
    assert whole == ["nodes.json", "a.txt"]


def test_commands_are_named_as_sosreport_names_them() -> None:
    config = "kubectl --kubeconfig=/etc/kubernetes/admin.conf get nodes"
    assert file_name(config) == "kubectl_--kubeconfig_.etc.kubernetes.admin.conf_get_nodes"
    assert file_name("ss -peaonmi") == "ss_-peaonmi"


def test_a_journal_takes_the_times_of_its_program() -> None:
    lines = (
        "no time yet",
        "I0703 04:05:06.123456  812 kubelet.go:1] ready",
        "its second line",
        'time="2026-07-04T05:06:07.8Z" level=info msg=done',
    )
    assert [*journal_lines(lines, "node-1 kubelet[812]:")] == [
        f"Jul 03 04:05:06 node-1 kubelet[812]: {lines[1]}\n",
        f"Jul 03 04:05:06 node-1 kubelet[812]: {lines[2]}\n",
        f"Jul 04 05:06:07 node-1 kubelet[812]: {lines[3]}\n",
    ]


def test_a_situation_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(LabError, match="no healthy cluster is called stormy") as refused:
        record_healthy(["stormy"], Progress())
    assert "rollout" in refused.value.hint


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
