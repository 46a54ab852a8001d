"""The Installation asks for a combination that the operator refuses."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, hints, indicates, proves
from calicovet.model.facts import ControllersSaid
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AN_INSTALLATION, AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.messages import message

_NAME = "op-provider-or-cni-mismatch"
_OWN = ("kubernetesprovider", "cni.type")


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, ControllersSaid, _NAME, f"{_NAME}:cni")
    if said is not None:
        other = said.detail("detected") or said.detail("cni") or "?"
        yield proves(said, why=f"kubernetesProvider {said.detail('provider') or '(none)'}, {other}")
        return
    refused = message(case.node, ControllersSaid, f"{_NAME}:invalid")
    if refused is not None:
        # Any field may be wrong; the end of the line says which.
        sign = hints if _names_another_setting(case.node, refused) else indicates
        yield sign(refused, why=refused.detail("error") or "?")


def _names_another_setting(node: NodeView, refused: ControllersSaid) -> bool:
    """Whether the same line names a setting that is neither the provider nor the network plugin."""
    settings = {
        thing.value
        for failure in node.all(Failure, lambda failure: failure.cited == refused.cited)
        for thing in (failure.thing, failure.goal)
        if thing.kind is ThingClass.CONFIG
    }
    return bool(settings - {"", *_OWN})


CAUSE = Cause(
    name=_NAME,
    code="OWN003",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(ControllersSaid, Failure),
    failures=(
        fails(
            How.MISMATCH,
            How.INVALID_VALUE,
            How.NOT_SUPPORTED,
            How.CONFLICT,
            thing=ThingClass.CONFIG,
            value=("kubernetesprovider", "cni.type"),
        ),
        fails(
            How.INVALID_OBJECT, How.INVALID_VALUE, thing=ThingClass.RESOURCE, value="installations"
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "look-at-the-status",
                commands=(
                    "kubectl get tigerastatus calico -o yaml",
                    "kubectl get installation default -o yaml",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("correct-the-installation", risk=Risk.CLUSTER_WIDE),
        ),
        within=AN_INSTALLATION,
    ),
    scope=Scope.CLUSTER,
    prior=0.5,
)
