"""kubeadm's configuration names no network for pods, and the operator wants one."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.facts import ControllersSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AN_INSTALLATION, AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.messages import message

_NAME = "op-kubeadm-podsubnet-missing"


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, ControllersSaid, _NAME)
    if said is not None:
        yield proves(said, field="networking.podSubnet")


CAUSE = Cause(
    name=_NAME,
    code="OWN004",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(ControllersSaid,),
    failures=(
        fails(
            How.MISSING,
            How.NOT_FOUND,
            How.INVALID_VALUE,
            thing=ThingClass.CONFIG,
            value="podsubnet",
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "look-at-the-configuration",
                commands=(
                    "kubectl -n kube-system get configmap kubeadm-config -o yaml | grep -A4 networking",
                    "kubectl get nodes -o custom-columns=NAME:.metadata.name,CIDR:.spec.podCIDR",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("name-the-network", risk=Risk.CLUSTER_WIDE),
        ),
        within=AN_INSTALLATION,
    ),
    scope=Scope.CLUSTER,
    explains=("pool-none-for-node",),
    prior=0.5,
)
