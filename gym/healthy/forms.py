"""The forms in which users hand in a cluster, and how each is taken from a running one."""

import tarfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from pathlib import Path

from calicovet.world.redaction.redact import redact_text
from gym.cluster import Cluster
from gym.healthy.host_report import write_host_reports
from gym.healthy.support_bundle import write_support_bundle
from lab.errors import LabError

_SECONDS = 180.0


class Form(StrEnum):
    """By the name of its file or folder."""

    COLLECT = "collect"
    """A bundle of `calicovet collect`, unpacked."""
    DUMP_FOLDER = "cluster-info-dump"
    """`kubectl cluster-info dump --output-directory`."""
    DUMP_TEXT = "cluster-info-dump.txt"
    """The same on standard output."""
    SUPPORT_BUNDLE = "supportbundle"
    SOSREPORTS = "sosreports"
    """One folder for each host."""


def take_all(cluster: Cluster, folder: Path) -> None:
    """Takes all forms at the same time: a cluster that is just changing looks alike in them."""
    with ThreadPoolExecutor(len(_TAKEN)) as pool:
        taking = [pool.submit(take, cluster, folder / form) for form, take in _TAKEN.items()]
        for taken in taking:
            taken.result()


def _collect(cluster: Cluster, folder: Path) -> None:
    archive = folder.with_suffix(".tar.gz")
    line = ("calicovet", "collect", "-o", str(archive))
    done = cluster.control_plane.run(*line, seconds=_SECONDS)
    if done.returncode:
        raise LabError(f"{' '.join(line)}: {done.stderr.strip()}")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    archive.unlink()


def _dump_folder(cluster: Cluster, folder: Path) -> None:
    cluster.kubectl("cluster-info", "dump", f"--output-directory={folder}")
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_text(redact_text(path.read_text(encoding="utf-8")), encoding="utf-8")


def _dump_text(cluster: Cluster, file: Path) -> None:
    file.write_text(redact_text(cluster.kubectl("cluster-info", "dump")), encoding="utf-8")


_TAKEN: Mapping[Form, Callable[[Cluster, Path], None]] = {
    Form.COLLECT: _collect,
    Form.DUMP_FOLDER: _dump_folder,
    Form.DUMP_TEXT: _dump_text,
    Form.SUPPORT_BUNDLE: write_support_bundle,
    Form.SOSREPORTS: write_host_reports,
}
