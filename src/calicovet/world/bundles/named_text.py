"""A text with its name, before it is evidence."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from calicovet.model.record import record

if TYPE_CHECKING:
    from calicovet.world.bundles.layouts.row import Told

Numbered = Iterable[tuple[int, str]]

WHOLE = 8_000_000
"""A text of so many bytes is read whole."""


@record
class Named:
    """Text under the name that people know it by."""

    name: str
    lines: Numbered
    told: "Told | None" = None
    """What its path in another program's bundle says."""
    is_cut: Callable[[], bool] = bool
    """Asked when all lines were read: whether the text ended before its end."""
    whole_up_to: int = WHOLE
    host: str = ""
    """The host that the files around it were taken on; empty: not known."""
    from_folder: bool = False
    """It is a file of a folder or an archive, and no layout says what it is."""
