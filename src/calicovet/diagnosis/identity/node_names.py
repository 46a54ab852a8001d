"""Which names mean the same node, and which pods are calico-node's; names that match no Node are ignored."""

import re
from collections.abc import Collection, Iterable, Mapping

from calicovet.model.subject import CALICO_NODE

_CALICO_NODE = re.compile(rf"^{CALICO_NODE}(?:-[a-z0-9]{{4,6}}|-x+|-\*+)?$")


def is_calico_node_pod(pod: str) -> bool:
    """Whether a pod of this name is one of calico-node's DaemonSet."""
    return _CALICO_NODE.match(pod) is not None


def is_placeholder(pod: str) -> bool:
    """Whether a person wrote a pod's name without its ending (calico-node-xxxxx)."""
    ending = pod.rsplit("-", 1)[-1]
    return not ending.strip("x*.")


def is_called(name: str, asked: str) -> bool:
    """Whether the two mean one node: a short host name equals its FQDN."""
    name, asked = name.lower(), asked.lower()
    short = name.partition(".")[0] == asked.partition(".")[0]
    return name == asked or (short and ("." in name) != ("." in asked))


def same_names(
    names: Iterable[str], *preferred: Collection[str], listed: Collection[str] = ()
) -> Mapping[str, str]:
    """Each name's one spelling: a short host name equals its FQDN; what is preferred first wins.

    `listed`: entries of the list of nodes, of which each is a node, however alike two are.
    """
    known = sorted(set(names))
    groups: dict[str, list[str]] = {}
    for name in known:
        groups.setdefault(name.lower().partition(".")[0], []).append(name)
    spelling: dict[str, str] = {}
    for short, group in groups.items():
        full = [name for name in group if name.lower() != short]
        # Two different FQDNs with one short name are two nodes; the short name then means neither.
        nodes = {name for name in group if name in listed}
        if len({name.lower() for name in full}) > 1 or short.isdigit() or len(nodes) > 1:
            spelling.update({name: name for name in group})
            continue
        ranked = (name for ranks in preferred for name in group if name in ranks)
        spelling.update(dict.fromkeys(group, next(ranked, None) or max(group, key=len)))
    return spelling
