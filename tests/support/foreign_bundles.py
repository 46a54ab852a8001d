"""One set of evidence in every layout of other programs' bundles, and in every form in which people send them.

LAYOUTS["must-gather"](incident()) gives the files by their paths; FORMS["zip"](files, folder) writes them.
"""

import gzip
import io
import json
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.live.retold.plain import BRIDGE, daemonset, node, pod, pod_name, startup_log
from tests.support.small_objects import Object, event
from tests.support.small_objects import pod as any_pod

Files = Mapping[str, bytes]
SYSTEM = "kube-system"
_CONFIG = "kubectl_--kubeconfig_.etc.kubernetes.admin.conf"

_CSI = "csi-driver-7x2kd"
STRANGERS = {
    ("kube-system", "coredns-5d78c9869d-w2x4z", "coredns"): (
        "[ERROR] plugin/kubernetes: Failed to watch *v1.Service: failed to list *v1.Service: "
        'Get "https://10.96.0.1:443/api/v1/services": dial tcp 10.96.0.1:443: i/o timeout\n'
    ),
    ("kube-system", "kube-scheduler-node-0", "kube-scheduler"): (
        "E0506 06:58:09.123456       1 leaderelection.go:332] error retrieving resource lock "
        'kube-system/kube-scheduler: Get "https://172.31.1.1:6443/apis": dial tcp 172.31.1.1:6443: '
        "connect: connection refused\n"
    ),
    ("default", _CSI, "driver"): (
        'time="2024-05-06T06:58:09Z" level=error msg="GRPC error: rpc error: code = DeadlineExceeded '
        'desc = context deadline exceeded" node=node2\n'
    ),
}
"""What other programs log, before and after the start of calico-node."""


@dataclass(frozen=True)
class Evidence:
    """What there is to know of a cluster."""

    nodes: tuple[Object, ...]
    pods: tuple[Object, ...]
    daemonsets: tuple[Object, ...]
    events: tuple[Object, ...]
    logs: Mapping[tuple[str, str, str], str]
    hosts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What each host shows: `ip-addr`, `uptime`, `kubelet`, `dmesg`."""


def incident(*sick: int, count: int = 3) -> Evidence:
    """A cluster in which calico-node takes a bridge's address on some nodes; other programs log errors everywhere."""
    stored = dict.fromkeys(sick, "10.4.0.1/24")
    calico = [dict(pod(number, ready=number not in sick)) for number in range(count)]
    strangers = [
        any_pod(name, "node-0", namespace=namespace, label=container)
        for namespace, name, container in STRANGERS
    ]
    logs = {
        (SYSTEM, pod_name(number), "calico-node"): startup_log(
            f"node-{number}",
            BRIDGE if number in sick else f"eth0: 172.31.1.{1 + number}/24",
        )
        for number in range(count)
    }
    return Evidence(
        nodes=tuple(dict(node(number, stored=stored.get(number, ""))) for number in range(count)),
        pods=(*calico, *strangers),
        daemonsets=(dict(daemonset(count, count - len(sick))),),
        events=tuple(
            event(
                "Pod",
                pod_name(number),
                "Unhealthy",
                "Readiness probe failed: calico/node is not ready: BIRD is not ready: "
                "BGP not established with 172.31.1.1",
            )
            for number in sick
        ),
        logs={**logs, **STRANGERS},
    )


def _list(kind: str, objects: tuple[Object, ...]) -> Object:
    """As `kubectl cluster-info dump` prints it: without the kinds of the items."""
    items = [{key: one[key] for key in one if key not in ("kind", "apiVersion")} for one in objects]
    return {"kind": f"{kind}List", "apiVersion": "v1", "metadata": {}, "items": items}


def _json(value: Object) -> bytes:
    return json.dumps(value, indent=4).encode()


def _got(objects: tuple[Object, ...]) -> bytes:
    """As `kubectl get -o json` prints it."""
    return _json({"apiVersion": "v1", "items": list(objects), "kind": "List"})


def _of(namespace: str, objects: tuple[Object, ...]) -> tuple[Object, ...]:
    return tuple(each for each in objects if each["metadata"]["namespace"] == namespace)


def _namespaces(evidence: Evidence) -> list[str]:
    return sorted({each["metadata"]["namespace"] for each in evidence.pods})


# Layouts


