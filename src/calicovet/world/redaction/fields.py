"""Redacts values behind secret names within a line."""

import re
import string
from functools import cache
from typing import NamedTuple

from calicovet.world.redaction.secret_names import FOREIGN_HINTS, HINTS, Says, says
from calicovet.world.redaction.secret_values import HIDDEN, is_of_a_message, is_secret, looks_random

_LONGEST_NAME = 100
_FARTHEST_START = 150
"""Where the first name of a line may begin at most, behind what a log writes before it."""
_NEAR = 100
"""Characters behind a name in which a random word is taken for its value."""
_MOST_NAMES = 50
_DIGEST = ("sha256:", "sha512:")
"""What an image's digest and a certificate's hash begin with."""
_JUDGED = 400
"""Characters of a value that are looked at to judge it."""
_IN_NAMES = string.ascii_letters + string.digits + "_.-/"
_QUOTES = "\"'`"
_QUALIFIERS = frozenset(
    [
        "api",
        "private",
        "access",
        "secret",
        "shared",
        "preshared",
        "pre-shared",
        "signing",
        "encryption",
        "client",
        "auth",
        "bearer",
        "refresh",
        "bot",
        "root",
        "join",
        "admin",
        "master",
        "account",
        "storage",
        "license",
        "pre",
        "ssh",
        "wireguard",
        "session",
        "deploy",
        "service",
        "登录",
        "管理员",
    ]
)
_OF_CHINESE = FOREIGN_HINTS


class _Value(NamedTuple):
    start: int
    end: int
    structured: bool
    """A separate value: in quotes, or all that a line has behind a name."""


@cache
def _hint() -> re.Pattern[str]:
    return re.compile(
        "|".join(map(re.escape, sorted((*HINTS, *FOREIGN_HINTS), key=len, reverse=True)))
    )


@cache
def _header() -> re.Pattern[str]:
    return re.compile(r"(?i)(?<![a-z0-9_])(?:authorization|(?:set-)?cookie)$(?<!^-)")


@cache
def _separator() -> re.Pattern[str]:
    """What parts a name from its value: `": "`, ` = `, `=>`, `：`, `]=`, ` is `, 是, a cell's edge."""
    return re.compile(
        r"""(?P<close>\\{0,8}["'`*]{0,2}[\])]?)[ \t\u3000]{0,80}"""
        r"""(?:(?:for|of|on|to|at)[ \t](?:[^\s:=]{1,60}[ \t]){0,2}[^\s:=]{1,60}(?=:))?"""
        r"""(?:\([^()\n]{0,40}\)[ \t]{0,3}|(?:\u6539|\u5df2|\u73b0|\u8bbe|\u91cd\u7f6e){0,3})?"""
        r"""(?:\d{1,2}(?=:))?(?P<op>\((?=\\{0,4}["'])|=>|->|:=|==(?![=\s])|::(?= )|[:=](?![:])|：|＝|\||│|>(?=[^\s>])|,(?=["'\\])|[是为成]"""
        r"""|(?:is|was|are|to|set to|changed to|equals|现在是)(?=[: "'`])[:]?)[ \t\u3000]{0,80}"""
        r"""(?:!!?\w{1,20}[ ]{1,3}|&\w{1,20}[ ]{1,3}|[a-z]?(?=["'])|\$(?='))?"""
    )


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(r"""\\{0,8}["'`]|[“‘「『]""")


@cache
def _bare() -> re.Pattern[str]:
    """Up to a blank, an escape of a string's, or a quote that ends something."""
    return re.compile(
        r"""(?:[^\s"'`\\<]|\\(?![nrt"'\\])|["'`](?![\s,;:}\])|]|$|\\)|<(?!/)){1,400}"""
    )


