"""Nodes, pods and events as API objects, out of facts."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from hashlib import blake2b
from typing import TypeVar

from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.facts import (
    Architecture,
    CalicoAddress,
    CpuCount,
    EventSeen,
    Fact,
    KernelVersion,
    KubeletVersion,
    NodeCondition,
    NodeListed,
    OsImage,
    PodCidr,
    PodListed,
    PodPhase,
    RuntimeVersion,
)
from calicovet.parse.calico_names import INIT_CONTAINERS, is_on_the_host_network
from lab.objects import Object
from tests.live.retold.containers import Container, Json, containers_of
from tests.live.retold.times import Clock

_KUBELET_PORT = 10250
_LABELS = ("calico-typha", "calico-kube-controllers", "kube-proxy", "tigera-operator")
_Kind = TypeVar("_Kind", bound=Fact)


def first(facts: Iterable[Fact], kind: type[_Kind]) -> _Kind | None:
    """The newest of that kind: facts are ordered so."""
    return next((fact for fact in facts if isinstance(fact, kind)), None)


def node_object(
    name: str,
    address: str,
    number: int,
    facts: Sequence[Fact],
    stored: CalicoAddress | None,
    clock: Clock,
) -> Object:
    """A Node that says what the facts say, and nothing of what they do not."""
    row, cidr = first(facts, NodeListed), first(facts, PodCidr)
    metadata: Json = {"name": name, "labels": {"kubernetes.io/os": "linux"}}
    if row is not None:
        roles = [role for role in row.roles.split(",") if role]
        metadata["labels"].update({f"node-role.kubernetes.io/{role}": "" for role in roles})
        if row.age is not None:
            metadata["creationTimestamp"] = clock.ago(row.age)
    if stored is not None:
        metadata["annotations"] = {"projectcalico.org/IPv4Address": str(stored.address)}
    spec: Json = {}
    if cidr is None or cidr.value:
        # A node without one would be a separate finding.
        spec["podCIDR"] = cidr.value if cidr else f"10.244.{number}.0/24"
    if row is not None and "SchedulingDisabled" in row.status:
        spec["unschedulable"] = True
    cpus = first(facts, CpuCount)
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": metadata,
        "spec": spec,
        "status": {
            "addresses": [
                {"type": "InternalIP", "address": address},
                {"type": "Hostname", "address": name},
            ],
            "capacity": {"cpu": str(cpus.count)} if cpus else {},
            "conditions": _conditions(facts, row, clock),
            "daemonEndpoints": {"kubeletEndpoint": {"Port": _KUBELET_PORT}},
            "nodeInfo": _versions(facts),
        },
    }


def _versions(facts: Sequence[Fact]) -> Json:
    names = {
        "kubeletVersion": KubeletVersion,
        "containerRuntimeVersion": RuntimeVersion,
        "kernelVersion": KernelVersion,
        "osImage": OsImage,
    }
    told = {name: found.version for name, kind in names.items() if (found := first(facts, kind))}
    if machine := first(facts, Architecture):
        told["architecture"] = machine.name
    unknown = ("machineID", "systemUUID", "bootID", "kubeProxyVersion", "operatingSystem")
    return {**dict.fromkeys((*names, "architecture", *unknown), ""), **told}


def _conditions(facts: Sequence[Fact], row: NodeListed | None, clock: Clock) -> list[Json]:
    told: dict[str, Json] = {}
    for fact in facts:
        if isinstance(fact, NodeCondition):
            condition = {"type": fact.type, "status": fact.status}
            condition |= {"reason": fact.reason, "message": fact.message}
            if since := clock.at(fact.since):
                condition["lastTransitionTime"] = since
            told.setdefault(fact.type, condition)
    ready = "False" if row is not None and row.status.startswith("NotReady") else "True"
    told.setdefault("Ready", {"type": "Ready", "status": ready})
    return [*told.values()]


def pod_object(
    name: str,
    namespace: str,
    node: str,
    address: str,
    facts: Sequence[Fact],
    logged: frozenset[str],
    clock: Clock,
) -> Object:
    """A pod for which kubectl prints what the text shows."""
    row, phase = first(facts, PodListed), first(facts, PodPhase)
    main = "calico-node" if is_calico_node_pod(name) else name.split("-")[0] or "main"
    containers = containers_of(main, facts, logged, clock)
    made = clock.ago(row.age) if row is not None and row.age is not None else None
    started = clock.at(phase.started) if phase is not None else None
    began = started or made or clock.ago(timedelta(hours=1))
    metadata: Json = {
        "name": name,
        "namespace": namespace,
        "labels": _labels(name),
        "creationTimestamp": made or began,
    }
    if row is not None and row.status == "Terminating":
        metadata |= {"deletionTimestamp": clock.ago(None), "deletionGracePeriodSeconds": 30}
    on_host = is_on_the_host_network(name)
    bound = bool(node) and not (row is not None and row.status == "Pending" and not row.ip)
    status = _status(containers, row, phase) | {"startTime": began}
    if bound:
        status["hostIP"] = address
        if ip := (row.ip if row is not None else "") or (address if on_host else ""):
            status |= {"podIP": ip, "podIPs": [{"ip": ip}]}
    else:
        del status["startTime"]
    init = [each for each in containers if each.init]
    own = [each for each in containers if not each.init]
    spec: Json = {"containers": [each.spec for each in own]}
    if init:
        spec["initContainers"] = [each.spec for each in init]
    if bound:
        spec["nodeName"] = node
    if on_host:
        spec["hostNetwork"] = True
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": metadata,
        "spec": spec,
        "status": status,
    }


def _labels(name: str) -> Json:
    if is_calico_node_pod(name):
        return {"k8s-app": "canal" if "canal" in name else "calico-node"}
    return {"k8s-app": next((label for label in _LABELS if name.startswith(label)), "other")}


def _status(containers: Sequence[Container], row: PodListed | None, phase: PodPhase | None) -> Json:
    init = [each.status for each in containers if each.init]
    main = [each.status for each in containers if not each.init]
    begun = any("running" in each["state"] or each["restartCount"] for each in main)
    word = row.status if row is not None else ""
    done = all("terminated" in each["state"] for each in init)
    told: Json = {"phase": "Running" if begun and done else "Pending"}
    if word in ("Evicted", "Error", "Failed"):
        told["phase"] = "Failed"
    if word in ("Evicted", "NodeLost"):
        told["reason"] = word
    if phase is not None:
        told = {"phase": phase.phase}
        told |= {"reason": phase.reason} if phase.reason else {}
        told |= {"message": phase.message} if phase.message else {}
    ready = all(each["ready"] for each in main)
    told["conditions"] = [
        {"type": "Initialized", "status": str(done)},
        {"type": "Ready", "status": str(ready)},
        {"type": "ContainersReady", "status": str(ready)},
    ]
    # A pod that waits for a node, or was evicted, has no containers to tell of.
    if word not in ("Pending", "Evicted"):
        told["containerStatuses"] = main
        if init:
            told["initContainerStatuses"] = init
    return told


def event_object(event: EventSeen, kind: str, name: str, namespace: str, clock: Clock) -> Object:
    """An event of the object; it happened as long ago as the text says."""
    thing: Json = {"kind": kind, "name": name, "apiVersion": "v1"}
    if kind != "Node":
        thing["namespace"] = namespace
    if container := event.about.container:
        place = "initContainers" if container in INIT_CONTAINERS else "containers"
        thing["fieldPath"] = f"spec.{place}{{{container}}}"
    since = (event.age or timedelta(minutes=1)) + (event.over or timedelta())
    words = f"{name}{event.reason}{event.message}{event.count}{event.age}{event.cited}"
    digest = blake2b(words.encode(), digest_size=8).hexdigest()
    source = {"component": event.source or "kubelet"}
    if event.about.node and source["component"] == "kubelet":
        source["host"] = event.about.node
    return {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {"name": f"{name}.{digest}", "namespace": namespace},
        "involvedObject": thing,
        "type": event.type or "Normal",
        "reason": event.reason,
        "message": event.message,
        "count": event.count,
        "firstTimestamp": clock.ago(since),
        "lastTimestamp": clock.ago(event.age),
        "source": source,
    }


def daemonset_object(name: str, namespace: str, wanted: int, pods: Sequence[Object]) -> Object:
    """The DaemonSet behind the pods of calico-node; its template adds no information."""
    label = {"k8s-app": "canal" if "canal" in name else "calico-node"}
    ready = sum(all(one["ready"] for one in _statuses(pod)) for pod in pods)
    return {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": name, "namespace": namespace, "labels": label},
        "spec": {
            "selector": {"matchLabels": label},
            "template": {
                "metadata": {"labels": label},
                "spec": {"containers": [{"name": "calico-node", "image": "calico/node"}]},
            },
        },
        "status": {
            "desiredNumberScheduled": wanted,
            "currentNumberScheduled": len(pods),
            "numberReady": ready,
            "numberMisscheduled": 0,
        },
    }


def _statuses(pod: Object) -> list[Json]:
    found: list[Json] = pod["status"].get("containerStatuses") or [{"ready": False}]
    return found
