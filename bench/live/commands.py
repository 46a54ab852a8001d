"""Who lists the same cluster: calicovet, kubectl, and what people use otherwise."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.live.clients import clients_python
from calicovet.model.record import record
from lab import cache

KUBECTL_PODS = "`kubectl get pods -A -o wide`"
_LISTERS = Path(__file__).with_name("listers")


@record(kw_only=True)
class Command:
    name: str
    line: tuple[str, ...]
    ends_with: frozenset[int] = frozenset({0})
    """Exit codes that mean it did its work."""
    rounds: int = 5
    """What takes minutes is run once."""


def calicovet() -> Command:
    """The program as it is installed here; 1 is sick, and the cause is named."""
    tool = Path(sys.executable).with_name("calicovet")
    line = (str(tool), "-v", "-o", "json")
    return Command(name="`calicovet -o json`", line=line, ends_with=frozenset({0, 1}))


def kubectl() -> tuple[Command, ...]:
    """The yardstick, and its little brother."""
    program = str(cache.need("kubectl"))
    return (
        Command(name=KUBECTL_PODS, line=(program, "get", "pods", "-A", "-o", "wide")),
        Command(name="`kubectl get nodes`", line=(program, "get", "nodes")),
    )


def python_clients() -> Iterator[Command]:
    """Clients that list nodes, pods and events as objects."""
    python = clients_python()
    if python is None:
        return
    for name, file in (("kubernetes, the official client", "official"), ("kr8s", "with_kr8s")):
        line = (str(python), str(_LISTERS / f"{file}.py"))
        yield Command(name=f"{name}: nodes, pods, events", line=line, rounds=1)


def other_tools() -> Iterator[Command]:
    """Checkers that a person has on PATH."""
    known = {
        "popeye": ("popeye", "-A", "--force-exit-zero"),
        "k8sgpt": ("k8sgpt", "analyze", "--filter=Pod,Node,DaemonSet"),
    }
    for name, line in known.items():
        if shutil.which(name) is not None:
            yield Command(name=f"`{' '.join(line)}`", line=line, rounds=1)
