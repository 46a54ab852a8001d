"""Small files, listings, environments and kube-proxy's rules."""

import pytest

from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import (
    AutodetectionMethod,
    KubeProxyRules,
    NodeNameUsed,
    PathSeen,
    SettingSeen,
)
from calicovet.parse.host.command_words import words_of
from calicovet.parse.host.node_name_file import read_node_names
from tests.unit.parse.host.pieces import facts, piece

FILE = EvidenceKind.HOST_FILE
NODENAME = "cat /var/lib/calico/nodename"
CHAIN = "KUBE-SVC-NPX46M4PTMTKRN6Y"


def test_the_name_that_calico_node_stored() -> None:
    assert facts(FILE, "node13\n", NODENAME) == [NodeNameUsed(name="node13", where="file")]
    both = facts(FILE, "vm\nnode13", f"hostname; {NODENAME}")
    assert both == [NodeNameUsed(name="node13", where="file")]


def test_by_the_place_of_a_collected_file() -> None:
    evidence = piece(FILE, "node13", "/var/lib/calico/nodename")
    assert list(read_node_names(evidence)) == [NodeNameUsed(name="node13", where="file")]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("node13", "hostname"),
        ("two words", NODENAME),
        ("node13\nnode14", NODENAME),
        ("node13", "echo node13 > /var/lib/calico/nodename"),
        ("node13", ""),
        ("", NODENAME),
    ],
)
def test_other_texts_are_no_name(text: str, command: str) -> None:
    assert facts(FILE, text, command) == []


def test_a_missing_name_file() -> None:
    text = "cat: /var/lib/calico/nodename: No such file or directory"
    assert facts(FILE, text, NODENAME) == [PathSeen(path="/var/lib/calico/nodename", present=False)]


def test_the_name_in_the_cni_configuration() -> None:
    line = '      "nodename": "{}",'
    assert facts(FILE, line.format("node13")) == [NodeNameUsed(name="node13", where="conflist")]
    assert facts(FILE, line.format("__KUBERNETES_NODE_NAME__")) == []


@pytest.mark.parametrize(
    "text",
    [
        "ls: cannot access '/x/y': No such file or directory",
        "ls: cannot access /x/y: No such file or directory",
        "ls: 无法访问'/x/y': 没有那个文件或目录",
        "stat: cannot stat '/x/y': No such file or directory",
    ],
)
def test_a_path_that_is_not_there(text: str) -> None:
    assert facts(FILE, text, "ls /x/y", whole=True) == [PathSeen(path="/x/y", present=False)]


NETWORKS = "/var/lib/cni/networks"


@pytest.mark.parametrize(
    "text",
    [
        "cbr0  k8s-pod-network",
        "cbr0\nk8s-pod-network",
        "total 0\ndrwxr-xr-x. 2 root root 40 Jan 18 22:18 .\ndrwxr-xr-x 2 root root 40 Jan 18 22:18 cbr0\n"
        "drwxr-xr-x 2 root root 40 Jan 18  2020 k8s-pod-network",
    ],
)
def test_a_listing_shows_what_is_there(text: str) -> None:
    found = facts(FILE, text, f"sudo ls -la {NETWORKS}/", whole=True)
    assert found == [
        PathSeen(path=NETWORKS, present=True),
        PathSeen(path=f"{NETWORKS}/cbr0", present=True),
        PathSeen(path=f"{NETWORKS}/k8s-pod-network", present=True),
    ]


def test_only_a_whole_listing_shows_what_is_not() -> None:
    absent = PathSeen(path=f"{NETWORKS}/k8s-pod-network", present=False)
    assert absent in facts(FILE, "cbr0", f"ls {NETWORKS}", whole=True)
    assert absent in facts(FILE, "", f"ls {NETWORKS}", whole=True)
    assert absent not in facts(FILE, "cbr0", f"ls {NETWORKS} | head -1")
    assert absent not in facts(
        FILE,
        f"ls: cannot access '{NETWORKS}': No such file or directory",
        f"ls {NETWORKS}",
        whole=True,
    )
    assert facts(FILE, "", "ls /etc/cni/net.d", whole=True) == [
        PathSeen(path="/etc/cni/net.d", present=True),
        PathSeen(path="/etc/cni/net.d/10-calico.conflist", present=False),
    ]


