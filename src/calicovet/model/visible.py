"""Text from outside without characters that act on a terminal or hide from the reader."""

import re

_BEYOND_TEXT = (
    # C0 without tab and newline, DEL, C1.
    "\x00-\x08\x0b-\x1f\x7f-\x9f"
    # Soft hyphen, combining grapheme joiner, Arabic letter mark and format signs, Syriac mark.
    "\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"
    # Hangul and Khmer fillers, Mongolian separators: nothing is drawn for them.
    "\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"
    # Zero width, directions, line and paragraph separators, isolates, invisible operators.
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    # Lone surrogates, variation selectors, byte order mark, interlinear notes, noncharacters of the first plane.
    "\ud800-\udfff\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff"
    # Musical and shorthand format signs, tags, variation selectors beyond the first plane.
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
_HOSTILE = re.compile(f"[{_BEYOND_TEXT}]")
_HOSTILE_IN_A_LINE = re.compile(f"[\t\n{_BEYOND_TEXT}]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


class Coloured(str):
    """Sanitised text with the control sequences that the report itself added to it."""

    __slots__ = ()


def visible(text: str) -> str:
    """The text with every control or invisible character spelt out; newlines and tabs stay."""
    if text.isascii() and text.isprintable():
        return text
    return _HOSTILE.sub(_spelt, text)


def visible_line(text: str) -> str:
    """The same for text that is part of one line: newlines and tabs are spelt out too."""
    if text.isascii() and text.isprintable():
        return text
    return _HOSTILE_IN_A_LINE.sub(_spelt, text)


def is_plain(text: str) -> bool:
    """Whether one line of text holds no control or invisible character."""
    return _HOSTILE_IN_A_LINE.search(text) is None


def escaped_json(document: str) -> str:
    """The same JSON with every control or invisible character of its strings as \\uXXXX."""
    return _HOSTILE.sub(_as_json, document)


def without_surrogates(text: str) -> str:
    """The text as UTF-8 can hold it: half characters, as of file names, are spelt out."""
    return text if text.isascii() else _SURROGATE.sub(_spelt, text)


def _spelt(found: re.Match[str]) -> str:
    char = found[0]
    if char in _SHORT:
        return _SHORT[char]
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _as_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass")
    pairs = zip(units[::2], units[1::2], strict=True)
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in pairs)
