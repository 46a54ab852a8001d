import pytest

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState, Summary, SummaryVerdict
from calicovet.model.facts import OwnerKind
from calicovet.remedy.ownership import Owner, owner_of


def _owner(kind: OwnerKind | None = None, *, pod: str = "", namespace: str = "") -> Owner:
    node = NodeDiagnosis(node="a", pod=pod, state=NodeState.SICK)
    summary = Summary(SummaryVerdict.UNEXPLAINED)
    return owner_of(node, Diagnosis(summary=summary, owner=kind, namespace=namespace))


@pytest.mark.parametrize(
    ("kind", "pod", "namespace", "under_operator"),
    [
        (OwnerKind.OPERATOR, "", "", True),
        (None, "", "calico-system", True),
        (None, "calico-system/calico-node-x7k2p", "", True),
        (OwnerKind.HELM, "calico-system/calico-node-x7k2p", "", True),
        (OwnerKind.MANIFEST, "", "", False),
        (None, "kube-system/calico-node-x7k2p", "", False),
        (OwnerKind.KUBESPRAY, "", "kube-system", False),
        (None, "", "", None),
        (None, "calico-node-x7k2p", "", None),
    ],
)
def test_the_operator_is_known_by_its_trace_or_its_namespace(
    kind: OwnerKind | None, pod: str, namespace: str, under_operator: bool | None
) -> None:
    assert _owner(kind, pod=pod, namespace=namespace).under_operator is under_operator


@pytest.mark.parametrize(
    ("pod", "daemonset"),
    [
        ("kube-system/calico-node-x7k2p", "calico-node"),
        ("kube-system/canal-8qz4m", "canal"),
        ("kube-system/rke2-canal-8qz4m", "rke2-canal"),
        ("", "calico-node"),
        ("calico-node-xxxxx-very-odd-name-indeed", "calico-node"),
    ],
)
def test_the_daemonset_is_named_after_its_pods(pod: str, daemonset: str) -> None:
    assert _owner(pod=pod).daemonset == daemonset


def test_the_keeper_of_the_object_is_shown() -> None:
    assert _owner(OwnerKind.FLUX).kept("DaemonSet/calico-node") == (
        "DaemonSet/calico-node, kept by Flux"
    )
    assert _owner(OwnerKind.MANIFEST).kept("DaemonSet/calico-node") == "DaemonSet/calico-node"
    assert _owner().kept("DaemonSet/calico-node") == "DaemonSet/calico-node"
