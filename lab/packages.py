"""What the lab and the gym take from the distribution."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from lab import cache
from lab.errors import LabError

LAB: Mapping[str, str] = {
    "etcd": "etcd-server",
    "openssl": "openssl",
    "ip": "iproute2",
    "iptables": "iptables",
}
"""A program of each package, and the package."""
GYM: Mapping[str, str] = {
    **LAB,
    "containerd": "containerd",
    "runc": "runc",
    "busybox": "busybox-static",
    "bash": "bash",
    "ipset": "ipset",
    "conntrack": "conntrack",
    "runsvdir": "runit",
    "sysctl": "procps",
    "nsenter": "util-linux",
    "modprobe": "kmod",
}

_LOCKED = re.compile(r"Could not get lock|Unable to (?:acquire|lock)")
_LOCK_PATIENCE, _LOCK_PAUSE = 600.0, 5.0
"""Seconds: how long apt's lock is waited for, and between two attempts."""


def install_missing(packages: Mapping[str, str] = LAB) -> None:
    """Installs the packages whose programs are missing, where we may."""
    missing = [package for name, package in packages.items() if not _is_there(name)]
    if not missing:
        return
    line = f"apt-get install {' '.join(missing)}"
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise LabError(f"not installed: {', '.join(missing)}", f"as root: {line}")
    print(f"{line} …", flush=True)
    _apt("update", "-q")
    _apt("install", "-q", "-y", "--no-install-recommends", *missing)


def unpack_bird() -> None:
    """Unpacks BIRD into the lab's folder, unless it is there.

    Installed, it would start on this machine and take the place of whatever routes here.
    """
    to = cache.bird()
    if to.exists():
        return
    print("apt-get download bird …", flush=True)
    # Under another name until it is whole.
    fresh = to.with_name(f"{to.name}.{os.getpid()}")
    fresh.mkdir(parents=True)
    try:
        _apt("download", "-q", "bird", folder=fresh)
        for package in fresh.glob("bird_*.deb"):
            _run("dpkg", "-x", package.name, ".", folder=fresh)
            package.unlink()
        fresh.rename(to)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _is_there(name: str) -> bool:
    return cache.find(name) is not None if name == "etcd" else shutil.which(name) is not None


def _apt(*arguments: str, folder: Path | None = None) -> None:
    """Runs apt-get; retries while another process holds one of its locks.

    A machine that has just booted often updates itself. apt's own lock timeout does not cover the lock of the package lists.
    """
    line, give_up = ("apt-get", *arguments), time.monotonic() + _LOCK_PATIENCE
    while (failed := _tried(line, folder)) is not None:
        if not _LOCKED.search(failed) or time.monotonic() > give_up:
            raise LabError(f"{' '.join(line)} failed", failed[-500:])
        print(f"{' '.join(line)}: another process holds apt's lock, trying again …", flush=True)
        time.sleep(_LOCK_PAUSE)


def _run(*line: str, folder: Path | None = None) -> None:
    if (failed := _tried(line, folder)) is not None:
        raise LabError(f"{' '.join(line)} failed", failed[-500:])


def _tried(line: Sequence[str], folder: Path | None) -> str | None:
    """Runs the command; returns its standard error if it failed."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    done = subprocess.run(
        line, cwd=folder, capture_output=True, text=True, env=environment, check=False
    )
    return done.stderr.strip() if done.returncode else None
