"""Paths of files of unknown layout name nodes and pods that the evidence knows."""

import pytest

from calicovet.diagnosis.assembly.file_subjects import place_files
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.subject import Subject
from calicovet.parse.all_parsers import parse

_NODES = """NAME                  STATUS   ROLES    AGE   VERSION
node-1                Ready    <none>   9d    v1.28.2
node-12               Ready    <none>   9d    v1.28.2
big.example.org       Ready    <none>   9d    v1.28.2
"""
_PODS = """NAMESPACE     NAME                READY   STATUS    RESTARTS   AGE   IP        NODE
kube-system   calico-node-x7k2p   1/1     Running   0          9d    10.0.0.1  node-1
"""
LISTS = (
    Evidence(id="n", kind=EvidenceKind.NODE_TABLE, content=_NODES),
    Evidence(id="p", kind=EvidenceKind.POD_TABLE, content=_PODS),
)


def placed(path: str, kind: EvidenceKind = EvidenceKind.KUBELET_JOURNAL, host: str = "") -> Subject:
    file = Evidence(id="f", kind=kind, content="x", source=path, from_folder=True)
    return place_files([*LISTS, file], {path: host}, parse)[-1].about


@pytest.mark.parametrize(
    ("path", "node"),
    [
        ("hosts/node-1/kubelet.log", "node-1"),
        ("hosts/kubelet_node-12.log", "node-12"),
        ("NODE-1-kubelet.txt", "node-1"),
        ("big/kubelet.log", "big.example.org"),
        ("big.example.org.kubelet.log", "big.example.org"),
        ("node-12/from-node-1/kubelet.log", "node-1"),
        ("node-1-and-node-12/kubelet.log", ""),
        ("calico-node-1/kubelet.log", ""),
        ("node-123/kubelet.log", ""),
        ("biggest/kubelet.log", ""),
    ],
)
def test_a_path_names_a_node_as_a_word(path: str, node: str) -> None:
    assert placed(path) == Subject(node)


def test_where_the_path_names_none_the_host_of_the_files_around_it_counts() -> None:
    assert placed("a/kubelet.log", host="zeta") == Subject("zeta")
    assert placed("node-1/kubelet.log", host="zeta") == Subject("node-1")


def test_a_log_belongs_to_the_pod_that_its_path_names() -> None:
    about = placed("kube-system_calico-node-x7k2p.previous.log", EvidenceKind.CALICO_LOG, "zeta")
    assert about == Subject("", "kube-system", "calico-node-x7k2p", "", True)


def test_a_log_belongs_to_the_container_that_its_file_is_named_after() -> None:
    described = Evidence(
        id="d",
        kind=EvidenceKind.POD_DESCRIBE,
        content="Name: calico-node-x7k2p\nNamespace: kube-system\nNode: node-1/10.0.0.1\n"
        "Init Containers:\n  mount-bpffs:\n    State:  Running\n"
        "Containers:\n  calico-node:\n    State:  Waiting\n      Reason:  PodInitializing\n",
        about=Subject("node-1", "kube-system", "calico-node-x7k2p"),
    )
    file = Evidence(
        id="f",
        kind=EvidenceKind.CALICO_LOG,
        content="x",
        source="calico-node-x7k2p_mount-bpffs.log",
        from_folder=True,
    )
    about = place_files([*LISTS, described, file], {}, parse)[-1].about
    assert about == Subject("", "kube-system", "calico-node-x7k2p", "mount-bpffs")


def test_objects_belong_to_no_host() -> None:
    assert placed("node-1/pods.json", EvidenceKind.OBJECTS, "node-1") == Subject()


def test_without_files_of_folders_nothing_is_read() -> None:
    def read(piece: Evidence) -> tuple[()]:
        raise AssertionError(piece)

    assert place_files(LISTS, {}, read) == [*LISTS]
