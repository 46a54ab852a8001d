"""The Installation's pool lies outside the cluster's network for pods."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.facts import ControllersSaid
from calicovet.model.remediation.plan import (
    AN_INSTALLATION,
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import Shape, StageId

_NAME = "op-pool-outside-platform-cidr"


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(ControllersSaid, lambda found: found.key == _NAME)
    if said is not None:
        yield proves(said, pool=said.detail("pool"), cidr=said.detail("cidr") or "?")


def plan(case: Case) -> Plan:
    return Plan(
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
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.POD_CREATED,
    shows_as=frozenset({Shape.NOT_CREATED, Shape.PENDING}),
    reads=(ControllersSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("pool-none-for-node",),
    prior=0.8,
)
