"""Who lists the same cluster: calicovet, kubectl, and what people use otherwise."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.live.clients import KR8S, OFFICIAL, clients_python
from calicovet.model.record import record
from lab import cache

CALICOVET = "`calicovet -o json`"
KUBECTL_PODS = "`kubectl get pods -A -o wide`"


@record(kw_only=True)
class Command:
    name: str
    line: tuple[str, ...]
    ends_with: frozenset[int] = frozenset({0})
    """Exit codes that mean it did its work."""
    rounds: int = 5
    """What takes minutes is run once."""


def calicovet_command() -> Command:
    """The program as it is installed here; 1 is sick, and the cause is named."""
    tool = Path(sys.executable).with_name("calicovet")
    line = (str(tool), "-v", "-o", "json")
    return Command(name=CALICOVET, line=line, ends_with=frozenset({0, 1}))


def kubectl() -> tuple[Command, ...]:
    """The yardstick, and its little brother."""
    program = str(cache.need("kubectl"))
    return (
        Command(name=KUBECTL_PODS, line=(program, "get", "pods", "-A", "-o", "wide")),
        Command(name="`kubectl get nodes`", line=(program, "get", "nodes")),
    )


def others() -> Iterator[Command]:
    """Other people's tools, as far as they can be had here."""
    yield from _python_clients()
    yield from _checkers()


def _python_clients() -> Iterator[Command]:
    """Clients that list nodes, pods and events as objects."""
    python = clients_python()
    if python is None:
        return
    for name, program in (("kubernetes, the official client", OFFICIAL), ("kr8s", KR8S)):
        line = (str(python), "-c", program)
        yield Command(name=f"{name}: nodes, pods, events", line=line, rounds=1)


def _checkers() -> Iterator[Command]:
    """Checkers that a person has on PATH."""
    known = {
        "popeye": ("popeye", "-A", "--force-exit-zero"),
        "k8sgpt": ("k8sgpt", "analyze", "--filter=Pod,Node,DaemonSet"),
    }
    for name, line in known.items():
        if shutil.which(name) is not None:
            yield Command(name=f"`{' '.join(line)}`", line=line, rounds=1)