@pytest.mark.parametrize(
    ("command", "text"),
    [("ls /etc/systemd/network", ""), ("ls -l /etc/systemd/network", "total 0")],
)
def test_an_empty_directory_is_there(command: str, text: str) -> None:
    there = PathSeen(path="/etc/systemd/network", present=True)
    assert facts(EvidenceKind.HOST_FILE, text, command, whole=True) == [there]
    assert facts(EvidenceKind.HOST_FILE, text, command, whole=False) == []


def test_listings_of_several_directories() -> None:
    text = "/a:\nx\n\n/b:\ny"
    assert [
        fact.path
        for fact in facts(FILE, text, "ls /a /b", whole=True)
        if isinstance(fact, PathSeen)
    ] == [
        "/a",
        "/a/x",
        "/b",
        "/b/y",
    ]


def test_long_listings_of_links_and_single_files() -> None:
    text = "lrwxrwxrwx 1 root root 9 Jan 1 10:00 /etc/x -> /opt/x\nls: reading directory '/y': Input/output error"
    assert facts(FILE, text, "ls -l /etc/x") == [PathSeen(path="/etc/x", present=True)]
    assert facts(FILE, "  File: /etc/x\n  Size: 1", "stat /etc/x") == [
        PathSeen(path="/etc/x", present=True)
    ]


def test_a_listing_of_an_unknown_directory() -> None:
    assert facts(FILE, "a b", "ls") == []
    assert facts(FILE, "a b", "ls /etc/*.d") == []
    assert facts(FILE, "a b", "ls /a; ls /b") == []


def test_a_huge_directory_is_told_in_part() -> None:
    names = "\n".join(f"10.0.{i // 256}.{i % 256}" for i in range(2_000))
    assert len(facts(FILE, names, "ls /var/lib/cni/networks/k8s-pod-network")) == 300


def test_variables_of_calico() -> None:
    text = "PATH=/bin\nexport IP_AUTODETECTION_METHOD=interface=eth.*\nFELIX_LOGSEVERITYSCREEN='info'\nMYIP=1\nIP6="
    assert facts(FILE, text, "env") == [
        SettingSeen(name="IP_AUTODETECTION_METHOD", value="interface=eth.*"),
        AutodetectionMethod(method="interface=eth.*"),
        SettingSeen(name="FELIX_LOGSEVERITYSCREEN", value="info"),
        SettingSeen(name="IP6", value=""),
    ]


RULE = f'-A KUBE-SERVICES -d 10.96.0.1/32 -p tcp -m comment --comment "default/kubernetes:https cluster IP" -j {CHAIN}'


@pytest.mark.parametrize(
    ("text", "command", "count"),
    [
        ("7", f"iptables-save | grep -c {CHAIN}", 7),
        ("0", f"iptables-save -t nat | grep {CHAIN} | wc -l", 0),
        ("0", "iptables-save | grep -c KUBE-SVC", 0),
        (f"{RULE}\n:{CHAIN} - [0:0]", "iptables-save", 2),
        (RULE, "", 1),
        ("", f"iptables-save | grep {CHAIN}", 0),
        ("", "iptables-save | grep KUBE-SVC", 0),
        ("*nat\n-A PREROUTING -j cali-PREROUTING\nCOMMIT", "iptables-save", 0),
        ("iptables: No chain/target/match by that name.", "iptables -t nat -L KUBE-SERVICES -n", 0),
    ],
)
def test_rules_of_iptables(text: str, command: str, count: int) -> None:
    whole = command == "iptables-save"
    assert facts(FILE, text, command, whole=whole) == [KubeProxyRules(count=count)]


@pytest.mark.parametrize(
    ("text", "command", "whole"),
    [
        ("81", "iptables-save | grep -c KUBE-SVC", False),
        ("*nat\nCOMMIT", "iptables-save | head", False),
        ("", "iptables-save | grep cali", False),
        ("", "iptables-save | grep KUBE | grep -v SEP", False),
        ("iptables: No chain/target/match by that name.", "iptables -L FOO", False),
        ("12", "", False),
    ],
)
def test_rules_that_no_command_looked_for(text: str, command: str, whole: bool) -> None:
    assert facts(FILE, text, command, whole=whole) == []


