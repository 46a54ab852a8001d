"""Whether two nodes run the same image, and not only one of the same name."""

from calicovet.model.case import NodeView
from calicovet.model.facts import ImageId


def runs_another(node: NodeView, peer: NodeView) -> ImageId | None:
    """What shows that a name stands for another image there; None where it does not, or nobody knows."""
    theirs = {(found.image, _was_pulled(found)): found.id for found in peer.unread().all(ImageId)}
    return node.one(
        ImageId,
        lambda found: theirs.get((found.image, _was_pulled(found)), found.id) != found.id,
    )


def _was_pulled(found: ImageId) -> bool:
    """An image that was pulled is known by its registry's digest, one that was loaded by its own."""
    return "@" in found.id
