"""What the caption above a block says: the command, and whether the output is whole."""

import re
from functools import cache

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.commands.known_programs import is_call
from calicovet.parse.commands.prompts import read_prompt


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        "ticked": re.compile(r"`([^`\n]{2,400})`"),
        "call": re.compile(
            r"(?:sudo )?\b(?:kubectl|calicoctl|crictl|docker|journalctl|systemctl|ip|cat|grep|oc|nerdctl|dmesg|lsmod|sysctl|"
            r"iptables|ss|netstat|ifconfig|tail)(?: [^\u3000-\u303f\u4e00-\u9fff\uff00-\uffef`\n]{1,300})",
            re.ASCII,
        ),
        "end": re.compile(
            r"\s*(?:[:.]\s*$|[,;]\s|[:.]\s+[A-Z]|\s(?:shows?|returns?|gives?|says?|output|outputs|result|results|on|from|is|and|in|for)\b)"
        ),
        "whole": re.compile(
            r"\b(?:whole|complete|full|entire|all) (?:of the )?(?:\S+ ){0,3}logs?\b|\blogs? \(?(?:in full|complete)"
            r"|完整的?[\w\u4e00-\u9fff]{0,12}日志|全部的?日志|所有日志|日志全文",
            re.IGNORECASE | re.ASCII,
        ),
    }


def typed_in(caption: str) -> str:
    """The last command that the words mention; empty: none."""
    caption = caption[-2000:]
    patterns = _patterns()
    ticked = [text for text in patterns["ticked"].findall(caption) if _call(text)]
    if ticked:
        return _call(ticked[-1])
    found = ""
    for match in patterns["call"].finditer(caption):
        text = match[0]
        end = patterns["end"].search(text)
        text = (text[: end.start()] if end else text).strip().strip("*").rstrip(" :")
        if is_call(text):
            found = text
    return found


def _call(text: str) -> str:
    prompt = read_prompt(text)
    text = (prompt.typed if prompt else text).strip()
    return text if is_call(text) else ""


def says_whole(kind: Kind, caption: str) -> bool:
    """Whether the words promise the whole log."""
    is_log = kind in (Kind.CALICO_LOG, Kind.OTHER_LOG)
    return is_log and _patterns()["whole"].search(caption) is not None
