"""Runners of the host script: the user's ssh, and a short-lived pod."""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Timer

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind, Gap, GapReason, Snapshot
from calicovet.parse.text.transcript import read_transcript
from calicovet.world.hosts.script import HEADER, host_script
from calicovet.world.kube.answers import Answer
from calicovet.world.kube.errors import ApiError, ApiRefused, ApiUnreachable, Why
from calicovet.world.runners.debug_pod import remove_left_over, run_in_debug_pod
from calicovet.world.runners.ssh import is_template, run_over_ssh

SHOWN = (
    f"{HEADER}, node n1, 2026-11-16T08:00:00Z\n```\n"
    "[root@n1 ~]# nproc\n4\n[root@n1 ~]# ip addr\n1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536\n"
    "[root@n1 ~]# exit\n```\n"
)
RunSsh = Callable[..., Evidence | Gap]


def lines_of(found: Evidence) -> list[str]:
    return [piece.taken_by for piece in read_transcript(found).pieces]


# ssh


@pytest.fixture
def ssh(tmp_path: Path) -> Iterator[RunSsh]:
    """Runs the script over an `ssh` that does what the test says."""
    before = os.environ["PATH"]
    os.environ["PATH"] = f"{tmp_path}:{before}"

    def over(
        does: str,
        script: str = "",
        *,
        target: str = "{node}",
        address: str = "",
        timeout: float = 20,
    ) -> Evidence | Gap:
        program = tmp_path / "ssh"
        program.write_text(f"#!/bin/sh\n{does}\n")
        program.chmod(0o755)
        return run_over_ssh("n1", address, script, timeout=timeout, stop=Event(), target=target)

    try:
        yield over
    finally:
        os.environ["PATH"] = before


def test_ssh_brings_what_the_script_shows(ssh: RunSsh) -> None:
    found = ssh(
        'echo "Welcome to n1"; echo "a banner" >&2; for last; do :; done; exec $last',
        host_script(node="n1"),
    )
    assert isinstance(found, Evidence)
    assert found.kind is EvidenceKind.PASTE
    assert found.whole and found.source == "ssh n1" and found.taken_at is not None
    assert found.content.startswith(HEADER)
    pieces = read_transcript(found).pieces
    assert {piece.about.node for piece in pieces} == {"n1"}
    assert EvidenceKind.KERNEL in {piece.kind for piece in pieces}


def test_ssh_is_asked_for_nothing_and_goes_where_the_template_says(ssh: RunSsh) -> None:
    found = ssh('echo "$*" >&2; exit 255', target="core@{address}", address="192.0.2.7")
    assert isinstance(found, Gap)
    assert found.detail == (
        "-o BatchMode=yes -o ConnectTimeout=5 -- core@192.0.2.7 env CALICOVET_SECONDS=15 sh -s"
    )


@pytest.mark.parametrize(
    ("node", "address"),
    [
        ("-oProxyCommand=id", "192.0.2.7"),
        ("n1", "-oProxyCommand=id"),
        ("n1;id", "192.0.2.7"),
        ("n1", "192.0.2.7\nid"),
        ("n1", "$(id)"),
    ],
)
def test_what_is_no_hosts_name_is_not_given_to_ssh(node: str, address: str) -> None:
    found = run_over_ssh(node, address, "", timeout=5, stop=Event(), target="{address}")
    assert isinstance(found, Gap) and found.reason is GapReason.ABSENT
    assert "ProxyCommand" not in found.how_to_close and "id" not in found.how_to_close.split()


def test_a_host_key_names_no_command(ssh: RunSsh) -> None:
    found = ssh("echo 'Host key for $(id)`id`;id has changed' >&2; exit 255", target="{node}")
    assert isinstance(found, Gap)
    assert "ssh-keygen -R <host> && ssh n1 true" in found.how_to_close


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("root@n1: Permission denied (publickey).", GapReason.FORBIDDEN),
        ("Host key verification failed.", GapReason.NOT_CONFIGURED),
        ("ssh: Could not resolve hostname n1: Name or service not known", GapReason.UNREACHABLE),
        ("ssh: connect to host n1 port 22: Connection timed out", GapReason.TIMED_OUT),
        ("ssh: connect to host n1 port 22: Connection refused", GapReason.UNREACHABLE),
        ("sh: command not found", GapReason.ABSENT),
    ],
)
def test_the_reason_that_ssh_gives_is_told(ssh: RunSsh, said: str, reason: GapReason) -> None:
    found = ssh(f"echo '{said}' >&2; exit 255")
    assert isinstance(found, Gap)
    assert (found.reason, found.detail) == (reason, said)
    assert "n1" in found.how_to_close


def test_without_ssh_there_is_a_gap(tmp_path: Path) -> None:
    before = os.environ["PATH"]
    os.environ["PATH"] = str(tmp_path)
    try:
        found = run_over_ssh("n1", "", "", timeout=5, stop=Event())
    finally:
        os.environ["PATH"] = before
    assert isinstance(found, Gap)
    assert found.reason is GapReason.NOT_CONFIGURED


