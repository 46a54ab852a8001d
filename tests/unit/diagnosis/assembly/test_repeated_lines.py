"""A message that stands many times on one line of a paste is one fact."""

from calicovet.diagnosis.assembly.pipeline import assemble
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.model.facts import ProbeFailed

_EVENT = (
    "  Warning  Unhealthy  kubelet  Liveness probe failed: Get http://127.0.0.1:9099/liveness: "
    "dial tcp 127.0.0.1:9099: connect: connection refused"
)


def _probes_failed(text: str) -> int:
    paste = Evidence(id="p", kind=EvidenceKind.PASTE, content=text, source="paste")
    return sum(isinstance(fact, ProbeFailed) for fact in assemble(Snapshot((paste,))).facts)


def test_one_line_states_a_failure_once() -> None:
    assert _probes_failed(_EVENT * 50) == 1


def test_two_lines_state_it_twice() -> None:
    assert _probes_failed(f"{_EVENT}\n{_EVENT}") == 2
