"""`preflight`, the whole command: on this very host, on a brought one, and on a cluster."""

import json
import re
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
    assert "--debug-pod asks the hosts" in out
    assert re.search(r"\? hosts +\d+ not asked: runtime, kernel, files", out)
    assert "systemctl is-active" not in out


def test_only_reads_reviews_and_a_trial_are_sent(cluster: SmallCluster) -> None:
    run(cluster)
    assert {seen.method for seen in cluster.seen} <= {"GET", "POST"}
    posted = {seen.path.rpartition("/")[2] for seen in cluster.seen if seen.method == "POST"}
    assert posted == {"selfsubjectaccessreviews", "subjectaccessreviews", "pods?dryRun=All"}


def refused(status: int, message: str) -> Said:
    told = {"kind": "Status", "status": "Failure", "code": status, "message": message}
    return Said(json.dumps(told).encode(), status)


@pytest.mark.parametrize(
    ("status", "message", "answer", "cause"),
    [
        (
            *(
                403,
                'pods "calico-node-x7k2p" is forbidden: exceeded quota: none, requested: pods=1,',
            ),
            *("bad", None),
        ),
        (
            403,
            'pods "calico-node-x7k2p" is forbidden: violates PodSecurity "baseline:latest":'
            " host namespaces (hostNetwork=true)",
            "bad",
            "sched-podsecurity-denied",
        ),
        (400, 'admission webhook "w" does not support dry run', "not-known", None),
        (403, 'pods is forbidden: User "x" cannot create resource "pods"', "not-known", None),
        (503, "the server is currently unable to handle the request", "not-known", None),
    ],
)
def test_what_the_api_server_says_of_a_pod_on_trial(
    cluster: SmallCluster,
    capsys: Capture,
    status: int,
    message: str,
    answer: str,
    cause: str | None,
) -> None:
    cluster.fail(r"/pods\?dryRun=All$", lambda _: refused(status, message))
    run(cluster, "-o", "json")
    told = json.loads(capsys.readouterr().out)
    check = next(each for each in told["checks"] if each["name"] == "admission")
    assert (check["answer"], check["cause"]) == (answer, cause)


def test_nodes_that_run_windows_are_left_out_and_named(
    cluster: SmallCluster, capsys: Capture
) -> None:
    cluster.objects.append(node("w9", "10.51.0.9", osImage="Windows Server 2022 Datacenter"))
    run(cluster)
    out = " ".join(capsys.readouterr().out.split())
    assert "(n1, n2)" in out and "w9 (Windows)" in out


def test_the_release_to_come_is_asked_about(cluster: SmallCluster, capsys: Capture) -> None:
    run(cluster, "--to", "v3.33", "-o", "json")
    told = json.loads(capsys.readouterr().out)
    check = next(each for each in told["checks"] if each["name"] == "releases")
    assert (check["answer"], check["cause"]) == ("risk", "skew-calico-too-new")
    assert "v3.33.0" in check["sentence"]["en"]
    assert run(cluster, "--to", "latest") == 2


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
