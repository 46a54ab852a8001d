"""This Calico asks for kinds that this Kubernetes no longer has."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign
from calicovet.model.facts import ControllersSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AN_INSTALLATION,
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import RELEASES_DO_NOT_FIT
from calicovet.signals.unserved_kinds import refused_kind

_NAME = "skew-calico-too-old"


def examine(case: Case) -> Iterator[Sign]:
    yield from refused_kind(case, _NAME)


CAUSE = Cause(
    name=_NAME,
    code="DAT016",
    stage=StageId.POD_CREATED,
    shows_as=RELEASES_DO_NOT_FIT,
    reads=(ControllersSaid,),
    failures=(
        fails(How.TOO_OLD, thing=ThingClass.PROGRAM, value="calico-node", by=Speaker.PERSON),
        fails(How.TOO_NEW, thing=ThingClass.API_SERVER, by=Speaker.PERSON),
        fails(How.MISMATCH, thing=(ThingClass.PROGRAM, ThingClass.API_SERVER), by=Speaker.PERSON),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "compare",
                commands=(
                    "kubectl version",
                    "kubectl get daemonset -A -o 'custom-columns=NAME:.metadata.name,IMAGES:.spec.template.spec.containers[*].image' | grep -e calico -e canal",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("newer-calico", risk=Risk.CLUSTER_WIDE),
        ),
        within=AN_INSTALLATION,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.RESTART_KUBELET),
    ),
    scope=Scope.CLUSTER,
    explains=("crd-missing",),
    prior=0.6,
)
