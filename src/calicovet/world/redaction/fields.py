"""Redacts values behind secret names within a line."""

import re
import string
from functools import cache

from calicovet.world.redaction.secret_names import (
    FOREIGN_HINTS,
    HINTS,
    WORDS_OF_OTHER_LANGUAGES,
    Says,
    says,
)
from calicovet.world.redaction.secret_values import HIDDEN, is_of_a_message, is_secret, looks_random
from calicovet.world.redaction.value_spans import (
    Value,
    cell_end,
    end_of_field,
    list_in,
    opening,
    opening_before,
    quoted,
    rest_of,
    words_from,
)

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


@cache
def _hint() -> re.Pattern[str]:
    return re.compile(
        "|".join(
            map(
                re.escape,
                sorted((*HINTS, *WORDS_OF_OTHER_LANGUAGES, *FOREIGN_HINTS), key=len, reverse=True),
            )
        )
    )


@cache
def _header() -> re.Pattern[str]:
    return re.compile(r"(?i)(?<![a-z0-9_])(?:authorization|(?:set-)?cookie)$(?<!^-)")


@cache
def _separator() -> re.Pattern[str]:
    """What parts a name from its value: `": "`, ` = `, `=>`, `：`, `]=`, ` is `, 是, a cell's edge."""
    return re.compile(
        r"""(?P<close>\\{0,8}["'`*]{0,2}[\])]?)[ \t\u3000]{0,80}"""
        r"""(?:(?:for|of|on|to|at|für|pour)[ \t](?:[^\s:=]{1,60}[ \t]){0,2}[^\s:=]{1,60}(?=:|[ ](?:is|was|ist|lautet|est)[ ])[ ]?)?"""
        r"""(?:\([^()\n]{0,40}\)[ \t]{0,3}|(?:\u6539|\u5df2|\u73b0|\u8bbe|\u91cd\u7f6e){0,3})?"""
        r"""(?:\d{1,2}(?=:))?(?P<op>\((?=\\{0,4}["'])|=>|->|:=|==(?![=\s])|::(?= )|[:=](?![:])|：|＝|\||│|>(?=[^\s>])|,(?=[ ]?["'\\])|[是为成]"""
        r"""|(?:is|was|are|to|set to|changed to|equals|lautet|ist|est|es|è|é|现在是)(?=[: "'`])[:]?)[ \t\u3000]{0,80}"""
        r"""(?:!!?\w{1,20}[ ]{1,3}|&\w{1,20}[ ]{1,3}|[a-z]?(?=["'])|\$(?='))?"""
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
            done = looked = rest_of(line, value.end) if len(text) == _JUDGED else value.end
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


def _name_around(line: str, start: int, end: int, least: int) -> tuple[int, int]:
    """Where the name that has the hint begins and ends; Chinese words have no blanks around them."""
    if line[start:end] in _OF_CHINESE:
        return start, end
    before = line[max(least, start - _LONGEST_NAME) : start]
    first = start - len(before) + len(before.rstrip(_IN_NAMES))
    after = line[end : end + _LONGEST_NAME]
    last = end + len(after) - len(after.lstrip(_IN_NAMES))
    if line[first:last].lower() == "pass" and (more := _pass_phrase().match(line, last)):
        return first, more.end()
    # The full stop of a sentence is no part of a name.
    while last > end and line[last - 1] in ".-/":
        last -= 1
    return first, last


@cache
def _pass_phrase() -> re.Pattern[str]:
    return re.compile(r"(?i)[ ](?:phrase|word|code)\b")


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


def _value_behind(line: str, start: int, end: int, said: Says) -> Value | None:
    if not line[start:end].isascii() and (word := _chinese_value().match(line, end)):
        return Value(word.start("word"), word.end("word"), True)
    if not line[start:end].isascii() and (word := _adjacent().match(line, end)):
        return Value(*word.span(word.lastgroup or 0), True)
    separator = _separator().match(line, end)
    if separator is None:
        return _behind_a_blank(line, start, end, said)
    operator, at = separator["op"], separator.end()
    if operator == "," and line[at - 1] == " " and line[max(0, start - 2) : start - 1] != "(":
        return None  # only the arguments of a function are a name and its value
    if operator[-1] in "s|│,>oe" and operator not in ("=>", "->") and said < Says.SURELY:
        # "token is expired", a cell, an item of a list, a tag: only what is surely no sentence.
        return _opaque_word(line, at)
    if operator[0] in "iwasce" and is_of_a_message(_word_at(line, at)):
        return None
    if opened := opening().match(line, at):
        return quoted(line, opened)
    if line[at : at + 1] == "(" and opening().match(line, at + 1):
        return list_in(line, at, ")")
    if line[at : at + 1] in ("[", "{") and said >= Says.LIKELY and line[at + 1 : at + 2] != "{":
        return list_in(line, at) if line[at] == "[" else None
    before = line[max(0, start - _FARTHEST_START) : start]
    if operator == "|" or operator == "│":
        return Value(at, cell_end(line, at, operator), True)
    quote = opening_before(before)
    if quote and operator in ("=", ":=") and not separator["close"].strip("])"):
        # The whole field stands in quotes: "NAME=a value".
        closed = line.find(quote, at)
        return Value(at, closed if closed >= 0 else len(line), said is Says.SURELY)
    if separator["close"].strip("])*") and operator == ":" and said < Says.SURELY:
        return _opaque_word(line, at)  # a message behind something quoted
    first = _is_first(line, start)
    loose = (operator in (":", "：") and line[at - 1 : at] in " \t\u3000") or line[
        end : end + 1
    ] == " "
    if first and said is Says.SURELY and loose:
        return Value(at, end_of_field(line, at), True)
    if first and operator == "=" and not loose:
        blank = re.compile(r"\S*").match(line, at)
        return Value(at, blank.end() if blank else at, said is Says.SURELY)
    return words_from(line, at, said, several=loose and operator in ":=：" and not first)


def _word_at(line: str, at: int) -> str:
    return line[at : at + 40].strip().partition(" ")[0]


def _opaque_word(line: str, at: int) -> Value | None:
    opened = opening().match(line, at)
    found = quoted(line, opened) if opened else words_from(line, at, Says.MAYBE, several=False)
    if found and looks_random(line[found.start : found.end].strip()):
        return Value(found.start, found.end, True)
    return None


@cache
def _blank() -> re.Pattern[str]:
    return re.compile(r"(?P<close>\\{0,8}[\"']?),?[ \t]{1,80}")


def _behind_a_blank(line: str, start: int, end: int, said: Says) -> Value | None:
    """`password hunter2`, `--password x`, `aws configure set aws_secret_access_key x`, 密码「x」."""
    if said is Says.SURELY and not line.isascii() and (opened := _full_quote().match(line, end)):
        return quoted(line, opened)
    blank = _blank().match(line, end)
    if blank is None:
        return None
    at = blank.end()
    if said < Says.LIKELY:
        # A name and its value as two columns.
        wide = not blank["close"] and (at - end > 1 or line[end:at] == "\t")
        return _opaque_word(line, at) if wide else None
    if line[start : start + 1] in ("-", "/") or line[start - 1 : start] == "-":
        return _option(line, at)
    if not blank["close"] and (found := _value_of_a_word(line, start, end, at, said)):
        return found
    return (
        _opaque_word(line, at)
        if said is Says.SURELY or line[start:end].lower().endswith(("token", "secret"))
        else None
    )


@cache
def _full_quote() -> re.Pattern[str]:
    return re.compile(r"[“‘「『]")


@cache
def _chinese_value() -> re.Pattern[str]:
    """What a password was set to or is, right behind its name."""
    return re.compile(
        r"""[设設置改已现現就重定换換变變更]{0,6}[为為是成叫](?:了)?[ :：]{0,2}["'“「]?(?P<word>[!#-&(-~]{3,200})"""
    )


@cache
def _adjacent() -> re.Pattern[str]:
    """What follows a Chinese name at once: in quotes, or letters with digits or signs."""
    return re.compile(
        r"""["'`](?P<word>[!#-&(-_a-~]{3,200})(?=["'`])|(?=[!-~]{0,60}\d)(?P<bare>[A-Za-z][!#-&(-+\-.-9<-~]{4,200})"""
    )


@cache
def _next_word() -> re.Pattern[str]:
    """A word, and what is left of the line where it is the last one."""
    return re.compile(
        r"(?P<word>[^\s\"'`\\<>|,;，。；）]{3,200})(?P<end>[\s\"'`;,.!，。；)）]{0,40}$)?"
    )


@cache
def _giving() -> re.Pattern[str]:
    """Words before a name behind which its value follows."""
    return re.compile(r"(?i)\b(?:with|using|use|enter|type)(?: the)?[ ]$")


def _value_of_a_word(line: str, start: int, end: int, at: int, said: Says) -> Value | None:
    """What stands behind a name without a sign between them: quoted, last on the line, or no word."""
    surely = said is Says.SURELY or line[start:end].lower() == "pass"
    if surely and (opened := opening().match(line, at)):
        found = quoted(line, opened)
        return None if is_of_a_message(line[found.start : found.end]) else found
    word = _next_word().match(line, at)
    if word is None or is_of_a_message(word["word"]) or _addressed().search(word["word"]):
        return None
    value = Value(at, word.end("word"), True)
    if said < Says.SURELY:
        if at - end > 1 and word["end"] is not None and _is_first(line, start):
            return value  # a name and its value as two columns
        before = line[max(0, start - 9) : start].rstrip()[-1:]
        alone = word["end"] is not None and (before in ":>]" or _is_first(line, start))
        return value if alone and line[start:end].lower().endswith(_OF_LOGINS) else None
    foreign = not line[start:end].isascii() and word["word"].isascii()
    given = _giving().search(line, max(0, start - 20), start) is not None
    if word["end"] is not None or foreign or given or _mixed().fullmatch(word["word"]):
        return value
    return None


_OF_LOGINS = ("_pass", "-pass", "auth", "requirepass", "_pw", "-pw", "authtok")
"""Ends of names in files that have nothing but a blank between a name and its value."""


@cache
def _mixed() -> re.Pattern[str]:
    """Letters together with digits or signs."""
    return re.compile(r"(?=.{0,199}[A-Za-z])(?=.{0,199}[0-9!@#$%^&*?+])[!-~]{4,200}")


def _is_first(line: str, start: int) -> bool:
    """Whether a name is the first of its line."""
    before = line[max(0, start - _FARTHEST_START) : start]
    return start < _FARTHEST_START and _line_start().fullmatch(before) is not None


def _option(line: str, at: int) -> Value | None:
    if opened := opening().match(line, at):
        return quoted(line, opened)
    found = re.compile(r"[^\s\"'\\<-][^\s\"'\\]*").match(line, at)
    if found is None or is_of_a_message(found[0]):
        return None
    return Value(at, found.end(), True)
