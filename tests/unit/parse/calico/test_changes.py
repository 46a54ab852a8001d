"""When objects were made and edited."""

from datetime import UTC, datetime, timedelta
from typing import TypeVar

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    DaemonSetRevision,
    EventSeen,
    Fact,
    NodeJoined,
    ObjectEdited,
    PodCreated,
    PodReadySince,
)
from calicovet.model.subject import Subject
from calicovet.parse.all_parsers import parse

F = TypeVar("F", bound=Fact)
POD = Subject("node-b", "calico-system", "calico-node-x7k2p")


def _at(hour: int, minute: int, second: int = 0) -> datetime:
    return datetime(2026, 11, 16, hour, minute, second, tzinfo=UTC)


def _facts(content: str) -> list[Fact]:
    piece = Evidence(id="e", kind=EvidenceKind.OBJECTS, content=content, whole=True)
    return [fact for fact in parse(piece) if isinstance(fact, Fact)]


def _of(content: str, kind: type[F]) -> list[F]:
    return [fact for fact in _facts(content) if isinstance(fact, kind)]


POD_OBJECT = """\
apiVersion: v1
kind: Pod
metadata:
  creationTimestamp: "2026-11-16T09:13:58Z"
  name: {name}
  namespace: calico-system
spec:
  nodeName: node-b
  containers:
  - name: {container}
status:
  phase: Running
  conditions:
  - type: Ready
    status: "False"
    lastTransitionTime: "2026-11-16T09:40:00Z"
  - type: Initialized
    status: "True"
    lastTransitionTime: "2026-11-16T09:14:09Z"
"""

CALICO_NODE = POD_OBJECT.format(name="calico-node-x7k2p", container="calico-node")


def test_a_pod_shows_its_birth_and_since_when_it_is_not_ready() -> None:
    (created,) = _of(CALICO_NODE, PodCreated)
    (ready,) = _of(CALICO_NODE, PodReadySince)
    assert (created.about, created.created) == (POD, _at(9, 13, 58))
    assert (ready.about, ready.ready, ready.since) == (POD, False, _at(9, 40))
    assert (created.cited[0].line, ready.cited[0].line) == (4, 16)


def test_the_times_of_another_pod_are_nobodys_concern() -> None:
    other = POD_OBJECT.format(name="shop-7d9f", container="shop")
    assert not _of(other, PodCreated) and not _of(other, PodReadySince)


def test_times_never_put_pieces_in_order() -> None:
    assert all(fact.at is None for fact in _facts(CALICO_NODE))


NODE = """\
apiVersion: v1
kind: Node
metadata:
  name: node-b
  creationTimestamp: "2026-11-16T09:12:00Z"
"""


def test_a_node_shows_when_it_joined() -> None:
    shown = NODE + "status:\n  conditions:\n  - type: Ready\n    status: 'True'\n"
    assert _of(shown, NodeJoined) == [NodeJoined(joined=_at(9, 12))]


def test_a_node_without_its_state_was_not_really_shown() -> None:
    assert _of(NODE, NodeJoined) == []


EDITED = """\
apiVersion: crd.projectcalico.org/v1
kind: {kind}
metadata:
  name: {name}
  managedFields:
  - manager: kubectl-edit
    operation: Update
    time: "2026-11-16T09:05:50Z"
  - manager: operator
    operation: Update
    subresource: status
    time: "2026-11-16T09:13:50Z"
  - manager: without-a-time
    operation: Update
spec: {{}}
"""


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("Installation", "default"),
        ("FelixConfiguration", "default"),
        ("BGPConfiguration", "default"),
        ("IPPool", "default-ipv4-ippool"),
        ("ClusterInformation", "default"),
        ("DaemonSet", "calico-node"),
        ("ConfigMap", "calico-config"),
    ],
)
def test_who_wrote_and_when_without_what_is_only_status(kind: str, name: str) -> None:
    (edit,) = _of(EDITED.format(kind=kind, name=name), ObjectEdited)
    assert edit == ObjectEdited(kind=kind, name=name, manager="kubectl-edit", edited=_at(9, 5, 50))
    assert (edit.cited[0].line, edit.cited[0].last) == (6, 8)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("ConfigMap", "shop"),
        ("DaemonSet", "kube-proxy"),
        ("DaemonSet", "calico-node-windows"),
        ("Service", "calico-typha"),
    ],
)
def test_edits_of_what_does_not_decide_how_calico_node_runs(kind: str, name: str) -> None:
    assert _of(EDITED.format(kind=kind, name=name), ObjectEdited) == []


