"""What changed shortly before a node became unhealthy."""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.context.recent_changes import changes_before
from calicovet.diagnosis.engine import diagnose
from calicovet.diagnosis.evidence.citations import EvidenceIndex
from calicovet.model.case import NodeView
from calicovet.model.diagnosis import Change
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.model.facts import (
    Citation,
    DaemonSetRevision,
    EventSeen,
    Fact,
    NodeCondition,
    NodeJoined,
    ObjectEdited,
    UnitState,
)
from calicovet.model.subject import Subject
from tests.unit.diagnosis.pastes import diagnosed, node

SICK = datetime(2026, 11, 16, 9, 14, tzinfo=UTC)
NODE = Subject(node="b")
CITED = (Citation("e", 1),)
SHELF = EvidenceIndex(
    [Evidence(id="e", kind=EvidenceKind.OBJECTS, content="the line", source="x.json")]
)


def ago(minutes: float) -> datetime:
    return SICK - timedelta(minutes=minutes)


def changes(*facts: Fact) -> tuple[Change, ...]:
    return changes_before(NodeView("b", facts), SICK, SHELF)


def keys(found: Iterable[Change]) -> list[str]:
    return [change.key for change in found]


def revision(number: int, minutes: float, value: str) -> Fact:
    return DaemonSetRevision(
        cited=CITED,
        name="calico-node",
        number=number,
        created=ago(minutes),
        template=(("env IP", value),),
    )


def edit(kind: str, minutes: float, manager: str = "kubectl-edit") -> ObjectEdited:
    return ObjectEdited(
        cited=CITED, kind=kind, name="default", manager=manager, edited=ago(minutes)
    )


def event(reason: str, minutes: float, message: str = "", pod: str = "") -> EventSeen:
    about = replace(NODE, pod=pod)
    return EventSeen(
        about=about, cited=CITED, at=ago(minutes), type="Normal", reason=reason, message=message
    )


def condition(type_: str, status: str, minutes: float) -> Fact:
    return NodeCondition(about=NODE, cited=CITED, type=type_, status=status, since=ago(minutes))


def test_a_revision_with_its_difference() -> None:
    (change,) = changes(revision(7, 2, "none"), revision(6, 9000, "autodetect"))
    assert (change.key, change.at, change.parts) == (
        "revision",
        ago(2),
        ("env IP: autodetect -> none",),
    )
    assert change.details["number"] == "7"
    assert (change.exhibit.source, change.exhibit.excerpt) == ("x.json:1", "the line")


def test_what_came_after_or_long_before_is_no_reason_to_look() -> None:
    assert changes(edit("IPPool", -1), edit("IPPool", 61)) == ()
    assert keys(changes(edit("IPPool", 0), edit("IPPool", 60, "kubectl"))) == ["edited", "edited"]


def test_the_nearest_comes_first_and_three_are_enough() -> None:
    kinds = ("Installation", "IPPool", "BGPConfiguration", "FelixConfiguration")
    found = changes(
        *(edit(kind, minutes) for kind, minutes in zip(kinds, (9, 2, 30, 5), strict=True))
    )
    assert [change.details["kind"] for change in found] == [
        "IPPool",
        "FelixConfiguration",
        "Installation",
    ]


def test_no_change_is_reported_for_a_node_that_is_sick_since_an_unknown_time() -> None:
    assert changes_before(NodeView("b", [edit("IPPool", 1)]), None, SHELF) == ()


def test_what_programs_write_on_their_own_account_is_told_only_where_nothing_else_is() -> None:
    own = edit("Installation", 1, "operator")
    assert [change.details["manager"] for change in changes(own)] == ["operator"]
    assert [change.details["manager"] for change in changes(own, edit("IPPool", 50))] == [
        "kubectl-edit"
    ]


def test_an_upgrade_by_the_operator_is_told_as_the_revision_it_made() -> None:
    written = edit("DaemonSet", 2, "operator")
    assert keys(changes(written, revision(7, 2, "b"), revision(6, 9000, "a"))) == ["revision"]


def test_an_edit_of_the_daemonset_that_made_no_revision_is_told_as_such() -> None:
    found = changes(edit("DaemonSet", 2), revision(7, 40, "b"), revision(6, 9000, "a"))
    assert keys(found) == ["edited", "revision"]


def test_the_first_revision_is_the_installation_itself() -> None:
    assert keys(changes(revision(1, 2, "a"))) == ["revision-first"]
    assert keys(changes(revision(7, 2, "a"))) == ["revision-bare"]


def test_one_start_of_a_node_is_told_once() -> None:
    starting = event("Starting", 3, "Starting kubelet.")
    ready = condition("Ready", "True", 2)
    joined = NodeJoined(about=NODE, cited=CITED, joined=ago(4))
    assert keys(changes(ready)) == ["ready-again"]
    assert keys(changes(ready, starting)) == ["kubelet-started"]
    assert keys(changes(ready, starting, event("Rebooted", 3))) == ["rebooted"]
    assert keys(changes(ready, starting, joined)) == ["node-joined"]


def test_a_node_that_joined_long_ago_says_nothing_of_a_start_now() -> None:
    joined = NodeJoined(about=NODE, cited=CITED, joined=ago(9000))
    assert keys(changes(joined, event("Starting", 3, "Starting kubelet."))) == ["kubelet-started"]


def test_kube_proxy_is_not_the_kubelet() -> None:
    assert changes(event("Starting", 3)) == ()


