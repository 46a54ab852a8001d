"""The Installation's pool lies outside the cluster's network for pods."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.facts import ControllersSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AN_INSTALLATION, AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.messages import message

_NAME = "op-pool-outside-platform-cidr"


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, ControllersSaid, _NAME)
    if said is not None:
        yield proves(said, pool=said.detail("pool"), cidr=said.detail("cidr") or "?")


CAUSE = Cause(
    name=_NAME,
    code="OWN005",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(ControllersSaid,),
    failures=(
        fails(How.MISMATCH, thing=(ThingClass.POOL, ThingClass.RESOURCE), value=("", "ippools")),
        fails(How.MISMATCH, thing=ThingClass.CONFIG, value="podsubnet"),
        fails(How.MISMATCH, How.INVALID_VALUE, thing=ThingClass.POOL, by=Speaker.OPERATOR),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "compare-the-networks",
                commands=(
                    "kubectl get installation default -o jsonpath='{.spec.calicoNetwork.ipPools}'",
                    "kubectl -n kube-system get configmap kubeadm-config -o yaml | grep podSubnet",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("make-them-agree", risk=Risk.CLUSTER_WIDE),
        ),
        within=AN_INSTALLATION,
    ),
    scope=Scope.CLUSTER,
    explains=("pool-none-for-node",),
    prior=0.8,
)
