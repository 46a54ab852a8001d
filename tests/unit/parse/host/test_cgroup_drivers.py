"""The cgroup drivers of containerd, dockerd, cri-o and the kubelet, and where containers live."""

import pytest

from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import (
    ContainerCgroup,
    HostSetting,
    KubeletCgroupDriver,
    RuntimeCgroupDriver,
    SettingSeen,
    Unreadable,
)
from tests.unit.parse.host.pieces import facts, lines_of

CONTAINERD = EvidenceKind.CONTAINERD_CONFIG
DOCKER = EvidenceKind.DOCKER_CONFIG
KUBELET = EvidenceKind.KUBELET_CONFIG
KUBEADM = EvidenceKind.KUBEADM_CONFIG
PATHS = EvidenceKind.CGROUP_PATHS

WHOLE = """\
version = 2
[plugins."io.containerd.grpc.v1.cri"]
  systemd_cgroup = false
  [plugins."io.containerd.grpc.v1.cri".containerd]
    default_runtime_name = "runc"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.nvidia.options]
      SystemdCgroup = false
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      BinaryName = ""
      # SystemdCgroup = false
      SystemdCgroup = true
"""


def driver(content: str, taken_by: str = "", whole: bool = False) -> list[str]:
    return [
        fact.driver
        for fact in facts(CONTAINERD, content, taken_by, whole=whole)
        if isinstance(fact, RuntimeCgroupDriver)
    ]


def test_the_line_of_runc_counts_in_a_whole_file() -> None:
    found = facts(CONTAINERD, WHOLE, whole=True)
    assert found == [RuntimeCgroupDriver(driver="systemd", runtime="containerd")]
    assert lines_of(found) == [11]


def test_the_default_runtime_wins_over_runc() -> None:
    assert driver(WHOLE.replace('name = "runc"', 'name = "nvidia"')) == ["cgroupfs"]


@pytest.mark.parametrize(
    "fragment",
    [
        "127:            SystemdCgroup = true",
        "/etc/containerd/config.toml:127:            SystemdCgroup = true",
        "/etc/containerd/config.toml:            SystemdCgroup = true # since 2021",
        "   127\t   SystemdCgroup = true",
        "[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]\nSystemdCgroup = true",
        "[plugins.cri.containerd.default_runtime.options]\nSystemdCgroup=true",
        '"SystemdCgroup": true',
        'plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options.SystemdCgroup = true',
        "systemd_cgroup = true",
    ],
)
def test_fragments(fragment: str) -> None:
    assert driver(fragment) == ["systemd"]


def test_grep_with_lines_around_it() -> None:
    found = facts(
        CONTAINERD,
        '125:          [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]\n'
        '126-            BinaryName = ""\n'
        "127-            SystemdCgroup = false",
        "grep -n -A2 'runtimes.runc.options' /etc/containerd/config.toml",
    )
    assert found == [RuntimeCgroupDriver(driver="cgroupfs")]
    assert lines_of(found) == [3]


@pytest.mark.parametrize(
    "line",
    [
        "# SystemdCgroup = true",
        "127:   #SystemdCgroup = true",
        "systemd_cgroup = false",
        '"systemdCgroup": false',
        "sed -i 's/SystemdCgroup = false/SystemdCgroup = true/' config.toml",
        "",
    ],
)
def test_lines_that_say_nothing(line: str) -> None:
    assert facts(CONTAINERD, line, "grep -i systemdcgroup /etc/containerd/config.toml") == []


def test_lines_that_disagree_are_not_chosen_from() -> None:
    assert isinstance(
        facts(CONTAINERD, "SystemdCgroup = true\nSystemdCgroup = false")[0], Unreadable
    )
    assert driver("SystemdCgroup = true\nSystemdCgroup = true") == ["systemd"]


def test_another_runtime_alone_says_nothing_of_runc() -> None:
    text = "[plugins.cri.containerd.runtimes.kata.options]\n  SystemdCgroup = true"
    assert driver(text, whole=True) == []


WITHOUT_KEY = "version = 2\n[grpc]\n  address = '/run/containerd/containerd.sock'\n"


