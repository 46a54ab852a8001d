"""The processor architecture of a node and of an image."""

import re

from calicovet.model.case import NodeView
from calicovet.model.facts import Architecture, Claimed, ContainerImage, Fact, KernelVersion, Topic

READS: tuple[type[Fact], ...] = (Architecture, KernelVersion, ContainerImage)

_NAMES = {"x86_64": "amd64", "aarch64": "arm64", "raspi": "arm64"}
# The kernels of most distributions name the machine they were built for.
_KERNEL = re.compile(
    r"(?:^|[-._+])(x86_64|amd64|aarch64|arm64|raspi|ppc64le|s390x|riscv64)(?:$|[-._+])"
)
_IMAGE = re.compile(r"-(amd64|arm64|arm|ppc64le|s390x)(?::|@|$)")


def processor_of(node: NodeView) -> tuple[str, Fact] | None:
    """The node's architecture in the words of images, and the evidence for it."""
    told = node.one(Architecture)
    if told is not None:
        return told.name, told
    for kernel in node.all(KernelVersion):
        found = _KERNEL.search(kernel.version)
        if found is not None:
            return _NAMES.get(found[1], found[1]), kernel
    return None


def told_processor(node: NodeView) -> tuple[str, Claimed] | None:
    """The architecture that a person names; of several, it is unknown which is this node's."""
    told = node.all(Claimed, lambda claim: claim.topic is Topic.PROCESSOR)
    return (told[0].value, told[0]) if len({claim.value for claim in told}) == 1 else None


def made_for(node: NodeView) -> tuple[str, ContainerImage] | None:
    """The architecture that an image's name or tag names."""
    for image in node.all(ContainerImage):
        found = _IMAGE.search(image.image) or _IMAGE.search(f"-{image.tag.rpartition('-')[2]}")
        if found is not None:
            return found[1], image
    return None
