"""The registry gives this address no more images for a while."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import KubeletSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import PULL_FAILED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import CONTAINERS_NOT_STARTED
from calicovet.signals.image_pulls import is_for_calico_node, keeps_operator_away, refused_pull

_NAME = "img-pull-rate-limit"
_USUAL = "docker.io"


def examine(case: Case) -> Iterator[Sign]:
    said = refused_pull(case.node, _NAME)
    if said is None:
        return
    image = said.detail("image")
    words = {"image": image or "?", "registry": _registry(image)}
    if is_for_calico_node(said):
        yield proves(said, **words)
    elif keeps_operator_away(case, said) or (not said.about.pod and not image):
        # The words alone, with no image: in a text about calico-node it is hardly another one.
        yield indicates(said, **words)
    else:
        yield hints(said, **words)


def _registry(image: str) -> str:
    first, slash, _ = image.partition("/")
    return first if slash and ("." in first or ":" in first) else _USUAL


def plan(case: Case) -> Plan:
    said = refused_pull(case.node, _NAME)
    image = said.detail("image") if said and said.detail("image") else None
    return Plan(
        steps=(AskHuman("another-registry", risk=Risk.ROLLS_ALL_NODES),),
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
    code="IMG002",
    stage=StageId.IMAGES_PRESENT,
    shows_as=CONTAINERS_NOT_STARTED,
    reads=(KubeletSaid,),
    failures=(
        fails(How.RATE_LIMITED, thing=(ThingClass.IMAGE, ThingClass.REGISTRY)),
        PULL_FAILED,
    ),
    examine=examine,
    plan=plan,
    scope=Scope.SHARED,
    prior=0.5,
    unforeseen=Unforeseen.NEEDS_REGISTRY,
)
