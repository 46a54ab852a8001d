"""CRI-O does not know which registry an image without one is to come from."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.facts import KubeletSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import INIT_NOT_RUN_OR_FAILS
from calicovet.signals.message_owner import Whose, told, whose
from calicovet.signals.operator_pod import keeps_from_being_made

_NAME = "img-short-name"
_HOLES = ("image", "ambiguous", "unqualified")


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, KubeletSaid, _NAME)
    if said is None:
        return
    image = next(filter(None, map(said.detail, _HOLES)), "?")
    if keeps_from_being_made(case, said):
        yield indicates(said, image=image)
        return
    if whose(said) is Whose.OTHERS:
        return
    ours = whose(said) is Whose.OURS or "calico" in image
    yield (proves if ours else hints)(said, image=image)


CAUSE = Cause(
    name=_NAME,
    code="IMG009",
    stage=StageId.IMAGES_PRESENT,
    shows_as=INIT_NOT_RUN_OR_FAILS,
    reads=(KubeletSaid,),
    decided_by=(KubeletSaid,),
    failures=(fails(How.INVALID_VALUE, thing=(ThingClass.IMAGE, ThingClass.REGISTRY)),),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-the-registries",
                commands=(
                    "grep -rn unqualified-search"
                    " /etc/containers/registries.conf /etc/containers/registries.conf.d",
                    "crio config 2>/dev/null | grep short_name_mode",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("name-the-registry", risk=Risk.ROLLS_ALL_NODES),
        ),
    ),
    prior=0.04,
    unforeseen=Unforeseen.NEEDS_REGISTRY,
)
