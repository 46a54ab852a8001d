"""The incidents that ship with the program, planned for the real owner."""

from collections.abc import Mapping
from functools import cache

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.engine import diagnose
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id
from calicovet.model.finding import NAMED, Finding
from calicovet.model.remediation.change import FixPlan, ObjectRef, PatchObject, Value
from calicovet.remedy import object_refs
from calicovet.remedy.changes_for_causes import objects_to_read, resolve
from calicovet.remedy.patches.json_patch import patched
from tests.support.demos import FOLDER
from tests.unit.remedy.objects import MANIFEST, OPERATOR, daemonset, installation, made


@cache
def _diagnosis(demo: str) -> Diagnosis:
    text = (FOLDER / f"{demo}.md").read_text(encoding="utf-8")
    paste = Evidence(
        id=evidence_id(demo, 0, text), kind=EvidenceKind.PASTE, content=text, source=demo
    )
    return diagnose(Snapshot((paste,)), load_catalogue(), strict=True)


def _cluster(demo: str) -> dict[ObjectRef, Value]:
    """What a cluster that the incident came from would answer."""
    known: Mapping[ObjectRef, Value] = {
        object_refs.daemonset(OPERATOR): daemonset(OPERATOR),
        object_refs.daemonset(MANIFEST): daemonset(),
        object_refs.INSTALLATION: installation() if _diagnosis(demo).owner == "operator" else None,
    }
    findings = _findings(demo)
    return {ref: known.get(ref, made(ref)) for ref in objects_to_read(findings, _diagnosis(demo))}


def _findings(demo: str) -> tuple[Finding, ...]:
    nodes = _diagnosis(demo).nodes
    return tuple(each for node in nodes for each in node.findings if each.verdict in NAMED)


def _plan(demo: str) -> FixPlan:
    findings = _findings(demo)
    return resolve(findings, _diagnosis(demo), _cluster(demo), even_if_managed=False)


def test_nerdctl0_under_the_operator_is_repaired_in_the_installation() -> None:
    plan = _plan("requests-hang-on-one-node")
    (change,) = (change for step in plan.steps for change in step.changes)
    assert isinstance(change, PatchObject)
    assert change.ref == object_refs.INSTALLATION
    old = installation()
    method = patched(old, change.operations)["spec"]["calicoNetwork"]["nodeAddressAutodetectionV4"]
    assert method == {"kubernetes": "NodeInternalIP"}
    assert plan.owner == "Installation/default"
    assert plan.chain[0].startswith("DaemonSet/calico-node in calico-system (ownerReferences")
    assert (plan.restarts, plan.restarts_count) == ("restarts.all-pods", 3)
    assert {step.node for step in plan.instead} == {"ce-demo-2"}


@pytest.mark.parametrize(
    ("demo", "host", "restarts"),
    [
        ("new-node-restarts-with-host-files", "host node13.k8s.example.com", "restarts.runtime"),
        ("init-stuck-runtime-with-journal", "host test-node1", "restarts.runtime"),
        ("two-nodes-crash-with-load", "host node-4 | host node-9", "restarts.workloads"),
        ("init-stuck-migration-with-log", "host jenny", "restarts.none"),
    ],
)
def test_what_a_host_needs_is_left_to_a_human_and_nothing_is_sent(
    demo: str, host: str, restarts: str
) -> None:
    plan = _plan(demo)
    assert [step.changes for step in plan.steps] == [()] * len(plan.steps)
    assert (plan.owner, plan.restarts) == (host, restarts)


def test_each_of_two_overloaded_nodes_has_its_own_steps() -> None:
    nodes = [step.node for step in _plan("two-nodes-crash-with-load").steps]
    assert set(nodes) == {"node-4", "node-9"}


@pytest.mark.parametrize("demo", ["two-nodes-crash", "new-node-restarts", "init-stuck-migration"])
def test_where_nothing_is_named_nothing_is_planned(demo: str) -> None:
    assert _plan(demo).steps == ()
