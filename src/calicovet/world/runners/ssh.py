"""Runs the host script over the user's OpenSSH."""

import re
from threading import Event

from calicovet.model.commands.shell import command, fits, part
from calicovet.model.evidence import Evidence, EvidenceKind, Gap, GapReason, Request
from calicovet.model.subject import Subject
from calicovet.world.runners.output import MOST, by_hand, transcript_of
from calicovet.world.runners.process import Ending, Ran, run_program

BY_NAME = "{node}"
"""The node's name as ssh's destination; `{address}` is its InternalIP."""
_ASKS_FOR_NOTHING = ("-o", "BatchMode=yes", "-o", "ConnectTimeout=5")
_WAYS_TO_FAIL: tuple[tuple[str, GapReason], ...] = (
    (r"Host key for \S+ has changed", GapReason.NOT_CONFIGURED),
    (r"Host key verification failed", GapReason.NOT_CONFIGURED),
    (r"Permission denied|Too many authentication failures", GapReason.FORBIDDEN),
    (r"Could not resolve hostname|Name or service not known", GapReason.UNREACHABLE),
    (r"timed out|Connection timed out", GapReason.TIMED_OUT),
    (r"refused|No route to host|unreachable|reset by|closed by", GapReason.UNREACHABLE),
    (r"not found|No such file", GapReason.ABSENT),
)


def is_template(target: str) -> bool:
    """Whether every node gets its own destination."""
    return "{node}" in target or "{address}" in target


def run_over_ssh(
    node: str, address: str, script: str, *, timeout: float, stop: Event, target: str = BY_NAME
) -> Evidence | Gap:
    """What the script shows on that node, or why ssh did not get there."""
    request = Request(EvidenceKind.PASTE, Subject(node=node))
    if "{address}" in target and not address:
        return Gap(request, GapReason.ABSENT, "ssh: no InternalIP", by_hand(node))
    if not (fits("node", node) and (not address or fits("address", address))):
        return Gap(request, GapReason.ABSENT, "ssh: not a host's name", by_hand(node))
    destination = target.replace("{node}", node).replace("{address}", address)
    # The script is to end before we lose patience; `env` works in every login shell.
    remote = f"env CALICOVET_SECONDS={max(5, int(timeout) - 5)} sh -s"
    words = ("ssh", *_ASKS_FOR_NOTHING, "--", destination, remote)
    try:
        ran = run_program(words, script.encode(), timeout=timeout, stop=stop, most=MOST)
    except OSError as error:
        detail = f"ssh: {error.strerror or error}"
        return Gap(request, GapReason.NOT_CONFIGURED, detail, by_hand(node))
    shown = transcript_of(
        ran.output,
        node,
        source=f"ssh {node}",
        taken_by=command(
            "calicovet host-script | ssh {destination} sh -s", destination=destination
        ),
        cut=ran.ending is not Ending.BY_ITSELF or ran.status != 0,
    )
    return shown or _gap(request, ran, destination)


def _gap(request: Request, ran: Ran, destination: str) -> Gap:
    hand = by_hand(request.about.node)
    if ran.ending is Ending.TIMED_OUT:
        return Gap(request, GapReason.TIMED_OUT, f"ssh {destination}: timed out", hand)
    if ran.ending is Ending.STOPPED:
        return Gap(request, GapReason.STOPPED, f"ssh {destination}: stopped", hand)
    for sign, reason in _WAYS_TO_FAIL:
        said = re.search(rf".*(?:{sign}).*", ran.complaints)
        if said is None:
            continue
        close = _trust(said[0], destination) if reason is GapReason.NOT_CONFIGURED else hand
        return Gap(request, reason, _first(said[0]), close)
    said_at_all = ran.complaints.strip() or ran.output.decode(errors="replace").strip()
    detail = _first(said_at_all) or f"ssh ended with {ran.status}"
    return Gap(request, GapReason.UNREACHABLE, detail, hand)


def _trust(said: str, destination: str) -> str:
    """How a person says that the host is the right one: at the first visit, or since it is a new one."""
    visit = part("ssh {destination} true", destination=destination)
    changed = re.search(r"Host key for (\S+) has changed", said)
    if changed is None:
        return str(visit)
    return command(
        "if {host} was installed anew: ssh-keygen -R {host} && {visit}",
        host=changed[1],
        visit=visit,
    )


def _first(text: str) -> str:
    return text.strip().split("\n")[0].strip()[:300]
