"""Where the lab's programs lie: in the user's cache, never in the tree."""

import os
import shutil
from pathlib import Path

from lab.errors import LabError

_FROM_ASSETS = ("kube-apiserver", "etcd", "kubectl")
"""What people who test controllers already have, in the folder that KUBEBUILDER_ASSETS names."""


def folder() -> Path:
    """The lab's folder in the user's cache."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "calicovet" / "lab"


def built(name: str) -> Path:
    """Where a program that belongs to no release of Calico is put once it is built."""
    return folder() / "bin" / name


def built_calico(release: str, name: str) -> Path:
    """Where a program of a release of Calico is put once it is built."""
    return folder() / "releases" / release / name


def built_calico_node(release: str) -> Path:
    """Where calico-node of a release is put once it is built."""
    return built_calico(release, "calico-node")


def source_files(release: str) -> Path:
    """Where files of a release that are not programs are kept, under their paths in the module."""
    return folder() / "releases" / release / "source"


def bird() -> Path:
    """Where the distribution's BIRD is unpacked; it is not installed."""
    return folder() / "bird"


def find(name: str) -> Path | None:
    """The program, or None when it is neither given nor built nor (etcd only) installed."""
    assets = os.environ.get("KUBEBUILDER_ASSETS")
    if assets and name in _FROM_ASSETS and _runs(given := Path(assets) / name):
        return given
    if _runs(ours := built(name)):
        return ours
    # Only etcd is taken from the machine: it is not built here, and its version decides nothing.
    installed = shutil.which(name) if name == "etcd" else None
    return Path(installed) if installed else None


def find_calico_node(release: str) -> Path | None:
    """calico-node of a release, or None when it is not built."""
    path = built_calico_node(release)
    return path if _runs(path) else None


def need(name: str) -> Path:
    """The program; without it the lab cannot go on."""
    path = find(name)
    if path is None:
        raise LabError(
            f"{name} is not in {folder() / 'bin'}", f"build it with: make lab ONLY={name}"
        )
    return path


def need_calico_node(release: str) -> Path:
    """calico-node of a release; without it the lab cannot go on."""
    path = find_calico_node(release)
    if path is None:
        raise LabError(
            f"calico-node {release} is not in {folder() / 'releases'}",
            f"build it with: make lab ONLY={release}",
        )
    return path


def need_calico(release: str, name: str) -> Path:
    """A program of a release of Calico; without it the gym cannot go on."""
    path = built_calico(release, name)
    if not _runs(path):
        raise LabError(f"{name} {release} is not in {path.parent}", "build it with: make gym")
    return path


def _runs(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
