"""Probes of Felix' health endpoint: host, address, result."""

import re
from functools import cache
from ipaddress import ip_address

from calicovet.model.case import NodeView
from calicovet.model.facts import Address, KilledByProbe, Probe, ProbeFailed
from calicovet.model.record import record
from calicovet.startup.pod_readiness import is_main

PORT = 9099
_LASTS = 6
"""So many failures are a minute of probes: every start has a few."""


@record(kw_only=True)
class Dial:
    """A probe that did not get through: the name or address it asked for, and what was dialled."""

    asked: str
    address: Address
    failed: ProbeFailed


@cache
def _dialled() -> re.Pattern[str]:
    return re.compile(
        r"https?://(\[[^\]\s]{2,45}\]|[\w.-]{1,253}):9099\S{0,80}\s{1,4}"
        r"dial tcp (\[[0-9a-fA-F:]{2,45}\]|[\d.]{7,15}):9099\b"
    )


def dials(node: NodeView) -> tuple[Dial, ...]:
    """The probes of Felix that could not connect, newest first."""
    found = []
    for failed in node.all(ProbeFailed, is_main):
        match = _dialled().search(failed.text[:2000].replace('"', "").replace("\\", ""))
        if match is None:
            continue
        try:
            address = ip_address(match[2].strip("[]"))
        except ValueError:
            continue
        found.append(Dial(asked=match[1].strip("[]"), address=address, failed=failed))
    return tuple(found)


def lasts(node: NodeView, found: tuple[Dial, ...]) -> bool:
    """Whether they failed for longer than any start takes."""
    told = sum(dial.failed.count for dial in found)
    if told >= _LASTS:
        return True
    if not found or node.one(KilledByProbe) is None:
        return False
    # Who was killed for something else has a few of these after every start.
    return _other_liveness_failures(node, found) <= told


def _other_liveness_failures(node: NodeView, found: tuple[Dial, ...]) -> int:
    ours = [dial.failed for dial in found]
    failed = node.all(ProbeFailed, lambda each: is_main(each) and each.probe is Probe.LIVENESS)
    return sum(each.count for each in failed if each not in ours)
