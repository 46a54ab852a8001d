"""`preflight`, the whole command: on this very host, on a brought one, and on a cluster."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from calicovet.app.main import main
from tests.support.recording_server import Said
from tests.support.small_cluster import SmallCluster
from tests.support.small_objects import daemonset, node, pod

HOST = """\
# calicovet host-script, node w1, 2026-11-16T12:00:00Z
```
[root@w1 ~]# uname -a
Linux w1 6.1.0-13-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.55-1 x86_64 GNU/Linux
[root@w1 ~]# grep localhost /etc/hosts
{localhost}
[root@w1 ~]# ss -ltnp
State  Recv-Q Send-Q Local Address:Port Peer Address:PortProcess
LISTEN 0      128          0.0.0.0:22         0.0.0.0:*          users:(("sshd",pid=1,fd=3))
[root@w1 ~]# exit
```
"""
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def cluster() -> Iterator[SmallCluster]:
    nodes = [node(f"n{each}", f"10.51.0.{each}", stored=f"10.51.0.{each}/24") for each in (1, 2)]
    pods = [pod(f"calico-node-0000{each}", f"n{each}") for each in (1, 2)]
    with SmallCluster([daemonset(2), *nodes, *pods]) as running:
        yield running


def brought(folder: Path, localhost: str) -> str:
    file = folder / "w1.txt"
    file.write_text(HOST.format(localhost=localhost), encoding="utf-8")
    return str(file)


def run(cluster: SmallCluster, *words: str) -> int:
    flags = ("--server", cluster.url, "--token", "t", "--lang", "en")
    return main(["preflight", *flags, *words])


def test_a_host_whose_script_was_brought(tmp_path: Path, capsys: Capture) -> None:
    facts = ("--host", "--lang", "en", "--host-facts")
    assert main(["preflight", *facts, brought(tmp_path, "127.0.0.1 localhost")]) == 0
    assert "(w1)" in capsys.readouterr().out
    assert main(["preflight", *facts, brought(tmp_path, "::1 localhost")]) == 1
    out = capsys.readouterr().out
    assert "localhost to ::1 alone" in out and "explain felix-localhost-ipv6" in out
    assert main(["preflight", "--exit-zero", *facts, brought(tmp_path, "::1 localhost")]) == 0


def test_a_file_without_a_host_is_no_host(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "x.txt"
    file.write_text("nothing of interest\n", encoding="utf-8")
    assert main(["preflight", "--host", "--lang", "en", "--host-facts", str(file)]) == 4
    assert "nothing about a host" in capsys.readouterr().err


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="calico-node runs on Linux")
def test_this_very_host_is_looked_at(capsys: Capture) -> None:
    code = main(["preflight", "--host", "-o", "json"])
    told = json.loads(capsys.readouterr().out)
    by_name = {check["name"]: check for check in told["checks"]}
    assert code in (0, 1) and code == (told["answer"] == "bad")
    assert len(told["nodes"]) == 1
    assert by_name["kernel-release"]["answer"] == "ok"
    assert not any(check["group"] in ("cluster", "pools") for check in told["checks"])


@pytest.mark.parametrize(
    "words", [("--host", "--rbac"), ("--host", "--ssh"), ("--host", "--api", "no port")]
)
def test_what_does_not_go_together(words: tuple[str, ...], capsys: Capture) -> None:
    assert main(["preflight", "--lang", "en", *words]) == 2


def test_a_cluster_without_hosts_says_what_is_open(cluster: SmallCluster, capsys: Capture) -> None:
    run(cluster)
    out = capsys.readouterr().out
    assert "--debug-pod would ask them" in out
    assert "? files       9 not known" in out
    assert "v node" in out or "? node" in out


def test_only_reads_and_reviews_are_sent(cluster: SmallCluster) -> None:
    run(cluster)
    assert {seen.method for seen in cluster.seen} <= {"GET", "POST"}
    posted = {seen.path.rpartition("/")[2] for seen in cluster.seen if seen.method == "POST"}
    assert posted <= {"selfsubjectaccessreviews", "subjectaccessreviews"}


def test_a_brought_host_joins_what_the_cluster_says(
    cluster: SmallCluster, tmp_path: Path, capsys: Capture
) -> None:
    text = HOST.format(localhost="::1 localhost").replace("w1", "n1")
    file = tmp_path / "n1.txt"
    file.write_text(text, encoding="utf-8")
    assert run(cluster, "--host-facts", str(file)) == 1
    assert "n1: /etc/hosts leads localhost" in " ".join(capsys.readouterr().out.split())


def test_a_pool_that_holds_a_node(cluster: SmallCluster, capsys: Capture) -> None:
    cluster.objects.append(
        {
            "apiVersion": "crd.projectcalico.org/v1",
            "kind": "IPPool",
            "metadata": {"name": "default"},
            "spec": {"cidr": "10.51.0.0/16", "nodeSelector": "all()"},
        }
    )
    assert run(cluster, "-o", "json") == 1
    told = json.loads(capsys.readouterr().out)
    wrong = next(each for each in told["checks"] if each["name"] == "pools-and-nodes")
    assert wrong["cause"] == "pool-overlaps-host-network"


def test_addresses_that_may_not_be_seen_are_not_missing(
    cluster: SmallCluster, capsys: Capture
) -> None:
    crds = b'{"resources": [{"name": "ippools"}, {"name": "ippools/status"}]}'
    cluster.fail(r"^/apis/crd.projectcalico.org/v1$", lambda _: Said(crds))
    cluster.forbidden.add("endpointslices.discovery.k8s.io")
    cluster.objects.append(
        {
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": {"name": "kubernetes", "namespace": "default"},
            "spec": {"clusterIP": "10.96.0.1"},
        }
    )
    run(cluster, "-o", "json")
    told = json.loads(capsys.readouterr().out)
    by_name = {each["name"]: each for each in told["checks"]}
    assert by_name["api-service"]["answer"] == "not-known"
    assert any("endpointslices" in gap["how_to_close"] for gap in told["gaps"])
    # What the account may do the server does not say here: Calico is installed all the same.
    assert (by_name["account"]["answer"], by_name["resources"]["answer"]) == ("not-known", "bad")


def test_one_node_alone(cluster: SmallCluster, capsys: Capture) -> None:
    run(cluster, "--node", "n2", "-o", "json")
    assert json.loads(capsys.readouterr().out)["nodes"] == ["n2"]
    assert run(cluster, "--node", "n7") == 2


def test_who_is_not_let_in_could_not_look(capsys: Capture) -> None:
    assert main(["preflight", "--server", "http://127.0.0.1:1", "--lang", "en"]) == 4
