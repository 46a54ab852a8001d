import pytest

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.text.cleaning import Line
from calicovet.parse.text.recognition import log_component, log_container, split_runs
from calicovet.parse.text.wrapped_lines import rejoin
from tests.support.reading import recognise

STAMP = "2024-01-01 00:00:00.000 [INFO][9] "


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("NAME  READY   STATUS    RESTARTS   AGE", Kind.POD_TABLE),
        ("calico-node-x7k2p 0/1 CrashLoopBackOff 12 3h", Kind.POD_TABLE),
        ("kube-system   calico-node-x7k2p   0/1   Init:0/3   0   3h", Kind.POD_TABLE),
        ("NAME STATUS ROLES AGE VERSION", Kind.NODE_TABLE),
        ("n1 NotReady <none> 10d v1.28.2", Kind.NODE_TABLE),
        ("calico-node   3  3  2  3  2  kubernetes.io/os=linux   10d", Kind.WORKLOAD_TABLE),
        ("LAST SEEN   TYPE   REASON   OBJECT   MESSAGE", Kind.EVENT_TABLE),
        ("4m12s  Warning  BackOff  pod/calico-node-abcde  Back-off", Kind.EVENT_TABLE),
        ("  Warning  Unhealthy  kubelet  Liveness probe failed: x", Kind.EVENT_LINES),
        ("4m (x5 over 10m) Warning BackOff kubelet Back-off", Kind.EVENT_LINES),
        (
            f"Warning  Unhealthy  kubelet  Readiness probe failed: {STAMP}a.go 1: x",
            Kind.EVENT_LINES,
        ),
        ("NAME  TYPE  CLUSTER-IP", Kind.OTHER_TABLE),
        ("Name:  calico-node-x7k2p\nNode:  n1/10.0.0.1", Kind.POD_DESCRIBE),
        ("Name:  n1\nRoles:  <none>", Kind.NODE_DESCRIBE),
        ("Name:  calico-node\nPod Template:\n", Kind.DAEMONSET_DESCRIBE),
        ("Name:  x\nType: Opaque", Kind.OTHER_DESCRIBE),
        ("    Liveness:   exec [/bin/calico-node -felix-live]", Kind.POD_DESCRIBE),
        ("    State:  Waiting\n      Reason:  CrashLoopBackOff", Kind.POD_DESCRIBE),
        ("  NetworkUnavailable   False   Mon, 01 Jan", Kind.NODE_DESCRIBE),
        ("apiVersion: v1\nkind: Pod", Kind.OBJECTS),
        ("        livenessProbe:\n          httpGet:", Kind.OBJECTS),
        (
            "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration",
            Kind.KUBELET_CONFIG,
        ),
        ("apiVersion: x\nkind: ClusterConfiguration", Kind.KUBEADM_CONFIG),
        ('{\n  "exec-opts": ["native.cgroupdriver=systemd"]\n}', Kind.DOCKER_CONFIG),
        ('{\n  "cniVersion": "0.3.1"\n}', Kind.HOST_FILE),
        ("projectcalico.org/IPv4Address: 10.0.0.1/24", Kind.NODE_ADDRESSES),
        (f"{STAMP}startup/startup.go 425: x", Kind.CALICO_LOG),
        ("[INFO][9] startup/startup.go 256: x", Kind.CALICO_LOG),
        ("INFO][10] startup/startup.go 256: x", Kind.CALICO_LOG),
        ("startup.go 256: Early log level", Kind.CALICO_LOG),
        (f"calico-node-x7k2p calico-node {STAMP}a.go 1: x", Kind.CALICO_LOG),
        ("bird: Unable to open configuration file", Kind.CALICO_LOG),
        ('time="2024" level=info msg="x" source="install.go:140"', Kind.CALICO_LOG),
        ('{"log":"[INFO][9] x\\n","stream":"stdout"}', Kind.CALICO_LOG),
        (f"{STAMP}kube-controllers/main.go 107: x", Kind.OTHER_LOG),
        ('level=info msg="x"', Kind.OTHER_LOG),
        ("I0102 15:04:05.678901       1 proxier.go:10] x", Kind.OTHER_LOG),
        ("E0102 15:04:05.678901    1234 pod_workers.go:10] x", Kind.KUBELET_JOURNAL),
        ("Jan 12 13:58:02 n1 kubelet[1]: x", Kind.KUBELET_JOURNAL),
        ("Jan 12 13:58:02 n1 dockerd[1]: x", Kind.RUNTIME_JOURNAL),
        ('time="2024" level=error msg="containerd"', Kind.RUNTIME_JOURNAL),
        ("Jan 12 13:58:02 n1 kernel: x", Kind.KERNEL_LOG),
        ("1月 12 13:58:02 n1 systemd[1]: x", Kind.SYSTEM_JOURNAL),
        ("Jan 12 13:58:02 n1 kubelet[1]: x\nJan 12 13:58:02 n1 systemd[1]: y", Kind.SYSTEM_JOURNAL),
        ("[12345.678901] oom-killer", Kind.KERNEL_LOG),
        ("2: eth0: <BROADCAST,UP> mtu 1500\n    inet 10.0.0.1/24", Kind.IP_ADDR),
        ("2: eth0: <BROADCAST,UP> mtu 1500", Kind.IP_LINK),
        ("eth0: flags=4163<UP>  mtu 1500", Kind.IP_ADDR),
        ("default via 10.0.0.1 dev eth0", Kind.IP_ROUTE),
        ("bridge name  bridge id  STP", Kind.BRIDGES),
        ("Calico process is running.", Kind.BGP_STATUS),
        ("SystemdCgroup = false", Kind.CONTAINERD_CONFIG),
        ("cgroupDriver: systemd", Kind.KUBELET_CONFIG),
        (" 12:58 up 1 day, load average: 1.0, 2.0, 3.0", Kind.LOAD),
        ("      total   used   free", Kind.MEMORY),
        ("Filesystem  Size", Kind.DISKS),
        ("nf_conntrack  172032  6 xt_conntrack", Kind.MODULES),
        ("net.ipv4.ip_forward = 1", Kind.SYSCTL),
        ("LISTEN 0 4096 127.0.0.1:9099", Kind.SOCKETS),
        ("Linux n1 5.15.0-86-generic", Kind.KERNEL),
        ('PRETTY_NAME="Ubuntu 22.04"', Kind.OS_RELEASE),
        ("CONTAINER  IMAGE  CREATED", Kind.CONTAINER_LIST),
        ("0::/kubepods.slice/x", Kind.CGROUP_PATHS),
        ("1:name=systemd:/x", Kind.CGROUP_PATHS),
        ("nr_throttled 5", Kind.CPU_STAT),
        ("● kubelet.service - kubelet", Kind.UNITS),
        ("curl: (28) Failed", Kind.API_CURL),
        ("Client Version: v1.28.2", Kind.VERSIONS),
        ("The pods run but requests hang", None),
        ("", None),
    ],
)
def test_what_lines_look_like(text: str, kind: Kind | None) -> None:
    assert recognise(text.split("\n")) is kind


