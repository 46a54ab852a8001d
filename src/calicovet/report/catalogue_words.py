"""The words of the catalogue's lists and pages, by language; a diagnosis does not need them."""

from functools import cache

from calicovet.model.language import Language
from calicovet.report.words import Words, read_words


@cache
def catalogue_words(language: Language) -> Words:
    """Stages, families, facts and the frame of a cause's page."""
    return read_words("catalogue", language)
