"""The ways to reach a host: ssh, a debug pod, or exec into calico-node."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from threading import Event

from calicovet.model.evidence import Evidence, EvidenceKind, Gap, GapReason, Request, Snapshot
from calicovet.model.overview import PodRow
from calicovet.model.subject import Subject
from calicovet.world.hosts.script import container_script, host_script
from calicovet.world.kube.client import Client
from calicovet.world.kube.target import KubeFlags

_SECONDS = 90.0
_SECONDS_INSIDE = 30.0
"""Less is asked there, and kubectl itself waits long for a kubelet that hangs."""

Runner = Callable[[str, str], Snapshot]
"""Runs the host script on a node, which it is given by name and address."""


def over_ssh(target: str, stop: Event) -> Runner:
    """Through ssh, whose destination is made of the node's name or address."""
    from calicovet.world.runners.ssh import run_over_ssh

    def run(node: str, address: str) -> Snapshot:
        found = run_over_ssh(
            node, address, host_script(node), timeout=_SECONDS, stop=stop, target=target
        )
        return _of(found)

    return run


def in_debug_pods(client: Client, image: str, namespace: str, stop: Event) -> Runner:
    """In a pod of that image on the node; `client` must go on working after `stop` is set."""
    from calicovet.world.runners.debug_pod import remove_left_over, run_in_debug_pod

    if not image:
        return _without_image
    remove_left_over(client, namespace)

    def run(node: str, _: str) -> Snapshot:
        found = run_in_debug_pod(
            client,
            node,
            host_script(node),
            image=image,
            namespace=namespace,
            timeout=_SECONDS,
            stop=stop,
        )
        return Snapshot(found.evidence, tuple(map(_named, found.gaps)))

    return run


def in_calico_nodes(pods: Iterable[PodRow], flags: KubeFlags, stop: Event) -> Runner:
    """Inside the node's own calico-node, through kubectl; less is seen there than on the host."""
    from calicovet.world.runners.exec import run_in_calico_node
    from calicovet.world.runners.output import by_hand

    by_node = {pod.node: pod for pod in pods if pod.node}

    def run(node: str, _: str) -> Snapshot:
        pod = by_node.get(node)
        if pod is None:
            request = Request(EvidenceKind.PASTE, Subject(node=node))
            gap = Gap(request, GapReason.ABSENT, f"no calico-node pod on {node}", by_hand(node))
            return Snapshot((), (gap,))
        found = run_in_calico_node(
            node,
            pod.namespace,
            pod.name,
            container_script(node),
            flags=flags,
            timeout=_SECONDS_INSIDE,
            stop=stop,
        )
        return _of(found)

    return run


def _of(found: Evidence | Gap) -> Snapshot:
    return Snapshot((found,)) if isinstance(found, Evidence) else Snapshot((), (_named(found),))


def _named(gap: Gap) -> Gap:
    """The gap with the node's name: what ssh or kubectl said is the same on many nodes."""
    node = gap.request.about.node
    return gap if node in gap.detail else replace(gap, detail=f"{node}: {gap.detail}")


def _without_image(node: str, _: str) -> Snapshot:
    request = Request(EvidenceKind.PASTE, Subject(node=node))
    close = "--debug-pod=IMAGE, an image with a shell that the node has"
    return Snapshot((), (Gap(request, GapReason.NOT_CONFIGURED, f"debug pod on {node}", close),))
