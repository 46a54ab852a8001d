"""The API server, or the etcd behind it, is too slow or turns callers away."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, hints, indicates
from calicovet.model.facts import Said
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.stage import Shape, StageId

_KEY = "api-overloaded"
_OF_ETCD = "etcdserver:"


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(Said, _is_told)
    if said is None:
        return
    elsewhere = any(peer.one(Said, _is_told) is not None for peer in case.peers.showing(Said))
    of_etcd = case.node.one(
        Said, lambda found: _is_told(found) and found.detail("error").startswith(_OF_ETCD)
    )
    told = of_etcd or said
    # One node alone may have a trouble of its own; etcd's word holds for all of them.
    sign = indicates if of_etcd is not None or elsewhere else hints
    yield sign(told, error=told.detail("error"))


def _is_told(said: Said) -> bool:
    return said.key == _KEY


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunKubectl(
                "ask-how-it-does",
                commands=(
                    "kubectl get --raw '/readyz?verbose'",
                    "kubectl -n kube-system logs -l component=etcd --tail=200 | grep -e 'took too long' -e 'slow fdatasync' -e 'leader'",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("relieve-it", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Vain.DELETE_POD, Vain.REINSTALL_CALICO, Vain.RESET_NODE),
    )


CAUSE = Cause(
    name="api-overloaded",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(Said,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=(
        "ipamup-node-or-api-unreachable",
        "felix-datastore-unreachable",
        "ds-kubeadm-config-timeout",
    ),
    prior=0.5,
)
