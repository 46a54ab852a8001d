"""The trigger word of a pattern: a word that every match must hold."""

from functools import cache

_COMMON = frozenset(
    {
        *("address", "already", "calico", "changed", "code", "command", "confd", "config"),
        *("configuration", "connect", "connection", "container", "create", "created", "creating"),
        *("data", "datastore", "default", "device", "disabled", "enabled", "error", "failed"),
        *("felix", "found", "from", "health", "host", "http", "https", "image", "info"),
        *("interface", "iptables", "kernel", "kubernetes", "linux", "list", "missing", "name"),
        *("node", "number", "policy", "pool", "ready", "resource", "running", "server", "service"),
        *("started", "starting", "state", "status", "supported", "system", "that", "this"),
        *("typha", "unable", "update", "updated", "using", "value", "version", "volume"),
        *("volumes", "warning", "with"),
    }
)
"""Words of healthy logs: they would send too many lines to the patterns."""

_LETTERS, _OTHER, _MAYBE_OTHER, _ANYTHING = range(4)
_REPEATS = frozenset("?*+{")
_ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _close(pattern: str, start: int) -> int:
    """The index after the bracket that closes the group opened at `start`."""
    depth = 0
    index = start
    while index < len(pattern):
        char = pattern[index]
        if char == "\\":
            index += 1
        elif char == "[":
            index = pattern.index("]", index + 2)
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                return index + 1
        index += 1
    return index


def _tokens(pattern: str) -> list[tuple[int, str]]:
    """The pattern as a row of runs of letters, sure non-letters, optional non-letters and unknowns."""
    tokens: list[tuple[int, str]] = []
    index = 0
    while index < len(pattern):
        char = pattern[index]
        index += 1
        if char == "\\":
            escaped = pattern[index]
            index += 1
            if escaped in "wSD":
                tokens.append((_ANYTHING, ""))
            elif escaped in "bWsdA":
                tokens.append((_OTHER, ""))
            else:
                tokens.append((_LETTERS, escaped) if escaped.isalpha() else (_OTHER, ""))
        elif char == "[":
            index = pattern.index("]", index + 1) + 1
            tokens.append((_ANYTHING, ""))
        elif char == "(":
            index = _close(pattern, index - 1)
            tokens.append((_ANYTHING, ""))
        elif char == "|":
            return []
        elif char in _REPEATS:
            kind = tokens[-1][0]
            optional = char in "?*" or (char == "{" and pattern[index] == "0")
            if char == "{":
                index = pattern.index("}", index) + 1
            if kind == _OTHER:
                tokens[-1] = (_MAYBE_OTHER, "") if optional else tokens[-1]
            else:
                tokens[-1] = (_ANYTHING, "")
        elif char == ".":
            tokens.append((_ANYTHING, ""))
        elif char.isalpha():
            end = len(pattern) - len(pattern[index:].lstrip(_ALPHABET))
            # A sign that repeats or makes optional means the last letter only.
            if pattern[end : end + 1] in _REPEATS and end > index:
                end -= 1
            tokens.append((_LETTERS, pattern[index - 1 : end].lower()))
            index = end
        else:
            tokens.append((_OTHER, ""))
    return tokens


@cache
def sure_words(pattern: str) -> tuple[str, ...]:
    """All whole words of letters that stand in every text which the pattern matches."""
    tokens = _tokens(pattern)
    # An optional non-letter beside a sure one changes nothing; elsewhere two words may touch.
    kinds = [kind for kind, _ in tokens]
    for index, kind in enumerate(kinds):
        if kind == _MAYBE_OTHER:
            beside = kinds[max(index - 1, 0) : index] + kinds[index + 1 : index + 2]
            kinds[index] = _OTHER if _OTHER in beside else _ANYTHING
    words: list[str] = []
    word, bounded = "", False
    for kind, (_, letters) in zip(kinds, tokens, strict=True):
        if kind == _LETTERS:
            word += letters
            continue
        if word and bounded and kind == _OTHER:
            words.append(word)
        word, bounded = "", kind == _OTHER
    return tuple(words)


def trigger_word(pattern: str) -> str:
    """The word of the pattern that is least likely to stand in other lines."""
    words = sure_words(pattern)
    if not words:
        raise ValueError(f"a pattern without a sure word must name one: {pattern}")
    return max(words, key=lambda word: (len(word) > 3, word not in _COMMON, len(word)))
