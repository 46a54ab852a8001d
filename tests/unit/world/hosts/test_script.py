"""The host script, run for real: what it prints, `diagnose` reads."""

import os
import shutil
import subprocess
from argparse import Namespace
from pathlib import Path
from typing import TypeVar

import pytest

from calicovet.app.cli.settings import settings_of
from calicovet.app.commands import host_script as host_script_command
from calicovet.model.errors import BadUsage
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    BackendRules,
    CpuCount,
    CurlAnswered,
    Fact,
    HostLink,
    KernelVersion,
    KubeletCgroupDriver,
    KubeletSaid,
    LoadAverage,
    LogShown,
    PathSeen,
    RuntimeAnswered,
    RuntimeCgroupDriver,
    RuntimeContainer,
    UnitState,
)
from calicovet.parse.all_parsers import parse
from calicovet.parse.text.transcript import read_transcript
from calicovet.world.hosts.probes import HOST_PROBES
from calicovet.world.hosts.script import host_script
from calicovet.world.redaction.provider_tokens import TOKENS

Kind = TypeVar("Kind")
SHELLS = [
    words for words in (["sh"], ["dash"], ["bash"], ["busybox", "sh"]) if shutil.which(words[0])
]


def run(
    script: str, shell: list[str], fakes: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    path = os.environ["PATH"] if fakes is None else f"{fakes}:{os.environ['PATH']}"
    return subprocess.run(
        shell,
        input=script,
        env={"PATH": path, "CALICOVET_SECONDS": "10", **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )


def pieces_of(transcript: str) -> tuple[Evidence, ...]:
    paste = Evidence(id="host", kind=EvidenceKind.PASTE, content=transcript, whole=True)
    found = read_transcript(paste)
    assert found.claims == ()
    return found.pieces


def facts_of(transcript: str) -> list[Fact]:
    pieces = pieces_of(transcript)
    return [found for piece in pieces for found in parse(piece) if isinstance(found, Fact)]


def fake(folder: Path, name: str, body: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)


def only(script: str, *lines: str) -> str:
    """The script with those probes alone."""
    wanted = [
        row
        for row in script.splitlines()
        if "probe " not in row
        or row.startswith(("probe()", "#"))
        or any(one in row for one in lines)
    ]
    return "\n".join(wanted) + "\n"


@pytest.mark.parametrize("shell", SHELLS, ids=" ".join)
def test_on_this_host_every_shell_shows_links_load_and_kernel(shell: list[str]) -> None:
    done = run(host_script(node="Worker-1"), shell)
    pieces = pieces_of(done.stdout)
    assert {piece.about.node for piece in pieces} == {"worker-1"}
    kinds = {piece.kind for piece in pieces}
    assert kinds >= {EvidenceKind.KERNEL, EvidenceKind.LOAD, EvidenceKind.DISKS}
    assert EvidenceKind.TEXT not in kinds
    shown = {type(fact) for fact in facts_of(done.stdout)}
    assert shown >= {KernelVersion, LoadAverage}
    if shutil.which("ip"):
        assert HostLink in shown
    if shutil.which("nproc"):
        assert CpuCount in shown


def test_every_line_shows_what_its_words_say() -> None:
    """No probe is typed in words from which the reader would make another kind of thing."""
    typed = [
        probe.line.replace("$pid", "4711")
        .replace("$log", "/var/log/pods/kube-system_calico-node-x7k2p_1/calico-node/3.log")
        .replace("$server", "https://10.96.0.1:443")
        .replace("$file", "/sys/fs/cgroup/kubepods.slice/cpu.stat")
        for probe in HOST_PROBES
    ]
    transcript = "".join(f"[root@n1 ~]# {line}\n" for line in [*typed, "exit"])
    kinds = {piece.taken_by: piece.kind for piece in pieces_of(f"```\n{transcript}```\n")}
    assert set(typed) == set(kinds)
    assert kinds["cat /proc/4711/cgroup"] is EvidenceKind.CGROUP_PATHS
    assert kinds["cat /sys/fs/cgroup/kubepods.slice/cpu.stat"] is EvidenceKind.CPU_STAT
    assert kinds["time crictl ps -a"] is EvidenceKind.CONTAINER_LIST
    assert kinds["curl -skSm3 https://10.96.0.1:443/version"] is EvidenceKind.API_CURL


def test_a_part_is_never_taken_for_the_whole() -> None:
    for probe in HOST_PROBES:
        if "tail" in probe.line or "head" in probe.line:
            line = probe.line.replace("$log", "/var/log/pods/a_calico-node-b_c/calico-node/1.log")
            piece = pieces_of(f"```\n[root@n1 ~]# {line}\nx\n[root@n1 ~]# exit\n```\n")[0]
            assert not piece.whole, probe.line


KUBELET_SAYS = (
    "Nov 16 08:00:01 n1 kubelet[812]: E1116 08:00:01.000000     812 kubelet.go:2855] "
    '"Container runtime network not ready" networkReady="NetworkReady=false '
    'reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized"'
)


def test_a_node_with_kubelet_runtime_and_logs(tmp_path: Path) -> None:
    fakes, root = tmp_path / "bin", tmp_path / "root"
    logs = root / "var/log/pods/kube-system_calico-node-x7k2p_0a1b/calico-node"
    logs.mkdir(parents=True)
    fakes.mkdir()
    (logs / "2.log").write_text("old\n")
    os.utime(logs / "2.log", (1, 1))
    (logs / "3.log").write_text(
        "2026-11-16T08:00:00.000000000Z stdout F 2026-11-16 08:00:00.000 [INFO][8] "
        "startup/startup.go 432: Early log level set to info\n"
    )
    kubelet = root / "var/lib/kubelet"
    kubelet.mkdir(parents=True)
    (kubelet / "config.yaml").write_text(
        "# This file is what the kubelet was told, so that you can see it.\ncgroupDriver: systemd\n"
    )
    # As Calico writes it: in brackets, which curl takes for a range.
    plugin = root / "etc/cni/net.d"
    plugin.mkdir(parents=True)
    (plugin / "calico-kubeconfig").write_text("    server: https://[10.96.0.1]:443\n")
    containerd = root / "etc/containerd"
    containerd.mkdir(parents=True)
    (containerd / "config.toml").write_text(
        "#   Licensed under the Apache License, you may not use this file but in compliance with it.\n"
        "[plugins.cri.registry.configs.auth]\n"
        '  password = "opensesame"\n'
        "[plugins.cri.containerd.runtimes.runc.options]\n  SystemdCgroup = false\n"
    )
    (root / "run/systemd/system").mkdir(parents=True)
    fake(
        fakes,
        "crictl",
        "echo 'CONTAINER      IMAGE          CREATED        STATE    NAME         ATTEMPT  POD ID         POD'\n"
        "echo '0123456789abc  abcdef0123456  2 minutes ago  Running  calico-node  3  fedcba9876543  calico-node-x7k2p'",
    )
    fake(fakes, "journalctl", f"cat <<'END'\n{KUBELET_SAYS}\nEND")
    fake(
        fakes,
        "systemctl",
        "printf '%s\\n' '● kubelet.service - kubelet: The Kubernetes Node Agent' "
        "'     Active: active (running) since Mon 2026-11-16 07:00:00 UTC; 1h ago'",
    )
    fake(fakes, "curl", "echo 'curl: (28) Connection timed out after 3000 milliseconds'; exit 28")
    fake(
        fakes,
        "iptables-save",
        "echo '-A KUBE-SEP-A --comment \"default/kubernetes:https\" -j DNAT'",
    )
    fake(fakes, "iptables-nft-save", "echo '-A FORWARD -j cali-FORWARD'")
    script = host_script(apis=("10.96.0.1:443",))
    for folder in (
        "/var/log/pods",
        "/var/lib/kubelet",
        "/etc/cni/net.d",
        "/etc/containerd",
        "/run/systemd/system",
    ):
        script = script.replace(folder, f"{root}{folder}")
    script = script.replace("[ -d /sys/module/nf_tables ]", "true")
    script = script.replace("grep -qs . /proc/net/ip_tables_names", "false")
    done = run(script, ["sh"], fakes, NODE="n1")
    assert "opensesame" not in done.stdout
    assert "old" not in done.stdout.split()
    facts = facts_of(done.stdout)

    def one(kind: type[Kind]) -> Kind:
        return next(fact for fact in facts if isinstance(fact, kind))

    assert one(KubeletCgroupDriver).driver == "systemd"
    assert one(RuntimeCgroupDriver).driver == "cgroupfs"
    assert one(RuntimeContainer).about.pod == "calico-node-x7k2p"
    assert one(RuntimeAnswered).seconds is not None
    assert one(KubeletSaid).about.node == "n1"
    assert one(UnitState).active == "active"
    assert one(LogShown).about.container == "calico-node"
    assert [f.target for f in facts if isinstance(f, CurlAnswered)] == ["10.96.0.1:443"]
    assert "https://10.96.0.1:443/version" in done.stdout
    assert not one(CurlAnswered).ok
    by_nft = [f for f in facts if isinstance(f, BackendRules) and f.backend == "nft"]
    assert {(fact.of, fact.count) for fact in by_nft} == {
        ("cali", 1),
        ("KUBE", 0),
    }


@pytest.mark.parametrize("with_timeout", [True, False])
@pytest.mark.parametrize("shell", [SHELLS[0], SHELLS[-1]], ids=" ".join)
def test_a_runtime_that_hangs_is_told_and_not_waited_for(
    tmp_path: Path, shell: list[str], with_timeout: bool
) -> None:
    fake(tmp_path, "crictl", "exec sleep 30")
    script = only(host_script(), "crictl ps", "nproc").replace("probe 15 ", "probe 1 ")
    if not with_timeout:
        script = script.replace("timeout 5 true", "false").replace("timeout -t 5 true", "false")
    done = run(script.replace("seconds + 2", "seconds + 1"), shell, tmp_path)
    answers = [fact for fact in facts_of(done.stdout) if isinstance(fact, RuntimeAnswered)]
    assert [answer.seconds for answer in answers] == [None]


def test_what_one_may_not_read_is_not_told_as_absent(tmp_path: Path) -> None:
    fake(tmp_path, "ls", "echo \"ls: cannot open directory '$2': Permission denied\" >&2; exit 2")
    done = run(only(host_script(), "ls /var/lib/cni/networks"), ["sh"], tmp_path)
    assert "Permission denied" in done.stdout
    assert not [fact for fact in facts_of(done.stdout) if isinstance(fact, PathSeen)]


def test_a_flood_is_cut_and_told_as_a_part(tmp_path: Path) -> None:
    fake(tmp_path, "lsmod", "while echo 'nf_tables             311296  0'; do :; done")
    script = only(host_script(), "'lsmod'", " lsmod;").replace("[ -e /proc/modules ]", "true")
    done = run(script, ["sh"], tmp_path)
    assert len(done.stdout) < 300_000
    piece = next(piece for piece in pieces_of(done.stdout) if piece.kind is EvidenceKind.MODULES)
    assert not piece.whole


def test_secrets_are_hidden_and_words_about_secrets_stay(tmp_path: Path) -> None:
    fake(
        tmp_path,
        "sysctl",
        "cat <<'END'\n"
        "Unauthorized: invalid bearer token\n"
        "Authorization: Bearer abcdefghijklmnopqrstuvwxyz012345\n"
        "proxy http://anna:hunter2@proxy:3128\n"
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----\n"
        '"identitytoken": "abc123def"\n'
        "failed to fetch token: serviceaccounts is forbidden\n"
        "END",
    )
    shown = run(only(host_script(), "sysctl net"), ["sh"], tmp_path).stdout
    assert "invalid bearer token" in shown
    assert "failed to fetch token: serviceaccounts is forbidden" in shown
    for secret in ("abcdefghijklmnopqrstuvwxyz", "hunter2", "MIIEow", "abc123def"):
        assert secret not in shown


def test_time_that_is_up_ends_the_looking(tmp_path: Path) -> None:
    done = run(host_script(), ["sh"], CALICOVET_SECONDS="0")
    assert "time was up before: uname" in done.stderr
    assert pieces_of(done.stdout) == ()


def test_a_given_name_and_addresses_cannot_run_anything(tmp_path: Path) -> None:
    script = host_script(node="$(touch hacked)", apis=("`touch hacked`:443",))
    subprocess.run(
        ["sh"],
        input=script,
        text=True,
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "CALICOVET_SECONDS": "3"},
        timeout=60,
        check=True,
        capture_output=True,
    )
    assert not (tmp_path / "hacked").exists()


def test_it_only_reads() -> None:
    words = {word for probe in HOST_PROBES for word in probe.line.split()}
    assert not words & {">", ">>", "tee", "rm", "-w", "restart", "start", "stop", "modprobe"}


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not here")
def test_shellcheck_has_nothing_to_say() -> None:
    done = subprocess.run(
        ["shellcheck", "-s", "sh", "-"],
        input=host_script(),
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.stdout == ""


def test_the_command_prints_a_script_that_knows_name_and_addresses(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = Namespace(node="worker-1", api=["10.96.0.1:443", "[fd00::1]:6443"])
    assert host_script_command.run(arguments, settings_of(arguments, "calicovet")) == 0
    assert capsys.readouterr().out == host_script("worker-1", ("10.96.0.1:443", "[fd00::1]:6443"))


@pytest.mark.parametrize(
    ("node", "api", "key"),
    [
        ("a b", None, "bad-node-name"),
        ("", ["10.96.0.1"], "bad-address"),
        ("", ["$(x):1"], "bad-address"),
    ],
)
def test_the_command_refuses_what_is_no_name_or_address(
    node: str, api: list[str] | None, key: str
) -> None:
    arguments = Namespace(node=node, api=api)
    with pytest.raises(BadUsage) as caught:
        host_script_command.run(arguments, settings_of(arguments, "calicovet"))
    assert caught.value.key == key


@pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("unshare"), reason="needs a separate network namespace"
)
@pytest.mark.parametrize(("within", "seen"), [((), True), (("unshare", "-n"), False)])
def test_a_node_inside_a_container_is_another_host(
    tmp_path: Path, within: tuple[str, ...], seen: bool
) -> None:
    """kind and the like run a whole node beside the host's own processes."""
    fake(tmp_path, "kubelet", "read -r _")
    line = (*within, str(tmp_path / "kubelet"), "--hostname-override=stranger")
    with subprocess.Popen(line, stdin=subprocess.PIPE) as kubelet:
        try:
            comm = Path(f"/proc/{kubelet.pid}/comm")
            while comm.read_text("utf-8").strip() != "kubelet":
                pass
            done = run(host_script(), ["sh"], CALICOVET_SECONDS="0")
        finally:
            kubelet.kill()
    assert ("node stranger," in done.stdout) is seen


def test_the_filter_hides_what_the_tables_of_redaction_name(tmp_path: Path) -> None:
    """Tokens of all providers, and the values of names, on separate lines."""
    letters = "Zk3Yq8RwT1vB6nHs4Lm9PxJc2Dg7FaQeZk3Yq8RwT1vB6nHs4L"
    tokens = [f"using {each.prefix}{letters} now" for each in TOKENS]
    names = (
        "DB_PASSWORD",
        "passwd",
        "api_key",
        "clientSecret",
        "BGP_PSK",
        "API_TOKEN",
        "my-secret",
    )
    named = [f"{name}{between}{letters}" for name in names for between in ("=", ": ", ' = "')]
    kept = ["passwordFile: pw2.txt", "token: forbidden", "secretName: calico-etcd", "key: value"]
    text = "\n".join((*tokens, *named, *kept))
    fake(tmp_path, "sysctl", f"cat <<'END'\n{text}\nEND")
    shown = run(only(host_script(), "sysctl net"), ["sh"], tmp_path).stdout
    assert [line for line in shown.splitlines() if letters in line] == []
    assert [line for line in kept if line not in shown] == []
