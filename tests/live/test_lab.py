"""The lab itself: real programs, answers through the real node proxy, nothing left behind."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lab.control_plane import ControlPlane
from lab.errors import LabError
from lab.namespace import own_namespaces, sweep_namespaces
from lab.objects import Object
from lab.scratch import sweep_folders
from tests.live.cluster import Cluster

_PROXY = "/api/v1/nodes/node-1/proxy"
_LOG = "/api/v1/namespaces/kube-system/pods/calico-node-x7k2p/log"


def test_the_api_server_is_real_and_ready(control_plane: ControlPlane) -> None:
    version = json.loads(control_plane.kubectl("version", "-o", "json"))
    assert version["serverVersion"]["gitVersion"].startswith("v1.")
    assert control_plane.kubectl("get", "--raw", "/readyz") == "ok"


def test_objects_keep_status_age_and_who_changed_them(cluster: Cluster) -> None:
    changed = {"manager": "kubectl-edit", "operation": "Update", "time": "2024-05-06T07:08:09Z"}
    fields = {"apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {}}}
    made = "2024-05-01T00:00:00Z"
    pod = _pod("calico-node-x7k2p", restarts=7)
    metadata = {
        **pod["metadata"],
        "creationTimestamp": made,
        "managedFields": [{**changed, **fields}],
    }
    cluster.node("node-1")
    cluster.load([{**pod, "metadata": metadata}])
    path = "/api/v1/namespaces/kube-system/pods/calico-node-x7k2p"
    read = cluster.control_plane.client.get(path)
    assert read["metadata"]["creationTimestamp"] == made
    assert changed.items() <= read["metadata"]["managedFields"][0].items()
    assert read["status"]["containerStatuses"][0]["restartCount"] == 7
    cached = cluster.control_plane.client.get("/api/v1/pods?resourceVersion=0")["items"]
    assert [each["metadata"]["creationTimestamp"] for each in cached] == [made]


def test_custom_kinds_are_served(cluster: Cluster) -> None:
    cluster.load(
        [
            {
                "apiVersion": "crd.projectcalico.org/v1",
                "kind": "IPPool",
                "metadata": {"name": "default-ipv4-ippool"},
                "spec": {"cidr": "10.244.0.0/16", "ipipMode": "Always"},
            },
            {
                "apiVersion": "operator.tigera.io/v1",
                "kind": "TigeraStatus",
                "metadata": {"name": "calico"},
                "status": {"conditions": [{"type": "Available", "status": "False"}]},
            },
        ]
    )
    kubectl = cluster.control_plane.kubectl
    assert "10.244.0.0/16" in kubectl("get", "ippools", "-o", "yaml")
    assert "Available" in kubectl("get", "tigerastatuses", "-o", "yaml")


def test_logs_come_through_the_node_proxy(cluster: Cluster) -> None:
    _node_with_pod(cluster)
    cluster.log(
        "node-1",
        "calico-node-x7k2p",
        "calico-node",
        "2024-05-06T07:08:09.123456789Z stdout F first\n"
        "2024-05-06T07:08:10.123456789Z stderr F second\n",
    )
    get = cluster.control_plane.client.ask
    assert get("GET", _LOG).text == "first\nsecond\n"
    assert get("GET", f"{_LOG}?tailLines=1").text == "second\n"
    assert get("GET", f"{_LOG}?limitBytes=8").text == "first\nse"
    stamped = get("GET", f"{_LOG}?timestamps=true&tailLines=1").text
    assert stamped == "2024-05-06T07:08:10.123456789Z second\n"
    assert get("GET", f"{_LOG}?sinceTime=2024-05-06T07:08:10Z").text == "second\n"


def test_the_run_before_has_a_log_only_when_there_was_one(cluster: Cluster) -> None:
    _node_with_pod(cluster)
    cluster.log("node-1", "calico-node-x7k2p", "calico-node", "now\n")
    get = cluster.control_plane.client.ask
    refused = get("GET", f"{_LOG}?previous=true")
    assert refused.status == 400
    assert "previous terminated container" in refused.json()["message"]
    cluster.log("node-1", "calico-node-x7k2p", "calico-node", "before\n", previous=True)
    assert get("GET", f"{_LOG}?previous=true").text == "before\n"


def test_configz_stats_and_node_logs_come_through_the_node_proxy(cluster: Cluster) -> None:
    cluster.node("node-1")
    cluster.answer("node-1", "configz", {"kubeletconfig": {"cgroupDriver": "systemd"}})
    cluster.answer("node-1", "stats/summary", {"node": {"nodeName": "node-1"}})
    cluster.answer("node-1", "logs/syslog", "one\ntwo\n")
    client = cluster.control_plane.client
    assert client.get(f"{_PROXY}/configz")["kubeletconfig"]["cgroupDriver"] == "systemd"
    assert client.get(f"{_PROXY}/stats/summary")["node"]["nodeName"] == "node-1"
    assert "syslog</a>" in client.ask("GET", f"{_PROXY}/logs/").text
    assert client.ask("GET", f"{_PROXY}/logs/syslog").text == "one\ntwo\n"
    assert client.ask("GET", f"{_PROXY}/metrics/cadvisor").status == 404


def test_a_node_log_query_without_the_feature_gives_the_folder(cluster: Cluster) -> None:
    cluster.node("node-1")
    cluster.answer("node-1", "logs/syslog", "")
    client = cluster.control_plane.client
    assert "syslog</a>" in client.ask("GET", f"{_PROXY}/logs/?query=kubelet").text
    cluster.answer("node-1", "query/kubelet", "one\ntwo\n")
    assert client.ask("GET", f"{_PROXY}/logs/?query=kubelet&tailLines=1").text == "two\n"


def test_a_kubelet_may_fail_in_every_way(cluster: Cluster) -> None:
    for number, how in enumerate(("500", "reset", "hang"), start=1):
        cluster.node(f"node-{number}")
        cluster.trouble(f"node-{number}", how, "configz")
    # For an address that answered before, the API server waits on the connection that it kept.
    cluster.node("node-4", "172.31.9.9")
    kubectl, answers = cluster.control_plane.run, {}
    for number in range(1, 5):
        path = f"/api/v1/nodes/node-{number}/proxy/configz"
        patience = "3s" if number == 3 else "20s"
        done = kubectl("kubectl", "get", "--raw", path, f"--request-timeout={patience}")
        assert done.returncode != 0
        answers[number] = done.stderr
    assert "Internal Server Error" in answers[1] or "unable to handle" in answers[1]
    assert "error trying to reach service" in answers[2]
    assert "deadline exceeded" in answers[3] or "timeout" in answers[3].lower()
    assert "unreachable" in answers[4]


def test_a_user_sees_what_was_granted_and_no_more(cluster: Cluster) -> None:
    control_plane = cluster.control_plane
    cluster.node("node-1")
    assert "node-1" in control_plane.kubectl("get", "nodes", user="pods-and-nodes")
    with pytest.raises(LabError, match="forbidden"):
        control_plane.kubectl("get", "daemonsets", "-A", user="pods-and-nodes")
    with pytest.raises(LabError, match="forbidden"):
        control_plane.kubectl("get", "nodes", user="reader")
    control_plane.grant("reader", {"apiGroups": [""], "resources": ["nodes"], "verbs": ["list"]})
    assert "node-1" in control_plane.kubectl("get", "nodes", user="reader")
    assert control_plane.client_of("anonymous").ask("GET", "/api/v1/nodes").status == 403


def test_what_was_stored_outlives_a_killed_api_server(cluster: Cluster) -> None:
    cluster.node("node-1")
    control_plane = cluster.control_plane
    control_plane.kill()
    with pytest.raises(OSError):
        control_plane.client.ask("GET", "/readyz")
    control_plane.restart()
    assert "node-1" in control_plane.kubectl("get", "nodes")


def test_an_exception_leaves_no_process_no_namespace_no_folder() -> None:
    before = own_namespaces()
    control_plane = ControlPlane()
    with pytest.raises(RuntimeError, match="in the middle"), control_plane:
        processes = (control_plane.store, control_plane.api_server)
        folder = control_plane.folder
        assert len(own_namespaces()) == len(before) + 1
        raise RuntimeError("in the middle")
    assert own_namespaces() == before
    assert not folder.exists()
    assert not any(Path(f"/proc/{each.pid}").exists() for each in processes)


def test_a_start_that_fails_says_why_and_leaves_nothing() -> None:
    before = own_namespaces()
    with pytest.raises(LabError, match="unknown flag: --no-such-flag"):
        ControlPlane(["--no-such-flag"]).__enter__()
    assert own_namespaces() == before


def test_who_is_asked_to_end_leaves_nothing() -> None:
    namespace, folder, processes = _end_in_the_middle(signal.SIGTERM)
    assert not namespace.exists() and not folder.exists()
    assert all(_gone(pid) for pid in processes)


def test_who_is_killed_leaves_no_process_and_the_next_one_sweeps() -> None:
    namespace, folder, processes = _end_in_the_middle(signal.SIGKILL)
    assert all(_gone(pid) for pid in processes)
    sweep_namespaces()
    sweep_folders()
    assert not namespace.exists() and not folder.exists()


_HOLDS_A_LAB = """
import time
from lab.control_plane import ControlPlane
from lab.processes import ended_like_interrupted
with ended_like_interrupted(), ControlPlane() as it:
    print(it.namespace.path, it.folder, it.store.pid, it.api_server.pid, flush=True)
    time.sleep(600)
