"""API objects as text with one value on a line, which people and readers can cite."""

from calicovet.world.json_decoding import indented
from calicovet.world.redaction.redact import redact_object


def printed(raw: bytes) -> str:
    """The object without secrets and without what only machines write, indented; other text as it is."""
    return indented(redact_object(raw)).decode(errors="replace")