def test_a_run_ends_where_another_thing_begins() -> None:
    lines = [
        "NAME  READY   STATUS    RESTARTS   AGE",
        "calico-node-x7k2p 0/1 CrashLoopBackOff 12 3h",
        "",
        "Warning  BackOff  kubelet  Back-off",
        f"{STAMP}a/b.go 1: x",
        "| a | b |",
    ]
    assert split_runs(lines) == [
        (Kind.POD_TABLE, 0, 3),
        (Kind.EVENT_LINES, 3, 4),
        (Kind.CALICO_LOG, 4, 6),
    ]


def test_unknown_words_after_a_table_are_nobodys() -> None:
    lines = ["calico-node-x7k2p 0/1 Running 12 3h", "", "something else"]
    assert [run.kind for run in split_runs(lines)] == [Kind.POD_TABLE, None]


def test_two_descriptions_are_two_pieces() -> None:
    lines = ["Name: a", "Node: n1/10.0.0.1", "Name: b", "Node: n2/10.0.0.2"]
    assert [run.kind for run in split_runs(lines)] == [Kind.POD_DESCRIBE] * 2


def test_a_quoted_log_line_does_not_end_a_description() -> None:
    lines = ["Name: a", "Node: n1/10.0.0.1", f"   Message: {STAMP}a.go 1: x", "Events:  <none>"]
    assert len(split_runs(lines)) == 1


