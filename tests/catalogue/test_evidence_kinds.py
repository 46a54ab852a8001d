"""Every evidence kind has a full row, and everything that is asked of a kind follows from its row."""

import re
from collections import Counter
from pathlib import Path
from string import Formatter
from tomllib import loads

import pytest

import calicovet.report
from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.next_question.first_questions import FIRST_LOOKS
from calicovet.model.commands.manual_commands import by_hand
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.evidence_kinds.registry import PREFERRED_SOURCES
from calicovet.model.evidence_kinds.row import HostProbe, Where
from calicovet.model.facts import (
    Claimed,
    ControllerManagerState,
    ControllersDown,
    Fact,
    KubeProxyState,
    NoPeerConfigured,
    RunningFor,
    Said,
    StartDelay,
    TyphaState,
)
from calicovet.model.language import Language
from calicovet.model.subject import Subject
from calicovet.parse.all_parsers import parser_of
from calicovet.world.hosts.probes import CONTAINER_PROBES, HOST_PROBES
from tests.support.reading import read_command

_NEVER_REQUESTED = {
    *("paste", "text", "fleet", "other-table", "other-describe"),
    *("other-log", "system-journal", "os-release"),
}
_HOLES = {"namespace", "pod", "node", "container", "service", "endpoint", "peer"}
_MADE_BY_THE_ENGINE = {
    *(Claimed, ControllerManagerState, ControllersDown, KubeProxyState),
    *(NoPeerConfigured, RunningFor, StartDelay, TyphaState),
}
"""Read from several pieces, or from prose."""
_WITHOUT_A_KIND = {
    *("generic", "calico-log-whole", "silent-node"),
    *(look.key for look in FIRST_LOOKS.values() if look.key),
}
_ABOUT = Subject("n1", "kube-system", "calico-node-x7k2p", "calico-node")
_FILLED = {
    "$pid": "4711",
    "$server": "https://10.96.0.1:443",
    "$release": "6.1.0",
    "$file": "/sys/fs/cgroup/kubepods.slice/cpu.stat",
    "$(utc)": "08:00:00",
}
_LOGS = {
    EvidenceKind.CALICO_LOG: "/var/log/pods/kube-system_calico-node-x7k2p_1/calico-node/3.log",
    EvidenceKind.OTHER_LOG: "/var/log/calico/cni/cni.log",
}
_BY_FORM = ("calico-node -", "ip rule")
"""No command line says what they print: it is recognised by its form."""


def _words(language: str, table: str) -> set[str]:
    text = Path(calicovet.report.__file__).with_name(f"words.{language}.toml").read_text("utf-8")
    return set(loads(text)[table])


def _read_as(kind: EvidenceKind) -> EvidenceKind:
    return EvidenceKind(kind.row.read_as or kind)


def _typed(probe: HostProbe, kind: EvidenceKind) -> str:
    line = probe.line.replace("$log", _LOGS.get(kind, ""))
    for hole, value in _FILLED.items():
        line = line.replace(hole, value)
    return line


@pytest.mark.parametrize("kind", EvidenceKind)
def test_a_kind_has_a_command_or_is_never_requested(kind: EvidenceKind) -> None:
    row = kind.row
    assert bool(row.command) is (kind not in _NEVER_REQUESTED)
    assert {hole for _, hole, _, _ in Formatter().parse(row.command) if hole} <= _HOLES
    assert row.command or not row.shows


@pytest.mark.parametrize("kind", EvidenceKind)
def test_a_kind_has_a_parser_that_gives_what_the_row_says(kind: EvidenceKind) -> None:
    given = {*parser_of(kind).gives, *parser_of(_read_as(kind)).gives}
    assert set(kind.row.shows) - _MADE_BY_THE_ENGINE <= given
    assert set(parser_of(kind).in_passing) <= set(parser_of(kind).gives)


def test_every_kind_with_a_command_has_a_question_in_both_languages() -> None:
    asked = [kind for kind in EvidenceKind if kind.row.command]
    assert [kind for kind in asked if not all(map(kind.row.question, Language))] == []
    english = [kind.row.question(Language.EN) for kind in asked]
    assert [text for text in english if not text.isascii()] == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_words_of_a_kind_are_without_a_kind(language: str) -> None:
    assert _words(language, "question") == _WITHOUT_A_KIND
    assert _words(language, "want") <= set(EvidenceKind)


def test_every_fact_that_a_cause_reads_has_a_source() -> None:
    read = {fact for cause in load_catalogue() for fact in cause.reads}
    given = {fact for kind in EvidenceKind for fact in parser_of(kind).gives}
    lost = {
        fact
        for fact in read - given - _MADE_BY_THE_ENGINE
        # What a program logged is found in any text.
        if fact not in PREFERRED_SOURCES and not issubclass(fact, Said)
    }
    assert lost == set()


def test_a_fact_has_one_preferred_source_and_a_program_one_kind() -> None:
    shown = Counter[type[Fact]](fact for kind in EvidenceKind for fact in kind.row.shows)
    typed = Counter(program for kind in EvidenceKind for program in kind.row.programs)
    assert {name for name, times in (*shown.items(), *typed.items()) if times > 1} == set()


@pytest.mark.parametrize("kind", [kind for kind in EvidenceKind if kind.row.command])
def test_the_typed_command_of_a_row_is_recognised_as_its_kind(kind: EvidenceKind) -> None:
    command = read_command(by_hand(Request(kind, _ABOUT), {"service": "a:1", "endpoint": "b:2"}))
    assert command.kind is _read_as(kind)
    on_host = kind.row.where is Where.HOST
    assert command.host_command is on_host


@pytest.mark.parametrize("kind", EvidenceKind)
def test_the_programs_and_files_of_a_row_are_recognised_as_its_kind(kind: EvidenceKind) -> None:
    words = {"systemctl": "systemctl status", "service": "service kubelet status"}
    for program in kind.row.programs:
        assert read_command(words.get(program, program)).kind is kind
    if kind.row.files:
        assert re.compile(kind.row.files).groups == 0


@pytest.mark.parametrize("kind", EvidenceKind)
def test_the_probes_of_a_row_are_recognised_as_its_kind(kind: EvidenceKind) -> None:
    for probe in (*kind.row.probes, *kind.row.container_probes):
        if not probe.line.startswith(_BY_FORM):
            assert read_command(_typed(probe, kind)).kind is _read_as(kind), probe.line


def test_the_scripts_run_the_probes_of_all_rows_in_their_turn() -> None:
    rows = [kind.row for kind in EvidenceKind]
    assert Counter(HOST_PROBES) == Counter(probe for row in rows for probe in row.probes)
    inside = Counter(probe for row in rows for probe in row.container_probes)
    assert Counter(CONTAINER_PROBES) == inside
    for probes in (HOST_PROBES, CONTAINER_PROBES):
        assert [probe.turn for probe in probes] == sorted(probe.turn for probe in probes)
