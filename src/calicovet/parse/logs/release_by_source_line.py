"""The Calico release, from the source lines that a log names."""

from collections.abc import Iterable, Mapping

Release = tuple[int, int, int]
Span = tuple[Release, Release]

_LAST = 99
"""Stands for the last patch of a minor release."""

EARLY, NODE_NAME, SKIPPED = "Early log level set to", "Using node name: ", "Skipping datastore"
NODENAME_ENV, DETERMINED = "Using NODENAME environment", "Determined node name"
HEALTH, SCTP = "Overall health status changed", "attempted to modprobe nf_conntrack_proto_sctp"
LINK_STATE, LINK_UPDATE = "Linux interface state changed", "Received interface update"

# Spans of releases, then for each message the line at which it stands in them.
_STARTUP: tuple[tuple[str, int, int], ...] = (
    ("3.2", 252, 177),
    ("3.3.1-3.3", 264, 189),
    ("3.4.0-3.4.0", 244, 169),
    ("3.4.1-3.8", 256, 181),
    ("3.9", 255, 180),
    ("3.10-3.12", 259, 184),
    ("3.13.0-3.13.2", 290, 215),
    ("3.13.3-3.13", 309, 234),
    ("3.14-3.15.1", 299, 234),
    ("3.15.2-3.15.4", 349, 207),
    ("3.15.5-3.15", 356, 214),
    ("3.16.0-3.16.2", 361, 214),
    ("3.16.3-3.16", 376, 214),
    ("3.17.0-3.17.3", 379, 217),
    ("3.17.4-3.17", 386, 224),
    ("3.18.0-3.18.1", 383, 221),
    ("3.18.2-3.19", 390, 228),
    ("3.20-3.21", 396, 208),
    ("3.21.1-3.21", 397, 209),
    ("3.22-3.24", 425, 218),
    ("3.25", 427, 218),
    ("3.26", 432, 217),
    ("3.27", 445, 222),
    ("3.28", 431, 215),
    ("3.29", 439, 215),
    ("3.30", 437, 213),
    ("3.31", 552, 249),
    ("3.32", 553, 241),
)
_HEALTH = (
    ("3.22", 196),
    ("3.23-3.24", 242),
    ("3.25", 306),
    ("3.26-3.29", 336),
    ("3.30-3.31", 334),
    ("3.32", 333),
)
_SCTP = (
    ("3.22", 1696),
    ("3.23", 1761),
    ("3.24", 1864),
    ("3.25", 1865),
    ("3.26", 1942),
    ("3.27.0-3.27.0", 2052),
    ("3.28", 2001),
    ("3.29", 2153),
    ("3.30", 2315),
    ("3.31", 2471),
    ("3.32", 2622),
)
_LINKS = (
    ("3.29.0-3.29.1", 1430, 2097),
    ("3.29.2-3.29.7", 1431, 2098),
    ("3.30.0-3.30.3", 1590, 2259),
    ("3.30.4-3.30", 1593, 2262),
)


def _edge(text: str, patch: int) -> Release:
    parts = [int(part) for part in text.split(".")]
    return parts[0], parts[1], parts[2] if len(parts) > 2 else patch


def _span(text: str) -> Span:
    low, _, high = text.partition("-")
    return _edge(low, 0), _edge(high or low, _LAST)


def _positions() -> Mapping[tuple[str, str], Mapping[int, tuple[Span, ...]]]:
    table: dict[tuple[str, str], dict[int, tuple[Span, ...]]] = {}

    def put(file: str, message: str, line: int, span: str) -> None:
        lines = table.setdefault((file, message), {})
        lines[line] = (*lines.get(line, ()), _span(span))

    for span, early, name in _STARTUP:
        put("startup.go", EARLY, early, span)
        put("startup.go", NODE_NAME, name, span)
    for message, line in ((SKIPPED, 97), (NODENAME_ENV, 272), (DETERMINED, 284)):
        put("startup.go", message, line, "3.4.1-3.8")
    for span, line in _HEALTH:
        put("health.go", HEALTH, line, span)
    for span, line in _SCTP:
        put("int_dataplane.go", SCTP, line, span)
    for span, state, update in _LINKS:
        put("int_dataplane.go", LINK_STATE, state, span)
        put("int_dataplane.go", LINK_UPDATE, update, span)
    return table


_POSITIONS = _positions()
_FILES = frozenset(file for file, _ in _POSITIONS)


def knows(file: str) -> bool:
    """Whether lines of that source file can tell anything."""
    return file in _FILES


def spans_at(file: str, line: int, message: str) -> tuple[Span, ...]:
    """The releases in which the message stands at that line; empty: unknown."""
    for (known, start), lines in _POSITIONS.items():
        if known == file and message.startswith(start):
            return lines.get(line, ())
    return ()


def common_span(seen: Iterable[tuple[Span, ...]]) -> Span | None:
    """The one span of releases that fits everything seen; None where none or several do."""
    fitting: list[Span] | None = None
    for spans in seen:
        if fitting is None:
            fitting = list(spans)
            continue
        fitting = [
            (max(one[0], other[0]), min(one[1], other[1]))
            for one in fitting
            for other in spans
            if max(one[0], other[0]) <= min(one[1], other[1])
        ]
    return fitting[0] if fitting and len(fitting) == 1 else None


def release_text(release: Release) -> str:
    """`v3.15.1`; the last patch of a minor release, whatever it is, is written `v3.15`."""
    major, minor, patch = release
    return f"v{major}.{minor}" if patch == _LAST else f"v{major}.{minor}.{patch}"
