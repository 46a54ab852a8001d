"""Which evidence kubectl get, describe and logs print."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.calico_names import is_a_strangers_log, is_masked, with_small_mask
from calicovet.parse.commands.command import Command
from calicovet.parse.commands.host_commands import component_of

# kubectl


_RESOURCES: Mapping[str, str] = {
    **dict.fromkeys(("pod", "pods", "po"), "pod"),
    **dict.fromkeys(("node", "nodes", "no"), "node"),
    **dict.fromkeys(
        ("ds", "daemonset", "daemonsets", "daemonset.apps", "daemonsets.apps"), "workload"
    ),
    **dict.fromkeys(
        ("deploy", "deployment", "deployments", "deployment.apps", "deployments.apps"), "workload"
    ),
    **dict.fromkeys(
        ("sts", "statefulset", "statefulsets", "rs", "replicaset", "replicasets", "all"), "workload"
    ),
    **dict.fromkeys(("ev", "event", "events"), "event"),
    **dict.fromkeys(("cm", "configmap", "configmaps"), "configmap"),
}
_GET = {
    "pod": Kind.POD_TABLE,
    "node": Kind.NODE_TABLE,
    "workload": Kind.WORKLOAD_TABLE,
    "event": Kind.EVENT_TABLE,
}


def kubectl_logs(base: Command, options: Mapping[str, str], rest: Sequence[str]) -> Command:
    target = rest[0] if rest else ""
    pod = (
        target.rsplit("/", 1)[-1]
        if target.startswith(("pod/", "pods/", "po/")) or "/" not in target
        else ""
    )
    owner = target.rsplit("/", 1)[-1] or options.get("-l", options.get("--selector", ""))
    container = options.get("-c", options.get("--container", ""))
    if len(rest) > 1 and not container and re.fullmatch(r"[a-z][a-z0-9-]*", rest[1]):
        container = rest[1]
    cut = ("--tail", "--since", "--since-time", "--limit-bytes", "-l", "--selector")
    base = replace(
        base,
        whole=not any(name in options for name in cut) or options.get("--tail") == "-1",
        previous="-p" in options or "--previous" in options,
        pod=pod_name(pod),
    )
    if is_a_strangers_log(base.pod, container):
        # Other networks call their containers install-cni, too.
        return replace(base, kind=Kind.OTHER_LOG, container=container)
    if component_of(owner) == "calico-node" or (not owner and container == "calico-node"):
        if not container and "--all-containers" not in options:
            container = "calico-node"
        return replace(base, kind=Kind.CALICO_LOG, container=container)
    if container in (
        "upgrade-ipam",
        "install-cni",
        "flexvol-driver",
        "calico-node",
        "mount-bpffs",
        "ebpf-bootstrap",
    ):
        return replace(base, kind=Kind.CALICO_LOG, container=container)
    return replace(base, kind=Kind.OTHER_LOG, container=container or component_of(owner))


def _is_object_name(text: str) -> bool:
    return re.fullmatch(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?", text) is not None


def pod_name(text: str) -> str:
    """The pod that is meant, also where its author masked it; empty: the words name none."""
    text = with_small_mask(text)
    return text if _is_object_name(text) or is_masked(text) else ""


def kubectl_get(base: Command, options: Mapping[str, str], rest: Sequence[str]) -> Command:
    if not rest:
        return replace(base, kind=Kind.OBJECTS, whole=False) if "-f" in options else base
    kinds = [part.split("/", 1)[0].lower() for part in rest[0].split(",")]
    kind = _RESOURCES.get(kinds[0], "")
    names = [part.split("/", 1)[1] for part in rest if "/" in part] or list(rest[1:])
    output = options.get("-o", options.get("--output", ""))
    whole = "--field-selector" not in options and not (names and kind in ("pod", "node"))
    base = replace(base, whole=whole)
    if kind == "pod" and names:
        base = replace(base, pod=pod_name(names[0]))
    if kind == "node" and names and _is_object_name(names[0]):
        base = replace(base, node=names[0])
    if output in ("yaml", "json", "jsonyaml"):
        is_kubeadm = kind == "configmap" and any("kubeadm" in name for name in names)
        return replace(base, kind=Kind.KUBEADM_CONFIG if is_kubeadm else Kind.OBJECTS, whole=True)
    if output and output != "wide":
        return replace(base, whole=False)
    if len(kinds) > 1 or "-w" in options:
        # Several tables, or one that grows while it is watched: the content decides.
        return replace(base, kind=_GET.get(kind) if "-w" in options else None, whole=False)
    return replace(base, kind=_GET.get(kind, Kind.OTHER_TABLE))


def kubectl_describe(base: Command, rest: Sequence[str]) -> Command:
    if not rest:
        return base
    word, _, inline = rest[0].partition("/")
    named = inline or (rest[1] if len(rest) > 1 else "")
    name = named if _is_object_name(named) else ""
    kind = _RESOURCES.get(word.lower(), "")
    if kind == "pod":
        return replace(base, kind=Kind.POD_DESCRIBE, pod=pod_name(named))
    if kind == "node":
        return replace(base, kind=Kind.NODE_DESCRIBE, node=name)
    if kind == "workload" and word.lower().startswith(("ds", "daemonset")):
        return replace(base, kind=Kind.DAEMONSET_DESCRIBE)
    return replace(base, kind=Kind.OTHER_DESCRIBE)
