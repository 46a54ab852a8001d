"""One regular expression for many words that reads each letter once."""

import re
from collections.abc import Iterable


def tree(words: Iterable[str]) -> str:
    """The source of an expression that matches any of the words, the longest that it can."""
    branches: dict[str, list[str]] = {}
    for word in words:
        branches.setdefault(word[0], []).append(word[1:])
    parts = []
    for letter, rests in branches.items():
        rest = tree(each for each in rests if each)
        optional = "?" if "" in rests and rest else ""
        parts.append(re.escape(letter) + (f"(?:{rest}){optional}" if rest else ""))
    return "|".join(parts)
