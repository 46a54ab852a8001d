"""The API server refuses what this calico-node writes: its CRDs are of another release."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, proves
from calicovet.model.facts import Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import CALICOS_KINDS
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import Shape, StageId

_KEY = "crd-schema-mismatch"


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(Said, lambda found: found.key.startswith(_KEY))
    if said is not None:
        yield proves(said, name=said.detail("name"), field=said.detail("field"))


CAUSE = Cause(
    name="crd-schema-mismatch",
    code="DAT019",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(Said,),
    failures=(
        fails(
            How.INVALID_OBJECT, thing=(ThingClass.RESOURCE, ThingClass.POOL), saying="unknown field"
        ),
        fails(How.INVALID_OBJECT, thing=ThingClass.RESOURCE, value=CALICOS_KINDS),
        fails(
            How.TOO_OLD, How.MISMATCH, thing=ThingClass.RESOURCE, value="customresourcedefinitions"
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "compare",
                commands=(
                    "kubectl get crd -o 'custom-columns=NAME:.metadata.name,BY:.metadata.managedFields[*].manager,AT:.metadata.managedFields[*].time' | grep projectcalico.org",
                    "kubectl get daemonset -A -o 'custom-columns=NAME:.metadata.name,IMAGES:.spec.template.spec.containers[*].image' | grep -e calico -e canal",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("apply-the-crds", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.RESTART_KUBELET),
    ),
    scope=Scope.CLUSTER,
    caused_by=("skew-mixed-images",),
    prior=0.5,
    unforeseen=Unforeseen.ONLY_READER_JUDGES,
)
