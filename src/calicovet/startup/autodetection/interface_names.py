"""Matches interface names; names that look like a bridge."""

import re
from collections.abc import Sequence

from calicovet.startup.autodetection.go_regexp import go_pattern


def first_match(patterns: Sequence[str], name: str) -> str | None:
    """The first pattern that is found anywhere in the name."""
    for pattern in patterns:
        compiled = go_pattern(pattern)
        if compiled is not None and compiled.search(name):
            return pattern
    return None


def any_of(patterns: Sequence[str]) -> re.Pattern[str] | None:
    """All patterns as the one that calico-node makes of them; None where Go refuses it."""
    return go_pattern("(" + ")|(".join(patterns) + ")")


_LIKE_A_BRIDGE = re.compile(
    r"(?:nerdctl|docker|podman|cni|cbr|crio|virbr|vmbr|lxcbr|lxdbr|lxdfan|incusbr|natbr|mpqemubr|xenbr|"
    r"ovsbr|ovirtmgmt|br|bridge|kube-?bridge|kube-?br|weave|minikube|kind)\d*(?:[-_.].*)?$"
)


def named_like_a_bridge(link: str) -> bool:
    """Whether a link has a name that container and virtual machine software gives to its bridges."""
    name = link.partition("@")[0].lower()
    return _LIKE_A_BRIDGE.match(name) is not None or name.startswith(("br-", "docker_", "podman-"))
