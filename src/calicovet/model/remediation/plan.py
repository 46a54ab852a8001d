"""`Plan` and its steps: intents, whose owner is found later."""

from datetime import timedelta
from enum import IntEnum, StrEnum
from typing import Any, ClassVar

from calicovet.model.facts.settings import OwnerKind
from calicovet.model.record import record
from calicovet.model.stage import StageId

A_RESTART = timedelta(minutes=8)
"""The kubelet's longest pause between two starts of a container, and the start."""
A_REBOOT = timedelta(minutes=20)
"""Workloads that move away, a boot, and the start."""
AN_INSTALLATION = timedelta(minutes=20)
"""The operator's next look, images that are pulled on every node, and the start."""


class Setting(StrEnum):
    """Settings of Calico that have a home in every kind of installation."""

    ADDRESS_AUTODETECTION_V4 = "address-autodetection-v4"
    ADDRESS_AUTODETECTION_V6 = "address-autodetection-v6"
    IP = "ip"
    IP6 = "ip6"
    NODE_NAME = "node-name"
    IPV4_POOL_CIDR = "ipv4-pool-cidr"
    LIVENESS_PROBE = "liveness-probe"
    READINESS_PROBE = "readiness-probe"
    CPU_LIMIT = "cpu-limit"
    MEMORY_LIMIT = "memory-limit"
    API_ENDPOINT = "api-endpoint"
    DATASTORE_READY = "datastore-ready"


class Risk(IntEnum):
    """What a step disturbs, from nothing to whole workloads."""

    NONE = 0
    RESTARTS_ONE_POD = 1
    ROLLS_ALL_NODES = 2
    TOUCHES_HOST = 3
    MOVES_WORKLOADS = 4
    CLUSTER_WIDE = 5


class NoUndo(StrEnum):
    """Why a step has no way back."""

    ONLY_RESTARTS = "only-restarts"
    RECREATED = "recreated"
    """What it deletes is recreated by its owner."""
    WAS_BROKEN = "was-broken"
    """What it takes away was left over or wrong."""
    ONLY_ADDS = "only-adds"
    """What it adds is harmless and may be in use by then."""
    GONE = "gone"
    """What it deletes is gone: save it before if it is needed."""


class Ineffective(StrEnum):
    """What people try, and what does not help."""

    DELETE_POD = "delete-pod"
    EDIT_DAEMONSET_UNDER_OPERATOR = "edit-daemonset-under-operator"
    RESET_NODE = "reset-node"
    RESTART_KUBELET = "restart-kubelet"
    REINSTALL_CALICO = "reinstall-calico"
    LOAD_MODULE = "load-module"
    CHANGE_ADDRESS = "change-address"
    LONGER_PROBE = "longer-probe"


@record
class SetSetting:
    """Change a setting where it lives: the Installation, the DaemonSet, a chart's values."""

    setting: Setting
    value: str
    risk: Risk = Risk.ROLLS_ALL_NODES


@record
class RestartPod:
    """Delete the unhealthy calico-node pod; its DaemonSet recreates it."""

    risk: Risk = Risk.RESTARTS_ONE_POD
    no_undo: ClassVar[NoUndo] = NoUndo.RECREATED


@record
class RestartUnit:
    """Restart systemd units on the host, by a human."""

    units: tuple[str, ...]
    risk: Risk = Risk.TOUCHES_HOST
    no_undo: ClassVar[NoUndo] = NoUndo.ONLY_RESTARTS


@record
class RunOnNode:
    """Something to do on the host, by a human; `key` finds the sentence in the cause's documents (`step.KEY`).

    The commands run unattended and harm nothing when they run twice. What they touch is backed up
    before and given back before `undo`, so neither is part of them.
    """

    key: str
    commands: tuple[str, ...] = ()
    undo: tuple[str, ...] = ()
    risk: Risk = Risk.TOUCHES_HOST
    edits: tuple[str, ...] = ()
    """Files that are there, and that the commands change."""
    makes: tuple[str, ...] = ()
    """Files that the commands write, and that need not be there before."""
    moves: tuple[str, ...] = ()
    """Files and folders that are taken out of the way before the commands run."""
    saw: str = ""
    """A test of the shell that holds as long as the host is as the plan saw it."""
    no_undo: NoUndo | None = None


@record
class RunKubectl:
    """Something to do on the cluster, by a human; `key` finds the sentence in the cause's documents."""

    key: str
    commands: tuple[str, ...]
    undo: tuple[str, ...] = ()
    risk: Risk = Risk.CLUSTER_WIDE
    no_undo: NoUndo | None = None


