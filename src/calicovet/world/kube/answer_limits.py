"""Limits on answers of an API server: bytes and pages."""

from collections.abc import Iterator

from calicovet.world.kube.errors import ApiUnreachable, Why

MOST_DECODED = 256 << 20
"""Bytes of one answer, unpacked: ten times what 5,000 nodes with all their objects' metadata are."""
MOST_OF_A_LIST = 1 << 30
"""Bytes of all pages of a list together."""
MOST_PAGES = 2_000
"""Pages of a list: a million objects."""
REFUSAL = 1 << 16
"""Bytes of a refusal that are read."""


def bounded(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The chunks of an answer that is to be held; ApiUnreachable where they do not end."""
    left = MOST_DECODED
    for chunk in chunks:
        left -= len(chunk)
        if left < 0:
            raise ApiUnreachable(
                Why.TOO_BIG, f"an answer of more than {MOST_DECODED >> 20} MiB when unpacked"
            )
        yield chunk


class ListBudget:
    """What is left of the bytes and pages of one list."""

    def __init__(self) -> None:
        self._left = MOST_OF_A_LIST
        self._tokens = set[str]()

    def spend(self, size: int, token: str) -> None:
        """Counts a page that names the next one by its continue token; ApiUnreachable where that is too much."""
        self._left -= size
        if token in self._tokens:
            raise ApiUnreachable(Why.TOO_BIG, "a page of the list leads back to an earlier one")
        self._tokens.add(token)
        if self._left < 0:
            raise ApiUnreachable(Why.TOO_BIG, f"a list of more than {MOST_OF_A_LIST >> 20} MiB")
        if len(self._tokens) >= MOST_PAGES:
            raise ApiUnreachable(Why.TOO_BIG, f"a list of more than {MOST_PAGES} pages")
