"""The log of an init container is asked for only where the pod has that container."""

import pytest

from calicovet.diagnosis.evidence.container_logs import init_container_for
from calicovet.model.case import NodeView
from calicovet.model.facts import CalicoVersion, ContainerState, Fact, Running, SettingSeen
from calicovet.model.stage import StageId
from calicovet.model.subject import Subject


def listed(*names: str) -> tuple[Fact, ...]:
    return tuple(
        ContainerState(
            about=Subject(pod="calico-node-zt5wn", container=name),
            phase=Running.WAITING,
            init=True,
            position=place,
        )
        for place, name in enumerate(names)
    )


def asked(stage: StageId, *facts: Fact, namespace: str = "kube-system", pod: str = "") -> str:
    view = NodeView("n", facts, pod=pod or "calico-node-zt5wn", namespace=namespace)
    return init_container_for(stage, view)


def test_the_pods_own_list_decides() -> None:
    pod = listed("flexvol-driver", "install-cni")
    assert asked(StageId.BPF_PREPARED, *pod) == "flexvol-driver"
    assert asked(StageId.IPAM_UPGRADED, *pod) == ""
    assert asked(StageId.BPF_PREPARED, *listed("install-cni", "ebpf-bootstrap")) == "ebpf-bootstrap"


@pytest.mark.parametrize(
    ("facts", "namespace", "pod"),
    [
        ((), "calico-system", "calico-node-zt5wn"),
        ((SettingSeen(name="DATASTORE_TYPE", value="etcdv3"),), "kube-system", "calico-node-zt5wn"),
        ((), "kube-system", "canal-zt5wn"),
    ],
)
def test_upgrade_ipam_is_only_in_the_manifest_for_the_kubernetes_datastore(
    facts: tuple[Fact, ...], namespace: str, pod: str
) -> None:
    assert asked(StageId.IPAM_UPGRADED, *facts, namespace=namespace, pod=pod) == ""
    assert asked(StageId.IPAM_UPGRADED) == "upgrade-ipam"


@pytest.mark.parametrize(
    ("release", "container"), [("v3.20.0", "flexvol-driver"), ("v3.28.0", "mount-bpffs")]
)
def test_mount_bpffs_came_with_a_release(release: str, container: str) -> None:
    version = CalicoVersion(low=release, high=release, by="image")
    assert asked(StageId.BPF_PREPARED, version) == container


def test_the_operator_makes_it_only_for_bpf() -> None:
    assert asked(StageId.BPF_PREPARED, namespace="calico-system") == ""
