"""The catalogue as a table."""

from collections.abc import Sequence

from calicovet.causes.catalogue import code_of
from calicovet.model.cause import Cause
from calicovet.model.language import Language
from calicovet.report.sentences import title
from calicovet.report.words import words
from calicovet.report.wrap import pad, width_of


def render_causes(causes: Sequence[Cause], language: Language) -> str:
    """Code, name, stage and title of each."""
    frame = words(language)
    if not causes:
        return f"{frame.say('causes.none')}\n"
    head = tuple(frame.say(f"causes.{key}") for key in ("code", "name", "stage", "title"))
    table = [head]
    table += [
        (code_of(cause.name), cause.name, str(cause.stage), title(cause.name, language))
        for cause in causes
    ]
    widths = [max(width_of(row[column]) for row in table) for column in range(3)]
    return "".join(
        "  ".join((*(pad(cell, width) for cell, width in zip(row, widths, strict=False)), row[3]))
        + "\n"
        for row in table
    )
