"""Restores line ends that a paste lost."""

import re
from functools import cache
from itertools import pairwise

_LONG = 160
_FEWEST_KEYS = 5
_INDENT = {
    "State": 4,
    "Last State": 4,
    "Ready": 4,
    "Restart Count": 4,
    "Container ID": 4,
    "Image": 4,
    "Image ID": 4,
    "Port": 4,
    "Host Port": 4,
    "Command": 4,
    "Liveness": 4,
    "Readiness": 4,
    "Environment": 4,
    "Mounts": 4,
    "Reason": 6,
    "Message": 6,
    "Exit Code": 6,
    "Started": 6,
    "Finished": 6,
}
"""How deep `kubectl describe` sets these keys; all others stand at the margin."""

_MARGIN = (
    "Name|Namespace|Priority|Priority Class Name|Service Account|Node|Start Time|Labels|"
    "Annotations|Status|IP|IPs|Controlled By|Init Containers|Containers|Conditions|Volumes|"
    "QoS Class|Node-Selectors|Tolerations|Events"
)


_STARTS = (
    (
        (" [",),
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|PANIC) ?\]",
    ),
    (("]: ",), r"\b[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]+ [\w@.-]+\[\d+\]: "),
    ((".go:",), r"\b[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ [\w.]+\.go:\d+\]"),
    (('time="',), r"\btime=\"\d{4}-\d\d-\d\dT[^\"]{8,40}\" level="),
    (
        ("@",),
        r"\[[\w.-]{1,60}@[\w.-]+ [^\]\[]{1,60}\][#$] |\b[\w-]{1,60}@[\w.-]+:[~/][^ ]{0,60}[#$] ",
    ),
    (
        ("/",),
        r"(?:\b[a-z][a-z-]{1,62} +)?\b[a-z][a-z0-9.-]{2,62} +\d{1,2}/\d{1,2} +"
        r"(?:Running|Pending|CrashLoopBackOff|Init:|Error|Completed|ContainerCreating|PodInitializing|"
        r"Terminating|Unknown|ImagePullBackOff|ErrImagePull|Evicted|NotReady)",
    ),
    (("  Normal ", "  Warning "), r"(?<=  )(?:Normal|Warning) +[A-Z][A-Za-z]+ +"),
)
"""Where a new line must have begun, kind by kind, and what stands in all of them: looking for that is cheap."""


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


@cache
def _describe() -> re.Pattern[str]:
    inner = "|".join(_INDENT)
    return re.compile(
        rf"(?:^|(?<= ))(?:(?P<container>[a-z][a-z0-9-]+): +(?=Container ID:)|(?P<key>{inner}|{_MARGIN}):(?= |$))"
    )


@cache
def _table_header() -> re.Pattern[str]:
    return re.compile(r"(?:\bNAMESPACE +)?\bNAME +READY +STATUS +RESTARTS +AGE\b")


def unfold(line: str, only_lines: bool) -> list[str]:
    """The lines that stand in this one; `only_lines`: the paste has hardly any other."""
    if len(line) < _LONG or line.startswith('{"'):
        return [line]
    if "\\n" in line and (only_lines or line.count("\\n") >= 5) and _starts_after_newlines(line):
        return [part for piece in line.split("\\n") for part in unfold(_unescape(piece), False)]
    cuts: set[int] = set()
    for words, start in _STARTS:
        if not any(word in line for word in words):
            continue
        found = [match.start() for match in _pattern(start).finditer(line)]
        # Each kind counts from its second hit on.
        if len(found) > 1 and line[found[1] - 1] not in "\"'":
            cuts.update(found)
    if only_lines:
        cuts.update(match.start() for match in _table_header().finditer(line))
    if cuts:
        edges = sorted({0, *cuts, len(line)})
        parts = [line[low:high] for low, high in pairwise(edges)]
        return [_trim(part) for part in parts if part.strip()]
    return _unfold_describe(line)


def _starts_after_newlines(line: str) -> bool:
    """Whether most `\\n` end lines, and do not stand inside one message."""
    inside = r"(?:msg|err|error|output|stderr|input)=\"[^\"]{0,4000}\\n"
    return not re.search(inside, line, re.IGNORECASE)


def _unescape(text: str) -> str:
    return text.replace('\\"', '"').replace("\\t", "    ")


def _trim(part: str) -> str:
    part = part.rstrip()
    while part.endswith("\\n"):
        part = part[:-2].rstrip()
    return part


def _unfold_describe(line: str) -> list[str]:
    if line.count(":") < _FEWEST_KEYS:
        return [line]
    found = list(_describe().finditer(line))
    if len({match["key"] for match in found}) < _FEWEST_KEYS:
        return [line]
    parts = [line[: found[0].start()].rstrip()] if line[: found[0].start()].strip() else []
    for match, high in zip(found, [*(m.start() for m in found[1:]), len(line)], strict=True):
        depth = 2 if match["container"] else _INDENT.get(match["key"], 0)
        parts.append(" " * depth + line[match.start() : high].rstrip())
    return parts
