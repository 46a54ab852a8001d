"""Shell prompts of any form."""

import re
from functools import cache

from calicovet.model.record import record
from calicovet.parse.commands.known_programs import PROGRAMS, is_call

_NO_HOSTS = frozenset(["sh", "bash", "ash", "zsh", "dash", "fish", "mysql", "sqlite", "redis"])


@record
class Prompt:
    """A line typed at a shell: what was typed, and on which host, as far as the prompt shows it."""

    typed: str
    host: str = ""


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    mark = r"[#$%>❯➜]"
    return {
        "user_at_host": re.compile(
            r"^(?:\([^()]{1,60}\)\s*)?(?:\[\d[\d: /-]{4,24}\]\s*)?\[?[\w.+-]{1,40}[@㉿](?P<host>[\w.-]{1,80})"
            rf"(?P<where>[ :][^#$%>❯➜\n]{{0,120}}|\])?\]?\s?{mark}(?P<typed>.*)$"
        ),
        "host_and_folder": re.compile(
            rf"^(?P<host>[A-Za-z][\w.-]{{0,60}}):\s?[~/][^\s#$%>]{{0,100}}(?: \w+)?\s?{mark}(?: (?P<typed>.*))?$"
        ),
        "mac": re.compile(
            r"^(?P<host>[A-Za-z][\w.-]{0,60}):[^\s#$%>:]{1,60} [\w.-]{1,30}[$#] ?(?P<typed>.*)$"
        ),
        "bracket_host": re.compile(
            r"^\[(?P<host>[A-Za-z][\w.-]{0,60})(?:[ :][^\]#$]{0,80})?\]\s?[#$] ?(?P<typed>.*)$"
        ),
        "host": re.compile(
            r"^(?P<host>[A-Za-z][\w-]{0,60}(?:\.\w+){0,4}) ?[#$>] ?(?P<typed>[a-z./].*)$"
        ),
        "shell": re.compile(r"^(?:sh|bash|ash|zsh)-[\d.]+[#$] ?(?P<typed>.*)$"),
        "folder": re.compile(rf"^[~/][^\s#$%>]{{0,100}} ?{mark} (?P<typed>.*)$"),
        "arrow": re.compile(r"^(?:\(⎈[^)]{0,80}\)\s*)?[➜❯λ»►⚡]+\s+(?P<typed>.*)$"),
        "context": re.compile(r"^\(⎈[^)]{0,80}\)\s*\S{0,40}\s*[➜❯$#>]?\s*(?P<typed>.*)$"),
        "second_row": re.compile(r"^[└╰]─+(?:[#$>❯]|\S{0,3})\s*[#$]? ?(?P<typed>.*)$"),
        "windows": re.compile(r"^(?:PS )?[A-Za-z]:\\[^>\n]{0,120}>\s?(?P<typed>.*)$"),
        "dollar": re.compile(r"^(?:\$|%) ?(?!patch:\s)(?P<typed>[A-Za-z./~(\"'].*)$"),
        "hash": re.compile(r"^#{1,2} ?(?P<typed>[a-zA-Z./].*)$"),
        "first_row": re.compile(r"^[┌╭]─+\(?\[?(?:[\w.-]+)(?:[㉿@💀])(?P<host>[\w.-]+)\)?"),
    }


def host_of_first_row(text: str) -> str | None:
    """The host of a prompt that fills two rows, given the upper one; None: it is none."""
    if not text or text[0] not in "┌╭":
        return None
    match = _patterns()["first_row"].match(text[:200])
    return match["host"] if match else ""


def read_prompt(text: str) -> Prompt | None:
    """The prompt and what was typed at it; None where the line has no prompt."""
    text = text.strip()
    if not text or text[0].isspace():
        return None
    head = text[:260]
    if not any(mark in head for mark in "#$%>❯➜λ»►⚡⎈─"):
        return None
    patterns = _patterns()
    if "@" in head or "㉿" in head:
        match = patterns["user_at_host"].match(text)
        if match and _typed(match["typed"]):
            return Prompt(match["typed"].strip(), match["host"].rstrip("."))
    for name in ("shell", "windows", "arrow", "context", "second_row"):
        match = patterns[name].match(text)
        if match:
            return Prompt(_after_folder(match["typed"].strip()))
    for name in ("host_and_folder", "bracket_host"):
        match = patterns[name].match(text)
        if match and _typed(match["typed"] or "") and match["host"] not in ("INFO", "ERROR"):
            return Prompt((match["typed"] or "").strip(), _host(match["host"]))
    match = patterns["mac"].match(text)
    if match and (is_call(match["typed"]) or not match["typed"].strip()):
        return Prompt(match["typed"].strip(), match["host"])
    match = patterns["folder"].match(text)
    if match and (not match["typed"].strip() or is_call(match["typed"])):
        return Prompt(match["typed"].strip())
    match = patterns["host"].match(text)
    if match and is_call(match["typed"]):
        return Prompt(match["typed"].strip(), _host(match["host"]))
    match = patterns["hash"].match(text)
    if match and is_call(match["typed"]):
        return Prompt(match["typed"].strip())
    match = patterns["dollar"].match(text)
    if match and _typed(match["typed"]):
        return Prompt(match["typed"].strip())
    return Prompt("") if text in ("$", "%") else None


def _host(name: str) -> str:
    return "" if name.lower() in _NO_HOSTS else name


def _typed(text: str) -> bool:
    """Whether something like this is typed at a prompt; nothing is, too."""
    text = text.strip()
    return not text or text[0].isalnum() or text[0] in "./~$\"'({[_-#!:>\\*"


def _after_folder(typed: str) -> str:
    """What follows the folder and branch that a themed prompt puts in front of the command."""
    words = typed.split()
    for place, word in enumerate(words[:6]):
        if word in PROGRAMS and is_call(typed[typed.index(word) :]):
            return typed[typed.index(word) :] if place else typed
        if word == "sudo":
            return typed[typed.index(word) :]
    return typed
