"""The registry is not reached, does not let the node in, or does not have the image."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import ContainerState, KubeletSaid, LookupFailed
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import UNREACHED, How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import PULL, PULL_FAILED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import CONTAINERS_NOT_STARTED
from calicovet.signals.image_pulls import (
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
    )


CAUSE = Cause(
    name=_NAME,
    code="IMG001",
    stage=StageId.IMAGES_PRESENT,
    shows_as=CONTAINERS_NOT_STARTED,
    reads=(*READS, LookupFailed),
    decided_by=(ContainerState,),
    failures=(
        fails(*PULL, thing=(ThingClass.IMAGE, ThingClass.REGISTRY)),
        fails(
            *UNREACHED,
            How.FAILED,
            How.FORBIDDEN,
            How.SERVER_ERROR,
            How.UNAUTHORIZED,
            How.FOREIGN_ANSWER,
            How.SLOW,
            How.EOF,
            How.RESET,
            How.NOT_RESOLVED,
            thing=ThingClass.PROXY,
            by=(Speaker.KUBELET, Speaker.RUNTIME),
            doing=Act.PULL,
        ),
        PULL_FAILED,
        fails(
            How.FAILED,
            How.NOT_READY,
            How.NO_ROUTE,
            thing=(ThingClass.IMAGE, ThingClass.REGISTRY),
            by=Speaker.PERSON,
        ),
    ),
    examine=examine,
    plan=plan,
    caused_by=("host-dns-broken", "host-time-skew"),
    unforeseen=Unforeseen.NEEDS_REGISTRY,
)