class CalicoKind(StrEnum):
    """Calico's own objects that a plan may change."""

    INSTALLATION = "Installation"
    FELIX_CONFIGURATION = "FelixConfiguration"
    BGP_CONFIGURATION = "BGPConfiguration"
    IP_POOL = "IPPool"
    CLUSTER_INFORMATION = "ClusterInformation"
    CALICO_CONFIG = "ConfigMap"
    """calico-config, or another map that calico-node reads; beside it in its namespace."""


@record
class Field:
    """A field, and what it is to hold."""

    path: tuple[str, ...]
    value: Any = None
    """JSON; None takes the field away."""
    before: Any = None
    """What it held, where the object is not read; None: nothing."""


@record(kw_only=True)
class EditObject:
    """Fields of one of Calico's objects; `key` finds the sentence in the cause's documents."""

    key: str
    kind: CalicoKind
    fields: tuple[Field, ...]
    name: str = "default"
    risk: Risk = Risk.CLUSTER_WIDE


@record(kw_only=True)
class EditPods:
    """Fields of calico-node's pods as their DaemonSet makes them."""

    key: str
    fields: tuple[Field, ...]
    container: str = ""
    """Whose fields; empty: the pod's own."""
    risk: Risk = Risk.ROLLS_ALL_NODES


@record(kw_only=True)
class SetVariables:
    """Variables of container calico-node that are no Setting; None takes one away."""

    key: str
    variables: tuple[tuple[str, str | None], ...]
    risk: Risk = Risk.ROLLS_ALL_NODES


@record(kw_only=True)
class DropFelixValue:
    """A value that Felix refuses, taken away wherever it stands: a variable, the node's object, the default one."""

    key: str
    parameter: str
    """As Felix writes it: InterfacePrefix."""
    risk: Risk = Risk.CLUSTER_WIDE


@record(kw_only=True)
class GrantRule:
    """A permission that one of Calico's accounts lacks, given back by its role or its binding."""

    key: str
    account: str
    """system:serviceaccount:NAMESPACE:NAME."""
    verb: str
    resource: str
    """With its part, where there is one: `nodes/status`."""
    group: str = ""
    name: str = ""
    """The only object it is about; empty: all of them."""
    risk: Risk = Risk.NONE


@record
class DrainNode:
    """Move the workloads away before the host is worked on."""

    risk: Risk = Risk.MOVES_WORKLOADS


@record
class AskHuman:
    """Only a human can choose; `key` finds the choices in the cause's documents (`step.KEY`)."""

    key: str
    risk: Risk = Risk.NONE


Edit = EditObject | EditPods | SetVariables | DropFelixValue | GrantRule
"""Changes of objects whose words are the cause's own."""

Step = SetSetting | Edit | RestartPod | RestartUnit | RunOnNode | RunKubectl | DrainNode | AskHuman


@record(kw_only=True)
class Plan:
    """What to do, and the promise to be verified afterwards."""

    steps: tuple[Step, ...]
    reaches: StageId = StageId.PROBES_PASSING
    within: timedelta = A_RESTART
    instead: "Plan | None" = None
    """The way with the least reach."""
    does_not_help: tuple[Ineffective, ...] = ()
    """Empty: what does not help in the cause's area, by `ineffective.BY_AREA`."""
    untried: tuple[str, ...] = ()
    """Nodes on which the model could not try the change."""


@record(kw_only=True)
class OfferedStep:
    """A step after its owner was found: words by key, and what to type."""

    key: str
    """`set-setting`, `restart-pod`, `restart-unit`, `drain-node` (words of the frame), or `step.KEY` of the cause."""
    details: tuple[tuple[str, str], ...] = ()
    commands: tuple[str, ...] = ()
    undo: tuple[str, ...] = ()
    no_undo: NoUndo | None = None
    """Why there is none, where that has to be told."""
    risk: Risk = Risk.NONE


@record(kw_only=True)
class Offer:
    """A plan with its owner, commands and reach, as a report shows it."""

    owner: str
    """`Installation/default`, `DaemonSet/calico-node in kube-system`, `host node-4`; empty: no object."""
    owner_kind: OwnerKind | None = None
    steps: tuple[OfferedStep, ...] = ()
    risk: Risk = Risk.NONE
    restarts: str = ""
    """A key of the frame's words: `restarts.none`, `restarts.one-pod`, `restarts.all-pods`, `restarts.runtime` …"""
    restarts_count: int | None = None
    """How many calico-node pods, where known."""
    instead: tuple[OfferedStep, ...] = ()
    does_not_help: tuple[Ineffective, ...] = ()
    untried: tuple[str, ...] = ()
