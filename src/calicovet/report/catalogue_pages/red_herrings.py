"""Loads the table of harmless messages."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from calicovet.model.language import Language
from calicovet.model.record import record
from calicovet.report.toml_files import read_toml
from calicovet.report.words import words


@record(kw_only=True)
class Herring:
    """One row, in both languages."""

    key: str
    line: str
    """How it looks, as some program prints it."""
    why: Mapping[Language, str]
    seen: Mapping[Language, str]
    """Where it is found although all is well."""
    matters: Mapping[Language, str]
    """When it does matter; empty: never."""
    leads: tuple[str, ...] = ()
    """The causes that are then worth a look."""


@cache
def herrings() -> tuple[Herring, ...]:
    """Every row, in the order of the file."""
    return tuple(
        Herring(
            key=key,
            line=row["line"],
            why={language: words(language).say(f"herring.{key}") for language in Language},
            seen=_told(row["seen"]),
            matters=_told(row.get("matters", {})),
            leads=tuple(row.get("leads", ())),
        )
        for key, row in read_toml(Path(__file__).with_name("red_herrings.toml")).items()
    )


def find_herring(key: str) -> Herring | None:
    """The row of that key."""
    return next((row for row in herrings() if row.key == key.strip().lower()), None)


def _told(row: Mapping[str, str]) -> Mapping[Language, str]:
    return {language: row[language] for language in Language} if row else {}
