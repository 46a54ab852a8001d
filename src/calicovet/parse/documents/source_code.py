"""Source code, in which messages stand as literals that no program printed."""

import re
from collections.abc import Sequence
from functools import cache

_FEWEST_LINES = 3
_FEWEST_FORMS = 2


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(each)
        for each in (
            r"^\s*(?:func|def|class|fn|public|private|static|async def|export|const|let|var|type|struct|interface) [\w(*]",
            r"^\s*(?:package \w+|import [\w(\"{*.]|from [\w.]+ import |#include|use \w+::)",
            r"^\s*(?:if|else if|elif|for|while|switch|case|try|catch|except|with)\b.{0,200}[{:]$",
            r"^\s*[(\[{]?[\"'].{0,300}[\"'][)\]}]*,$|^\s*@[\w.]{1,60}(?:\(.{0,300}\))?$",
            r"^\s*(?:\}|\}\)|\};|\} else.{0,100}\{|\)|\],?|end|else:)$",
            r"^\s*(?:return|raise|throw|panic\(|assert|yield|break|continue|await)\b.{0,300}$",
            r"^\s*[\w.*\[\]]{1,60}(?:, ?[\w.]{1,40}){0,4} (?::=|\+?=) \S",
            r"^\s*[\w.]{1,80}\([^)]{0,300}\)(?:\.\w{1,40}\([^)]{0,300}\)){0,4};?$",
            r"^\s*(?:[+~-] )?(?:resource|data|module|variable|output|provider|locals)(?: \"[\w./-]{1,80}\"){0,2} \{$",
            r"^\s*[+~-] \w{1,40} {1,40}= \S",
            r"^\s*(?://|/\*|\*/?(?: |$)|#  ?will be)",
        )
    )


_TRACE = re.compile(
    r"^\s*goroutine \d|^\s+\S{1,300}\.go:\d{1,6} \+0x|^Traceback|^\s*at [\w.$]{1,200}\("
)


def is_source_code(lines: Sequence[str]) -> bool:
    """Whether most lines have a form of source code, of several kinds; a trace of calls is none."""
    texts = [line[:400].rstrip() for line in lines if line.strip()]
    seen: set[int] = set()
    found = 0
    for text in texts:
        if _TRACE.match(text):
            return False
        form = next((at for at, each in enumerate(_forms()) if each.match(text)), None)
        if form is not None:
            found += 1
            seen.add(form)
    return found >= _FEWEST_LINES and len(seen) >= _FEWEST_FORMS and found * 5 >= len(texts) * 3