def dump(evidence: Evidence) -> Files:
    files = {"dump/nodes.json": _json(_list("Node", evidence.nodes))}
    for namespace in _namespaces(evidence):
        top = f"dump/{namespace}"
        files[f"{top}/replication-controllers.json"] = _json(_list("ReplicationController", ()))
        files[f"{top}/pods.json"] = _json(_list("Pod", _of(namespace, evidence.pods)))
        files[f"{top}/events.json"] = _json(_list("Event", _of(namespace, evidence.events)))
        daemonsets = _of(namespace, evidence.daemonsets)
        files[f"{top}/daemonsets.json"] = _json(_list("DaemonSet", daemonsets))
    for (namespace, name, container), text in evidence.logs.items():
        files[f"dump/{namespace}/{name}/logs.txt"] = _marked(namespace, name, container, text)
    return files


def _marked(namespace: str, name: str, container: str, text: str) -> bytes:
    mark = f"logs for container {container} of pod {namespace}/{name} ====\n"
    return f"==== START {mark}{text}==== END {mark}".encode()


def dump_as_printed(evidence: Evidence) -> bytes:
    """`kubectl cluster-info dump` without a folder to write to."""
    files = dump(evidence)
    lists = [content for path, content in files.items() if path.endswith(".json")]
    logs = [content for path, content in files.items() if path.endswith("logs.txt")]
    return b"\n".join(lists) + b"\n" + b"".join(logs)


def troubleshoot(evidence: Evidence) -> Files:
    top = "support-bundle-2024-05-06T07_08_09"
    files = {
        f"{top}/version.yaml": b"apiVersion: troubleshoot.sh/v1beta2\nkind: SupportBundle\n",
        f"{top}/cluster-resources/nodes.json": _json(_list("Node", evidence.nodes)),
        f"{top}/cluster-resources/pods/{SYSTEM}.json": json.dumps(
            _of(SYSTEM, evidence.pods)
        ).encode(),
        f"{top}/cluster-resources/events/{SYSTEM}.json": json.dumps(evidence.events).encode(),
        f"{top}/cluster-resources/daemonsets/{SYSTEM}.json": json.dumps(
            evidence.daemonsets
        ).encode(),
    }
    for (namespace, name, container), text in evidence.logs.items():
        path = f"{top}/cluster-resources/pods/logs/{namespace}/{name}/{container}.log"
        files[path] = text.encode()
    return files


def must_gather(evidence: Evidence) -> Files:
    top = "must-gather.local.1/quay-io-sha256-0f"
    files = {f"{top}/event-filter.html": b"<html></html>"}
    for each in evidence.nodes:
        name = each["metadata"]["name"]
        files[f"{top}/cluster-scoped-resources/core/nodes/{name}.yaml"] = _json(each)
    for namespace in _namespaces(evidence):
        folder = f"{top}/namespaces/{namespace}"
        files[f"{folder}/core/pods.yaml"] = _json(_list("Pod", _of(namespace, evidence.pods)))
        events = _of(namespace, evidence.events)
        files[f"{folder}/core/events.yaml"] = _json(_list("Event", events))
        daemonsets = _of(namespace, evidence.daemonsets)
        files[f"{folder}/apps/daemonsets.yaml"] = _json(_list("DaemonSet", daemonsets))
    for (namespace, name, container), text in evidence.logs.items():
        folder = f"{top}/namespaces/{namespace}/pods/{name}/{container}/{container}/logs"
        files[f"{folder}/current.log"] = text.encode()
    return files


def support_bundle_kit(evidence: Evidence) -> Files:
    top = "supportbundle_0b9c0e3e-1111-2222-3333-444455556666_2024-05-06T07-08-09Z"
    files = {
        f"{top}/metadata.yaml": b"bundleName: b\n",
        f"{top}/bundleGenerationError.log": b"Failed to get /apis: the server does not respond\n",
        f"{top}/yamls/cluster/v1/nodes.yaml": _got(evidence.nodes),
    }
    for namespace in _namespaces(evidence):
        folder = f"{top}/yamls/namespaced/{namespace}"
        files[f"{folder}/v1/pods.yaml"] = _got(_of(namespace, evidence.pods))
        files[f"{folder}/v1/events.yaml"] = _got(_of(namespace, evidence.events))
        files[f"{folder}/apps/v1/daemonsets.yaml"] = _got(_of(namespace, evidence.daemonsets))
    for (namespace, name, container), text in evidence.logs.items():
        files[f"{top}/logs/{namespace}/{name}/{container}.log"] = text.encode()
    for name, shown in evidence.hosts.items():
        files[f"{top}/nodes/{name}.zip"] = zipped(
            {
                f"{name}/hostinfos/hostinfo": f"hostname : \n \t{name}\n".encode(),
                f"{name}/logs/kubelet.log": shown["kubelet"].encode(),
                f"{name}/logs/dmesg.log": shown["dmesg"].encode(),
            }
        )
    return files


