"""Where objects hold words about what happened, apart from their settings."""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.parse.objects.kinds import kinds_in


@cache
def _key() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|[{,])\s*(?:- )?\\?[\"']?(?P<key>[\w./-]{1,120})\\?[\"']?:(?=[\s\"'\\{\[]|$)"
    )


@cache
def _reports() -> re.Pattern[str]:
    return re.compile(
        r"(?:message|msg|reason|note|err(?:or|s|ors)?|output|log|std(?:err|out)|detail|details|lasterror|body|result)$",
        re.IGNORECASE,
    )


@cache
def _searches() -> re.Pattern[str]:
    return re.compile(r"(?:regexp?|pattern|expr|query|match(?:es)?|contains)$", re.IGNORECASE)


@cache
def _status() -> re.Pattern[str]:
    return re.compile(
        r"^[ \t]{0,80}+(?:- )?\"?(?:status|state|lastState|conditions)\"?:|^[ \t]{0,80}+\"?kind\"?: {0,20}+\"?(?:Event|Status|\w{0,40}List)\b",
        re.MULTILINE,
    )


_SENTENCE = re.compile(
    r"(?<![^\W\d_])[^\W\d_]{2,40}\W{1,10}[^\W\d_]{2,40}\W{1,10}[^\W\d_]{2,40}|[\u4e00-\u9fff]{4}"
)


def unreported_lines(text: str) -> Iterator[int]:
    """The lines whose words stand in a setting: a message in them was never reported.

    Plain values may decide, and are none of them. A line without a key belongs to the key above it.
    """
    is_written = bool(kinds_in(text)) and _status().search(text) is None
    reported = True
    for number, line in enumerate(text.split("\n"), 1):
        found = list(_key().finditer(line[:20_000]))
        if found:
            keys = [each["key"] for each in found]
            searches = any(_searches().search(key) for key in keys)
            reported = not is_written and any(_reports().search(key) for key in keys)
            value = line[found[0].end() :]
            if searches or (not reported and _SENTENCE.search(value[:2000])):
                yield number
        elif not reported and _SENTENCE.search(line[:2000]):
            yield number
