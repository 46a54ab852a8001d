"""What the lab takes from the distribution."""

import os
import shutil
import subprocess
from collections.abc import Mapping

from lab import cache
from lab.errors import LabError

_PACKAGES: Mapping[str, str] = {"etcd": "etcd-server", "openssl": "openssl", "ip": "iproute2"}


def install_missing() -> None:
    """Installs etcd, openssl and ip where they are missing and we may."""
    missing = [package for name, package in _PACKAGES.items() if not _is_there(name)]
    if not missing:
        return
    line = f"apt-get install {' '.join(missing)}"
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise LabError(f"not installed: {', '.join(missing)}", f"as root: {line}")
    print(f"{line} …", flush=True)
    _apt("update", "-q")
    _apt("install", "-q", "-y", "--no-install-recommends", *missing)


def _is_there(name: str) -> bool:
    return cache.find(name) is not None if name == "etcd" else shutil.which(name) is not None


def _apt(*arguments: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    line = ("apt-get", *arguments)
    done = subprocess.run(line, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise LabError(f"{' '.join(line)} failed", done.stderr.strip()[-500:])
