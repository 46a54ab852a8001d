"""Pretty-printed JSON, one value per line, parsed without a YAML loader.

A pod takes a millisecond this way, and thirty through the loader that knows every corner of YAML.
"""

import re
from functools import cache

from calicovet.parse.objects.tree import Tree

_NULL = "null"


@cache
def _line() -> re.Pattern[str]:
    return re.compile(
        r'[ \t]*+(?:"((?:[^"\\]|\\.)*+)":[ \t]?)?'
        r'(?:"((?:[^"\\]|\\.)*+)"|(-?\d[\d.eE+-]*|true|false|null)|([{\[])(?:([}\]]))?)?'
        r"([}\]])?(,?)[ \t]*$"
    )


def read_pretty_json(text: str, first_line: int = 1) -> Tree | None:
    """The tree of one whole object or list; None where any line is not of that form."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    match = _line().match
    root: Tree | None = None
    open_trees: list[tuple[Tree, str]] = []
    for number, line in enumerate(text.split("\n"), first_line):
        found = match(line)
        if found is None:
            return None
        name, string, plain, opening, closed, closing, comma = found.groups()
        if closing is not None:
            if name is not None or string is not None or plain is not None or opening is not None:
                return None
            if not open_trees or open_trees.pop()[1] != closing or (not open_trees and comma):
                return None
            continue
        if string is None and plain is None and opening is None:
            if name is not None or comma or line.strip():
                return None
            continue
        if root is not None and not open_trees:
            return None
        tree = Tree(number, _text(string, plain))
        if open_trees:
            parent, kind = open_trees[-1]
            if (name is None) is (kind == "}"):
                return None
            if name is None:
                parent.items.append(tree)
            else:
                parent.fields[_unescaped(name)] = tree
        elif name is not None or opening is None:
            return None
        root = root or tree
        if opening is not None:
            end = "}" if opening == "{" else "]"
            if closed is None:
                if comma:
                    return None
                open_trees.append((tree, end))
            elif closed != end:
                return None
    return root if not open_trees else None


def _text(string: str | None, plain: str | None) -> str:
    if string is not None:
        return _unescaped(string)
    return "" if plain is None or plain == _NULL else plain


def _unescaped(string: str) -> str:
    if "\\" not in string:
        return string
    from json import JSONDecodeError, loads

    try:
        text = str(loads(f'"{string}"', strict=False))
    except JSONDecodeError:
        return string
    # Half of a pair of surrogates is no character.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
