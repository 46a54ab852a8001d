"""Redacts text that YAML holds in double quotes, with its line ends as escapes."""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(r'(?<=[:-][ ])"(?P<text>(?:[^"\\\n]|\\.)*+)"\s*$')


def without_quoted(lines: list[str], places: Sequence[int], redact: Callable[[str], str]) -> None:
    """Hides in place what `redact` hides of the text that stands in a string."""
    for place in places:
        line = lines[place]
        if "\\n" not in line or not (found := _quoted().search(line)):
            continue
        try:
            text = json.loads(f'"{found["text"]}"', strict=False)
        except ValueError:
            continue
        within = redact(text)
        if within != text:
            quoted = json.dumps(within, ensure_ascii=False)
            lines[place] = line[: found.start()] + quoted + line[found.end() :]