def sosreport(evidence: Evidence) -> Files:
    """Of the first node, from which the cluster was asked."""
    top = "sosreport-node-0-2024-05-06-abcdefg"
    folder = f"{top}/sos_commands/kubernetes/cluster-info"
    files = {
        f"{top}/sos_commands/host/hostname": b"node-0\n",
        f"{top}/version.txt": b"sosreport (version 4.5)\n",
        f"{folder}/{_CONFIG}_get_-o_json_nodes": _got(evidence.nodes),
    }
    for namespace in _namespaces(evidence):
        start = f"{folder}/{namespace}/{_CONFIG}_get_-o_json_--namespace_{namespace}"
        files[f"{start}_pods"] = _got(_of(namespace, evidence.pods))
        files[f"{start}_events"] = _got(_of(namespace, evidence.events))
        files[f"{start}_daemonsets"] = _got(_of(namespace, evidence.daemonsets))
        files[f"{start}_secrets"] = _got(())
    for (namespace, name, container), text in evidence.logs.items():
        file = f"{_CONFIG}_--namespace_{namespace}_logs_{name}_-c_{container}"
        files[f"{folder}/{namespace}/podlogs/{name}/{file}"] = text.encode()
    return files


def calicoctl(evidence: Evidence) -> Files:
    top = "calico-diagnostics-20240506_070809"
    files = {
        f"{top}/cluster/kubernetes/nodes.yaml": _got(evidence.nodes),
        f"{top}/cluster/kubernetes/pods.yaml": _got(_of(SYSTEM, evidence.pods)),
        f"{top}/cluster/kubernetes/daemonsets.yaml": _got(evidence.daemonsets),
    }
    homes = {each["metadata"]["name"]: each["spec"]["nodeName"] for each in evidence.pods}
    for (namespace, name, container), text in evidence.logs.items():
        if name.startswith("calico-node"):
            path = f"{top}/nodes/{homes[name]}/{namespace}/{name}.log"
            files[path] = _marked(namespace, name, container, text)
    return files


def by_hand(evidence: Evidence) -> Files:
    """What a person copies together, named as one likes."""
    files = {
        "case-4711/all-nodes.json": _got(evidence.nodes),
        "case-4711/the-pods.json": _got(_of(SYSTEM, evidence.pods)),
        "case-4711/ds.json": _got(evidence.daemonsets),
        "case-4711/events.json": _got(evidence.events),
    }
    for (namespace, name, _), text in evidence.logs.items():
        files[f"case-4711/collected/{namespace}/{name}"] = text.encode()
    return files


LAYOUTS: Mapping[str, Callable[[Evidence], Files]] = {
    "dump": dump,
    "troubleshoot": troubleshoot,
    "must-gather": must_gather,
    "support-bundle-kit": support_bundle_kit,
    "sosreport": sosreport,
    "calicoctl": calicoctl,
    "by hand": by_hand,
}


# Forms


def tarred(files: Files) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as opened:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            opened.addfile(member, io.BytesIO(content))
    return made.getvalue()


def zipped(files: Files) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return made.getvalue()


def _folder(files: Files, at: Path) -> Path:
    at.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = at / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return at / "in"


def _file(name: str, content: bytes, at: Path) -> Path:
    at.mkdir(parents=True, exist_ok=True)
    path = at / name
    path.write_bytes(content)
    return path


FORMS: Mapping[str, Callable[[Files, Path], Path]] = {
    "folder": _folder,
    "tar.gz": lambda files, at: _file("a.tar.gz", gzip.compress(tarred(files), 1), at),
    "tar.xz": lambda files, at: _file("a.tar.xz", lzma.compress(tarred(files), preset=0), at),
    "zip": lambda files, at: _file("a.zip", zipped(files), at),
    "zip in zip": lambda files, at: _file("a.zip", zipped({"b.zip": zipped(files)}), at),
    "tar.gz in folder": lambda files, at: _folder(
        {"x/b.tar.gz": gzip.compress(tarred(files), 1)}, at
    ),
}