def test_the_command_decides_where_a_weak_look_does_not() -> None:
    assert split_runs(["2"], Kind.SYSCTL) == [(Kind.SYSCTL, 0, 1)]
    assert split_runs(["Name:  n1", "Roles: x"], Kind.NODE_DESCRIBE)[0].kind is Kind.NODE_DESCRIBE


def test_the_content_decides_against_the_command_where_it_is_plain() -> None:
    assert (
        split_runs(["Name:  a", "Node:  n1/10.0.0.1"], Kind.POD_TABLE)[0].kind is Kind.POD_DESCRIBE
    )


def test_a_manifest_in_a_file_is_objects() -> None:
    assert split_runs(["apiVersion: v1", "kind: Pod"], Kind.HOST_FILE)[0].kind is Kind.OBJECTS


def test_whose_log_shows_in_its_lines() -> None:
    assert log_component(["x typha/daemon.go 1: y"]) == "calico-typha"
    assert log_component(['{"logger":"controller_installation"}']) == "tigera-operator"
    assert log_container(["ipam_plugin.go 95: x"]) == "upgrade-ipam"
    assert log_container(["Installed /host/opt/cni/bin/calico"]) == "install-cni"
    assert log_container(["felix/daemon.go 1: x"]) == "calico-node"
    assert log_container(["hello"]) == ""


def joined(kind: Kind, *lines: str) -> list[str]:
    return [line.text for line in rejoin(kind, [Line(text, n) for n, text in enumerate(lines, 1)])]


LONG = f"{STAMP}startup/startup.go 158: failed to query kubeadm's config map"


def test_a_broken_log_line_is_made_whole() -> None:
    assert joined(Kind.CALICO_LOG, LONG, "error=timeout while asking") == [
        f"{LONG} error=timeout while asking"
    ]


def test_lines_broken_at_a_width_join_without_a_gap() -> None:
    first, second = (f"{STAMP}a/b.go 1: ".ljust(80, "x") for _ in range(2))
    assert joined(Kind.CALICO_LOG, first, "Yes", second, "No") == [first + "Yes", second + "No"]


@pytest.mark.parametrize(
    "line",
    [
        "| a | b |",
        "+---+",
        "goroutine 1 [running]:",
        "panic: x",
        "main.main()",
        "        /a/b.go:1",
        "bird: x",
        "Calico node started successfully",
        "",
        f"{STAMP}a.go 1: y",
        "{",
        "Capital words",
    ],
)
def test_lines_that_stand_for_themselves_are_not_joined(line: str) -> None:
    assert joined(Kind.CALICO_LOG, LONG, line) == [LONG, line]


def test_only_logs_and_events_are_joined() -> None:
    assert joined(Kind.OBJECTS, LONG, "error=x") == [LONG, "error=x"]
    described = ["Name: a", "Events:", "  Warning  Unhealthy  kubelet  " + "x" * 40, "and more"]
    assert len(joined(Kind.POD_DESCRIBE, *described)) == 3


def test_a_typed_host_command_outweighs_a_header_that_looks_like_a_table() -> None:
    lines = ["NAME      TYPE SIZE USED PRIO", "/dev/sda3 partition 2G 0B -2"]
    assert [run.kind for run in split_runs(lines, Kind.MEMORY)] == [Kind.MEMORY]
    assert [run.kind for run in split_runs(lines, Kind.POD_TABLE)] != [Kind.POD_TABLE]
