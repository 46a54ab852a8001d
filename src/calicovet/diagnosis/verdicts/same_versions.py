"""Whether two nodes run the same releases, as far as known."""

from calicovet.model.case import NodeView
from calicovet.model.facts import Claimed, KubeletVersion, RuntimeVersion, Topic


def same_versions(node: NodeView, peer: NodeView) -> bool:
    """Whether kubelet and runtime are known, or said, to be of the same releases."""
    said = any(
        fact.topic is Topic.SAME_VERSIONS for fact in node.facts if isinstance(fact, Claimed)
    )
    equal = 0
    for kind in (KubeletVersion, RuntimeVersion):
        mine = {fact.version for fact in node.facts if isinstance(fact, kind)}
        theirs = {fact.version for fact in peer.facts if isinstance(fact, kind)}
        if mine and theirs and not mine & theirs:
            return False
        equal += bool(mine & theirs)
    return said or equal > 0
