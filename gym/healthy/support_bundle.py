"""A cluster in the layout of support-bundle-kit, which Harvester, Longhorn and Rancher ship.

metadata.yaml  yamls/cluster/GROUP/VERSION/KIND.yaml  yamls/namespaced/NAMESPACE/GROUP/VERSION/KIND.yaml
logs/NAMESPACE/POD/CONTAINER.log  nodes/NODE.zip
"""

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import yaml

from calicovet.world.redaction.redact import redact_text
from gym.cluster import Cluster
from gym.healthy.host_report import journal
from gym.healthy.kubectl_output import CLUSTER_WIDE, NAMESPACED, logs, namespaces, raw_list
from gym.node import Node

_ZIPPED_AT = (2026, 1, 1, 0, 0, 0)
"""The same in all: an archive that is made again of the same files is the same."""


def write_support_bundle(cluster: Cluster, folder: Path) -> None:
    """Writes the bundle; what is in its archives is not compressed twice."""
    for path, text in _files(cluster):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(redact_text(text), encoding="utf-8")
    (folder / "nodes").mkdir()
    for node in cluster.nodes:
        (folder / "nodes" / f"{node.name}.zip").write_bytes(_zipped(_node_files(node)))


def _files(cluster: Cluster) -> Iterator[tuple[str, str]]:
    yield "metadata.yaml", yaml.safe_dump(_metadata(cluster))
    yield "bundleGenerationError.log", ""
    for kind in CLUSTER_WIDE:
        if (found := raw_list(cluster, kind)) is not None:
            yield f"yamls/cluster/{kind}.yaml", _as_yaml(found)
    for namespace in namespaces(cluster):
        for kind in NAMESPACED:
            if (found := raw_list(cluster, kind, namespace)) is not None:
                yield f"yamls/namespaced/{namespace}/{kind}.yaml", _as_yaml(found)
    for log in logs(cluster):
        # Init containers are left out, and a previous log is called like a rotated one.
        if not log.is_init:
            number = ".1" if log.previous else ""
            yield f"logs/{log.namespace}/{log.pod}/{log.container}.log{number}", log.text


def _metadata(cluster: Cluster) -> Mapping[str, str]:
    version: Any = cluster.control_plane.client.get("/version")
    return {
        "projectName": "Longhorn",
        "projectVersion": "v1.7.2",
        "bundleVersion": "0.1.0",
        "kubernetesVersion": version["gitVersion"],
        "issueDescription": "weekly check",
    }


def _as_yaml(found: Any) -> str:
    """A list whose items name their kind, as the kit writes them."""
    kind = found["kind"].removesuffix("List")
    own = {"apiVersion": found["apiVersion"], "kind": kind}
    items = [{**own, **each} for each in found["items"]]
    return yaml.dump({**found, "items": items}, Dumper=_DUMPER)


_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def _node_files(node: Node) -> Iterator[tuple[str, str]]:
    name, release = node.read("/etc/hostname"), node.read("/etc/os-release")
    system = node.sh("uname -a")
    info = {"hostname": name, "os-release": release, "system-info": system}
    told = (f"{key} : \n{_indented(value)}\n" for key, value in info.items())
    yield "hostinfos/hostinfo", "".join(told)
    yield "hostinfos/proc_mounts", node.read("/proc/mounts")
    # journalctl -r: the newest line is the first.
    newest_first = reversed(journal(node, node.kubelet).splitlines(keepends=True))
    yield "logs/kubelet.log", "".join(newest_first)
    yield "logs/dmesg.log", ""


def _indented(text: str) -> str:
    return "\n".join(f"\t{line}" for line in text.splitlines())


def _zipped(files: Iterator[tuple[str, str]]) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w", ZIP_STORED) as archive:
        for path, text in files:
            archive.writestr(ZipInfo(path, _ZIPPED_AT), redact_text(text))
    return content.getvalue()
