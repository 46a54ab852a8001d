"""Which other network plugin a cluster without Calico runs."""

import re
from collections.abc import Iterable

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    CalicoAddress,
    CalicoVersion,
    Claimed,
    Fact,
    OperatorStatus,
    PodListed,
    PoolSeen,
    Topic,
    WorkloadListed,
)

_PLUGINS = {
    "Cilium": "cilium",
    "Flannel": "kube-flannel(?:-ds(?:-[a-z0-9]+)?)?",
    "Weave Net": "weave-net",
    "Antrea": "antrea-agent",
    "Kube-OVN": "kube-ovn-cni",
    "OVN-Kubernetes": "ovnkube-node",
    "kindnet": "kindnet",
    "Amazon VPC CNI": "aws-node",
    "kube-router": "kube-router",
}
"""The DaemonSet that runs each on every node."""
_CALICO = re.compile(r"(?:rke2-|k3s-)?(?:calico|canal|tigera)(?:-|$)")
_ONLY_CALICO_HAS_THEM = (CalicoAddress, CalicoVersion, OperatorStatus, PoolSeen)
_SAYS_SOMETHING_OF_IT = frozenset({Topic.SICK, Topic.HEALTHY, Topic.OTHERS_HEALTHY})


def other_plugin(facts: Iterable[Fact], pieces: Iterable[Evidence]) -> str:
    """The network plugin that runs instead of Calico; empty: Calico is there, or no other plugin was seen."""
    facts = tuple(facts)
    if any(map(_shows_calico, facts)):
        return ""
    if any(piece.kind is EvidenceKind.CALICO_LOG for piece in pieces):
        return ""
    names = {name for fact in facts if (name := _name_of(fact))}
    for plugin, daemonset in _PLUGINS.items():
        of_it = re.compile(rf"(?:{daemonset})(?:-[a-z0-9]{{5}})?")
        if any(of_it.fullmatch(name) for name in names):
            return plugin
    return ""


def _name_of(fact: Fact) -> str:
    if isinstance(fact, PodListed):
        return fact.about.pod
    return fact.name if isinstance(fact, WorkloadListed) else ""


def _shows_calico(fact: Fact) -> bool:
    if isinstance(fact, Claimed) and fact.topic in _SAYS_SOMETHING_OF_IT:
        return True
    if isinstance(fact, _ONLY_CALICO_HAS_THEM):
        return True
    return any(_CALICO.match(name) for name in (fact.about.pod, _name_of(fact)) if name)
