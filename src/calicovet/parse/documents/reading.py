"""A text as prose and code, without what was written about failures and not observed."""

from calicovet.model.record import record
from calicovet.parse.documents.ansible import without_ignored_failures
from calicovet.parse.documents.comments import without_comments
from calicovet.parse.documents.settings_alone import is_settings
from calicovet.parse.documents.supposed import without_supposed
from calicovet.parse.text.blocks import Code, Item, cut
from calicovet.parse.text.cleaning import clean
from calicovet.parse.text.guides import is_guide


@record
class Reading:
    """The parts of a text in their order."""

    items: tuple[Item, ...]
    is_guide: bool = False
    is_settings: bool = False


def read(content: str) -> Reading:
    """The text cut into prose and code; comments, ignored failures and lists of what may be are left out."""
    cleaned = clean(content)
    lines = without_comments(without_ignored_failures(cleaned))
    items = cut(lines)
    if is_guide(items):
        return Reading(tuple(items), is_guide=True)
    if is_settings([line.text for line in cleaned]):
        return Reading(tuple(item for item in items if isinstance(item, Code)), is_settings=True)
    return Reading(tuple(without_supposed(items)))
