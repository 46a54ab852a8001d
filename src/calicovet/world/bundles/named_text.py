"""A text before it is evidence."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from calicovet.model.record import record

if TYPE_CHECKING:
    from calicovet.world.bundles.foreign_layout import Told

Numbered = Iterable[tuple[int, str]]


@record
class Named:
    """Text under the name that people know it by."""

    name: str
    lines: Numbered
    told: "Told | None" = None
    """What its path in another program's bundle tells."""
    is_cut: Callable[[], bool] = bool
    """Asked when all lines were read: whether the text ended before its end."""
