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
    """Where a program of Kubernetes is put once it is built."""
    return folder() / "bin" / name


def built_calico_node(release: str) -> Path:
    """Where calico-node of a release is put once it is built."""
    return folder() / "releases" / release / "calico-node"


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
        raise LabError(f"{name} is not in {folder() / 'bin'}", "build it with: make lab")
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


def _runs(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
