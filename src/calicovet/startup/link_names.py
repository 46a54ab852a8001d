"""Names of links: Go's regular expressions over them, and which of them sound like a bridge."""

import re
from collections.abc import Sequence
from functools import lru_cache

# Go's engine has neither look-around nor references back; Python has, so they are refused here.
_NOT_IN_GO = re.compile(r"\(\?(?:=|!|<=|<!|>|P=|\()|\\[1-9]|[*+?}]\+")
_ONLY_IN_GO = {
    r"\z": r"\Z",
    "[[:alpha:]]": "[A-Za-z]",
    "[[:digit:]]": "[0-9]",
    "[[:alnum:]]": "[0-9A-Za-z]",
    "[[:lower:]]": "[a-z]",
    "[[:upper:]]": "[A-Z]",
}


@lru_cache(maxsize=256)
def go_pattern(pattern: str) -> re.Pattern[str] | None:
    """The pattern as Go would search with it, or None where Go would refuse it."""
    if _NOT_IN_GO.search(pattern):
        return None
    for theirs, ours in _ONLY_IN_GO.items():
        pattern = pattern.replace(theirs, ours)
    try:
        return re.compile(pattern, re.ASCII)
    except (re.error, OverflowError, RecursionError):
        return None


def first_match(patterns: Sequence[str], name: str) -> str | None:
    """The first pattern that is found anywhere in the name."""
    for pattern in patterns:
        compiled = go_pattern(pattern)
        if compiled is not None and compiled.search(name):
            return pattern
    return None


def all_valid(patterns: Sequence[str]) -> bool:
    """Whether Go accepts every one of the patterns."""
    return all(go_pattern(pattern) is not None for pattern in patterns)


_LIKE_A_BRIDGE = re.compile(
    r"(?:nerdctl|docker|podman|cni|cbr|crio|virbr|vmbr|lxcbr|lxdbr|lxdfan|incusbr|natbr|mpqemubr|xenbr|"
    r"ovsbr|ovirtmgmt|br|bridge|kube-?bridge|kube-?br|weave|minikube|kind)\d*(?:[-_.].*)?$"
)


def named_like_a_bridge(link: str) -> bool:
    """Whether a link has a name that container and virtual machine software gives to its bridges."""
    name = link.partition("@")[0].lower()
    return _LIKE_A_BRIDGE.match(name) is not None or name.startswith(("br-", "docker_", "podman-"))
