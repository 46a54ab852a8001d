"""API objects as text with one value on a line, which people and readers can cite."""

from contextlib import suppress

import msgspec

from calicovet.world.redact import redact_object


def printed(raw: bytes) -> str:
    """The object without secrets and without what only machines write, indented; other text as it is."""
    clean = redact_object(raw)
    # Cut in the middle, or no JSON at all: readers take what they can.
    with suppress(msgspec.DecodeError):
        clean = msgspec.json.format(clean, indent=2)
    return clean.decode(errors="replace")
