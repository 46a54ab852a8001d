"""Facts of other pods that still concern calico-node."""

from calicovet.diagnosis.failures.relevance import concerns_calico_node
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.facts import (
    AccessForbidden,
    ApiCallFailed,
    Claimed,
    CniPluginSaid,
    ControllersDown,
    ControllersSaid,
    Crashed,
    CrdNotServed,
    Fact,
    InternalAddress,
    KernelSaid,
    KubeletSaid,
    KubeProxySaid,
    LookupFailed,
    NeighbourRestarts,
    NodeListed,
    RuntimeSaid,
)
from calicovet.model.facts.failure import Failure
from calicovet.model.provenance import Speaker
from calicovet.signals.message_owner import names_operator

# The CNI plugin speaks in other pods' events, kubelet and runtime speak of the whole node.
_NODE_WIDE = (
    Claimed,
    CniPluginSaid,
    ControllersDown,
    ControllersSaid,
    InternalAddress,
    KernelSaid,
    KubeletSaid,
    KubeProxySaid,
    NeighbourRestarts,
    NodeListed,
    RuntimeSaid,
)

_OF_ALL_NODES = frozenset({Speaker.TYPHA, Speaker.OPERATOR})
_WITHOUT_WHICH_NO_POD_RUNS = ("img-", "sched-")

_CALLS = (AccessForbidden, ApiCallFailed, CrdNotServed, LookupFailed)


def belongs_to_calico_node(fact: Fact) -> bool:
    """Whether a fact may enter the view of a node: it is calico-node's own, or the whole node's."""
    pod = fact.about.pod
    if not pod or is_calico_node_pod(pod) or isinstance(fact, _NODE_WIDE):
        return True
    if _is_typhas_crash(fact):
        return True
    if isinstance(fact, Failure):
        return concerns_calico_node(fact)
    # The plugin's calls are made by the host, whosever pod they are made for; without the operator's
    # own there is no calico-node at all.
    return is_the_plugins(fact) or (isinstance(fact, _CALLS) and fact.process == "operator")


def is_the_plugins(fact: Fact) -> bool:
    """Whether it is a word of the CNI plugin, or a call that it made."""
    return isinstance(fact, CniPluginSaid) or (
        isinstance(fact, _CALLS) and fact.process == "cni-plugin"
    )


def serves_all_nodes(fact: Fact) -> bool:
    """Whether it is a word of Typha or the operator, or of one of their pods: on which node they run does not matter."""
    if isinstance(fact, ControllersSaid):
        return not fact.key.startswith("kc-")
    if isinstance(fact, KubeletSaid | RuntimeSaid) and names_operator(fact.about.pod):
        return fact.key.startswith(_WITHOUT_WHICH_NO_POD_RUNS)
    if isinstance(fact, Failure):
        return fact.by in _OF_ALL_NODES
    return _is_typhas_crash(fact) or (isinstance(fact, _CALLS) and fact.process == "operator")


def _is_typhas_crash(fact: Fact) -> bool:
    return isinstance(fact, Crashed) and fact.process == "typha"