@cache
def _next_field() -> re.Pattern[str]:
    """Where a bare value ends before a blank does: at the next field, or what closes a list."""
    return re.compile(
        r"""[,;&|](?=\s?["']?[A-Za-z_][\w.-]{0,60}["']?[=:])|(?<![,;})\]，。；、）])[,;})\]，。；、）]{1,40}$|[}\])]{1,40}(?=[,;}\])])|[，。；、）]"""
    )


@cache
def _line_start() -> re.Pattern[str]:
    """What may stand before the first name of a line."""
    return re.compile(
        r"""(?:\S{1,40} (?:stdout|stderr) [FP] )?[\W\d_]{0,80}"""
        r"""(?:(?:export|declare -x|set|setenv|setx|ENV|ARG|env|local|readonly|Environment=)\s{1,3})?\$?(?:env:)?["'{]?"""
    )


def without_fields(line: str, lowered: str) -> str:
    """The line without the values of all names that say that they are secrets."""
    done = looked = 0
    kept: list[str] = []
    named: list[tuple[str, Says]] = []
    for found in _hint().finditer(lowered):
        if found.start() < looked:
            continue
        start, end = _name_around(line, found.start(), found.end(), looked)
        looked = end
        said = _said_by(line, start, end)
        if said is Says.NOTHING:
            continue
        if said >= Says.LIKELY:
            named.append((line[start:end], said))
        value = _value_behind(line, start, end, said)
        if value is None or value.start < done:
            continue
        text = line[value.start : min(value.end, value.start + _JUDGED)]
        if text != HIDDEN and is_secret(text, said, structured=value.structured):
            kept += (line[done : value.start], HIDDEN)
            done = looked = _rest_of(line, value.end) if len(text) == _JUDGED else value.end
    left = "".join(kept) + line[done:] if kept else line
    return _without_random_words(left, named)


@cache
def _long_word() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z0-9+/=_.~!@#$%^&*?-]{8,}")


def _without_random_words(line: str, named: list[tuple[str, Says]]) -> str:
    """The line without what stands near a name and can hardly be anything but a secret."""
    done = 0
    for name, said in named[:_MOST_NAMES]:
        at = line.find(name, done)
        if at < 0:
            continue
        end = at + len(name)
        for found in reversed(list(_long_word().finditer(line, end, end + _NEAR))):
            if _is_random(found[0], said) and not line.endswith(_DIGEST, 0, found.start()):
                line = line[: found.start()] + HIDDEN + line[found.end() :]
        for found in reversed(list(_long_word().finditer(line, max(0, at - _NEAR), at))):
            if _is_random(found[0], Says.LIKELY) and not line.endswith(_DIGEST, 0, found.start()):
                line = line[: found.start()] + HIDDEN + line[found.end() :]
                end += len(HIDDEN) - len(found[0])
        done = end
    return line


def without_neighbours(line: str) -> str:
    """The line without random words behind what was hidden: an id and its key stand together."""
    return _without_random_words(line, [(HIDDEN, Says.LIKELY)])


def _is_random(word: str, said: Says) -> bool:
    text = word.strip(".,;:!?-=&*")
    if not looks_random(text) or not any(map(str.isdigit, text)) or _addressed().search(text):
        return False
    if said is Says.SURELY:
        return not text.replace(".", "").replace("-", "").isdigit()
    mixed = any(map(str.isupper, text)) and any(map(str.islower, text))
    return len(text) >= 16 and "-" not in text and (mixed or (len(text) >= 32 and "/" not in text))


@cache
def _addressed() -> re.Pattern[str]:
    """An address, a file, an image, a release, a line of source."""
    return re.compile(
        r"://|@sha256|\d{1,3}\.\d{1,3}\.\d{1,3}|\.(?:go|ya?ml|json|conf|crt|pem|key|io|com|org|svc|local|service|slice)\b"
        r"|^[A-Z]\d{4}$|^\d{4}-\d\d|^/[a-z]+/|^v\d|^[a-z]+="
    )


