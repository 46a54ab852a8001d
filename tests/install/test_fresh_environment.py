"""scripts/venv.sh in an empty environment, with old and new releases of pip and a newer release of everything.

`make test-install` runs it; it downloads the pins once, so it is not part of `make test`.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from packaging.markers import Marker

from tests.install import local_index

pytestmark = pytest.mark.install

ROOT = Path(__file__).parents[2]
PIPS = ("pip==23.0", "pip==23.2.1", "pip")
"""The oldest that Python 3.11 brings, the one of Debian's and of pyenv's 3.11, and the newest."""
SETS = ("run", "dev", "docs")


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("index")
    files = folder / "files"
    for name in SETS:
        download = (
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-cache-dir",
            "--no-deps",
        )
        _run((*download, "--require-hashes", "-r", str(_pins(name)), "-d", str(files)))
    local_index.fill(folder, files)
    with local_index.serving(folder) as url:
        yield url


@pytest.fixture(params=PIPS)
def checkout(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A clone with an empty .venv that has this release of pip."""
    clone = tmp_path / "calicovet"
    _run(("git", "clone", "--quiet", str(ROOT), str(clone)))
    _run((sys.executable, "-m", "venv", str(clone / ".venv")))
    python = clone / ".venv" / "bin" / "python"
    upgrade = ("install", "--quiet", "--no-cache-dir", "--upgrade", request.param)
    _run((str(python), "-m", "pip", *upgrade))
    return clone


@pytest.mark.parametrize("name", SETS)
def test_the_pins_are_installed_whatever_the_index_has(
    checkout: Path, index: str, name: str
) -> None:
    _run(("sh", "scripts/venv.sh", f"requirements/{name}.txt"), checkout, index)
    installed = _installed(checkout)
    assert {key: installed.get(key) for key in _pinned(name)} == _pinned(name)
    version = _run((".venv/bin/calicovet", "--version"), checkout).stdout
    assert version.startswith("calicovet ")


def test_make_demo_works_in_an_empty_environment(checkout: Path, index: str) -> None:
    """The README's first command, with nothing but the local index in reach."""
    assert "ip-wrong-bridge" in _run(("make", "demo"), checkout, index).stdout


def test_a_missing_pin_is_reported(checkout: Path, index: str) -> None:
    pins = checkout / "requirements" / "run.txt"
    pins.write_text(re.sub(r"(?m)^mdurl==.*(\n    .*)*\n", "", pins.read_text()))
    done = subprocess.run(
        ("sh", "scripts/venv.sh", "requirements/run.txt"),
        cwd=checkout,
        env=_environment(index),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "mdurl" in done.stdout + done.stderr


def test_the_index_would_refuse_an_install_that_resolves(index: str, tmp_path: Path) -> None:
    """A control: with pip 23.0 and without --no-deps this index does what broke fresh machines."""
    _run((sys.executable, "-m", "venv", str(tmp_path / "venv")))
    python = str(tmp_path / "venv" / "bin" / "python")
    _run((python, "-m", "pip", "install", "--quiet", "--no-cache-dir", "pip==23.0"))
    line = (python, "-m", "pip", "install", "--require-hashes", "-r", str(_pins("dev")))
    done = subprocess.run(
        line, env=_environment(index), capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "coverage" in done.stderr


def _pins(name: str) -> Path:
    return ROOT / "requirements" / f"{name}.txt"


def _pinned(name: str) -> Mapping[str, str]:
    """The pins that hold for this interpreter, by normalised name."""
    rows = re.findall(r"(?m)^([A-Za-z0-9._-]+)==(\S+?)(?: ; (.+?))? \\$", _pins(name).read_text())
    return {_normal(name): version for name, version, marker in rows if _applies(marker)}


def _applies(marker: str) -> bool:
    return not marker or Marker(marker).evaluate()


def _installed(checkout: Path) -> Mapping[str, str]:
    line = (".venv/bin/python", "-m", "pip", "list", "--format", "json")
    listed = json.loads(_run((*line, "--disable-pip-version-check"), checkout).stdout)
    return {_normal(each["name"]): each["version"] for each in listed}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _environment(index: str | None) -> dict[str, str]:
    if not index:
        return dict(os.environ)
    others = {key: text for key, text in os.environ.items() if not key.startswith("PIP_")}
    return others | {"PIP_INDEX_URL": index, "PIP_NO_CACHE_DIR": "1", "PIP_CONFIG_FILE": os.devnull}


def _run(
    line: tuple[str, ...], folder: Path | None = None, index: str | None = None
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        line, cwd=folder, env=_environment(index), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{line}: {done.stdout}\n{done.stderr}"
    return done