IPTABLES = """\
-A KUBE-SEP-F2MQ5FFL3WJ2LXML -s 172.31.0.1/32 -m comment --comment "default/kubernetes:https" -j KUBE-MARK-MASQ
-A KUBE-SEP-F2MQ5FFL3WJ2LXML -p tcp -m comment --comment "default/kubernetes:https" -m tcp -j DNAT --to-destination 172.31.0.1:6443
-A KUBE-SERVICES -d 10.96.0.1/32 -p tcp -m comment --comment "default/kubernetes:https cluster IP" -m tcp --dport 443 -j KUBE-SVC-NPX46M4PTMTKRN6Y
-A KUBE-SVC-NPX46M4PTMTKRN6Y -m comment --comment "default/kubernetes:https -> 172.31.0.1:6443" -j KUBE-SEP-F2MQ5FFL3WJ2LXML
"""
IPVS = """\
IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
TCP  10.96.0.1:443 rr
  -> 192.168.2.10:6443            Masq    1      0          0
TCP  10.96.0.10:53 rr
  -> 10.244.1.2:53                Masq    1      0          0
"""


@pytest.mark.parametrize(
    ("text", "command", "whole", "count"),
    [
        (IPVS, "ipvsadm -Ln", True, 2),
        (IPVS.replace("10.96.0.1:", "10.96.0.7:"), "ipvsadm -Ln", True, 0),
        (IPVS.split("TCP")[0], "ipvsadm -Ln", True, 0),
        ("", "ipvsadm -Ln | grep -A1 10.96.0.7:443", False, 0),
        ("TCP  10.96.0.7:443 rr", "ipvsadm -Ln | grep 10.96.0.7", False, 1),
    ],
)
def test_rules_of_ipvs(text: str, command: str, whole: bool, count: int) -> None:
    (found,) = facts(FILE, text, command, whole=whole)
    assert isinstance(found, KubeProxyRules)
    assert found.count == count


def test_where_the_rules_of_ipvs_lead() -> None:
    (found,) = facts(FILE, IPVS, "ipvsadm -Ln", whole=True)
    assert found == KubeProxyRules(count=2, endpoints=("192.168.2.10:6443",))


def test_where_the_rules_of_iptables_lead() -> None:
    command = "iptables-save -t nat | grep default/kubernetes:https"
    (found,) = facts(FILE, IPTABLES, command)
    assert found == KubeProxyRules(count=4, endpoints=("172.31.0.1:6443",))


def test_a_cut_listing_of_ipvs_shows_no_absence() -> None:
    assert facts(FILE, IPVS.replace("10.96.0.1:", "10.96.0.7:"), "ipvsadm -Ln | head") == []


def test_a_stray_quote_leaves_plain_words() -> None:
    assert words_of("grep 'open") == ("grep", "'open")


def _absent(command: str, output: str) -> set[str]:
    return {
        fact.path
        for fact in facts(FILE, output, command, whole=True)
        if isinstance(fact, PathSeen) and not fact.present
    }


def test_a_whole_listing_shows_what_of_calico_is_missing() -> None:
    assert _absent("ls /opt/cni/bin", "bridge  dhcp") == {"/opt/cni/bin/calico"}
    assert _absent("ls /opt/cni/bin", "bridge  calico") == set()
    assert _absent("ls /etc/cni/net.d/", "calico-kubeconfig") == {
        "/etc/cni/net.d/10-calico.conflist"
    }
    assert _absent("ls /etc/cni/net.d", "10-canal.conflist") == set()


def test_each_directory_of_several_is_read_by_itself() -> None:
    typed = "cat /var/lib/calico/nodename; ls /etc/cni/net.d /opt/cni/bin /var/lib/cni/networks/k8s-pod-network"
    output = "n1\nls: cannot access '/var/lib/cni/networks/k8s-pod-network': No such file or directory\n/etc/cni/net.d:\n10-calico.conflist\n\n/opt/cni/bin:\nbridge\ndhcp\n"
    assert _absent(typed, output) == {
        "/var/lib/cni/networks/k8s-pod-network",
        "/opt/cni/bin/calico",
    }
