"""A cause that names only a kind of fault stands where no other cause names the fault."""

from datetime import timedelta

from calicovet.diagnosis.verdicts.conflicts import settle
from calicovet.model.case import Case
from calicovet.model.cause import Cause
from calicovet.model.finding import Finding, Verdict
from calicovet.model.remediation.plan import AskHuman, Plan
from calicovet.model.stage import Shape, StageId


def _plan(case: Case) -> Plan:
    return Plan(steps=(AskHuman("choose"),), within=timedelta(minutes=1))


def _cause(name: str, **more: bool) -> Cause:
    return Cause(
        name=name,
        code="TST001",
        stage=StageId.POD_BOUND,
        shows_as=frozenset({Shape.RUNNING_NOT_READY}),
        reads=(),
        examine=lambda case: iter(()),
        plan=_plan,
        **more,  # type: ignore[arg-type]
    )


CAUSES = {
    cause.name: cause
    for cause in (
        _cause("a-panic", generic=True),
        _cause("that-panic"),
        _cause("its-victim", bystander=True),
    )
}


def _settled(**verdicts: Verdict) -> dict[str, Verdict]:
    findings = [
        Finding(name=name.replace("_", "-"), code="", verdict=verdict, stage=StageId.POD_BOUND)
        for name, verdict in verdicts.items()
    ]
    return {finding.name: finding.verdict for finding in settle(findings, CAUSES)}


def test_a_kind_of_fault_stands_alone() -> None:
    settled = _settled(a_panic=Verdict.LIKELY, that_panic=Verdict.RULED_OUT)
    assert settled["a-panic"] is Verdict.LIKELY


def test_it_gives_way_to_a_cause_that_stands() -> None:
    settled = _settled(a_panic=Verdict.LIKELY, that_panic=Verdict.LIKELY)
    assert settled == {"a-panic": Verdict.POSSIBLE, "that-panic": Verdict.LIKELY}


def test_it_does_not_give_way_to_a_suspicion() -> None:
    settled = _settled(a_panic=Verdict.LIKELY, that_panic=Verdict.POSSIBLE)
    assert settled["a-panic"] is Verdict.LIKELY


def test_it_does_not_give_way_to_a_bystander() -> None:
    settled = _settled(a_panic=Verdict.LIKELY, its_victim=Verdict.PROVEN)
    assert settled["a-panic"] is Verdict.LIKELY
