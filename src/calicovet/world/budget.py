"""The unpack budget for compressed input."""

MOST_UNPACKED = 16 << 30
"""Bytes that are unpacked at most, whether they are looked at or not."""
BOMB = 64 << 20
"""From so many bytes on, a file that unpacks to more than RATIO times its size is called a bomb."""
RATIO = 200


class Budget:
    """Counts what went in and what came out."""

    def __init__(self, packed: int = 0) -> None:
        self.packed = packed
        self.given = 0

    @property
    def is_exceeded(self) -> bool:
        """Whether nothing more is to be unpacked."""
        swells = self.given > BOMB and self.given > RATIO * self.packed
        return swells or self.given > MOST_UNPACKED
