"""A command as a separate process: how long it took and how much memory it held at most."""

import os
import resource
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    seconds: float
    peak_mib: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    name: str
    line: tuple[str, ...]
    ends_with: frozenset[int] = frozenset({0})
    """Exit codes that mean it did its work."""


def run(command: Command) -> Run:
    """One run, with its output thrown away."""
    began = time.perf_counter()
    with subprocess.Popen(
        command.line, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=_environment()
    ) as process:
        # wait4 gives the peak of this child; RUSAGE_CHILDREN would give the largest of all so far.
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in command.ends_with:
        raise RuntimeError(f"{' '.join(command.line)} ended with {process.returncode}")
    return Run(seconds, usage.ru_maxrss / 1024)


def least_peak_mib() -> float:
    """Below this no peak can be told: a child's count begins with what its parent held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def medians(commands: Sequence[Command], rounds: int) -> Mapping[str, Run]:
    """The median of every command; one after the other in each round, so that a slow minute hits all alike."""
    runs: dict[str, list[Run]] = {command.name: [] for command in commands}
    for _ in range(rounds):
        for command in commands:
            runs[command.name].append(run(command))
    return {
        name: Run(
            statistics.median(one.seconds for one in each),
            statistics.median(one.peak_mib for one in each),
        )
        for name, each in runs.items()
    }


def _environment() -> Mapping[str, str]:
    # Without bytecode every start compiles everything: that is not what users have.
    hidden = {"PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "KUBECONFIG"}
    return {name: value for name, value in os.environ.items() if name not in hidden}
