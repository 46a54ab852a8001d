"""What paths in other programs' bundles say."""

import pytest

from calicovet.model.evidence import EvidenceKind
from calicovet.model.subject import Subject
from calicovet.world.bundles.layouts.known import LAYOUTS
from calicovet.world.bundles.layouts.paths import (
    Use,
    bundle_around,
    is_archive_of_use,
    node_of_archive,
    told_by_path,
    use_of,
)

_ADMIN = "kubectl_--kubeconfig_.etc.kubernetes.admin.conf"
_SOS = "sosreport-a-2024-05-06-abcdefg/sos_commands/kubernetes/cluster-info"
_POD = Subject("", "calico-system", "calico-node-x7k2p")


@pytest.mark.parametrize(
    ("path", "kind", "about", "typed"),
    [
        (
            f"{_SOS}/calico-system/podlogs/calico-node-x7k2p/{_ADMIN}_--namespace_calico-system_logs_calico-node-x7k2p_-c_install-cni",
            EvidenceKind.CALICO_LOG,
            Subject("", "calico-system", "calico-node-x7k2p", "install-cni"),
            "kubectl -n calico-system logs calico-node-x7k2p -c install-cni",
        ),
        (
            f"{_SOS}/calico-system/{_ADMIN}_get_-o_json_--namespace_calico-system_pods",
            EvidenceKind.OBJECTS,
            Subject(),
            "kubectl -n calico-system get pods -o json",
        ),
        (
            f"{_SOS}/calico-system/pods/{_ADMIN}_--namespace_calico-system_describe_pods_calico-node-x7k2p",
            EvidenceKind.POD_DESCRIBE,
            _POD,
            "kubectl -n calico-system describe pod calico-node-x7k2p",
        ),
        (
            f"{_SOS}/{_ADMIN}_get_--all-namespaces_true_pods",
            EvidenceKind.POD_TABLE,
            Subject(),
            "kubectl get pods --all-namespaces",
        ),
        (
            f"{_SOS}/{_ADMIN}_describe_node_node-1.example.org",
            EvidenceKind.NODE_DESCRIBE,
            Subject("node-1.example.org"),
            "kubectl describe node node-1.example.org",
        ),
        (
            "sos_commands/openshift/namespaces/calico-system/pods/podlogs/oc_logs_--namespace_calico-system_calico-node-x7k2p_-p",
            EvidenceKind.CALICO_LOG,
            Subject("", "calico-system", "calico-node-x7k2p", "", True),
            "kubectl -n calico-system logs calico-node-x7k2p --all-containers --previous",
        ),
        (
            "sosreport-a/sos_commands/kernel/dmesg",
            EvidenceKind.KERNEL_LOG,
            Subject(),
            "dmesg",
        ),
        (
            "sosreport-a/sos_commands/logs/journalctl_--no-pager_--boot",
            EvidenceKind.SYSTEM_JOURNAL,
            Subject(),
            "journalctl --no-pager --boot",
        ),
        (
            "sosreport-a/var/log/messages",
            EvidenceKind.SYSTEM_JOURNAL,
            Subject(),
            "cat /var/log/messages",
        ),
        (
            "supportbundle_1/logs/calico-system/calico-node-x7k2p/calico-node.log.1",
            EvidenceKind.CALICO_LOG,
            Subject("", "calico-system", "calico-node-x7k2p", "calico-node", True),
            "kubectl -n calico-system logs calico-node-x7k2p -c calico-node --previous",
        ),
        (
            "supportbundle_1/yamls/namespaced/kube-system/apps/v1/daemonsets.yaml",
            EvidenceKind.OBJECTS,
            Subject(),
            "kubectl -n kube-system get daemonsets -o yaml",
        ),
        (
            "supportbundle_1/yamls/cluster/crd.projectcalico.org/v1/felixconfigurations.yaml",
            EvidenceKind.OBJECTS,
            Subject(),
            "kubectl get felixconfigurations -o yaml",
        ),
        (
            "node-1-2024-05-06_07_08_09/rke2/podlogs/kube-system-rke2-canal-x7k2p-previous",
            EvidenceKind.CALICO_LOG,
            Subject("", "kube-system", "rke2-canal-x7k2p", "", True),
            "kubectl -n kube-system logs rke2-canal-x7k2p --all-containers --previous",
        ),
    ],
)
def test_a_path_says_what_stands_there(
    path: str, kind: EvidenceKind, about: Subject, typed: str
) -> None:
    told = told_by_path(path)
    assert told is not None
    assert (told.kind, told.about, told.taken_by) == (kind, about, typed)


@pytest.mark.parametrize(
    "path",
    [
        "logs/default/csi-driver-7x2kd/driver.log",
        "b/namespaces/apps/pods/shop-5d78c9869d-w2x4z/web/web/logs/current.log",
        "dump/kube-system/coredns-5d78c9869d-w2x4z/logs.txt",
    ],
)
def test_the_log_of_another_programs_pod_is_of_no_use(path: str) -> None:
    assert use_of(path) is Use.NONE


def test_a_folder_that_a_person_named_is_no_pod() -> None:
    assert use_of("logs/morning/calico/felix.log") is None


@pytest.mark.parametrize(
    ("path", "root"),
    [
        ("a/sosreport-b/sos_commands/host/uptime", "a/sosreport-b/"),
        ("a/yamls/cluster/v1/nodes.yaml", "a/"),
        ("a/dump/kube-system/replication-controllers.json", "a/dump/"),
        ("a/kube-system/calico-node-x7k2p.log", None),
    ],
)
def test_a_mark_shows_where_a_bundle_begins(path: str, root: str | None) -> None:
    assert bundle_around(path) == root


def test_archives_of_nodes_name_their_node() -> None:
    assert node_of_archive("x/nodes/node-1.example.org.zip") == "node-1.example.org"
    assert is_archive_of_use("x/sosreport-a-2024-05-06-abcdefg.tar.xz")
    assert not is_archive_of_use("x/images.tar")


def test_every_layout_names_its_program() -> None:
    assert all(layout.program for layout in LAYOUTS)
