"""Texts that are one file of settings: YAML or JSON from the first line to the last."""

import re
from collections.abc import Sequence

_KEY = re.compile(r"^(?:- )?[\"']?[\w./-]{1,80}[\"']?:(?: |$)|^---|^- \S|^#")
_TIME = re.compile(r"\b20\d\d-\d\d-\d\d[ T]\d\d:\d\d|\b[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d")
_LONGEST = 5_000
"""A longer text is the output of a program."""


def is_settings(texts: Sequence[str]) -> bool:
    """Whether all of it is settings, in which nothing happened: no line has a time.

    Sentences in it are values: messages to look for, descriptions, hints.
    """
    rows = [row for row in (text[:400] for text in texts) if row.strip()]
    if len(rows) < 3 or len(rows) > _LONGEST or any(_TIME.search(row) for row in rows):
        return False
    return _is_json(rows) or _is_yaml(rows)


def _is_json(rows: Sequence[str]) -> bool:
    first, last = rows[0].strip(), rows[-1].strip()
    closed = (first[0], last[-1]) in (("{", "}"), ("[", "]"))
    return closed and all(row.lstrip()[0] in '"{}[]-0123456789tfn' for row in rows)


def _is_yaml(rows: Sequence[str]) -> bool:
    """Whether each line at the edge is a key or an entry, and what it holds stands deeper."""
    at_the_edge = [row for row in rows if not row[0].isspace()]
    deeper = len(rows) - len(at_the_edge)
    return deeper > 0 and all(_KEY.match(row) for row in at_the_edge) and ":" in rows[0] + rows[1]
