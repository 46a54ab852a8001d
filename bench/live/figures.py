"""Runs commands against a cluster in turns, and keeps the medians."""

import re
import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.live.commands import Command
from calicovet.model.record import record
from lab.control_plane import ControlPlane
from lab.errors import LabError

_ASKED = re.compile(r"(\d+) requests, ([\d.]+) MB")
_TICKS = 100.0
"""Of the kernel's clock in a second, as /proc counts."""


@record(kw_only=True)
class Figures:
    """What one command cost; requests and megabytes only where it reports them."""

    seconds: float
    peak_mib: float
    server_cpu: float
    """Seconds that the API server worked meanwhile."""
    requests: int | None = None
    megabytes: float | None = None
    printed: str = ""


def medians(plane: ControlPlane, commands: Sequence[Command]) -> Mapping[str, Figures]:
    """The median of every command; one after the other in each round, so that a slow minute hits all alike."""
    runs: dict[str, list[Figures]] = {command.name: [] for command in commands}
    for number in range(max(command.rounds for command in commands)):
        for command in commands:
            if number < command.rounds:
                runs[command.name].append(measured(plane, command))
    return {name: _median(each) for name, each in runs.items()}


def measured(plane: ControlPlane, command: Command) -> Figures:
    """One run."""
    folder = plane.folder / "measured"
    folder.mkdir(exist_ok=True)
    before = _cpu(plane.api_server.pid)
    line = (sys.executable, "-m", "bench.live.measure", str(folder), *command.line)
    done = plane.run(*line, environment={"PYTHONDONTWRITEBYTECODE": ""}, seconds=3600)
    if done.returncode:
        raise LabError(f"{command.name}: {done.stderr.strip()}")
    server = _cpu(plane.api_server.pid) - before
    seconds, peak, ended = (folder / "figures").read_text().split()
    said = (folder / "stderr").read_text(encoding="utf-8")
    if int(ended) not in command.ends_with:
        raise LabError(f"{command.name} ended with {ended}: {said.strip()[-500:]}")
    asked = _ASKED.search(said)
    return Figures(
        seconds=float(seconds),
        peak_mib=float(peak),
        server_cpu=server,
        requests=int(asked[1]) if asked else None,
        megabytes=float(asked[2]) if asked else None,
        printed=(folder / "stdout").read_text(encoding="utf-8"),
    )


def _median(runs: Sequence[Figures]) -> Figures:
    requests = [run.requests for run in runs if run.requests is not None]
    return Figures(
        seconds=statistics.median(run.seconds for run in runs),
        peak_mib=statistics.median(run.peak_mib for run in runs),
        server_cpu=statistics.median(run.server_cpu for run in runs),
        requests=max(requests) if requests else None,
        megabytes=runs[-1].megabytes,
        printed=runs[-1].printed,
    )


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS
