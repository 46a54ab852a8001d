"""JSON text that is safe to print on a terminal."""

from collections.abc import Mapping, Sequence

from calicovet.model.display.visible_text import escaped_json, without_surrogates


def json_text(value: object, *, indent: int = 2) -> str:
    """The document with its last newline; with indent 0 on one line."""
    import msgspec

    try:
        compact = msgspec.json.encode(value)
    except UnicodeEncodeError:
        # The name of a file need not be UTF-8; Python carries its bytes as lone surrogates.
        compact = msgspec.json.encode(_encodable(value))
    written = msgspec.json.format(compact, indent=indent) if indent else compact
    return escaped_json(written.decode()) + "\n"


def _encodable(value: object) -> object:
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, Mapping):
        return {_encodable(key): _encodable(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [_encodable(each) for each in value]
    return value
