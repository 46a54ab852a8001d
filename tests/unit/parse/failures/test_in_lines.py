"""Failures of a whole piece: who speaks, how often, whether it is over, and where none is read."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import Failure
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import ThingClass as Is
from calicovet.model.provenance import EvidenceRole, Speaker
from calicovet.model.subject import Subject
from calicovet.parse.all_parsers import parse
from calicovet.parse.failures.in_lines import _READ_IN_FULL
from calicovet.parse.failures.reading import read_wrapped
from calicovet.parse.messages.scan import read_messages

_STAMP = "2024-02-09 07:{:02d}:20.601"


def _failures(
    text: str,
    kind: EvidenceKind = EvidenceKind.CALICO_LOG,
    container: str = "calico-node",
    role: EvidenceRole = EvidenceRole.EVIDENCE,
) -> list[Failure]:
    about = Subject(pod="calico-node-x", container=container)
    piece = Evidence(id="e", kind=kind, content=text, about=about, role=role)
    return [fact for fact in read_messages(piece) if isinstance(fact, Failure)]


def _line(
    minute: int, words: str, level: str = "WARNING", place: str = "felix/sync_client.go 292"
) -> str:
    return f"{_STAMP.format(minute)} [{level}][83] {place}: {words}"


_TYPHA = (
    "Failed to connect to typha endpoint 10.2.3.18:5473. error=dial tcp 10.2.3.18:5473: i/o timeout"
)


def test_the_speaker_is_the_component_of_the_line() -> None:
    (found,) = _failures(_line(1, _TYPHA))
    assert (found.by, found.speaker, found.thing.kind) == (Speaker.FELIX, "felix", Is.TYPHA)


@pytest.mark.parametrize(
    ("container", "by"),
    [("install-cni", Speaker.INSTALL_CNI), ("upgrade-ipam", Speaker.UPGRADE_IPAM)],
)
def test_a_bare_line_is_its_containers_word(container: str, by: Speaker) -> None:
    (found,) = _failures(
        "cp: cannot create '/host/opt/cni/bin/x': Permission denied", container=container
    )
    assert found.by is by


def test_equal_failures_are_one_fact_with_count_first_and_last_time() -> None:
    text = "\n".join(_line(minute, _TYPHA) for minute in (1, 2, 7))
    (found,) = _failures(text)
    assert found.count == 3
    assert found.first is not None
    assert found.at is not None
    assert (found.first.minute, found.at.minute, found.cited[0].line) == (1, 7, 3)


def test_a_flood_of_one_shape_is_counted_and_not_read_line_by_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []

    def counted(line: str, after: str, by: Speaker, level: str) -> tuple[Failure, bool] | None:
        calls.append(line)
        return read_wrapped(line, after, by, level)

    monkeypatch.setattr("calicovet.parse.failures.in_lines.read_wrapped", counted)
    text = "\n".join(
        _line(number % 60, _TYPHA.replace("10.2.3.18", f"10.2.{number % 250}.{number // 250}"))
        for number in range(2_000)
    )
    (found,) = _failures(text)
    assert found.count == 2_000
    assert len(calls) == _READ_IN_FULL


def test_another_exit_code_is_another_failure_within_a_flood() -> None:
    words = "Failed to program iptables error=exit status {} ipVersion=0x4"
    text = "\n".join(
        _line(number % 60, words.format(4 if number == 50 else 2), place="felix/table.go 9")
        for number in range(60)
    )
    assert {found.value: found.count for found in _failures(text)} == {"2": 59, "4": 1}


def test_a_failure_is_over_where_the_same_speaker_later_succeeds() -> None:
    reached = _line(3, "Successfully connected to typha address=10.2.3.9:5473", "INFO")
    before, after = (
        _failures(f"{_line(1, _TYPHA)}\n{reached}"),
        _failures(f"{reached}\n{_line(4, _TYPHA)}"),
    )
    assert [found.over for found in (*before, *after)] == [True, False]


def test_a_failure_that_comes_again_is_not_over() -> None:
    reached = _line(3, "Successfully connected to typha address=10.2.3.9:5473", "INFO")
    (found,) = _failures(f"{_line(1, _TYPHA)}\n{reached}\n{_line(4, _TYPHA)}")
    assert (found.over, found.count) == (False, 2)


def test_a_reason_behind_a_line_break_belongs_to_its_line() -> None:
    words = "Failed to connect to typha endpoint 10.2.3.18:5473. error=dial tcp 10.2.3.18:5473:"
    (found,) = _failures(f"{_line(1, words)}\ni/o timeout")
    assert (found.how, found.thing.kind) == (How.TIMED_OUT, Is.TYPHA)


def test_a_harmless_line_that_matters_only_if_it_goes_on_is_transient() -> None:
    text = "bird: Unable to open configuration file /etc/calico/confd/config/bird.cfg: No such file or directory"
    (found,) = _failures(text)
    assert found.transient
    assert not _failures(_line(1, _TYPHA))[0].transient


def test_a_line_that_says_how_its_program_goes_on_is_transient() -> None:
    text = 'Replacing invalid value with default default="info" error=Failed to parse config parameter LogSeverityScreen; value "verbose": unknown option'
    (found,) = _failures(_line(1, text))
    assert found.transient


def test_an_address_that_is_kept_ends_the_search_for_one() -> None:
    searched = "Unable to auto-detect an IPv4 address using interface regexes [eth0]: no valid host interfaces found"
    kept = "Autodetection of IPv4 address failed, keeping existing value: 10.70.0.9/24"
    place = "startup/startup.go 512"
    found = _failures(f"{_line(1, searched, place=place)}\n{_line(1, kept, place=place)}")
    assert [(one.over, one.transient) for one in found] == [(True, False), (True, True)]


@pytest.mark.parametrize(
    "line",
    [
        _line(1, "attempted to modprobe nf_conntrack_proto_sctp error=exit status 1", "INFO"),
        _line(1, "Failed to list BPF maps, assuming there's nothing to clean up. error=exec: \"bpftool\": executable file not found in $PATH", "INFO"),
        _line(1, "Unauthorized to create tier adminnetworkpolicy"),
    ],
)  # fmt: skip
def test_a_line_that_never_matters_states_no_failure(line: str) -> None:
    assert _failures(line) == []


@pytest.mark.parametrize("role", [EvidenceRole.QUOTATION, EvidenceRole.INSTRUCTION])
def test_a_quotation_states_no_failure(role: EvidenceRole) -> None:
    assert _failures(_line(1, _TYPHA), role=role) == []


def test_an_object_states_no_failure_by_its_settings() -> None:
    text = '{"kind": "ConfigMap", "data": {"note": "if dial tcp 10.0.0.7:5473: i/o timeout, open the port"}}'
    assert _failures(text, kind=EvidenceKind.OBJECTS) == []


def test_an_event_states_a_failure_about_its_pod() -> None:
    text = """\
LAST SEEN   TYPE      REASON   OBJECT                 MESSAGE
31s         Warning   Failed   pod/calico-node-abcde  Failed to pull image "docker.io/calico/node:v3.26.4": dial tcp: lookup registry-1.docker.io on 10.0.0.2:53: no such host
"""
    piece = Evidence(id="e", kind=EvidenceKind.EVENT_TABLE, content=text)
    (found,) = (fact for fact in parse(piece) if isinstance(fact, Failure))
    assert (found.how, found.thing.value, found.goal.value) == (
        How.NOT_RESOLVED,
        "registry-1.docker.io",
        "calico/node",
    )
    assert found.about.pod == "calico-node-abcde"


def test_what_a_setting_makes_the_program_ignore_is_transient() -> None:
    line = (
        "2024-01-01 00:00:01.000 [WARNING][9] felix/int_dataplane.go 1: RPF check is set to 'loose'"
    )
    assert not _failures(line)[0].transient
    assert _failures(f"{line} and IgnoreLooseRPF set to true.")[0].transient
