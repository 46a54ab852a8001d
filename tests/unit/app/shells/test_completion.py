"""What can follow on a command line, without a shell."""

import shutil
import subprocess
from pathlib import Path

import pytest

from calicovet.app.main import complete_for_kubectl, main
from calicovet.app.shells.completion import answer
from calicovet.app.shells.man_page import man_page
from calicovet.causes.catalogue import names
from calicovet.model.language import Language
from tests.support.small_cluster import SmallCluster
from tests.support.small_objects import node

CONFIG = """
current-context: here
contexts: [{{name: here, context: {{cluster: c, user: u}}}}, {{name: there, context: {{cluster: c}}}}]
clusters: [{{name: c, cluster: {{server: "{server}"}}}}]
users: [{{name: u, user: {{{user}}}}}]
"""
GONE = "http://127.0.0.1:1"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("KUBECONFIG", "KUBERNETES_SERVICE_HOST"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / ".kube").mkdir()
    (tmp_path / ".kube" / "config").write_text(CONFIG.format(server=GONE, user=""))
    return tmp_path


def offered(*words: str) -> list[str]:
    """The choices without their descriptions, and the last line."""
    return [line.partition("\t")[0] for line in answer(words, "en").splitlines()]


def test_commands_with_their_descriptions_in_the_language() -> None:
    assert answer(["expl"], "zh").startswith("explain\t显示")
    assert offered("expl") == ["explain", ":4"]


@pytest.mark.parametrize(
    ("words", "choices"),
    [
        (("diagnose", "--exit"), ["--exit-zero", ":4"]),
        (("--node-"), [":4"]),
        (("fix", "--dead"), ["--deadline", ":4"]),
        (("whatif", "address", "--fam"), ["--family", ":4"]),
        (("diagnose", "--lang", ""), ["en", "zh", ":4"]),
        (("diagnose", "--lang=z"), ["--lang=zh", ":4"]),
        (("diagnose", "--lang", "=", "z"), ["zh", ":4"]),
        (("diagnose", "--lang", "="), ["en", "zh", ":4"]),
        (("--context", ""), ["here", "there", ":4"]),
        (("fix", "--cluster="), ["--cluster=c", ":4"]),
        (("--kubeconfig", ""), [":0"]),
        (("collect", "-o", ""), [":0"]),
        (("diagnose", "x"), [":0"]),
        (("no-such-thing", ""), [":0"]),
        (("help", "rollb"), ["rollback", ":4"]),
        (("completion", ""), ["bash", "zsh", "fish", ":4"]),
        (("causes", "--stage", "address-c"), ["address-chosen", ":4"]),
        (("explain", "ip-wrong-bridge", ""), [":4"]),
        (("schema", ""), [":4"]),
        ((), None),
    ],
)
def test_what_follows(words: tuple[str, ...], choices: list[str] | None) -> None:
    words = (words,) if isinstance(words, str) else words
    if choices is None:
        assert "diagnose" in offered(*words)
    else:
        assert offered(*words) == choices


def test_every_cause_is_offered() -> None:
    assert offered("explain", "") == [*names(), ":4"]
    assert offered("fix", "") == [*names(), ":4"]


def test_nodes_are_asked_for_once(home: Path) -> None:
    with SmallCluster([node("worker-1"), node("worker-2"), node("cp-1")]) as cluster:
        (home / ".kube" / "config").write_text(CONFIG.format(server=cluster.url, user=""))
        assert offered("--node", "wor") == ["worker-1", "worker-2", ":4"]
        assert offered("fix", "x", "--node=cp") == ["--node=cp-1", ":4"]


def test_a_cluster_that_is_gone_offers_no_node() -> None:
    assert offered("--node", "") == [":4"]


def test_no_login_program_is_started_for_a_completion(home: Path) -> None:
    ran = home / "ran"
    plugin = home / "plugin.sh"
    plugin.write_text(f"#!/bin/sh\ntouch {ran}\n")
    plugin.chmod(0o755)
    user = f"exec: {{command: {plugin}, apiVersion: client.authentication.k8s.io/v1}}"
    (home / ".kube" / "config").write_text(CONFIG.format(server=GONE, user=user))
    assert offered("--node", "") == [":4"]
    assert not ran.exists()


def test_a_broken_kubeconfig_is_no_error(home: Path) -> None:
    (home / ".kube" / "config").write_text("{")
    assert offered("--context", "") == [":4"]


def test_kubectl_is_answered_by_a_separate_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["kubectl_complete-calico_vet", "demo", "two-nodes-crash-"])
    assert complete_for_kubectl() == 0
    assert capsys.readouterr().out == "two-nodes-crash-with-load\n:4\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_asks_the_program(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    assert "__complete" in capsys.readouterr().out


@pytest.mark.parametrize("language", Language)
def test_the_man_page_holds_every_command_and_is_sound(language: Language) -> None:
    page = man_page(language)
    assert page.startswith(".TH CALICOVET 1")
    for command in ("diagnose", "whatif address", "new-cause"):
        assert f'.SS "{command}"' in page
    assert "\\-\\-even\\-if\\-managed" in page
    if groff := shutil.which("groff"):
        done = subprocess.run(
            [groff, "-man", "-Kutf8", "-Tutf8", "-ww", "-z"],
            input=page,
            capture_output=True,
            text=True,
            check=True,
        )
        assert "warning" not in done.stderr.replace("can't find special character", "")
