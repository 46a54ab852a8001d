"""What a piece with objects counts as having looked for."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    ContainerState,
    Fact,
    KubeletCgroupDriver,
    NodeCondition,
    PoolSeen,
    ProbeFailed,
    WorkloadListed,
)
from calicovet.parse.all_parsers import gives_of
from calicovet.parse.objects.kinds import kinds_in

POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: calico-node-x7k2p
  ownerReferences:
  - apiVersion: apps/v1
    kind: DaemonSet
    name: calico-node
spec:
  containers: []
"""
POD_JSON = """\
{
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {
        "ownerReferences": [
            {
                "apiVersion": "apps/v1",
                "kind": "DaemonSet"
            }
        ]
    }
}
"""
LIST = """\
apiVersion: v1
items:
- apiVersion: v1
  kind: Pod
  metadata:
    ownerReferences:
    - apiVersion: apps/v1
      kind: DaemonSet
- apiVersion: v1
  kind: Node
  metadata: {}
kind: List
"""
EVENT = """\
apiVersion: v1
kind: Event
involvedObject:
  kind: Pod
  name: calico-node-x7k2p
"""
POD_LIST = '{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"ownerReferences":[{"kind":"DaemonSet"}]}}]}'
EMPTY_LIST = """\
{
  "apiVersion": "crd.projectcalico.org/v1",
  "kind": "IPPoolList",
  "items": []
}
"""
FRAGMENT = """\
  ownerReferences:
  - apiVersion: apps/v1
    kind: DaemonSet
    name: calico-node
"""


def gives(content: str) -> tuple[type[Fact], ...]:
    return gives_of(Evidence(id="e", kind=EvidenceKind.OBJECTS, content=content, whole=True))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (POD, {"Pod"}),
        (POD_JSON, {"Pod"}),
        (LIST, {"Pod", "Node"}),
        (EVENT, {"Event"}),
        (POD_LIST, {"Pod"}),
        (EMPTY_LIST, {"IPPool"}),
        (f"{POD}---\n{EVENT}", {"Pod", "Event"}),
        (f"{POD}{EVENT}", {"Pod", "Event"}),
        ("apiVersion: v1\nitems: []\nkind: List\n", set()),
    ],
)
def test_kinds_are_those_of_the_objects_not_of_what_they_refer_to(
    text: str, kinds: set[str]
) -> None:
    assert kinds_in(text) == frozenset(kinds)


@pytest.mark.parametrize("text", [FRAGMENT, "spec:\n  nodeName: n1\n", "", "not an object at all"])
def test_a_part_of_an_object_says_no_kind_and_may_show_anything(text: str) -> None:
    assert kinds_in(text) is None
    assert {ContainerState, NodeCondition, PoolSeen} <= set(gives(text))


def test_a_pod_shows_its_containers_and_neither_pools_nor_nodes_nor_events() -> None:
    shown = gives(POD)
    assert ContainerState in shown
    assert not {PoolSeen, NodeCondition, ProbeFailed, WorkloadListed} & set(shown)


def test_a_list_without_items_has_looked_for_them() -> None:
    assert PoolSeen in gives(EMPTY_LIST)


def test_the_kubelets_configuration_shows_its_driver() -> None:
    text = "kind: KubeletConfiguration\ncgroupDriver: systemd\n"
    assert KubeletCgroupDriver in gives(text)
    assert ContainerState not in gives(text)
