"""The operator's resource definitions were not installed."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, proves
from calicovet.model.facts import ControllersSaid, CrdListed
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AN_INSTALLATION, NoUndo, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED

_NAME = "op-crd-apply-failed"

_CRD = "installations.operator.tigera.io"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    listed = node.one(CrdListed, lambda found: found.name == _CRD)
    said = node.one(ControllersSaid, lambda found: found.key.partition(":")[0] == _NAME)
    if said is None:
        return
    if listed is not None:
        yield denies(listed)
    elif said.key != _NAME:
        yield proves(said, crd=_CRD)
    else:
        crd = said.detail("crd")
        # Many projects have definitions of that size.
        own = crd.endswith(("tigera.io", "projectcalico.org"))
        yield (proves if own else hints)(said, crd=crd or "?")


CAUSE = Cause(
    name=_NAME,
    code="OWN006",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(
        ControllersSaid,
        CrdListed,
    ),
    failures=(
        fails(
            How.NOT_SERVED,
            thing=ThingClass.RESOURCE,
            value=("installations", "apiservers", "imagesets", "tigerastatuses"),
        ),
        fails(
            How.INVALID_OBJECT,
            How.FULL,
            How.DENIED,
            thing=ThingClass.RESOURCE,
            value="customresourcedefinitions",
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "look-at-the-definitions",
                commands=("kubectl get crd | grep -e tigera -e projectcalico",),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "create-them",
                commands=(
                    "kubectl apply --server-side --force-conflicts -f operator-crds.yaml",
                    "kubectl get crd installations.operator.tigera.io",
                ),
                risk=Risk.CLUSTER_WIDE,
                no_undo=NoUndo.ONLY_ADDS,
            ),
        ),
        within=AN_INSTALLATION,
    ),
    scope=Scope.CLUSTER,
    explains=("crd-missing",),
    prior=0.5,
)
