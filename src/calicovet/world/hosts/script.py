"""The read-only shell script that `host-script` prints."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from calicovet.model.evidence_kinds.row import HostProbe
from calicovet.world.hosts.probes import CONTAINER_PROBES, HOST_PROBES
from calicovet.world.redaction.awk_filter import awk_filter

HEADER = "# calicovet host-script"
"""What the script prints first: before it stands only what a login shell has to say."""
PROMPT = "[root@"
"""How the line of every probe begins in the script's output."""


def host_script(node: str = "", apis: Sequence[str] = ()) -> str:
    """A POSIX shell script that only reads; its output is a transcript that `diagnose` reads.

    `node` is the name that Kubernetes knows the node by, where it cannot be found on the host;
    `apis` are addresses of the API server, host:port each.
    """
    return _filled(
        "host_script.sh",
        {
            "@NODE@": shlex.quote(node),
            "@APIS@": shlex.quote(" ".join(apis)),
            "@PROBES@": "\n".join(_lines(HOST_PROBES)),
            "@SECRETS@": awk_filter(),
        },
    )


def container_script(node: str) -> str:
    """The same from within calico-node's container, as far as it means the same there."""
    return _filled(
        "container_script.sh",
        {"@NODE@": shlex.quote(node), "@PROBES@": "\n".join(_lines(CONTAINER_PROBES))},
    )


def _filled(name: str, parts: Mapping[str, str]) -> str:
    frame = Path(__file__).with_name(name).read_text(encoding="utf-8")
    for hole, text in parts.items():
        frame = frame.replace(hole, text)
    return frame


def _lines(probes: Iterable[HostProbe]) -> Iterable[str]:
    for probe in probes:
        # What the script has found out is put into the line before it is shown.
        line = f'"{probe.line}"' if "$" in probe.line else shlex.quote(probe.line)
        call = f"probe {probe.seconds} {line}"
        if probe.each:
            call = f"for {probe.each}; do {call}; done"
        if probe.when:
            call = f"if {probe.when}; then {call}; fi"
        yield f"    {call}"
