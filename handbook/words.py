"""The words of the site, by language."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from calicovet.model.language import Language


@cache
def site_words(language: Language) -> Mapping[str, str]:
    """Sentences by key; `docs.gym` for one in a table."""
    text = Path(__file__).with_name(f"words.{language}.toml").read_text(encoding="utf-8")
    told: dict[str, str] = {}
    for key, value in tomllib.loads(text).items():
        if isinstance(value, str):
            told[key] = value
        else:
            told.update({f"{key}.{name}": words for name, words in value.items()})
    return told
