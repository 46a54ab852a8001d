"""The image was unpacked wrongly on this node."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates
from calicovet.model.commands.shell import command
from calicovet.model.facts import ContainerImage, ContainerState, RuntimeSaid
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import PROGRAM_NOT_RUN, PULL_FAILED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    NoUndo,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.cpu_architecture import READS, processor_of
from calicovet.signals.messages import message_unless_others

_NAME = "img-corrupt-layer"
_FILE = f"{_NAME}:file"
_KEYS = frozenset({_NAME, _FILE, "img-arch-mismatch", "img-arch-mismatch:new"})
"""A program that is missing or that the kernel cannot run: on a processor that it runs on elsewhere."""


def examine(case: Case) -> Iterator[Sign]:
    said = _said(case.node)
    if said is None:
        return
    others = (_said(peer.unread()) for peer in case.peers.showing(RuntimeSaid))
    also = next((found for found in others if found and _is_alike(found, said)), None)
    words = {"path": said.detail("path")}
    if (since := _started_since(case.node, said)) is not None:
        yield denies(said, since)
    elif also is not None:
        # What fails elsewhere too was not damaged here.
        yield denies(said, also)
    elif _only_here(case, said):
        yield indicates(said, **words)
    else:
        yield hints(said, **words)


def _is_alike(found: RuntimeSaid, said: RuntimeSaid) -> bool:
    """A program that is missing here and one that cannot be run there are two troubles."""
    return (found.key == _FILE) is (said.key == _FILE)


def _said(node: NodeView) -> RuntimeSaid | None:
    return message_unless_others(node, RuntimeSaid, *_KEYS)


def _started_since(node: NodeView, said: RuntimeSaid) -> ContainerState | None:
    """A container of the present pod that was started later: journals remember pods that are gone."""
    at = said.at
    return node.one(
        ContainerState,
        lambda state: at is not None and state.started is not None and state.started > at,
    )


def _only_here(case: Case, said: RuntimeSaid) -> bool:
    """Whether a healthy node shows that the image is right: one with the same processor, if that is the question."""
    if said.key == _FILE:
        return bool(case.fair)
    mine = processor_of(case.node)
    theirs = (processor_of(peer.unread()) for peer in case.fair)
    return mine is not None and any(other is not None and other[0] == mine[0] for other in theirs)


def _image(node: NodeView) -> str | None:
    """The image of the container that the message is about, or else any of the pod's."""
    said = _said(node)
    container = said.about.container if said is not None else ""
    found = node.all(ContainerImage)
    own = (one for one in found if one.about.container == container)
    chosen = next(own, None) or next(iter(found), None)
    return chosen.image if chosen is not None else None


def plan(case: Case) -> Plan:
    image = _image(case.node)
    return Plan(
        steps=(
            RunOnNode(
                "compare-the-images",
                commands=(
                    "crictl images --digests | grep calico",
                    "journalctl -k -b -1 | tail -5",
                    "df -h",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "throw-it-away",
                commands=(
                    # Pulled first: an image that no registry serves must not be deleted.
                    command("crictl pull {image}", image=image),
                    # Containers keep the layer, even those that have ended.
                    command("crictl ps -aq --image {image} | xargs -r crictl rm -f", image=image),
                    command("crictl rmi {image}", image=image),
                    command("crictl pull {image}", image=image),
                ),
                no_undo=NoUndo.RECREATED,
            ),
            RestartPod(),
            AskHuman("look-at-the-disk"),
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="IMG005",
    stage=StageId.IMAGES_PRESENT,
    shows_as=frozenset({Shape.CONTAINER_NOT_CREATED, Shape.INIT_FAILING, Shape.EXITS_AT_STARTUP}),
    reads=(RuntimeSaid, ContainerState, *READS),
    failures=(
        fails(
            How.CORRUPT,
            thing=ThingClass.DISK,
            by=(Speaker.KUBELET, Speaker.RUNTIME),
            doing=Act.PULL,
        ),
        *PROGRAM_NOT_RUN,
        fails(How.CORRUPT, thing=(ThingClass.IMAGE, ThingClass.REGISTRY)),
        fails(How.EOF, How.MISMATCH, thing=ThingClass.IMAGE, doing=Act.UNPACK),
        PULL_FAILED,
    ),
    examine=examine,
    plan=plan,
    prior=0.3,
    unforeseen=Unforeseen.NEEDS_REGISTRY,
)
