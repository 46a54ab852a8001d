"""Server-side Tables: columns and rows."""

from typing import Any

from msgspec import Raw, Struct

from calicovet.model.record import record


class Row(Struct, gc=False):
    cells: list[Any]
    """Strings, numbers, truth values or nothing, one for each column."""
    object: Raw = Raw()
    """The object's metadata, where it was asked for."""


@record
class Table:
    """Columns are for people and change with the server's version: look for them by name."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def cells(self, column: str) -> tuple[Any, ...] | None:
        """The column from top to bottom; None where the server does not print it."""
        if column not in self.columns:
            return None
        place = self.columns.index(column)
        return tuple(row.cells[place] for row in self.rows)
