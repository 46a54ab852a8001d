"""Whatever the evidence names things, no printed command runs it or takes it for an option."""

import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import chain, cycle, islice
from typing import Any

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.diagnose import diagnose
from calicovet.model.cause import Cause
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.evidence import Evidence
from calicovet.model.finding import NAMED, Verdict
from calicovet.model.language import Language
from calicovet.parse.table import parse
from calicovet.remedy.offer import offer
from calicovet.remedy.resolve import resolve
from calicovet.report.host_script import render_script, scripts_in, undo_line
from tests.support.casefile import CaseFile, cases_of
from tests.support.jail import MARK, run_lines

pytestmark = pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")

HOSTILE = (
    "{v};touch PWNED",
    "{v}$(touch PWNED)",
    "{v}`touch PWNED`",
    "{v}'; touch PWNED; '",
    '{v}"; touch PWNED; "',
    "-oPWNED={v}",
    "{v}\ntouch PWNED\n",
    "--PWNED",
    "{v} && touch PWNED",
    "{v}|touch PWNED",
    "{v} > PWNED",
    "*PWNED",
    "~/{v}#PWNED",
    "{v}\N{RIGHT SINGLE QUOTATION MARK}; touch PWNED",
    "{v}/#e touch PWNED;#",
    "<{v}> PWNED",
    "{v}\\",
    "{v}{{PWNED}}%sPWNED\\n$PWNED",
    "{v}'\"`$(touch PWNED)`\"'",
)
_TOKEN = re.compile(r"[A-Za-z0-9][\w.:/@=-]{2,}|/[\w./-]+")
_TOLD = NAMED | {Verdict.POSSIBLE}
_TOKENS_OF_A_CASE = 5
_CASES_OF_A_CAUSE = 2


def _changed(value: Any, old: str, new: str) -> Any:
    """A fact with one name replaced wherever it stands."""
    if type(value) is str:
        return value.replace(old, new) if old in value else value
    if isinstance(value, tuple) and type(value) is tuple:
        return tuple(_changed(each, old, new) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        now = {
            each.name: _changed(getattr(value, each.name), old, new)
            for each in fields(value)
            if each.name not in ("cited", "key") and each.init
        }
        changed = {name: found for name, found in now.items() if found != getattr(value, name)}
        return replace(value, **changed) if changed else value
    return value


def _diagnosed(case: CaseFile, cause: Cause, old: str = "", new: str = "") -> Diagnosis:
    """The diagnosis of facts in which a name is hostile: parsers, which refuse most of them, are passed by."""

    def read(piece: Evidence) -> Iterator[Any]:
        return (_changed(found, old, new) for found in parse(piece)) if old else parse(piece)

    return diagnose(case.snapshot, (cause,), read=read)


def _lines(diagnosis: Diagnosis) -> Iterator[str]:
    """Every command that a report of it prints: next, plan and undo, and the steps of scripts."""
    for node in diagnosis.nodes:
        if node.next is not None:
            yield node.next.command
        for finding in node.findings:
            offered = offer(finding, node, diagnosis)
            if offered is None:
                continue
            for step in (*offered.steps, *offered.instead):
                yield from (*step.commands, *step.undo)


def _scripts(diagnosis: Diagnosis) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Host scripts, and the lines of which they are made."""
    for node in diagnosis.nodes:
        for finding in node.findings:
            if finding.verdict not in _TOLD:
                continue
            plan = resolve([finding], diagnosis, {}, even_if_managed=False)
            for script in scripts_in(plan):
                steps = script.steps
                lines = [line for step in steps for line in (*step.commands, *step.undo, step.saw)]
                lines.append(undo_line(script))
                yield render_script(script, plan, Language.EN), tuple(filter(None, lines))


def _names(case: CaseFile, cause: Cause) -> Iterator[str]:
    """What stands in a command of the case and comes from its evidence."""
    plain = _diagnosed(case, cause)
    known = "\n".join(str(fact) for fact, _ in plain.facts)
    typed = dict.fromkeys(_TOKEN.findall("\n".join(_lines(plain))))
    # Longest first: a part of a name is changed with the whole.
    found = sorted((token for token in typed if token in known), key=len, reverse=True)
    return islice(found, _TOKENS_OF_A_CASE)


def _chosen() -> Iterator[tuple[CaseFile, Cause]]:
    for cause in load_catalogue():
        found = (case for case in cases_of(cause.name) if case.finds.get(cause.name) in _TOLD)
        yield from ((case, cause) for case in islice(found, _CASES_OF_A_CAUSE))


@cache
def _hostile() -> tuple[Diagnosis, ...]:
    payloads = cycle(HOSTILE)
    return tuple(
        _diagnosed(case, cause, name, next(payloads).format(v=name))
        for case, cause in _chosen()
        for name in _names(case, cause)
    )


def _dangerous(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for line in lines if MARK in line))


def test_no_command_of_a_report_runs_what_evidence_says() -> None:
    lines = _dangerous(chain.from_iterable(map(_lines, _hostile())))
    assert len(lines) > 20
    for ran in run_lines(lines):
        assert "syntax error" not in ran.complaint and "unexpected EOF" not in ran.complaint, ran
        assert ran.hostile_options == [], ran
        assert ran.line.isprintable(), ran


def test_no_step_of_a_host_script_runs_what_evidence_says() -> None:
    scripts = [script for diagnosis in _hostile() for script in _scripts(diagnosis)]
    lines = _dangerous(line for _, some in scripts for line in some)
    for ran in run_lines(lines):
        assert "syntax error" not in ran.complaint and ran.hostile_options == [], ran
    texts = _dangerous(text for text, _ in scripts)
    assert texts
    for ran in run_lines([f"set -n\n{text}" for text in texts]):
        assert ran.complaint == "", ran.line
    assert run_lines(texts)
