"""The language that a caller names."""

from calicovet.model.errors import BadUsage
from calicovet.model.language import Language


def language_of(lang: str) -> Language:
    """The language of that name; BadUsage where there is none."""
    try:
        return Language(lang)
    except ValueError:
        raise BadUsage(f"no language {lang!r}; known: {', '.join(Language)}") from None
