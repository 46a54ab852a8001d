"""kubeadm's configuration names no network for pods, and the operator wants one."""

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

_NAME = "op-kubeadm-podsubnet-missing"


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(ControllersSaid, lambda found: found.key == _NAME)
    if said is not None:
        yield proves(said, field="networking.podSubnet")


def plan(case: Case) -> Plan:
    return Plan(
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
    prior=0.5,
)
