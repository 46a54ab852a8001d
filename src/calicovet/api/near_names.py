""" "Did you mean": the known names nearest to a mistyped one."""

from collections.abc import Sequence

from calicovet.model.errors import BadUsage

_MOST = 6


def no_such_node(node: str, names: Sequence[str], key: str) -> BadUsage:
    """The error for a node that is not there; it names similar ones, else a few that are there."""
    near = near_names(node, names)
    alike = "-like" if names_like(node, names) else ""
    return BadUsage(f"no node {node}", key=f"{key}{alike}", node=node, nodes=near or "-")


def near_names(wrong: str, names: Sequence[str]) -> str:
    """A few names, the likeliest first; not all of thousands."""
    near = (names_like(wrong, names) or tuple(sorted(names)))[:_MOST]
    return ", ".join(near) + (", …" if len(names) > len(near) else "")


def names_like(wrong: str, names: Sequence[str]) -> tuple[str, ...]:
    """Those that it may stand for, the likeliest first; empty where it is like none."""
    from difflib import get_close_matches

    word = wrong.lower()
    # Who types half a name, or a name without its domain, has written no name that is like the whole.
    holding = sorted((name for name in names if word in name.lower()), key=len)
    by_first = {name.lower().partition(".")[0]: name for name in reversed(names)}
    alike = get_close_matches(word.partition(".")[0], by_first, _MOST, 0.5)
    return tuple(dict.fromkeys((*holding, *(by_first[each] for each in alike))))[:_MOST]
