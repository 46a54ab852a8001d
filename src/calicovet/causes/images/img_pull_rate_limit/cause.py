"""The registry gives this address no more images for a while."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, indicates, proves
from calicovet.model.facts import KubeletSaid
from calicovet.model.plan import AskHuman, Plan, Risk, RunOnNode, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId
from calicovet.startup.pulls import is_for_calico_node, keeps_operator_away, refused_pull

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
        does_not_help=(Vain.DELETE_POD, Vain.RESTART_KUBELET, Vain.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.IMAGES_PRESENT,
    shows_as=frozenset({Shape.PENDING, Shape.CONTAINER_NOT_CREATED, Shape.INIT_STUCK}),
    reads=(KubeletSaid,),
    examine=examine,
    plan=plan,
    prior=0.5,
)
