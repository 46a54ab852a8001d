"""Asking calico-node's own container, through the user's kubectl."""

import json
import os
import shutil
import subprocess
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from calicovet.app.cli.live_flags import add_live_flags
from calicovet.model.evidence import Evidence, EvidenceKind, Gap, GapReason
from calicovet.model.facts import (
    CpuCount,
    DefaultRoute,
    Fact,
    HostLink,
    KernelVersion,
    LoadAverage,
    MemoryFree,
    NodeNameUsed,
    PathSeen,
    Sysctl,
)
from calicovet.model.overview import PodRow
from calicovet.parse.all_parsers import parse
from calicovet.parse.text.transcript import read_transcript
from calicovet.world.hosts.probes import CONTAINER_PROBES
from calicovet.world.hosts.script import HEADER, container_script
from calicovet.world.hosts.ways import in_calico_nodes
from calicovet.world.kube.target import KubeFlags
from calicovet.world.runners.exec import run_in_calico_node
from calicovet.world.runners.kubectl import kubectl_for

IN_THE_IMAGE = (
    *("sh", "bash", "cat", "date", "env", "false", "grep", "hostname", "ip", "kill", "ls", "lsmod"),
    *("printf", "readlink", "sed", "sleep", "sort", "stat", "tail", "test", "timeout", "true"),
)
"""What calico-node's image keeps of a distribution; awk, head, tr and sysctl are not among it."""
Exec = Callable[..., Evidence | Gap]


def facts_of(found: Evidence) -> list[Fact]:
    pieces = read_transcript(found).pieces
    return [fact for piece in pieces for fact in parse(piece) if isinstance(fact, Fact)]


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """A folder with the programs that calico-node's image has."""
    folder = tmp_path / "image"
    folder.mkdir()
    for name in IN_THE_IMAGE:
        if (found := shutil.which(name)) is not None:
            (folder / name).symlink_to(found)
    return folder


@pytest.fixture
def kubectl(tmp_path: Path) -> Iterator[Exec]:
    """Runs the script through a `kubectl` that does what the test says."""
    before = os.environ["PATH"]
    os.environ["PATH"] = f"{tmp_path}:{before}"

    def through(
        does: str, *, flags: KubeFlags | None = None, timeout: float = 20
    ) -> Evidence | Gap:
        program = tmp_path / "kubectl"
        program.write_text(f"#!/bin/sh\n{does}\n")
        program.chmod(0o755)
        return run_in_calico_node(
            "n1",
            "kube-system",
            "calico-node-x7k2p",
            container_script("n1"),
            flags=flags or KubeFlags(),
            timeout=timeout,
            stop=Event(),
        )

    try:
        yield through
    finally:
        os.environ["PATH"] = before


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_what_the_image_has_suffices(kubectl: Exec, image: Path, shell: str) -> None:
    found = kubectl(f"PATH={image} exec {image}/{shell} -s")
    assert isinstance(found, Evidence)
    assert found.whole and found.source == "exec kube-system/calico-node-x7k2p"
    assert {piece.about.node for piece in read_transcript(found).pieces} == {"n1"}
    shown = {type(fact) for fact in facts_of(found)}
    assert shown >= {KernelVersion, LoadAverage, CpuCount, MemoryFree, Sysctl}
    if shutil.which("ip"):
        assert shown >= {HostLink, DefaultRoute}
    assert "not found" not in found.content


def test_a_file_of_the_image_says_nothing_about_the_host(kubectl: Exec, image: Path) -> None:
    found = kubectl(f"PATH={image} exec {image}/sh -s")
    assert isinstance(found, Evidence)
    told = [fact for fact in facts_of(found) if isinstance(fact, PathSeen | NodeNameUsed)]
    assert told == []


def test_every_line_shows_what_its_words_say() -> None:
    typed = {probe.line for probe in CONTAINER_PROBES}
    transcript = "".join(f"[root@n1 ~]# {line}\n" for line in typed)
    paste = f"```\n{transcript}[root@n1 ~]# exit\n```\n"
    whole = Evidence(id="exec", kind=EvidenceKind.PASTE, content=paste, whole=True)
    kinds = {piece.taken_by: piece.kind for piece in read_transcript(whole).pieces}
    # What its probes say and rules have no evidence kind: they are read as text.
    unread = {line for line in typed if line.startswith(("calico-node", "ip rule"))}
    assert set(kinds) == typed - unread
    assert kinds["cat /proc/version"] is EvidenceKind.KERNEL
    assert kinds["cat /proc/meminfo"] is EvidenceKind.MEMORY
    bird = "birdcl -s /var/run/calico/bird.ctl show protocols"
    assert kinds[bird] is EvidenceKind.BGP_STATUS