"""


def _end_in_the_middle(number: signal.Signals) -> tuple[Path, Path, list[str]]:
    """Namespace, folder and processes of a lab whose owner got this signal."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDS_A_LAB],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as owner:
        assert owner.stdout is not None
        namespace, folder, *processes = owner.stdout.readline().split()
        owner.send_signal(number)
    return Path(namespace), Path(folder), processes


def _gone(pid: str) -> bool:
    """Whether it has ended; who has no parent any more may be left as a zombie."""
    for _ in range(200):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def _node_with_pod(cluster: Cluster) -> None:
    cluster.node("node-1")
    cluster.load([_pod("calico-node-x7k2p", restarts=0)])


def _pod(name: str, restarts: int) -> Object:
    status = {"name": "calico-node", "image": "calico/node:v3.31.0", "imageID": "", "ready": False}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": name,
            "namespace": "kube-system",
            "labels": {"k8s-app": "calico-node"},
        },
        "spec": {
            "nodeName": "node-1",
            "hostNetwork": True,
            "containers": [{"name": "calico-node", "image": "calico/node:v3.31.0"}],
        },
        "status": {
            "phase": "Running",
            "containerStatuses": [
                {**status, "restartCount": restarts, "state": {"running": {}}, "started": True}
            ],
        },
    }