def test_a_whole_file_without_the_key_means_cgroupfs() -> None:
    assert driver(WITHOUT_KEY, whole=True) == ["cgroupfs"]


@pytest.mark.parametrize(
    "content",
    [
        WITHOUT_KEY.replace("2", "3"),
        'imports = ["/etc/containerd/conf.d/*.toml"]\n' + WITHOUT_KEY,
        'disabled_plugins = ["cri"]\n' + WITHOUT_KEY,
        'default_runtime_name = "nvidia"\n' + WITHOUT_KEY,
        "cat: /etc/containerd/config.toml: Permission denied",
        "[[broken",
    ],
)
def test_but_not_where_something_else_may_decide(content: str) -> None:
    assert driver(content, whole=content != "[[broken") == []


def test_nor_a_cut_file() -> None:
    assert driver(WITHOUT_KEY) == []


@pytest.mark.parametrize(
    ("content", "taken_by", "expected", "runtime"),
    [
        (
            '"exec-opts": ["native.cgroupdriver=systemd"],',
            "cat /etc/docker/daemon.json",
            "systemd",
            "docker",
        ),
        (
            " Cgroup Driver: cgroupfs\n Cgroup Version: 1",
            "docker info | grep -i cgroup",
            "cgroupfs",
            "docker",
        ),
        ("systemd", "docker info -f '{{.CgroupDriver}}'", "systemd", "docker"),
        ('cgroup_manager = "cgroupfs"', "", "cgroupfs", "cri-o"),
    ],
)
def test_docker_and_crio(content: str, taken_by: str, expected: str, runtime: str) -> None:
    assert facts(DOCKER, content, taken_by) == [
        RuntimeCgroupDriver(driver=expected, runtime=runtime)
    ]


@pytest.mark.parametrize(
    "content", ['# cgroup_manager = "cgroupfs"', "systemd", '{"log-driver": "json"}']
)
def test_docker_says_nothing(content: str) -> None:
    assert facts(DOCKER, content) == []


@pytest.mark.parametrize(
    "content",
    [
        "cgroupDriver: systemd",
        "9:cgroupDriver: systemd",
        "/var/lib/kubelet/config.yaml:cgroupDriver: systemd",
        '{"kubeletconfig":{"cgroupDriver":"systemd","cpuCFSQuota":true}}',
        'KUBELET_KUBEADM_ARGS="--cgroup-driver=systemd --network-plugin=cni"',
        "    cgroup-driver: 'systemd'",
        "cgroupDriver: cgroupfs\nroot 1 /usr/bin/kubelet --cgroup-driver systemd",
    ],
)
def test_the_kubelets_driver(content: str) -> None:
    assert facts(KUBELET, content) == [KubeletCgroupDriver(driver="systemd")]


@pytest.mark.parametrize(
    "content", ["# cgroupDriver: systemd", "cgroupDriver:", "cgroupRoot: /systemd"]
)
def test_the_kubelet_says_nothing(content: str) -> None:
    assert facts(KUBELET, content, whole=True) == []


def test_kubeadm_configuration() -> None:
    found = facts(
        KUBEADM,
        "controlPlaneEndpoint: k8s.example.com:6443\nnetworking:\n  podSubnet: 10.244.0.0/16\n"
        '  serviceSubnet: "10.96.0.0/12"\n# podSubnet: 1.1.1.0/24\n  podSubnet: ""\n---\ncgroupDriver: systemd\n',
    )
    assert found == [
        KubeletCgroupDriver(driver="systemd"),
        SettingSeen(name="controlPlaneEndpoint", value="k8s.example.com:6443", where="kubeadm"),
        SettingSeen(name="podSubnet", value="10.244.0.0/16", where="kubeadm"),
        SettingSeen(name="serviceSubnet", value="10.96.0.0/12", where="kubeadm"),
    ]


def test_flags_of_kubeadm_init() -> None:
    assert facts(KUBEADM, "", "kubeadm init --pod-network-cidr=192.168.0.0/16") == [
        SettingSeen(name="podSubnet", value="192.168.0.0/16", where="kubeadm")
    ]


