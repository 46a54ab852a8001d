"""What is not known of nodes, and the one command on each that would decide."""

from collections.abc import Iterator, Sequence
from ipaddress import ip_address

from calicovet.diagnosis.whatif import Trial
from calicovet.model.by_hand import by_hand
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.natural import natural
from calicovet.model.shell import command
from calicovet.startup.what_if import Lack


def undecided(trials: Sequence[Trial]) -> Iterator[tuple[Lack, str, tuple[str, ...]]]:
    """Each thing that is not known, the command that shows it, and the nodes it is not known of."""
    found: dict[tuple[Lack, str], dict[str, None]] = {}
    for trial in trials:
        for tried in trial.nodes:
            if tried.lacks is not None:
                key = (tried.lacks, decides(tried.lacks, trial.method))
                found.setdefault(key, {})[tried.node] = None
    for (lack, line), nodes in found.items():
        yield lack, line, tuple(sorted(nodes, key=natural))


def decides(lack: Lack, method: str) -> str:
    """The line that shows what is not known."""
    if lack is Lack.INTERNAL:
        return by_hand(Request(EvidenceKind.NODE_TABLE), {})
    if lack is Lack.LINKS:
        return by_hand(Request(EvidenceKind.IP_ADDR), {})
    destination = method.removeprefix("can-reach=")
    try:
        ip_address(destination)
    except ValueError:
        # Which address a name stands for is known on the host alone.
        return command(
            "ip route get $(getent ahosts {destination} | awk 'NR==1 {{print $1}}')",
            destination=destination,
        )
    return command("ip route get {destination}", destination=destination)
