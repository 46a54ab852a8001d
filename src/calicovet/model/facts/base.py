"""`Fact`: subject, citation and time, which every fact has."""

from collections.abc import Hashable
from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from calicovet.model.provenance import Speaker
from calicovet.model.record import record
from calicovet.model.subject import NO_SUBJECT, Subject


@record
class Citation:
    """Where a fact was read."""

    evidence: str
    line: int = 0
    """From 1, within the piece's content; 0 means the piece as a whole."""
    last: int = 0
    """The last line, where the words span several; 0 means one line."""


@record(kw_only=True)
class Fact:
    """A typed statement. Equal facts state the same, whichever node they are about."""

    about: Subject = field(default=NO_SUBJECT, compare=False)
    cited: tuple[Citation, ...] = field(default=(), compare=False)
    at: datetime | None = field(default=None, compare=False)
    speaker: str = field(default=Speaker.UNKNOWN, compare=False)
    """The program that the line comes from, as in `Speaker`; empty where it is unknown."""

    intent: ClassVar[bool] = False
    """True for what a configuration file says: it may lie there unread since the last restart."""
    single: ClassVar[bool] = False
    """True where a node has just one: reading it anywhere answers the question, whole or not."""

    def trait(self) -> Hashable | None:
        """What to compare with the peers; None for what differs on every node by nature."""
        return None


class Topic(StrEnum):
    """What people say in prose."""

    CALICO_VERSION = "calico-version"
    KUBERNETES_VERSION = "kubernetes-version"
    RUNTIME_VERSION = "runtime-version"
    KERNEL_VERSION = "kernel-version"
    OS = "os"
    PROCESSOR = "processor"
    """What machines the cluster has, in the words of images: arm64, amd64."""
    SICK = "sick"
    """calico-node does not work here: value is what is said of it (crash-loop, not-ready, restarts, init, liveness …)."""
    HEALTHY = "healthy"
    """calico-node works here."""
    OTHERS_HEALTHY = "others-healthy"
    """On all nodes that are not named as sick, calico-node works."""
    NEW_NODE = "new-node"
    SAME_VERSIONS = "same-versions"
    LOAD_HIGH = "load-high"
    REBOOTED = "rebooted"
    UPGRADED = "upgraded"
    NODE_REMOVED = "node-removed"
    """A node was removed from the cluster, recreated or renamed before."""
    IPV6_ONLY = "ipv6-only"
    """The cluster is to do without IPv4."""
    KUBE_PROXY_DOWN = "kube-proxy-down"
    TRAFFIC_DEAD = "traffic-dead"
    """Pods run, and requests to them time out."""
    TRIED = "tried"
    """value is what was tried without effect: delete-pod, restart-kubelet, reset-node, edit-daemonset, reboot …"""
    SOLVED = "solved"
    """A later healthy state is told in prose."""
    CHANGED = "changed"
    """value is a command that was typed and changes something."""


class Complaint(StrEnum):
    """What a text says does not work, whatever the reason; the more specific first."""

    IMAGES = "images"
    """Images cannot be pulled."""
    SAME_NAME = "same-name"
    """Several hosts appear as one node."""
    NETWORK_NOT_READY = "network-not-ready"
    """The runtime has no network configuration."""
    NEW_PODS = "new-pods"
    """New pods get no network."""
    STALLS = "stalls"
    """Small packets pass, and connections stall once data flows."""
    SESSIONS = "sessions"
    """BGP sessions, or the addresses that they are made to."""
    CROSS_NODE = "cross-node"
    """Pods of other nodes cannot be reached."""
    TYPHA = "typha"
    """Typha cannot be reached."""
    KUBELET = "kubelet"
    """The kubelet does not run."""
    RUNTIME = "runtime"
    """The container runtime does not run or answer."""
    NAMES = "names"
    """Names are not resolved in pods."""
    SERVICE = "service"
    """The addresses of services do not answer."""
    OUTSIDE = "outside"
    """Pods do not get out of the cluster."""
    NO_PODS = "no-pods"
    """There is no calico-node pod where one is expected."""
    RESTARTS = "restarts"
    """calico-node ends again and again."""


@record(kw_only=True)
class Claimed(Fact):
    """What a person says; quoted as "you say". It supports, it never proves."""

    topic: Topic
    value: str = ""


@record(kw_only=True)
class Unreadable:
    """A parser's honest failure."""

    evidence: str
    line: int = 0
    excerpt: str = ""
    why: str = ""
