"""Redacts what stands alone on the line below words or a command that say what it is."""

import re
from functools import cache
from itertools import pairwise

from calicovet.world.redaction.plain_line import head_of
from calicovet.world.redaction.secret_names import Says, says
from calicovet.world.redaction.secret_values import HIDDEN, is_of_a_message, looks_random

_TOKENS = ("token", "Token", "secret", "Secret")


def hide_word(lines: list[str], place: int, header: int, *, surely: bool = False) -> None:
    """Hides what stands alone on a line, behind no more than stands before the header too.

    `surely`: the line has nothing but a secret if it has one word; others have to look random.
    """
    line = lines[place].rstrip(" \t\r\"'`%")
    start = max(line.rfind(mark) for mark in " \t\"'`") + 1
    before = head_of(line, start).rstrip(" \t\"'`")
    text = line[start:]
    alone = (
        surely
        and len(text) > 2
        and before[-1:] in ("", ":", ">", "]")
        and not is_of_a_message(text)
    )
    if (alone or looks_random(text)) and head_of(lines[header], len(before)) == before:
        lines[place] = line[:start] + HIDDEN + lines[place][len(line) :]


def hide_below_words(lines: list[str], place: int) -> None:
    """ "The password is:" and what stands alone on the next line."""
    words = re.findall(r"[\w-]+", lines[place][-80:])
    last = words[-6:]
    pairs = (f"{one}-{other}" for one, other in pairwise(last))
    if not any(says(word) is Says.SURELY or word in _TOKENS for word in (*last, *pairs)):
        return
    for at in range(place + 1, min(place + 3, len(lines))):
        if lines[at].strip(" \t`"):
            hide_word(lines, at, place)
            return


@cache
def _showing() -> re.Pattern[str]:
    """Commands whose output is a secret and nothing else."""
    return re.compile(
        r"[#$>%]\s.*(?:\bget secrets?\b.*(?:jsonpath|go-template|custom-columns|base64|template)"
        r"|\bcat\b.*(?:token|password|passwd\b(?!$)|\.key\b|secret|\.pgpass|node-token|credentials?)(?![\w-]*\.ya?ml)"
        r"|kubeadm token (?:create|generate)|certificate-key|upload-certs"
        r"|\bprint-access-token|get-login-password|\bcreate token\b|\btoken (?:create|lookup)|\bwg (?:genkey|genpsk)"
        r"|\bopenssl rand|\bpwgen\b|config view.*raw.*jsonpath|get-access-token|get-token"
        r"|\bprintenv \S*(?:PASS|TOKEN|SECRET)|\bpass (?:show )?[\w./-]+$)"
        r"|\bvault (?:kv get|read)\b.*[ ]-field|\bget secrets?\b.*jsonpath.*base64"
    )


def hide_shown(lines: list[str], place: int) -> None:
    """What a command prints whose output is a secret."""
    if not _showing().search(lines[place]):
        return
    for at in range(place + 1, min(place + 4, len(lines))):
        hide_word(lines, at, place, surely=at == place + 1)
