"""Takes secrets out of pasted text before anything is kept; lines stay lines."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

HIDDEN = "<redacted>"


def redact(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The same lines without tokens, keys and passwords."""
    in_key = False
    for number, line in lines:
        if in_key:
            in_key = "-----END" not in line
            yield number, line if not in_key else HIDDEN
            continue
        if "PRIVATE KEY-----" in line and "-----BEGIN" in line and "-----END" not in line:
            in_key = True
            yield number, line
            continue
        yield number, redact_line(line)


def redact_line(line: str) -> str:
    """One line without the secrets that it shows by itself."""
    if not _worth_a_look().search(line):
        return line
    for pattern, instead in _patterns():
        line = pattern.sub(instead, line)
    return line


@cache
def _worth_a_look() -> re.Pattern[str]:
    # Cheap and wide, so that most lines are done after one look.
    return re.compile(
        r"eyJ|[Bb]earer|BEARER|[Pp]assw|PASSW|[Ss]ecret|SECRET|[Tt]oken|TOKEN|[Kk]ey|KEY|AKIA|@"
        r"|[A-Za-z0-9+/]{64}"
    )


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    named = (
        r"pass(?:word|wd|phrase)|client[-_]?secret|secret[-_]?(?:access[-_]?)?key|api[-_]?key"
        r"|(?:access|auth|refresh|id|bearer)[-_]?token|private[-_]?key|client-key-data|psk"
    )
    return (
        # A JSON web token, as service accounts have.
        (re.compile(r"eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?"), HIDDEN),
        (re.compile(r"(?i)\b(bearer\s+)(?!<)[\w.~+/=-]{16,}"), rf"\1{HIDDEN}"),
        (re.compile(r"(?i)\b(basic\s+)[A-Za-z0-9+/]{12,}={0,2}"), rf"\1{HIDDEN}"),
        # A value with a name that says what it is; references to where it is kept are no secret.
        (
            re.compile(
                rf"""(?i)\b((?:[\w.]{{0,40}}[-_.])?(?:{named})\\?["']?[ \t]{{0,3}}[:=][ \t]{{0,3}}\\?["']?)"""
                r"""(?!<|["'\\/]|(?:true|false|null|none|nil)\b|\s)[^\s"',;}\\]{3,}"""
            ),
            rf"\1{HIDDEN}",
        ),
        (
            re.compile(rf"(?i)(--(?:{named}|token)[ =])(?!<)\S+"),
            rf"\1{HIDDEN}",
        ),
        # What kubeadm hands to new nodes.
        (re.compile(r"(?i)\b(token\W{1,4})[a-z0-9]{6}\.[a-z0-9]{16}\b"), rf"\1{HIDDEN}"),
        # An opaque token: long, and not the name of an object.
        (
            re.compile(
                r"(?i)\b(token\\?[\"']?\s{0,3}[:=]\s{0,3}\\?[\"']?)(?![a-z0-9.-]+\b[^\w+/=])[\w+/=.]{20,}"
            ),
            rf"\1{HIDDEN}",
        ),
        (re.compile(r"(://[^/\s:@]{1,100}:)[^/\s@]{1,200}@"), rf"\1{HIDDEN}@"),
        (re.compile(r"\bAKIA[0-9A-Z]{16}\b"), HIDDEN),
        # A line of a PEM body whose head was cut off; sums in hex have lower case only.
        (
            re.compile(r"^\s*(?=[A-Za-z0-9+/]*[A-Z])(?=[A-Za-z0-9+/]*[g-z])[A-Za-z0-9+/]{64}$"),
            HIDDEN,
        ),
    )
