"""Files of a release of Calico that are no programs, kept so that later no Go is needed to find them."""

import json
import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

from lab import cache
from lab.errors import LabError
from lab.programs import module_of

MANIFEST = "manifests/calico.yaml"
NODE_FILES = "node/filesystem"
CONFD_FILES = "confd/etc"
TYPHA_SETTINGS = "typha/docker-image/typha.cfg"
_KEPT = (MANIFEST, NODE_FILES, CONFD_FILES, TYPHA_SETTINGS)
_CALICO = "github.com/projectcalico/calico"


def keep(release: str, go: str) -> None:
    """Copies them from the pinned module into the lab's folder, unless they are there."""
    to, wanted = cache.source_files(release), _stamp(release)
    stamp = to.with_suffix(".stamp")
    if to.is_dir() and stamp.exists() and stamp.read_text() == wanted:
        return
    module = downloaded(release, go)
    fresh = to.with_suffix(f".{os.getpid()}")
    try:
        for kept in _KEPT:
            _copy(module / kept, fresh / kept)
        shutil.rmtree(to, ignore_errors=True)
        fresh.rename(to)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    stamp.write_text(wanted)
    print(f"{release}: its manifest and its files are in {to}", flush=True)


def need(release: str, kept: str) -> Path:
    """One of the kept files or folders; without it the gym cannot go on."""
    path = cache.source_files(release) / kept
    if not path.exists():
        raise LabError(f"{kept} of Calico {release} is not in the cache", "get it with: make gym")
    return path


def _stamp(release: str) -> str:
    pins = (module_of(release) / "go.sum").read_bytes()
    return "\n".join((*_KEPT, f"go.sum {sha256(pins).hexdigest()}", ""))


def downloaded(release: str, go: str) -> Path:
    """The folder of a release's sources in Go's module cache, fetched if need be."""
    line = (go, "mod", "download", "-json", _CALICO)
    environment = {**os.environ, "GOFLAGS": "", "GOWORK": "off"}
    done = subprocess.run(
        line, cwd=module_of(release), capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        raise LabError(f"Calico {release} cannot be fetched", f"{done.stdout}{done.stderr}".strip())
    return Path(json.loads(done.stdout)["Dir"])


def _copy(original: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    # Contents only: in Go's cache nothing may be written or run, whatever it was when it was released.
    if original.is_dir():
        for path in sorted(original.rglob("*")):
            if path.is_file():
                _copy(path, to / path.relative_to(original))
        return
    shutil.copyfile(original, to)