def test_a_condition_by_event_and_by_object_is_one() -> None:
    found = changes(event("NodeHasDiskPressure", 4), condition("DiskPressure", "True", 4))
    assert [(change.key, dict(change.details)) for change in found] == [
        ("condition", {"type": "DiskPressure", "status": "True"})
    ]


def test_conditions_of_a_node_that_is_well_and_what_calico_says_itself_are_left_out() -> None:
    assert changes(condition("MemoryPressure", "False", 4)) == ()
    assert changes(condition("NetworkUnavailable", "True", 4)) == ()


def test_an_event_of_a_pod_is_not_the_nodes() -> None:
    assert changes(event("Rebooted", 3, pod="calico-node-x7k2p")) == ()


def unit(since: str, name: str = "containerd", active: str = "active") -> Fact:
    return UnitState(about=NODE, cited=CITED, unit=name, active=active, since=since)


def test_a_runtime_that_was_restarted() -> None:
    assert keys(changes(unit("Mon 2026-11-16 09:12:01 UTC"))) == ["runtime-started"]


@pytest.mark.parametrize(
    "fact",
    [
        unit("Mon 2026-11-16 09:12:01 CST"),
        unit("Mon 2026-11-16 09:12:01 UTC", name="sshd"),
        unit("Mon 2026-11-16 09:12:01 UTC", active="failed"),
        unit("Mon 2026-99-16 09:12:01 UTC"),
        unit(""),
    ],
)
def test_units_that_tell_nothing(fact: Fact) -> None:
    assert changes(fact) == ()


def test_asking_leaves_no_trace_on_the_view() -> None:
    view = NodeView("b", [edit("IPPool", 1)])
    changes_before(view, SICK, SHELF)
    assert view.asked == set()


POD = """\
apiVersion: v1
kind: Pod
metadata:
  creationTimestamp: "2026-11-16T09:13:58Z"
  name: calico-node-x7k2p
  namespace: calico-system
spec:
  nodeName: node-b
  containers:
  - name: calico-node
    image: calico/node:v3.27.0
status:
  phase: Running
  startTime: "2026-11-16T09:14:00Z"
  conditions:
  - type: Ready
    status: "False"
    lastTransitionTime: "2026-11-16T09:14:00Z"
  containerStatuses:
  - name: calico-node
    ready: false
    restartCount: 0
    state:
      running:
        startedAt: "2026-11-16T09:14:05Z"
"""

FELIX = """\
apiVersion: crd.projectcalico.org/v1
kind: FelixConfiguration
metadata:
  name: default
  managedFields:
  - manager: calico-node
    operation: Update
    time: "2026-11-16T09:13:50Z"
  - manager: kubectl-edit
    operation: Update
    time: "2026-11-16T09:05:50Z"
spec:
  logSeverityScreen: Info
"""


def test_pasted_objects_tell_it_too() -> None:
    text = (
        f"$ kubectl -n calico-system get pod calico-node-x7k2p -o yaml\n{POD}"
        f"$ kubectl get felixconfiguration default -o yaml --show-managed-fields\n{FELIX}"
    )
    told = node(diagnosed(text), "node-b")
    assert told.since == datetime(2026, 11, 16, 9, 13, 58, tzinfo=UTC)
    assert [(change.key, change.details["manager"]) for change in told.changes] == [
        ("edited", "kubectl-edit")
    ]


def _revision(number: int, created: str, method: str) -> object:
    variable = {"name": "IP_AUTODETECTION_METHOD", "value": method}
    template = {
        "$patch": "replace",
        "spec": {"containers": [{"name": "calico-node", "env": [variable]}]},
    }
    return {
        "apiVersion": "apps/v1",
        "kind": "ControllerRevision",
        "metadata": {
            "creationTimestamp": created,
            "ownerReferences": [{"kind": "DaemonSet", "name": "calico-node"}],
        },
        "revision": number,
        "data": {"spec": {"template": template}},
    }


def test_pasted_revisions_tell_what_was_rolled_out() -> None:
    revisions = {
        "apiVersion": "v1",
        "kind": "List",
        "items": [
            _revision(7, "2026-11-16T09:12:01Z", "interface=eth0"),
            _revision(6, "2026-10-01T08:00:00Z", "first-found"),
        ],
    }
    text = (
        f"$ kubectl -n calico-system get pod calico-node-x7k2p -o yaml\n{POD}"
        "$ kubectl -n calico-system get controllerrevisions -o json\n"
        f"{json.dumps(revisions, indent=4)}\n"
    )
    (change,) = node(diagnosed(text), "node-b").changes
    assert change.parts == ("env IP_AUTODETECTION_METHOD: first-found -> interface=eth0",)
    assert "2026-11-16T09:12:01Z" in change.exhibit.excerpt


def test_what_changed_alters_no_finding() -> None:
    def found(*contents: str) -> object:
        pieces = tuple(
            Evidence(
                id=str(place), kind=EvidenceKind.OBJECTS, content=text, order=place, whole=True
            )
            for place, text in enumerate(contents)
        )
        told = diagnose(Snapshot(pieces), load_catalogue(), strict=True)
        nodes = tuple(replace(each, since=None, changes=()) for each in told.nodes)
        return told.summary, nodes, told.red_herrings, told.contradictions

    timeless = "\n".join(line for line in POD.split("\n") if "Transition" not in line)
    unedited, _, spec = FELIX.partition("  managedFields:")
    plain = unedited + spec[spec.index("spec:") :]
    assert found(POD, FELIX) == found(timeless, plain)
