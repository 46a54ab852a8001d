"""What a journal says of networks that the CNI plugin refuses to new pods, up to its end."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Citation, SandboxRefused
from calicovet.model.subject import Subject
from calicovet.parse.commands.command_line import read_commands
from calicovet.parse.logs.line_prefix import peel
from calicovet.parse.times import read_time

_STILL = timedelta(seconds=45)
"""The kubelet tries to give a pod its network several times a minute, and complains each time."""
_TWO_TRIES = timedelta(seconds=8)
_WIDEST = 20_000
_HEAD = 200
_WORDS = ("network for sandbox", "failed to set up pod", "to CNI network")


@cache
def _refused() -> re.Pattern[str]:
    """The plugin, where it is named; what fails while a pod is taken down is not its network."""
    return re.compile(
        r"(?:failed to set ?up (?:network for sandbox|pod) \S{1,400}"
        r"|error adding (?:pod \S{1,400}|container) to CNI network)"
        r"(?:.{0,80}?plugin type=\W{0,8}(?P<plugin>[\w.-]{1,60}))?"
    )


@cache
def _klog() -> re.Pattern[str]:
    return re.compile(r"(?:^|: )[IWEF](\d\d)(\d\d) (\d\d:\d\d:\d\d)\.\d+ ")


@cache
def _pod() -> re.Pattern[str]:
    return re.compile(
        r"\bpod=\"(?P<home>[a-z0-9-]{1,63})/(?P<name>[a-z0-9.-]{1,253})\""
        r"|\bPodSandboxMetadata\{Name:(?P<made>[a-z0-9.-]{1,253}),"
        r"|\bset up pod \W{1,4}(?P<within>[a-z0-9.-]{1,253})_(?P<at>[a-z0-9-]{1,63})\\?\" network"
    )


def refused_sandboxes(evidence: Evidence) -> Iterator[SandboxRefused]:
    """One fact, where pods were refused more than once and the journal ends with that."""
    if not any(word in evidence.content for word in _WORDS):
        return
    lines = evidence.content.split("\n")
    found = [(place, match) for place, line in enumerate(lines) if (match := _match(line))]
    times = [at for place, _ in found if (at := _clock(lines[place])) is not None]
    if len(times) < 2 or max(times) - min(times) < _TWO_TRIES:
        return
    end = next(at for line in reversed(lines) if (at := _clock(line)) is not None)
    if end - max(times) > _STILL:
        return
    place = found[-1][0]
    yield SandboxRefused(
        about=Subject(node=peel(lines[place]).host or evidence.about.node),
        cited=(Citation(evidence.id, place + 1),),
        name=_name(lines[place]),
        plugin=_plugin([match for _, match in found]),
        lasts=max(times) - min(times),
        filtered=any(typed.pattern for typed in read_commands(evidence.taken_by)),
    )


def _match(line: str) -> re.Match[str] | None:
    if not any(word in line for word in _WORDS):
        return None
    return _refused().search(line[:_WIDEST])


def _plugin(found: Sequence[re.Match[str]]) -> str:
    """Another plugin than Calico's, if all name one."""
    named = {match["plugin"] or "calico" for match in found}
    return "" if any(name.startswith("calico") for name in named) else min(named)


def _name(line: str) -> str:
    match = _pod().search(line[:_WIDEST])
    return (match["name"] or match["made"] or match["within"]) if match else ""


def kubelets_clock(line: str) -> datetime | None:
    """The kubelet's own stamp, which has no year: good for comparing within one journal."""
    found = _klog().search(line[:_HEAD])
    return read_time(f"2000-{found[1]}-{found[2]} {found[3]}") if found else None


def _clock(line: str) -> datetime | None:
    """The line's time; without a year it is good for comparing within one journal."""
    by_kubelet = kubelets_clock(line)
    if by_kubelet is not None:
        return by_kubelet
    prefixed = peel(line[:_HEAD])
    if prefixed.month_day is None:
        return prefixed.at.replace(year=2000) if prefixed.at else None
    month, day, clock = prefixed.month_day
    return read_time(f"2000-{month:02}-{day:02} {clock}")
