"""The kinds of the objects in a text, from a look at its margins."""

import re
from collections.abc import Iterator
from functools import cache

_LIST = "List"


@cache
def _kind() -> re.Pattern[str]:
    return re.compile(
        r"""^([ \t]*(?:- )?)["']?kind["']?[ \t]*:[ \t]*["']?(\w{1,100})""", re.MULTILINE
    )


@cache
def _field() -> re.Pattern[str]:
    return re.compile(r"""^([ \t]*(?:- )?)["']?[\w./-]+["']?[ \t]*:""", re.MULTILINE)


@cache
def _compact() -> re.Pattern[str]:
    return re.compile(r"""[{,][ ]?"kind"[ ]?:[ ]?"(\w{1,100})\"""")


def kinds_in(content: str) -> frozenset[str] | None:
    """The kinds of the objects, those of a list's items included; None where no object says its kind."""
    look = _by_first_words if _is_on_one_line(content) else _by_margin
    found = set(look(content))
    if not found:
        return None
    # A list of one kind names it even where it is empty.
    return frozenset(kind.removesuffix(_LIST) for kind in found if kind != _LIST)


def _is_on_one_line(content: str) -> bool:
    """Whether a JSON object stands on its first line with all that is in it."""
    head = content.lstrip()[:400].partition("\n")[0]
    return head.startswith("{") and len(head) > 2 and '"' in head


def _by_first_words(content: str) -> Iterator[str]:
    """The API server writes the kind first; what other objects are named within stands behind it."""
    for line in content.split("\n"):
        found = _compact().search(line)
        if found is None:
            continue
        yield found[1]
        if found[1] == _LIST:
            # Whose kind is whose cannot be told without reading it all: all are taken.
            yield from (each[1] for each in _compact().finditer(line))


def _by_margin(content: str) -> Iterator[str]:
    """An object's own kind stands at the margin; deeper ones are owners of it, or what it refers to."""
    kinds = [(len(found[1].expandtabs(8)), found[2]) for found in _kind().finditer(content)]
    if not kinds:
        return
    margin = min(len(found[1].expandtabs(8)) for found in _field().finditer(content))
    outer = [kind for place, kind in kinds if place == margin]
    yield from outer
    if _LIST in outer:
        inner = min((place for place, _ in kinds if place > margin), default=margin)
        yield from (kind for place, kind in kinds if place == inner)
