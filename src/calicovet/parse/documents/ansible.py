"""What Ansible printed of tasks whose failure did not matter."""

import re
from collections.abc import Sequence

from calicovet.parse.text.cleaning import Line

_FAILED = re.compile(r"^(?:fatal|failed): \[[^\]]{1,100}\]")
_NEXT = re.compile(
    r"^(?:TASK|PLAY|RUNNING HANDLER) ?(?:\[|RECAP)|^(?:ok|changed|skipping|included): "
)
_RETRYING = re.compile(r"^FAILED - RETRYING: ")
_IGNORED = "...ignoring"


def without_ignored_failures(lines: Sequence[Line]) -> list[Line]:
    """The lines without the failures that a play ignored, and without its retries."""
    if not any(line.text.startswith((_IGNORED, "FAILED - RETRYING")) for line in lines):
        return list(lines)
    kept: list[Line] = []
    failed: list[Line] = []
    for line in lines:
        if _RETRYING.match(line.text):
            continue
        if line.text.strip() == _IGNORED:
            failed = []
        elif _FAILED.match(line.text) or (failed and not _NEXT.match(line.text)):
            failed.append(line)
        else:
            kept += [*failed, line]
            failed = []
    return kept + failed