def test_what_came_before_the_time_was_up_is_kept_but_its_last_piece(ssh: RunSsh) -> None:
    half = SHOWN.partition("[root@n1 ~]# exit")[0]
    found = ssh(f"cat >/dev/null; cat <<'END'\n{half}END\nsleep 30", timeout=1)
    assert isinstance(found, Evidence)
    assert not found.whole
    assert lines_of(found) == ["nproc"]


def test_a_silent_ssh_is_given_up_and_killed_with_its_children(ssh: RunSsh, tmp_path: Path) -> None:
    found = ssh(f"sleep 30 & echo $! > {tmp_path}/pid; wait", timeout=1)
    assert isinstance(found, Gap)
    assert found.reason is GapReason.TIMED_OUT
    child = Path("/proc") / (tmp_path / "pid").read_text().strip() / "stat"
    time.sleep(0.1)
    assert not child.exists() or child.read_text().rpartition(")")[2].split()[0] == "Z"


def test_a_connection_that_stays_open_in_the_background_is_not_waited_for(
    ssh: RunSsh, tmp_path: Path
) -> None:
    over = tmp_path / "over"
    found = ssh(f"(sleep 8; touch {over}) & cat >/dev/null; cat <<'END'\n{SHOWN}END")
    assert not over.exists()
    assert isinstance(found, Evidence)
    assert found.whole


def test_stop_ends_ssh_at_once(tmp_path: Path, ssh: RunSsh) -> None:
    ssh("exit 0")
    over = tmp_path / "over"
    (tmp_path / "ssh").write_text(f"#!/bin/sh\nsleep 30\ntouch {over}\n")
    stop = Event()
    timer = Timer(0.3, stop.set)
    timer.start()
    found = run_over_ssh("n1", "", "", timeout=60, stop=stop)
    timer.join()
    assert not over.exists()
    assert isinstance(found, Gap)


def test_a_flood_is_bounded(ssh: RunSsh) -> None:
    found = ssh(f"cat <<'END'\n{SHOWN}END\nwhile echo '{'x' * 4000}'; do :; done")
    assert isinstance(found, Evidence)
    assert not found.whole
    assert len(found.content) <= 4 << 20


def test_secrets_are_taken_out_on_our_side_too(ssh: RunSsh) -> None:
    secret = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzeXN0ZW0ifQ.c2lnbmF0dXJl"
    found = ssh(f"cat >/dev/null; cat <<'END'\n{SHOWN.replace('4', f'4 {secret}')}END")
    assert isinstance(found, Evidence)
    assert secret not in found.content


def test_a_template_names_each_node() -> None:
    assert is_template("core@{address}")
    assert not is_template("core@bastion")


# The debug pod


class Cluster:
    """An API server with one kubelet behind it, as far as a debug pod sees them."""

    def __init__(
        self,
        *,
        states: tuple[Mapping[str, object], ...] = (),
        log: str = SHOWN,
        refuses: Mapping[str, ApiError] | None = None,
    ) -> None:
        self.states = list(states or ({"phase": "Pending"}, _ran("Succeeded")))
        self.log = log
        self.refuses = refuses or {}
        self.pods: dict[str, dict[str, object]] = {}
        self.made: list[dict[str, object]] = []

    def _refuse(self, verb: str) -> None:
        if verb in self.refuses:
            raise self.refuses[verb]

    def post(self, path: str, body: bytes, *, timeout: float | None = None) -> bytes:
        pod = json.loads(body)
        self._refuse("refuse")
        self.pods[f"{path}/{pod['metadata']['name']}"] = pod
        self.made.append(pod)
        self._refuse("post")
        return body

    def get(
        self,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        timeout: float | None = None,
        limit: int | None = None,
    ) -> Answer:
        if path.endswith("/log"):
            self._refuse("log")
            return Answer(self.log.encode())
        if query:
            return Answer(json.dumps({"items": list(self.pods.values())}).encode())
        self._refuse("get")
        state = self.states.pop(0) if len(self.states) > 1 else self.states[0]
        return Answer(json.dumps({**self.pods[path], "status": state}).encode())

    def delete(
        self, path: str, body: bytes | None = None, *, timeout: float | None = None
    ) -> bytes:
        self._refuse("delete")
        if path not in self.pods:
            raise ApiRefused(404, "NotFound")
        del self.pods[path]
        return b"{}"


def _ran(phase: str) -> Mapping[str, object]:
    return {"phase": phase, "containerStatuses": [{"state": {}}]}


def _waits(reason: str) -> Mapping[str, object]:
    waiting = {"reason": reason, "message": "because"}
    return {"phase": "Pending", "containerStatuses": [{"state": {"waiting": waiting}}]}


def look(cluster: Cluster, *, stop: Event | None = None, timeout: float = 10) -> Snapshot:
    return run_in_debug_pod(
        cluster,
        "n1",
        "echo",
        image="calico/node:v3.31.0",
        namespace="kube-system",
        timeout=timeout,
        stop=stop or Event(),
    )


