"""The image was made for another processor than the node has."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import Claimed, RuntimeSaid, Topic
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import PROGRAM_NOT_RUN
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.cpu_architecture import READS, made_for, processor_of, told_processor
from calicovet.signals.message_owner import OPERATOR, Whose, whose
from calicovet.signals.operator_pod import keeps_from_being_made

_NAME = "img-arch-mismatch"
_KEYS = frozenset({_NAME, f"{_NAME}:new", "img-corrupt-layer"})
"""A program that the kernel cannot run; the processor decides which of the two it is."""
_USUAL = "amd64"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = _said(case)
    if said is None:
        return
    mine, image = processor_of(node), made_for(node)
    if mine is None:
        mine = told_processor(node) if not _others_work(case) else None
    if mine is None:
        yield hints(said, processor="?", path=_path(said))
        return
    words = {"processor": mine[0], "path": _path(said)}
    alike = _healthy_alike(case, mine[0])
    if image is not None:
        if image[0] == mine[0]:
            yield denies(mine[1], image[1])
        else:
            yield proves(said, mine[1], image[1], **words)
    elif alike is not None:
        # The same image runs on such a processor elsewhere.
        yield denies(mine[1])
    elif mine[0] == _USUAL:
        yield hints(said, mine[1], **words)
    else:
        # Copies of images with one architecture only have the usual one.
        yield indicates(said, mine[1], **words)


def _said(case: Case) -> RuntimeSaid | None:
    return case.node.one(
        RuntimeSaid,
        lambda said: (
            said.key in _KEYS
            and (whose(said) is not Whose.OTHERS or keeps_from_being_made(case, said))
        ),
    )


def _others_work(case: Case) -> bool:
    """Whether it runs elsewhere: then it matters which of the nodes the text describes."""
    said = case.node.one(Claimed, lambda claim: claim.topic is Topic.OTHERS_HEALTHY)
    return bool(case.fair) or said is not None


def _path(said: RuntimeSaid) -> str:
    return said.detail("path") or "?"


def _healthy_alike(case: Case, processor: str) -> NodeView | None:
    for peer in case.fair:
        theirs = processor_of(peer.unread())
        if theirs is not None and theirs[0] == processor:
            return peer
    return None


def plan(case: Case) -> Plan:
    said = _said(case)
    if said is not None and whose(said) is Whose.OTHERS:
        owner = part("kubectl -n {name} get deployment {name}", name=OPERATOR)
    else:
        owner = part(
            "kubectl -n {namespace} get daemonset calico-node",
            namespace=case.node.namespace or "kube-system",
        )
    return Plan(
        steps=(
            RunKubectl(
                "look-at-the-processors",
                commands=(
                    "kubectl get nodes -L kubernetes.io/arch",
                    command("{owner} -o jsonpath='{{..image}}'", owner=owner),
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "look-at-the-image",
                commands=("crictl inspecti <image> | grep -i architecture", "uname -m"),
                risk=Risk.NONE,
            ),
            AskHuman("bring-the-right-image", risk=Risk.ROLLS_ALL_NODES),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    code="IMG003",
    stage=StageId.IMAGES_PRESENT,
    shows_as=frozenset(
        {
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=(RuntimeSaid, *READS),
    failures=(
        fails(How.EXEC_FORMAT, saying=("manifest", "platform")),
        *PROGRAM_NOT_RUN[:1],
    ),
    examine=examine,
    plan=plan,
    prior=0.5,
)
