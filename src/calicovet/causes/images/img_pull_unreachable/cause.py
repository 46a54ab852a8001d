"""The registry is not reached, does not let the node in, or does not have the image."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, hints, indicates, proves
from calicovet.model.facts import ContainerState, KubeletSaid, LookupFailed
from calicovet.model.plan import AskHuman, Plan, Risk, RunOnNode, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId
from calicovet.startup.pulls import (
    READS,
    is_for_calico_node,
    keeps_operator_away,
    refused_pull,
    waits_for_an_image,
)

_NAME = "img-pull-unreachable"
_LIMITED = "img-pull-rate-limit"
_NOT_YET = " is before "
"""The certificate is younger than the host's clock believes possible."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = refused_pull(node, _NAME)
    if said is None:
        waits = waits_for_an_image(node)
        if waits is not None and refused_pull(node, _LIMITED) is None:
            yield hints(waits, image="?", error="?")
        return
    words = {"image": said.detail("image"), "error": said.detail("error").strip(" :")}
    of_operator = keeps_operator_away(case, said)
    if not is_for_calico_node(said) and not of_operator:
        # An image of another pod: a node whose own are there is well without it.
        if (waits := waits_for_an_image(node)) is not None:
            yield hints(waits, said, **words)
    elif _asked_the_resolver(node, said) or _NOT_YET in words["error"]:
        # A resolver or a clock that is wrong shows here, too.
        yield hints(said, **words)
    else:
        yield (indicates if of_operator else proves)(said, **words)


def _asked_the_resolver(node: NodeView, said: KubeletSaid) -> bool:
    return node.one(LookupFailed, lambda failed: failed.cited == said.cited) is not None


def plan(case: Case) -> Plan:
    said = refused_pull(case.node, _NAME)
    image = said.detail("image") if said else None
    return Plan(
        steps=(
            RunOnNode(
                "try-the-pull",
                commands=(
                    command("crictl pull {image}", image=image),
                    "ls /etc/containerd/certs.d",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("open-the-registry", risk=Risk.TOUCHES_HOST),
        ),
        reaches=StageId.IMAGES_PRESENT,
        instead=Plan(
            steps=(
                RunOnNode(
                    "bring-the-image",
                    commands=("ctr -n k8s.io images import <file>.tar",),
                    undo=(command("crictl rmi {image}", image=image),),
                ),
            )
        ),
        does_not_help=(Vain.DELETE_POD, Vain.RESTART_KUBELET, Vain.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.IMAGES_PRESENT,
    shows_as=frozenset({Shape.PENDING, Shape.CONTAINER_NOT_CREATED, Shape.INIT_STUCK}),
    reads=(*READS, LookupFailed),
    decided_by=(ContainerState,),
    examine=examine,
    plan=plan,
    caused_by=("host-dns-broken", "host-time-skew"),
)