def test_a_debug_pod_shows_the_node_and_is_gone() -> None:
    cluster = Cluster()
    found = look(cluster)
    assert lines_of(found.evidence[0]) == ["nproc", "ip addr"]
    assert found.gaps == () and cluster.pods == {}


def test_a_debug_pod_changes_nothing_and_cannot_stay() -> None:
    cluster = Cluster()
    look(cluster)
    spec = cluster.made[0]["spec"]
    assert isinstance(spec, dict)
    assert spec["nodeName"] == "n1" and spec["restartPolicy"] == "Never"
    assert spec["activeDeadlineSeconds"] == 120
    assert spec["containers"][0]["volumeMounts"][0]["readOnly"] is True
    assert spec["automountServiceAccountToken"] is False


@pytest.mark.parametrize(
    ("message", "close"),
    [
        ('pods "x" is forbidden: violates PodSecurity "baseline:latest"', "privileged"),
        ('pods "x" is forbidden: exceeded quota: small', "another namespace"),
        ('User "eve" cannot create resource "pods" in API group ""', "RBAC {apiGroups"),
    ],
)
def test_a_refused_pod_says_how_to_get_there(message: str, close: str) -> None:
    cluster = Cluster(
        refuses={
            "refuse": ApiRefused(403, "Forbidden", message),
            "delete": ApiRefused(403, "Forbidden", "no"),
        }
    )
    found = look(cluster)
    assert [gap.reason for gap in found.gaps] == [GapReason.FORBIDDEN]
    assert close in found.gaps[0].how_to_close


@pytest.mark.parametrize(
    ("state", "reason", "detail"),
    [
        (_waits("ErrImageNeverPull"), GapReason.ABSENT, "ErrImageNeverPull: because"),
        (
            {"phase": "Failed", "reason": "OutOfpods", "message": "full"},
            GapReason.FORBIDDEN,
            "OutOfpods: full",
        ),
        ({"phase": "Pending"}, GapReason.TIMED_OUT, "the kubelet did not start the debug pod"),
    ],
)
def test_a_pod_that_never_starts_is_told_and_removed(
    state: Mapping[str, object], reason: GapReason, detail: str
) -> None:
    cluster = Cluster(states=(state,))
    found = look(cluster, timeout=0.5)
    assert [(gap.reason, gap.detail) for gap in found.gaps] == [(reason, detail)]
    assert cluster.pods == {}


def test_a_pod_is_removed_when_its_making_was_not_answered() -> None:
    cluster = Cluster(refuses={"post": ApiUnreachable(Why.RESET)})
    assert look(cluster).gaps
    assert cluster.made and cluster.pods == {}


def test_a_pod_is_removed_when_its_log_cannot_be_read() -> None:
    cluster = Cluster(refuses={"log": ApiRefused(403, "Forbidden", "no")})
    found = look(cluster)
    assert "pods/log" in found.gaps[0].how_to_close
    assert cluster.pods == {}


def test_a_pod_is_removed_when_we_are_told_to_stop() -> None:
    cluster, stop = Cluster(states=(_ran("Running"),)), Event()
    stop.set()
    found = look(cluster, stop=stop)
    assert lines_of(found.evidence[0]) == ["nproc", "ip addr"]
    assert not found.evidence[0].whole
    assert cluster.pods == {}


def test_a_pod_is_removed_after_ctrl_c() -> None:
    class Interrupted(Cluster):
        def get(
            self,
            path: str,
            *,
            query: Mapping[str, str] | None = None,
            timeout: float | None = None,
            limit: int | None = None,
        ) -> Answer:
            raise KeyboardInterrupt

    cluster = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        look(cluster)
    assert cluster.made and cluster.pods == {}


def test_a_pod_that_cannot_be_removed_is_named() -> None:
    cluster = Cluster(refuses={"delete": ApiRefused(403, "Forbidden", "no")})
    found = look(cluster)
    assert found.evidence
    assert found.gaps[0].how_to_close.startswith("kubectl -n kube-system delete pod calicovet-")


def test_an_image_without_a_shell_is_told() -> None:
    found = look(Cluster(log="chroot: failed to run command 'sh': No such file or directory\n"))
    assert found.gaps[0].reason is GapReason.ABSENT
    assert "chroot" in found.gaps[0].detail


def test_only_what_is_left_over_is_swept() -> None:
    cluster = Cluster()
    for name, age in (("old", 600), ("young", 5)):
        created = datetime.now(UTC) - timedelta(seconds=age)
        cluster.pods[f"/api/v1/namespaces/kube-system/pods/{name}"] = {
            "metadata": {"name": name, "creationTimestamp": created.isoformat()}
        }
    assert remove_left_over(cluster, "kube-system") == 1
    assert [path.rpartition("/")[2] for path in cluster.pods] == ["young"]
