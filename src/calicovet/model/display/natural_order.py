"""Natural sort order of names: node-2 before node-10."""

import re

_NUMBER = re.compile(r"(\d+)")


def natural(name: str) -> tuple[tuple[str, int], ...]:
    """A key to sort by: n2 before n10."""
    parts = _NUMBER.split(name)
    # Words and numbers alternate, so like is compared with like.
    return tuple(
        (word, int(number) if number else -1)
        for word, number in zip(parts[::2], [*parts[1::2], ""], strict=True)
    )
