"""Go's regular expressions, searched with Python's engine.

The two read most patterns alike. Where they do not, a pattern is rewritten, or refused as Go refuses it.
"""

import re
from functools import lru_cache

from calicovet.model.evidence_kinds.evidence_patterns import of_evidence

_MAY_DIFFER = re.compile(r"\\\w|\(\?|[\[{]|[*+?]\+")
"""Whatever the two might read differently; most patterns hold none of it."""
# Go has neither look-around nor references back nor comments; Python has, so they are refused here.
_NOT_IN_GO = r"\(\?(?:=|!|<|>|#|P=|P>|\(|[imsU-]*[^imsUP:)<-])|\\[1-9uUNZ]|[*+?}]\+|\(\?\)"
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r"\t ",
    "digit": "0-9",
    "lower": "a-z",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\t\n\v\f\r ",
    "upper": "A-Z",
    "word": r"0-9A-Za-z_",
    "xdigit": "0-9A-Fa-f",
}
_UNICODE = {"L": "A-Za-z", "Lu": "A-Z", "Ll": "a-z", "N": "0-9", "Nd": "0-9"}
"""Names of links are ASCII, so this much of each class is enough."""
_MOST = 1000
"""So often, and no more, Go repeats anything."""
_TOKEN = r"""\\Q(?P<literal>.*?)(?:\\E|$)
    | \[(?P<caret>\^?)(?P<set>\]?(?:\[:\^?\w+:\]|\\.|[^]\\])*)\]
    | \(\?(?P<flags>[imsU-]+)\)
    | \{(?P<low>\d+)(?:,(?P<high>\d*))?\}
    | \\(?P<escaped>[pP]\{?\^?\w+\}?|x\{[0-9A-Fa-f]+\}|.)
    | (?P<plain>.)"""


class _Refused(Exception):
    """Go would not take the pattern."""


@lru_cache(maxsize=256)
def go_pattern(pattern: str) -> re.Pattern[str] | None:
    """The pattern as Go would search with it, or None where Go would refuse it."""
    try:
        ours = _rewritten(pattern) if _MAY_DIFFER.search(pattern) else pattern
        return of_evidence(ours, re.ASCII)
    except (_Refused, re.error, OverflowError, RecursionError):
        return None


def _rewritten(pattern: str) -> str:
    if re.search(_NOT_IN_GO, re.sub(r"\\Q.*?(\\E|$)", "", pattern)):
        raise _Refused
    written: list[str] = []
    # For each open group, what flags were set in it: they hold to its end, across its alternatives.
    flags: list[list[str]] = [[]]
    for token in re.finditer(_TOKEN, pattern, re.VERBOSE | re.DOTALL):
        plain = token["plain"]
        if token["flags"] is not None:
            flags[-1].append(_opening(token["flags"]))
            written.append(flags[-1][-1])
        elif plain == "(":
            flags.append([])
            written.append(plain)
        elif plain == ")":
            ended = flags.pop() if len(flags) > 1 else []
            written.append(")" * len(ended) + plain)
        elif plain == "|":
            written.append(")" * len(flags[-1]) + plain + "".join(flags[-1]))
        else:
            written.append(_piece(token))
    return "".join(written) + ")" * len(flags[-1])


def _opening(flags: str) -> str:
    # Whether a match is long or short decides nothing here.
    on, minus, off = flags.replace("U", "").partition("-")
    return f"(?{on}{minus if off else ''}{off}:"


def _piece(token: re.Match[str]) -> str:
    if token["literal"] is not None:
        return re.escape(token["literal"])
    if token["set"] is not None:
        return f"[{token['caret']}{_set(token['set'])}]"
    if token["low"] is not None:
        if max(int(token["low"]), int(token["high"] or 0)) > _MOST:
            raise _Refused
        return token[0]
    if token["escaped"] is not None:
        return _escaped(token["escaped"])
    # Without a lower bound a brace is only a brace.
    return r"\{" if token["plain"] == "{" else token["plain"]


def _set(inner: str) -> str:
    """The inside of a set, with named classes spelled out and what may come to mean more escaped."""

    def spelled(found: re.Match[str]) -> str:
        if found["name"] is None:
            return f"\\{found[0]}" if found[0] in "[&|~-" else found[0]
        chars = _CLASSES.get(found["name"])
        if chars is None:
            raise _Refused
        return _others(chars) if found["not"] else chars

    return re.sub(r"\\.|\[:(?P<not>\^?)(?P<name>\w+):\]|[\[&|~]|-(?=-)", spelled, inner)


def _others(chars: str) -> str:
    """All other characters of ASCII, as they can stand in a set."""
    inside = re.compile(f"[{chars}]")
    return "".join(f"\\x{code:02x}" for code in range(128) if not inside.match(chr(code)))


def _escaped(escaped: str) -> str:
    if escaped[0] in "pP":
        chars = _UNICODE.get(escaped[1:].strip("{}"))
        if chars is None:
            raise _Refused
        return f"[{'^' if escaped[0] == 'P' else ''}{chars}]"
    if escaped.startswith("x{"):
        return re.escape(chr(int(escaped[2:-1], 16)))
    return {"z": r"\Z", "C": "."}.get(escaped, f"\\{escaped}")
