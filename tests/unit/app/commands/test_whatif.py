"""`whatif address` from the command line to the exit code, on text and on a cluster."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from calicovet.app.commands.whatif import method_and_paths
from calicovet.app.main import main
from calicovet.model.errors import BadUsage
from tests.support.small_cluster import SmallCluster
from tests.support.small_objects import daemonset, node, pod
from tests.unit.app.services.test_live import kubeconfig

Capture = pytest.CaptureFixture[str]
INCIDENT = str(files("calicovet.app").joinpath("demos", "requests-hang-on-one-node.md"))
FELIX = (
    "2026-11-16 07:00:01.079 [INFO][9] startup/autodetection_methods.go 103: "
    "Using autodetected IPv4 address on interface nerdctl0: 10.4.0.1/24\n"
    "2026-11-16 07:00:02.079 [INFO][67] felix/int_dataplane.go 1245: Linux interface addrs changed. "
    'addrs=set.Set{10.51.0.2} ifaceName="ens160"\n'
)


def run(*words: str) -> int:
    return main(["whatif", "address", *words, "--color", "never", "--lang", "en"])


def test_the_incident_has_a_method_that_is_right_everywhere(capsys: Capture) -> None:
    assert run(INCIDENT) == 0
    assert capsys.readouterr().out.startswith("IPv4: kubernetes-internal-ip is right on every node")


@pytest.mark.parametrize(
    ("method", "code"),
    [("kubernetes-internal-ip", 0), ("first-found", 1), ("cidr=10.51.0.0/24", 3)],
)
def test_exit_codes_tell_right_from_wrong_from_not_known(method: str, code: int) -> None:
    assert run(method, INCIDENT) == code
    assert run(method, INCIDENT, "--exit-zero") == 0


def test_one_node_may_be_right_where_another_is_not(capsys: Capture) -> None:
    assert run("first-found", INCIDENT, "--node", "ce-demo-1") == 0
    assert "ce-demo-2" not in capsys.readouterr().out


def test_an_unknown_node_names_those_that_there_are(capsys: Capture) -> None:
    assert run(INCIDENT, "--node", "ce-demo-9") == 2
    assert "ce-demo-2" in capsys.readouterr().err


def test_a_wrong_method_names_those_that_there_are(capsys: Capture) -> None:
    assert run("frist-found", INCIDENT) == 2
    assert "kubernetes-internal-ip, cidr=NETWORK" in capsys.readouterr().err


def test_a_value_that_calico_refuses_is_wrong_usage(capsys: Capture) -> None:
    assert run("cidr=10.0.0/8", INCIDENT) == 2
    assert "`10.0.0/8`" in capsys.readouterr().err


def test_a_text_without_nodes_could_not_be_looked_at(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("nothing of interest")
    assert run(str(tmp_path / "a.txt")) == 4


def test_flags_may_stand_before_the_method(capsys: Capture) -> None:
    assert run("-o", "json", "first-found", INCIDENT) == 1
    assert json.loads(capsys.readouterr().out)["schema"] == "calicovet-whatif/v1"


def test_a_path_is_told_from_a_method(tmp_path: Path) -> None:
    file = tmp_path / "paste"
    file.touch()
    assert method_and_paths([]) == ("", ())
    assert method_and_paths([str(file)]) == ("", [str(file)])
    assert method_and_paths(["-"]) == ("", ["-"])
    assert method_and_paths(["/not/there"]) == ("", ["/not/there"])
    assert method_and_paths(["first-found", "x"]) == ("first-found", ["x"])
    with pytest.raises(BadUsage):
        method_and_paths(["not-there"])


class Cluster:
    """calicovet with a cluster of two nodes, of which the second chose a bridge."""

    def __init__(self, folder: Path, cluster: SmallCluster) -> None:
        self.cluster = cluster
        self._file = folder / "kubeconfig"

    def __call__(self, *words: str) -> int:
        self._file.write_text(kubeconfig(self.cluster.url))
        return run(*words, "--kubeconfig", str(self._file))


@pytest.fixture
def small() -> SmallCluster:
    return SmallCluster(
        [
            daemonset(2),
            node("n1", "10.51.0.1", stored="10.51.0.1/24"),
            node("n2", "10.51.0.2", stored="10.4.0.1/24"),
            node("win", "10.51.0.3", osImage="Windows Server 2022"),
            pod("calico-node-00001", "n1"),
            pod("calico-node-00002", "n2"),
        ]
    )


def test_a_cluster_is_asked_for_everybodys_address(
    small: SmallCluster, tmp_path: Path, capsys: Capture
) -> None:
    with small as cluster:
        cluster.logs[("calico-node-00002", "calico-node", False)] = FELIX
        assert Cluster(tmp_path, cluster)("-o", "json") == 0
    best = json.loads(capsys.readouterr().out)["families"][0]["methods"][0]
    assert best["method"] == "kubernetes-internal-ip"
    told = {each["node"]: (each["now"], each["then"]) for each in best["nodes"]}
    assert told == {"n1": ("10.51.0.1/24", "10.51.0.1/24"), "n2": ("10.4.0.1/24", "10.51.0.2")}


def test_without_the_log_nothing_shows_that_the_address_is_the_hosts(
    small: SmallCluster, tmp_path: Path, capsys: Capture
) -> None:
    with small as cluster:
        assert Cluster(tmp_path, cluster)("kubernetes-internal-ip") == 3
    out = capsys.readouterr().out
    assert "Not known: the links of n2; `ip addr` there decides." in out
    assert "--ssh" in out


def test_what_was_brought_from_a_host_decides(
    small: SmallCluster, tmp_path: Path, capsys: Capture
) -> None:
    facts = tmp_path / "n2.txt"
    facts.write_text(
        "[root@n2 ~]# ip addr\n"
        "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default\n"
        "    inet 127.0.0.1/8 scope host lo\n"
        "2: ens160: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default\n"
        "    inet 10.51.0.2/24 brd 10.51.0.255 scope global ens160\n"
        "[root@n2 ~]#\n"
    )
    with small as cluster:
        code = Cluster(tmp_path, cluster)(
            "cidr=10.51.0.0/24", "--node", "n2", "--host-facts", str(facts)
        )
    assert code == 0
    assert "10.51.0.2/24" in capsys.readouterr().out


def test_a_bundle_reports_the_nodes_that_are_in_it(
    small: SmallCluster, tmp_path: Path, capsys: Capture
) -> None:
    bundle = str(tmp_path / "b.tar.gz")
    with small as cluster:
        cluster.objects += [node("n3", "10.51.0.4", stored="10.51.0.4/24")]
        cluster.objects += [pod(f"calico-node-0001{number}", f"m{number}") for number in range(9)]
        cluster.objects += [node(f"m{number}", f"10.51.1.{number}") for number in range(9)]
        cluster.logs[("calico-node-00002", "calico-node", False)] = FELIX
        file = tmp_path / "kubeconfig"
        file.write_text(kubeconfig(cluster.url))
        assert main(["collect", "-o", bundle, "--kubeconfig", str(file), "--lang", "en"]) == 0
    assert run("kubernetes-internal-ip", bundle, "--node", "n2") == 0
    assert "10.4.0.1/24" in capsys.readouterr().out
    assert run("kubernetes-internal-ip", bundle) == 3
    assert "calico-nodes more that this input does not show" in capsys.readouterr().out


def test_a_cluster_that_cannot_be_reached_could_not_be_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "kubeconfig"
    file.write_text(kubeconfig("http://127.0.0.1:9"))
    assert run("--kubeconfig", str(file)) == 4
