"""Whatever the evidence names things, no printed command runs it or takes it for an option."""

import json
import re
import shutil
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import chain, cycle, islice
from typing import Any

import pytest

from calicovet.app.cli.repeat_flags import same_cluster, same_look
from calicovet.causes.catalogue import load_catalogue
from calicovet.causes.document import fill
from calicovet.diagnosis.engine import diagnose
from calicovet.model.cause import Cause
from calicovet.model.commands.manual_commands import by_hand
from calicovet.model.diagnosis import Diagnosis, Summary, SummaryVerdict
from calicovet.model.evidence import Evidence, EvidenceKind, Request
from calicovet.model.finding import NAMED, Verdict
from calicovet.model.language import Language
from calicovet.model.remediation.change import CreateObject, ObjectRef, Op, Operation, PatchObject
from calicovet.model.remediation.fix import Fix
from calicovet.model.remediation.plan import AskHuman
from calicovet.model.subject import Subject
from calicovet.parse.all_parsers import parse
from calicovet.remedy.changes_for_causes import resolve
from calicovet.remedy.kubectl.journal_undo import undo_commands
from calicovet.remedy.offers import offer, with_offers
from calicovet.report.fixes.host_script import render_script, scripts_in, undo_line
from calicovet.report.fixes.plan_page import next_line, rollback_line
from calicovet.report.machine.diagnosis_json import render_json
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.terminal.render import render_terminal
from calicovet.report.whatif import decides
from calicovet.startup.autodetection.what_if import Lack
from calicovet.world.bundles.layouts.paths import told_by_path
from calicovet.world.runners.output import by_hand as host_by_hand
from tests.support.casefile import CaseFile, cases_of
from tests.support.host_scripts import plan_of
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
_TOKENS_OF_A_CASE = 4
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

    return with_offers(diagnose(case.snapshot, (cause,), read=read))


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


def test_reports_print_the_lines_that_were_tried() -> None:
    shown = [diagnosis for diagnosis in _hostile() if _dangerous(_lines(diagnosis))]
    for diagnosis in shown[::4]:
        told = json.loads(render_json(diagnosis))
        findings = [finding for node in told["nodes"] for finding in node["findings"]]
        plans = [finding["plan"] for finding in findings if finding["plan"]]
        printed = {line for plan in plans for line in (*plan["commands"], *plan["undo"])}
        printed |= {node["next"]["command"] for node in told["nodes"] if node["next"]}
        assert printed <= {*_lines(diagnosis)}
        text = render_terminal(make_page(diagnosis, Language.EN), width=4000)
        typed = {line.strip() for line in text.splitlines()}
        assert typed & {*_dangerous(_lines(diagnosis))}


def _journal(value: str) -> Iterator[str]:
    """The undo of a journal without a seal."""
    ref = ObjectRef(api_version="v1", kind=value, plural=value, name=value, namespace=value)
    change = Operation(Op.REPLACE, f"/{value}", value)
    yield from undo_commands(PatchObject(ref=ref, operations=(change,), undo=(change,)))
    yield from undo_commands(CreateObject(ref=ref, body={}))


def _requests(value: str) -> Iterator[str]:
    """Evidence by hand."""
    about = Subject(node=value, namespace=value, pod=value, container=value)
    for kind in EvidenceKind:
        yield by_hand(Request(kind, about), {"service": value, "endpoint": value})


def _bundles(value: str) -> Iterator[str]:
    """What is said to have made a file of a foreign bundle."""
    for path in (
        f"{value}/calico-node-x7k2p/calico-node/calico-node/logs/{value}.log",
        f"kube-system/calico-node-x7k2p/{value}.log",
        f"nodes/{value}/{value}/calico-node-x7k2p.txt",
        f"nodes/{value}/ip-addr.txt",
        f"sos_commands/logs/journalctl_--no-pager_--unit_{value}",
        f"cluster-resources/custom-resources/ippools.crd.projectcalico.org/{value}.json",
        f"yamls/namespaced/{value}/v1/events.yaml",
        f"sos_commands/kubernetes/cluster-info/kubectl_get_--namespace_{value}_pods",
        f"sos_commands/kubernetes/cluster-info/kubectl_--namespace_kube-system_logs_calico-node-x7k2p_-c_{value}",
        f"sos_commands/kubernetes/cluster-info/kubectl_describe_node_{value}",
    ):
        if (told := told_by_path(path)) is not None and told.taken_by:
            yield told.taken_by


def _flags(value: str) -> Iterator[str]:
    """The command line that means the same."""
    given = Namespace(
        kubeconfig=value, context=value, server=value, token="secret", as_groups=[value], ssh=value
    )
    words = (*same_cluster(given), *same_look(given))
    explained = Diagnosis(summary=Summary(SummaryVerdict.EXPLAINED))
    plan = plan_of(AskHuman("choose"))
    fix = Fix(causes=(value,), node=value, sick=(), diagnosis=explained, plan=plan, where=words)
    assert "secret" not in next_line(fix, "calicovet")
    yield next_line(fix, "kubectl calico-vet")
    yield rollback_line("calicovet", value, words)


def _sentences(value: str) -> Iterator[str]:
    """Commands within sentences."""
    told = fill(
        "First `kubectl get node {node} -o wide`, see `{node}`, `{program} diagnose {name}`",
        {"node": value, "name": value, "program": "calicovet"},
    )
    first, *_, last = told.split("`")[1:-1]
    yield from (first, last) if "`" not in value else ()


def _gaps(value: str) -> Iterator[str]:
    """How to close what could not be read."""
    yield host_by_hand(value).partition(": ")[2].partition(" (")[0]
    yield decides(Lack.ROUTES, f"can-reach={value}")


_OTHERS = (_journal, _requests, _bundles, _flags, _sentences, _gaps)


@pytest.mark.parametrize("made", _OTHERS, ids=lambda made: made.__name__.strip("_"))
def test_no_other_printed_command_runs_what_it_is_told(
    made: Callable[[str], Iterator[str]],
) -> None:
    lines = tuple(dict.fromkeys(line for text in HOSTILE for line in made(text.format(v="n1"))))
    assert lines
    for ran in run_lines(lines):
        assert "syntax error" not in ran.complaint and "unexpected EOF" not in ran.complaint, ran
        assert ran.hostile_options == [], ran
        assert ran.line.isprintable(), ran
