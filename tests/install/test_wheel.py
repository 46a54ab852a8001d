"""The public interface of an installed wheel: the catalogue, the words and the schema are in it."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.install

ROOT = Path(__file__).parents[2]
PASTE = "In our cluster calico-node is in CrashLoopBackOff on node-4."
PROGRAM = f"""
import calicovet
from calicovet.api import diagnose_text, json_schema, to_html, to_json, to_markdown, to_text
diagnosis = diagnose_text({PASTE!r})
assert diagnosis.nodes[0].node == "node-4"
assert to_json(diagnosis)["schema"] == "calicovet/v1"
assert json_schema() and to_markdown(diagnosis, lang="zh") and to_text(diagnosis)
assert "<!doctype html>" in to_html(diagnosis)
print(calicovet.__file__)
"""


def test_the_interface_works_from_an_installed_wheel(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    build = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(wheels), str(ROOT))
    _run(sys.executable, "-m", "pip", *build)
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    python = str(home / "bin" / "python")
    [wheel] = wheels.glob("*.whl")
    names = ZipFile(wheel).namelist()
    assert [name for name in names if "/cases/" in name or name.endswith(".case")] == []
    assert sum(name.endswith("/cause.py") for name in names) > 200
    _run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel))
    # The dependencies are those of this environment; only calicovet is the wheel's.
    site = Path(
        _run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    )
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    used = Path(_run(python, "-c", PROGRAM).strip())
    assert used.is_relative_to(home)


def _run(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stderr
    return done.stdout
