"""The API server, or the etcd behind it, is too slow or turns callers away."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, hints, indicates
from calicovet.model.facts import Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import ANY_PROGRAM_FAILS

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
    # One node alone may have another failure; etcd's message holds for all of them.
    sign = indicates if of_etcd is not None or elsewhere else hints
    yield sign(told, error=told.detail("error"))


def _is_told(said: Said) -> bool:
    return said.key == _KEY


CAUSE = Cause(
    name="api-overloaded",
    code="DAT022",
    stage=StageId.IPAM_UPGRADED,
    shows_as=ANY_PROGRAM_FAILS,
    reads=(Said,),
    failures=(
        api_fails(How.SLOW, How.RESET, How.EOF, How.RATE_LIMITED, How.SERVER_ERROR),
        fails(How.TIMED_OUT, thing=ThingClass.ETCD, saying="etcdserver"),
        fails(How.TIMED_OUT, How.SLOW, thing=ThingClass.ETCD),
        fails(How.SERVER_ERROR, How.RATE_LIMITED, How.FULL, How.NO_SPACE, thing=ThingClass.ETCD),
    ),
    examine=examine,
    plan=Plan(
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
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESET_NODE,
        ),
    ),
    scope=Scope.CLUSTER,
    explains=(
        "ipamup-node-or-api-unreachable",
        "felix-datastore-unreachable",
        "ds-kubeadm-config-timeout",
    ),
    prior=0.5,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
