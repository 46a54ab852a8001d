"""API objects as text with one value on a line, which people and readers can cite."""

import msgspec

from calicovet.world.redact import redact_object


def printed(raw: bytes) -> str:
    """The object without secrets and without what only machines write, indented."""
    return msgspec.json.format(redact_object(raw), indent=2).decode(errors="replace")


def printed_list(kind: str, version: str, items: list[bytes]) -> str:
    """A list of objects of one kind; items of a list do not say their kind themselves."""
    head = f'{{"apiVersion":"{version}","kind":"{kind}List","items":['.encode()
    return printed(head + b",".join(items) + b"]}")
