"""The operator's pod: without it calico-node is not created."""

from collections.abc import Iterable

from calicovet.model.case import Case, NodeView
from calicovet.model.facts import (
    BgpSaid,
    CalicoAddress,
    Claimed,
    CniInstallSaid,
    ContainerState,
    Fact,
    FelixSaid,
    FleetCounted,
    IpamUpgradeSaid,
    MilestoneReached,
    Said,
    StartupSaid,
    Topic,
    WorkloadListed,
)
from calicovet.signals.message_owner import names_calico_node, names_operator

_OF_CALICO_NODE = (
    BgpSaid,
    CalicoAddress,
    CniInstallSaid,
    ContainerState,
    FelixSaid,
    IpamUpgradeSaid,
    MilestoneReached,
    StartupSaid,
)
_RAN = frozenset({"crash-loop", "init", "liveness", "restarts"})
"""What can be told only of a pod that is there."""


def pod_of(said: Said) -> str:
    """The pod that a message speaks of: a refused one has only a name in the words."""
    return said.detail("pod") or said.about.pod


def keeps_from_being_made(case: Case, said: Said) -> bool:
    """Whether it is the operator's pod that is in trouble, and nothing shows a calico-node anywhere.

    Once there is a DaemonSet, its pods come and go without the operator.
    """
    return names_operator(pod_of(said)) and is_not_made_yet(case)


def is_not_made_yet(case: Case) -> bool:
    """Whether nothing that was shown or told speaks of a pod or DaemonSet of calico-node."""
    return not case.peers.everyone.once(is_not_made_yet, _any_has_calico_node)


def _any_has_calico_node(views: Iterable[NodeView]) -> bool:
    return any(_has_calico_node(view) for view in views)


def _has_calico_node(view: NodeView) -> bool:
    return bool(view.pod) or any(_shows_calico_node(fact) for fact in view.facts)


def _shows_calico_node(fact: Fact) -> bool:
    if isinstance(fact, FleetCounted):
        return fact.pods > 0
    if isinstance(fact, WorkloadListed):
        return names_calico_node(fact.name)
    if isinstance(fact, Claimed):
        if fact.topic is Topic.SICK:
            return fact.value in _RAN
        return fact.topic in (Topic.HEALTHY, Topic.OTHERS_HEALTHY)
    return isinstance(fact, _OF_CALICO_NODE)