def _rest_of(line: str, end: int) -> int:
    """The end of a value that is longer than what was looked at."""
    while found := _bare().match(line, end):
        end = found.end()
    return end


def _name_around(line: str, start: int, end: int, least: int) -> tuple[int, int]:
    """Where the name that has the hint begins and ends; Chinese words have no blanks around them."""
    if line[start:end] in _OF_CHINESE:
        return start, end
    before = line[max(least, start - _LONGEST_NAME) : start]
    first = start - len(before) + len(before.rstrip(_IN_NAMES))
    after = line[end : end + _LONGEST_NAME]
    last = end + len(after) - len(after.lstrip(_IN_NAMES))
    # The full stop of a sentence is no part of a name.
    while last > end and line[last - 1] in ".-/":
        last -= 1
    return first, last


def _said_by(line: str, start: int, end: int) -> Says:
    name = line[start:end]
    if name in _OF_CHINESE:
        return Says.SURELY
    if _header().search(name):
        return Says.NOTHING  # it has its own form
    said = says(name)
    if said < Says.SURELY and start > 1 and line[start - 1] in " -_":
        word = line[max(0, start - 20) : start - 1].rpartition(" ")[2].strip("\"'`*([{").lower()
        if word in _QUALIFIERS or (word and word.rpartition("=")[2] in _QUALIFIERS):
            said = max(said, says(f"{word}_{name}"))
    if said is Says.NOTHING and name.lower() == "key" and line[end : end + 1] == "=":
        return Says.MAYBE
    return said


def _value_behind(line: str, start: int, end: int, said: Says) -> _Value | None:
    separator = _separator().match(line, end)
    if separator is None:
        return _behind_a_blank(line, start, end, said)
    operator, at = separator["op"], separator.end()
    if operator[-1] in "s|│,>oe" and operator not in ("=>", "->") and said < Says.SURELY:
        # "token is expired", a cell, an item of a list, a tag: only what is surely no sentence.
        return _opaque_word(line, at)
    if operator[0] in "iwasce" and is_of_a_message(_word_at(line, at)):
        return None
    if opened := _opening().match(line, at):
        return _quoted(line, opened)
    if line[at : at + 1] in ("[", "{") and said >= Says.LIKELY and line[at + 1 : at + 2] != "{":
        return _list(line, at) if line[at] == "[" else None
    before = line[max(0, start - _FARTHEST_START) : start]
    if operator == "|" or operator == "│":
        return _Value(at, _cell_end(line, at, operator), True)
    quote = _opening_before(before)
    if quote and operator in ("=", ":=") and not separator["close"].strip("])"):
        # The whole field stands in quotes: "NAME=a value".
        closed = line.find(quote, at)
        return _Value(at, closed if closed >= 0 else len(line), said is Says.SURELY)
    if separator["close"].strip("])*") and operator == ":" and said < Says.SURELY:
        return _opaque_word(line, at)  # a message behind something quoted
    first = start < _FARTHEST_START and _line_start().fullmatch(before) is not None
    loose = (operator in (":", "：") and line[at - 1 : at] in " \t\u3000") or line[
        end : end + 1
    ] == " "
    if first and said is Says.SURELY and loose:
        return _Value(at, _end_of_field(line, at), True)
    if first and operator == "=" and not loose:
        blank = re.compile(r"\S*").match(line, at)
        return _Value(at, blank.end() if blank else at, said is Says.SURELY)
    return _words(line, at, said, several=loose and operator in ":=：" and not first)


def _word_at(line: str, at: int) -> str:
    return line[at : at + 40].strip().partition(" ")[0]


def _end_of_field(line: str, at: int) -> int:
    """The end of the line, without a comma, a bracket or a comment that follows a value."""
    end = len(line.rstrip(" \t\r,"))
    if (comment := line.find(" # ", at)) >= 0 and comment > at:
        return comment
    if end > at and line[end - 1] in "}])" and not any(c in line[at : end - 1] for c in "{[("):
        # The end of a flow mapping: {password: x, user: y}
        inner = _next_field().search(line, at, end)
        return inner.start() if inner else end - 1
    following = re.compile(r", [\"']?[A-Za-z_][\w.-]{0,60}[\"']?: ").search(line, at, end)
    return following.start() if following else end