ID = "e9b69c3f1449e9e4e5bfbacb9ccfaa1c9fdda118a9a06761e5da353409fc34c7"
UID = "podfbdc6ea3_48a9_464c_8158_5a54a73d62eb"


def test_a_slice_kept_as_a_literal_path() -> None:
    path = f"/system.slice/containerd.service/kubepods-burstable-{UID}.slice:cri-containerd:{ID}"
    found = facts(PATHS, f"11:memory:{path}\n10:cpu:{path}\n0::/system.slice/containerd.service")
    assert found == [ContainerCgroup(path=path)]
    assert ContainerCgroup(path=path).is_slice_under_cgroupfs


def test_a_scope_as_systemd_makes_it() -> None:
    path = f"/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-{UID}.slice/cri-containerd-{ID}.scope"
    found = facts(PATHS, f"0::{path}")
    assert found == [ContainerCgroup(path=path)]
    assert ContainerCgroup(path=path).is_scope
    assert not ContainerCgroup(path=path).is_slice_under_cgroupfs


def test_cgroupfs_and_docker_paths() -> None:
    assert len(facts(PATHS, f"4:memory:/kubepods/burstable/pod1/{ID}\n3:cpu:/docker/{ID}")) == 2


def test_the_tree_of_systemd_cgls() -> None:
    found = facts(
        PATHS,
        "Control group /:\n└─kubepods.slice\n  ├─kubepods-besteffort.slice\n"
        f"  │ └─kubepods-besteffort-{UID}.slice\n  │   └─cri-containerd-{ID}.scope\n  │     └─1234 /pause\n",
    )
    assert found == [ContainerCgroup(path=f"cri-containerd-{ID}.scope")]


@pytest.mark.parametrize(
    "line",
    [
        f'"cgroupsPath": "kubepods-besteffort-{UID}.slice:cri-containerd:{ID}",',
        "0::/system.slice/docker.service",
        "9:name=systemd:/",
        "0::/kubepods/burstable/podfbdc6ea3-48a9-464c-8158-5a54a73d62eb",
    ],
)
def test_what_is_no_place_of_a_container(line: str) -> None:
    assert facts(PATHS, line) == []


@pytest.mark.parametrize(
    ("lines", "directories"),
    [
        ('[plugins."io.containerd.grpc.v1.cri".cni]\n  bin_dir = "/usr/lib/cni"', "/usr/lib/cni"),
        (
            "[plugins.'io.containerd.cri.v1.runtime'.cni]\n  bin_dirs = ['/opt/cni/bin', \"/a\"]",
            "/opt/cni/bin:/a",
        ),
        ('[plugins.other]\n  bin_dir = "/usr/lib/cni"', None),
        ('[plugins."io.containerd.grpc.v1.cri".cni]\n  bin_dir = ""', None),
    ],
)
def test_where_containerd_looks_for_plugins(lines: str, directories: str | None) -> None:
    command = "cat /etc/containerd/config.toml"
    found = facts(CONTAINERD, f"version = 2\n{lines}\n", command)
    told = [fact.value for fact in found if isinstance(fact, HostSetting)]
    assert told == ([] if directories is None else [directories])


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('disabled_plugins = ["cri"]', "cri"),
        ("3:disabled_plugins=['aufs', 'io.containerd.grpc.v1.cri']", "io.containerd.grpc.v1.cri"),
        (
            'disabled_plugins = ["io.containerd.cri.v1.images", "io.containerd.cri.v1.runtime"]',
            "io.containerd.cri.v1.runtime",
        ),
        ("disabled_plugins = []", None),
        ('#disabled_plugins = ["cri"]', None),
        ('required_plugins = ["cri"]', None),
        ('disabled_plugins = ["io.containerd.snapshotter.v1.aufs"]', None),
    ],
)
def test_a_disabled_cri_plugin(line: str, name: str | None) -> None:
    found = facts(CONTAINERD, line, "grep -n _plugins /etc/containerd/config.toml")
    assert found == (
        [HostSetting(name="containerd.disabled_plugins", value=name)] if name is not None else []
    )