REVISION = """\
{
  "apiVersion": "apps/v1",
  "kind": "ControllerRevision",
  "metadata": {
    "name": "calico-node-6d8f7c9b",
    "namespace": "calico-system",
    "creationTimestamp": "2026-11-16T09:12:01Z",
    "managedFields": [
      {"manager": "kube-controller-manager", "operation": "Update", "time": "2026-11-16T09:30:00Z"}
    ],
    "ownerReferences": [{"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "OWNER"}]
  },
  "revision": 7,
  "data": {"spec": {"template": {
    "$patch": "replace",
    "metadata": {"annotations": {"note": "x"}},
    "spec": {
      "hostNetwork": true,
      "nodeSelector": {"kubernetes.io/os": "linux"},
      "tolerations": [
        {"operator": "Exists"}, {"key": "disk", "value": "slow", "effect": "NoSchedule"}
      ],
      "containers": [{
        "name": "calico-node",
        "image": "calico/node:v3.27.0",
        "env": [{"name": "IP", "value": "autodetect"}],
        "resources": {"limits": {"cpu": "200m"}},
        "livenessProbe": {"exec": {"command": ["/bin/calico-node", "-felix-live"]}, "timeoutSeconds": 10},
        "volumeMounts": [{"mountPath": "/lib/modules", "name": "lib-modules"}]
      }],
      "initContainers": [{"name": "install-cni", "image": "calico/cni:v3.27.0"}],
      "volumes": [
        {"name": "lib-modules", "hostPath": {"path": "/lib/modules", "type": ""}},
        {"name": "bin", "configMap": {"name": "bin-config"}}
      ]
    }
  }}}
}
"""


def test_a_revision_with_its_template_by_short_names() -> None:
    (found,) = _of(REVISION.replace("OWNER", "calico-node"), DaemonSetRevision)
    assert (found.name, found.number, found.created) == ("calico-node", 7, _at(9, 12, 1))
    assert found.rewritten == _at(9, 30)
    assert dict(found.template) == {
        "image": "calico/node:v3.27.0",
        "env IP": "autodetect",
        "limits.cpu": "200m",
        "mount /lib/modules": "lib-modules",
        "livenessProbe.exec.command": "/bin/calico-node -felix-live",
        "livenessProbe.timeoutSeconds": "10",
        "install-cni image": "calico/cni:v3.27.0",
        "nodeSelector kubernetes.io/os": "linux",
        "toleration *": "",
        "toleration disk=slow:NoSchedule": "",
        "volume lib-modules": "/lib/modules",
        "volume bin": "configMap.name=bin-config",
        "hostNetwork": "true",
        "annotation note": "x",
    }


@pytest.mark.parametrize("owner", ["kube-proxy", "calico-node-windows", ""])
def test_a_revision_of_something_else(owner: str) -> None:
    assert _facts(REVISION.replace("OWNER", owner)) == []


def test_a_revision_says_nothing_of_what_runs_now() -> None:
    kinds = {type(fact) for fact in _facts(REVISION.replace("OWNER", "calico-node"))}
    assert kinds == {DaemonSetRevision}


EVENT = """\
apiVersion: v1
kind: Event
count: {count}
firstTimestamp: "2026-11-16T09:00:00Z"
lastTimestamp: "2026-11-16T09:20:00Z"
involvedObject: {{kind: Pod, name: calico-node-x7k2p, namespace: calico-system}}
message: Back-off restarting failed container
reason: BackOff
type: Warning
"""


def test_a_repeated_event_object_spans_time_as_its_row_in_a_list_does() -> None:
    (event,) = _of(EVENT.format(count=12), EventSeen)
    assert event.over == timedelta(minutes=20)


def test_a_single_event_spans_none() -> None:
    (event,) = _of(EVENT.format(count=1), EventSeen)
    assert event.over is None


@pytest.mark.parametrize("time", ["", "yesterday", "2026-02-31T00:00:00Z", "[]", "{a: b}"])
def test_a_time_that_is_none_is_left_out(time: str) -> None:
    text = CALICO_NODE.replace('"2026-11-16T09:13:58Z"', time).replace(
        '"2026-11-16T09:40:00Z"', time
    )
    assert not _of(text, PodCreated) and not _of(text, PodReadySince)
