"""Completion as it is typed into a real bash, zsh and fish, and as kubectl asks for it."""

import os
import pty
import select
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from lab import cache

SOURCE = Path(__file__).parents[2] / "src"
KUBECONFIG = """
current-context: prod-eu
contexts:
- {name: prod-eu, context: {cluster: c, user: u}}
- {name: staging, context: {cluster: c, user: u}}
clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
users: [{name: u, user: {}}]
"""
TYPED = [
    ("calicovet expl", "calicovet explain"),
    ("calicovet explain ip-wrong-br", "calicovet explain ip-wrong-bridge"),
    ("calicovet diagnose --node-pr", "calicovet diagnose --node-pr"),
    ("calicovet diagnose --all-f", "calicovet diagnose --all-findings"),
    ("calicovet --context sta", "calicovet --context staging"),
    ("calicovet diagnose -o junit --context=prod", "calicovet diagnose -o junit --context=prod-eu"),
    ("calicovet diagnose incident-a", "calicovet diagnose incident-a.txt"),
    ("calicovet whatif addr", "calicovet whatif address"),
    ("calicovet completion fi", "calicovet completion fish"),
]
"""What is typed before TAB, and what then stands on the line."""


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    """A HOME with a kubeconfig and a file, and programs that run the code of this checkout."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, call in (
        ("calicovet", "main()"),
        ("kubectl-calico_vet", "main()"),
        ("kubectl_complete-calico_vet", "complete_for_kubectl()"),
    ):
        program = folder / name
        program.write_text(
            f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(SOURCE)!r})\n"
            f"from calicovet.app.main import main, complete_for_kubectl\nsys.exit({call})\n"
        )
        program.chmod(0o755)
    (tmp_path / ".kube").mkdir()
    (tmp_path / ".kube" / "config").write_text(KUBECONFIG)
    (tmp_path / "incident-a.txt").write_text("nothing\n")
    kept = {name: os.environ[name] for name in ("LANG", "TERM") if name in os.environ}
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "TERM": "dumb", "LC_ALL": "C.UTF-8", "HOME": str(tmp_path), "PATH": path}


def need(shell: str) -> str:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"COMPLETION IS NOT TESTED IN {shell}: it is not installed")
    return found


class Terminal:
    """A shell on a separate pseudo-terminal."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        self._ours, theirs = pty.openpty()
        self._process = subprocess.Popen(
            list(words),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=environment["HOME"],
            env=dict(environment),
            start_new_session=True,
        )
        os.close(theirs)

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def read_until(self, mark: str, seconds: float = 60) -> str:
        """What is shown up to the mark; fails where it never comes."""
        shown = ""
        while mark not in shown:
            ready, _, _ = select.select([self._ours], [], [], seconds)
            assert ready, f"no {mark!r} in {shown!r}"
            shown += os.read(self._ours, 4096).decode(errors="replace")
        return shown

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)


def completed(terminal: Terminal, typed: str) -> str:
    """The line after TAB: what follows the line's end is typed only when the shell has taken the TAB."""
    terminal.type(f"{typed}\t\x01\x0bprintf '<%s>' '\x19'; printf '%s\\n' '[done]'\n")
    shown = terminal.read_until("[done]\r\n")
    return shown.rpartition("<")[2].partition(">")[0].rstrip()


@pytest.fixture
def bash(environment: Mapping[str, str]) -> Terminal:
    terminal = Terminal([need("bash"), "--norc", "--noprofile", "-i"], environment)
    terminal.type("bind 'set bell-style none'; source <(calicovet completion bash); echo rea''dy\n")
    terminal.read_until("ready\r\n")
    return terminal


@pytest.fixture
def zsh(environment: Mapping[str, str]) -> Terminal:
    terminal = Terminal([need("zsh"), "-f", "-i"], environment)
    terminal.type(
        "unsetopt zle_bracketed_paste; bindkey -e; autoload -Uz compinit; compinit -u; "
        "source <(calicovet completion zsh); echo rea''dy\n"
    )
    terminal.read_until("ready\r\n")
    return terminal


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_tab_completes_what_was_typed(shell: str, request: pytest.FixtureRequest) -> None:
    terminal: Terminal = request.getfixturevalue(shell)
    try:
        assert [completed(terminal, typed) for typed, _ in TYPED] == [line for _, line in TYPED]
    finally:
        terminal.close()


def test_fish_offers_what_can_follow_with_descriptions(environment: Mapping[str, str]) -> None:
    fish = need("fish")
    for typed, line in TYPED:
        done = subprocess.run(
            [fish, "-N", "-c", "calicovet completion fish | source; complete -C $argv[1]", typed],
            cwd=environment["HOME"],
            env=dict(environment),
            capture_output=True,
            text=True,
            check=True,
        )
        offered = [each.partition("\t")[0] for each in done.stdout.splitlines()]
        assert (line.rpartition(" ")[2] in offered) is (typed != line), typed


def test_kubectl_is_told_what_can_follow(environment: Mapping[str, str]) -> None:
    kubectl = shutil.which("kubectl") or cache.find("kubectl")
    if kubectl is None:
        pytest.skip("COMPLETION IS NOT TESTED IN kubectl: it is not installed")
    done = subprocess.run(
        [kubectl, "__complete", "calico-vet", "explain", "ip-wrong-br"],
        env=dict(environment),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["ip-wrong-bridge", ":4"]