def _cell_end(line: str, at: int, edge: str) -> int:
    closed = line.find(edge, at)
    end = closed if closed >= 0 else len(line)
    return at + len(line[at:end].rstrip())


def _opening_before(before: str) -> str:
    """The quote right before a name, with the backslashes before it."""
    if not before or before[-1] not in _QUOTES:
        return ""
    bare = before[:-1].rstrip("\\")
    return before[len(bare) :]


def _quoted(line: str, opened: re.Match[str]) -> _Value:
    token = opened[0]
    start = opened.end()
    if token in "“‘「『":
        token = {"“": "”", "‘": "’", "「": "」", "『": "』"}[token]
    at = start
    while (at := line.find(token, at)) >= 0:
        escapes = len(line[start:at]) - len(line[start:at].rstrip("\\"))
        if escapes == 0 or (len(token) == 1 and escapes % 2 == 0):
            # A quote in a value is written twice in YAML and SQL.
            if token != "'" or line[at + 1 : at + 2] != "'" or not line[at + 2 : at + 3]:
                break
            at += 1
        at += 1
    return _Value(start, at if at >= 0 else len(line), True)


def _list(line: str, at: int) -> _Value:
    closed = line.find("]", at)
    return _Value(at + 1, closed if closed >= 0 else len(line), True)


def _words(line: str, at: int, said: Says, *, several: bool) -> _Value | None:
    """A bare value; in a sentence also the words behind it, up to one that sentences are made of."""
    found = _bare().match(line, at)
    if found is None:
        return None
    end = _trimmed(line, at, found.end())
    if several and said is Says.SURELY and end == found.end():
        end = _more_words(line, end)
    return _Value(at, end, False)


def _trimmed(line: str, at: int, end: int) -> int:
    cut = _next_field().search(line, at + 1, end)
    if cut is None or (cut.end() < end and line[cut.start()] not in ",;&|}])，。；、）"):
        return end
    return cut.start()


def _more_words(line: str, end: int) -> int:
    for _ in range(6):
        word = re.compile(r" ([^\s\"'=:<{\[(]{1,60})(?=[\s\\\"']|$)").match(line, end)
        if word is None or is_of_a_message(word[1]) or not word[1][0].isalnum():
            break
        end = word.end()
        if word[1][-1] in ",.;":
            return end - 1
    return end


def _opaque_word(line: str, at: int) -> _Value | None:
    opened = _opening().match(line, at)
    found = _quoted(line, opened) if opened else _words(line, at, Says.MAYBE, several=False)
    if found and looks_random(line[found.start : found.end].strip()):
        return _Value(found.start, found.end, True)
    return None


def _behind_a_blank(line: str, start: int, end: int, said: Says) -> _Value | None:
    """`password hunter2`, `--password x`, `aws configure set aws_secret_access_key x`."""
    blank = re.compile(r"\\{0,8}[\"']?,?[ \t]{1,80}").match(line, end)
    if blank is None or said < Says.LIKELY:
        return None
    at = blank.end()
    if line[start : start + 1] in ("-", "/") or line[start - 1 : start] == "-":
        return _option(line, at)
    return (
        _opaque_word(line, at)
        if said is Says.SURELY or line[start:end].lower().endswith(("token", "secret"))
        else None
    )


def _option(line: str, at: int) -> _Value | None:
    if opened := _opening().match(line, at):
        return _quoted(line, opened)
    found = re.compile(r"[^\s\"'\\<-][^\s\"'\\]*").match(line, at)
    if found is None or is_of_a_message(found[0]):
        return None
    return _Value(at, found.end(), True)
