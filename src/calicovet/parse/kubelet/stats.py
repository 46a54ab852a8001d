"""The kubelet's stats/summary: free resources of the node, and the largest users."""

from collections.abc import Iterator
from dataclasses import replace

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    Citation,
    CpuPressure,
    CpuUsed,
    DiskFree,
    Fact,
    MemoryFree,
    TopConsumer,
    Unreadable,
)
from calicovet.model.record import record
from calicovet.model.subject import Subject
from calicovet.parse.objects.documents import read_documents
from calicovet.parse.objects.tree import Tree
from calicovet.parse.parser import Parser

_BILLION = 1_000_000_000
_MEBIBYTE = 1 << 20
_MOST = 3
_ALL_PODS = "pods"
"""The kubelet lists the sum of all pods among the node's own containers."""


@record
class _User:
    name: str
    line: int
    cores: float | None
    memory: int | None


def read_stats(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """What the summary says of the node, and the three that use most of its processors and memory."""
    summary = next(read_documents(evidence.content), Tree())
    node = summary.at("node")
    if not node.fields:
        excerpt = evidence.content.strip()[:120]
        yield Unreadable(evidence=evidence.id, line=1, excerpt=excerpt, why="no stats/summary")
        return
    about = replace(evidence.about, node=evidence.about.node or node.said("nodeName"))
    used = node.at("cpu", "usageNanoCores")
    if (nanocores := _number(used)) is not None:
        cited = (Citation(evidence.id, used.line),)
        yield CpuUsed(about=about, cited=cited, cores=round(nanocores / _BILLION, 2))
    yield from _memory(node.at("memory"), evidence.id, about)
    yield from _disks(node, evidence.id, about)
    for what in ("cpu", "memory", "io"):
        yield from _pressure(what, node.at(what, "psi", "some"), evidence.id, about)
    for user in _top(_users(summary)):
        cited = (Citation(evidence.id, user.line),)
        yield TopConsumer(
            about=about, cited=cited, name=user.name, cores=user.cores, memory=user.memory
        )


def _memory(memory: Tree, evidence: str, about: Subject) -> Iterator[Fact]:
    # The kubelet counts as available what is not in the working set; capacity is the sum.
    available, kept = memory.at("availableBytes"), _number(memory.at("workingSetBytes"))
    left = _number(available)
    if left is not None and kept is not None:
        yield MemoryFree(
            about=about,
            cited=(Citation(evidence, available.line),),
            total=round((left + kept) / _MEBIBYTE),
            available=round(left / _MEBIBYTE),
        )


def _disks(node: Tree, evidence: str, about: Subject) -> Iterator[Fact]:
    nodefs, imagefs = node.at("fs"), node.at("runtime", "imageFs")
    yield from _disk("nodefs", nodefs, evidence, about)
    if _state(imagefs) != _state(nodefs):
        yield from _disk("imagefs", imagefs, evidence, about)


def _state(disk: Tree) -> tuple[str, ...]:
    """What distinguishes one file system from another; used bytes of images are only the images' own."""
    names = ("capacityBytes", "availableBytes", "inodes")
    return tuple(disk.said(name) for name in names)


def _disk(name: str, disk: Tree, evidence: str, about: Subject) -> Iterator[Fact]:
    for inodes, left, of in (
        (False, disk.at("availableBytes"), disk.at("capacityBytes")),
        (True, disk.at("inodesFree"), disk.at("inodes")),
    ):
        free, total = _number(left), _number(of)
        if free is None or not total or free > total:
            continue
        # Rounded up, as df does it.
        percent = -(-100 * (total - free) // total)
        cited = (Citation(evidence, left.line),)
        yield DiskFree(about=about, cited=cited, mount=name, used_percent=percent, inodes=inodes)


def _pressure(what: str, some: Tree, evidence: str, about: Subject) -> Iterator[Fact]:
    # Under cgroup v1 the kubelet gives zeros for what the kernel does not count.
    if some.said("total") == "0":
        return
    share = some.at("avg10")
    try:
        percent = float(share.text)
    except ValueError:
        return
    if 0 <= percent <= 100:
        yield CpuPressure(
            about=about, cited=(Citation(evidence, share.line),), what=what, percent=percent
        )


def _users(summary: Tree) -> Iterator[_User]:
    for pod in summary.at("pods").items:
        name, namespace = pod.said("podRef", "name"), pod.said("podRef", "namespace")
        if name:
            yield _user(f"{namespace}/{name}", pod)
    for container in summary.at("node", "systemContainers").items:
        name = container.said("name")
        if name and name != _ALL_PODS:
            yield _user(name, container)


def _user(name: str, tree: Tree) -> _User:
    nanocores = _number(tree.at("cpu", "usageNanoCores"))
    memory = _number(tree.at("memory", "workingSetBytes"))
    return _User(
        name,
        tree.line,
        None if nanocores is None else round(nanocores / _BILLION, 2),
        None if memory is None else round(memory / _MEBIBYTE),
    )


def _top(users: Iterator[_User]) -> tuple[_User, ...]:
    """Those that use most of the processors, then those that use most of the memory, each once."""
    everyone = tuple(users)
    by_cores = sorted(everyone, key=lambda user: -(user.cores or 0.0))[:_MOST]
    by_memory = sorted(everyone, key=lambda user: -(user.memory or 0))[:_MOST]
    return tuple(dict.fromkeys((*by_cores, *by_memory)))


def _number(tree: Tree) -> int | None:
    return int(tree.text) if tree.text.isdecimal() and len(tree.text) <= 20 else None


# The kubelet watches two file systems of many, and only new ones measure pressure.
PARSER = Parser(
    read_stats,
    gives=(CpuUsed, MemoryFree, TopConsumer, DiskFree, CpuPressure),
    in_passing=(
        DiskFree,
        CpuPressure,
    ),
    messages=False,
)
