"""nftables sets that Felix fails to write."""

from collections.abc import Iterator

from calicovet.model.case import NodeView
from calicovet.model.cause import Sign, denies
from calicovet.model.facts import Fact, FelixSaid
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over
from calicovet.signals.messages import proves_if_confirmed

SETS_READS: tuple[type[Fact], ...] = (FelixSaid, *GOT_OVER, *RELEASE_READS)
"""What `sets_not_taken` asks for."""
_GAVE_UP = "felix-ipset-type-missing:panic"
"""Felix says the same of sets of iptables and of nftables."""


def sets_not_taken(node: NodeView, key: str, detail: str) -> Iterator[Sign]:
    """The complaint of that key, by how it ended; `detail` is the rest of it."""
    said = felix_said(node, key)
    if said is None:
        return
    over = got_over(node, said)
    if over is not None:
        yield denies(said, over)
        return
    gave_up = felix_said(node, _GAVE_UP)
    words = {detail: said.detail(detail), "release": release_of(node) or "?"}
    yield proves_if_confirmed(said, gave_up, **words)
