"""Every script that the cases of the catalogue would have people run on a host."""

import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.model.language import Language
from calicovet.model.remediation.plan import OfferedStep
from calicovet.report.fixes.host_script import render_script
from tests.support.host_scripts import scripts_of_cases

_NOTHING_TOLD = OfferedStep(key="")
_HOLE = re.compile(r"<[a-z][a-z .-]*>")


@cache
def _scripts() -> dict[str, str]:
    """One for all cases in which the same is done, in a language after the other."""
    seen: set[object] = set()
    scripts: dict[str, str] = {}
    for cause in load_catalogue():
        for case, script, plan in scripts_of_cases(cause.name):
            done = tuple(replace(step, offered=_NOTHING_TOLD) for step in script.steps)
            if done not in seen:
                seen.add(done)
                language = tuple(Language)[len(seen) % len(Language)]
                name = f"{cause.name}.{case.path.stem}.{len(seen)}.{language}.sh"
                scripts[name] = render_script(script, plan, language)
    return scripts


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scripts")
    for name, text in _scripts().items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_many_causes_have_a_script() -> None:
    assert len({name.partition(".")[0] for name in _scripts()}) > 40


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_shellcheck_finds_nothing(folder: Path) -> None:
    names = sorted(path.name for path in folder.iterdir())
    done = subprocess.run(
        ["shellcheck", "-s", "sh", *names],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        # Sentences may be Chinese.
        env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin:/usr/local/bin"},
        check=False,
    )
    assert not done.stdout and done.returncode == 0, done.stdout[:4000] + done.stderr


def test_the_shell_can_read_them(folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        done = subprocess.run(["sh", "-n", path], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{path.name}: {done.stderr}"


def test_nothing_is_left_for_a_human_to_put_in() -> None:
    for name, text in _scripts().items():
        done = [line for line in text.splitlines() if not line.lstrip().startswith(("#", "say "))]
        assert not _HOLE.search("\n".join(done)), name


def test_no_script_calls_an_editor_or_waits_for_input() -> None:
    words = re.compile(r"\b(?:vim?|nano|visudo|systemctl edit|kubectl edit|read -p)\b")
    for name, text in _scripts().items():
        assert not words.search(text), name
