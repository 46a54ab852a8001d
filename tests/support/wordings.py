"""Short texts that an expression matches: one for each way through its branches."""

import re
from collections.abc import Iterator
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_MOST = 600
_SIGNS = " -1xX.'\"/:(_"
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


def wordings(pattern: re.Pattern[str]) -> Iterator[str]:
    """Texts that the expression matches; what may be anything is left out, or a blank."""
    parsed = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    for text in dict.fromkeys(_texts(parsed)):
        found = next((each for each in (text, f"x {text} y") if pattern.search(each)), None)
        if found is not None:
            yield found


def _texts(items: Any) -> list[str]:
    texts = [""]
    for kind, value in items:
        ways = _ways(str(kind), value)
        texts = [before + way for before in texts for way in ways][:_MOST]
    return texts


def _ways(kind: str, value: Any) -> list[str]:
    match kind:
        case "LITERAL":
            return [chr(value)]
        case "NOT_LITERAL":
            return ["~"]
        case "ANY":
            return [" "]
        case "IN":
            return [next((sign for sign in _SIGNS if _accepts(value, sign)), "~")]
        case "BRANCH":
            return [text for branch in value[1] for text in _texts(branch)][:_MOST]
        case "SUBPATTERN":
            return _texts(value[3])
        case "ATOMIC_GROUP":
            return _texts(value)
    return _repeated(*value) if kind in _REPEATS else [""]


def _repeated(least: int, most: int, items: Any) -> list[str]:
    once = _texts(items)
    if least:
        return [text * least for text in once]
    if most == 1:
        return ["", *once]
    return [" " if " " in once else ""]


def _accepts(members: Any, sign: str) -> bool:
    kinds = [str(kind) for kind, _ in members]
    inside = any(_is_member(str(kind), value, sign) for kind, value in members)
    return bool(inside != ("NEGATE" in kinds))


def _is_member(kind: str, value: Any, sign: str) -> bool:
    match kind:
        case "LITERAL":
            return chr(value) == sign
        case "RANGE":
            return bool(value[0] <= ord(sign) <= value[1])
        case "CATEGORY":
            return _is_of(str(value), sign)
    return False


def _is_of(category: str, sign: str) -> bool:
    matches = {
        "DIGIT": sign.isdigit(),
        "SPACE": sign.isspace(),
        "WORD": sign.isalnum() or sign == "_",
    }
    name = category.removeprefix("CATEGORY_").removeprefix("UNI_")
    return not matches[name.removeprefix("NOT_")] if name.startswith("NOT_") else matches[name]