def test_of_the_environment_only_settings_are_shown(kubectl: Exec, image: Path) -> None:
    found = kubectl(
        f"exec env -i PATH={image} IP=autodetect IP_AUTODETECTION_METHOD=interface=eth0 "
        f"ETCD_PASSWORD=opensesame MY_IP=192.0.2.1 FELIX_LICENSE=xyzzy {image}/sh -s"
    )
    assert isinstance(found, Evidence)
    assert "\nIP_AUTODETECTION_METHOD=interface=eth0\n" in found.content
    for hidden in ("opensesame", "MY_IP", "xyzzy"):
        assert hidden not in found.content


def test_a_file_without_a_last_newline_leaves_the_next_prompt_alone(image: Path) -> None:
    script = container_script("n1").replace("cat /proc/version", "printf x")
    done = subprocess.run(
        [f"{image}/sh", "-s"],
        input=script,
        env={"PATH": str(image)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "printf x\nx\n[root@n1 ~]#" in done.stdout


def test_kubectl_is_told_the_same_cluster_and_user(kubectl: Exec) -> None:
    flags = KubeFlags(
        kubeconfig="/k",
        context="prod",
        user="anna",
        as_user="eve",
        as_groups=("a", "b"),
        namespace="elsewhere",
    )
    found = kubectl('echo "$*" >&2; exit 1', flags=flags)
    assert isinstance(found, Gap)
    assert found.detail == (
        "--kubeconfig=/k --context=prod --user=anna --as=eve --as-group=a --as-group=b "
        "-n kube-system exec -i calico-node-x7k2p -c calico-node -- sh -s"
    )


@pytest.mark.parametrize(
    ("said", "reason", "close"),
    [
        (
            'Error from server (Forbidden): pods "calico-node-x7k2p" is forbidden: User "eve" cannot '
            'create resource "pods/exec" in API group "" in the namespace "kube-system"',
            GapReason.FORBIDDEN,
            'RBAC {apiGroups: [""], resources: [pods/exec], verbs: [get, create]}',
        ),
        (
            'Error from server (Forbidden): pods "calico-node-x7k2p" is forbidden: User "eve" cannot '
            'get resource "pods" in API group "" in the namespace "kube-system"',
            GapReason.FORBIDDEN,
            'RBAC {apiGroups: [""], resources: [pods], verbs: [get, list]}',
        ),
        (
            'error: Internal error occurred: unable to upgrade connection: container not found ("calico-node")',
            GapReason.ABSENT,
            "--host-facts n1.txt",
        ),
        (
            "error: cannot exec into a container in a completed pod; current phase is Failed",
            GapReason.ABSENT,
            "--host-facts n1.txt",
        ),
        (
            'Error from server (NotFound): pods "calico-node-x7k2p" not found',
            GapReason.ABSENT,
            "--host-facts n1.txt",
        ),
        (
            "error: Internal error occurred: error executing command in container: failed to exec in "
            'container: OCI runtime exec failed: exec: "sh": executable file not found in $PATH: unknown',
            GapReason.ABSENT,
            "--host-facts n1.txt",
        ),
        (
            "Error from server: error dialing backend: dial tcp 192.0.2.1:10250: connect: no route to host",
            GapReason.UNREACHABLE,
            "--host-facts n1.txt",
        ),
        (
            "Error from server: error dialing backend: dial tcp 192.0.2.1:10250: i/o timeout",
            GapReason.TIMED_OUT,
            "--host-facts n1.txt",
        ),
    ],
)
def test_the_reason_that_kubectl_gives_is_told(
    kubectl: Exec, said: str, reason: GapReason, close: str
) -> None:
    found = kubectl(f"cat >/dev/null; cat >&2 <<'END'\n{said}\nEND\nexit 1")
    assert isinstance(found, Gap)
    assert (found.reason, found.detail) == (reason, said)
    assert close in found.how_to_close


def test_kubectls_own_log_lines_are_not_what_it_says(kubectl: Exec) -> None:
    debris = 'E1116 09:12:37.965504   22343 v2.go:167] "Unhandled Error" err="i/o timeout"'
    found = kubectl(f"echo '{debris}' >&2; echo 'error: pods \"x\" not found' >&2; exit 1")
    assert isinstance(found, Gap)
    assert (found.reason, found.detail) == (GapReason.ABSENT, 'error: pods "x" not found')


def test_without_kubectl_there_is_a_gap(kubectl: Exec, tmp_path: Path) -> None:
    os.environ["PATH"] = str(tmp_path / "nothing")
    found = run_in_calico_node(
        "n1", "kube-system", "x", "", flags=KubeFlags(), timeout=5, stop=Event()
    )
    assert isinstance(found, Gap)
    assert found.reason is GapReason.NOT_CONFIGURED
    assert "kubectl on PATH" in found.how_to_close


def test_what_came_before_the_time_was_up_is_kept_but_its_last_piece(kubectl: Exec) -> None:
    shown = f"{HEADER}\n```\n[root@n1 ~]# cat /proc/loadavg\n1.00 1.00 1.00 1/2 3\n[root@n1 ~]# ip addr\n1: l"
    found = kubectl(f"printf '%s' '{shown}'; sleep 30", timeout=1)
    assert isinstance(found, Evidence)
    assert not found.whole
    assert [piece.taken_by for piece in read_transcript(found).pieces] == ["cat /proc/loadavg"]


def test_each_node_is_asked_in_its_own_pod(kubectl: Exec) -> None:
    kubectl('echo "$*" >&2; exit 1')
    rows = [
        PodRow(
            namespace="calico-system", name=f"calico-node-{n}", ready=0, total=1, status="", node=n
        )
        for n in ("n1", "n2")
    ]
    run = in_calico_nodes(rows, KubeFlags(), Event())
    assert "-n calico-system exec -i calico-node-n2 " in run("n2", "").gaps[0].detail
    absent = run("n3", "").gaps[0]
    assert (absent.reason, absent.detail) == (GapReason.ABSENT, "no calico-node pod on n3")


@pytest.mark.parametrize("other", ["--ssh", "--debug-pod"])
def test_one_way_to_the_hosts_at_a_time(other: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = ArgumentParser()
    add_live_flags(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(["--exec", other])
    assert "not allowed with" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not here")
def test_shellcheck_has_nothing_to_say() -> None:
    line = ["shellcheck", "-s", "sh", "-"]
    done = subprocess.run(
        line, input=container_script("n1"), text=True, capture_output=True, check=False
    )
    assert done.stdout == ""


def test_a_token_is_in_no_argument(kubectl: Exec, tmp_path: Path) -> None:
    does = f'echo "$@" > {tmp_path}/said; cp "${{KUBECONFIG%%:*}}" {tmp_path}/config; exit 1'
    kubectl(does, flags=KubeFlags(token="s3cret-token", context="prod", user="somebody"))
    said = (tmp_path / "said").read_text()
    assert "s3cret" not in said and "--user=calicovet-token" in said and "--context=prod" in said
    config = json.loads((tmp_path / "config").read_text())
    assert config["users"] == [{"name": "calicovet-token", "user": {"token": "s3cret-token"}}]
    assert (tmp_path / "config").stat().st_mode & 0o077 == 0


def test_the_file_with_the_token_is_gone_afterwards(kubectl: Exec, tmp_path: Path) -> None:
    kubectl(f'echo "$KUBECONFIG" > {tmp_path}/said', flags=KubeFlags(token="t", kubeconfig="/k/c"))
    own, given = (tmp_path / "said").read_text().strip().split(":")
    assert given == "/k/c" and not Path(own).exists()


def test_in_a_pod_the_token_is_for_its_own_cluster(tmp_path: Path) -> None:
    environment = {"KUBERNETES_SERVICE_HOST": "10.0.0.1", "KUBERNETES_SERVICE_PORT": "443"}
    with kubectl_for(KubeFlags(token="t"), environment, tmp_path) as kubectl:
        file = kubectl.environment["KUBECONFIG"].partition(":")[0]
        config = json.loads(Path(file).read_text())
    assert config["clusters"][0]["cluster"]["server"] == "https://10.0.0.1:443"
    assert config["current-context"] == config["contexts"][0]["name"]


@pytest.mark.parametrize("pod", ["-oProxy", "a b", "a;b", "$(id)", "a\nb"])
def test_what_is_no_pods_name_is_not_given_to_kubectl(pod: str) -> None:
    found = run_in_calico_node(
        "n1", "kube-system", pod, "", flags=KubeFlags(), timeout=5, stop=Event()
    )
    assert isinstance(found, Gap) and found.reason is GapReason.ABSENT
