"""Who lists the same cluster: calicovet, kubectl, and what people use otherwise."""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from calicovet.model.record import record
from lab import cache

KUBECTL_PODS = "`kubectl get pods -A -o wide`"
CALICOVET = "`calicovet -o json`"
_LISTERS = Path(__file__).with_name("listers")


@record(kw_only=True)
class Command:
    name: str
    line: tuple[str, ...]
    ends_with: frozenset[int] = frozenset({0})
    """Exit codes that mean it did its work."""
    slow: bool = False
    """Takes so long that once is enough."""


def calicovet() -> Command:
    """All three causes are to be found: exit code 1."""
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
