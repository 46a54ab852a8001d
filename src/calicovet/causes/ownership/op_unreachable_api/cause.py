"""The operator itself does not reach the API server."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, indicates
from calicovet.model.facts import ApiCallFailed, CallError, ControllersSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.shared import api_fails
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AN_INSTALLATION, AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.messages import message

_NAME = "op-unreachable-api"

_NO_ANSWER = {
    CallError.TIMEOUT: "i/o timeout",
    CallError.REFUSED: "connection refused",
    CallError.NO_ROUTE: "no route to host",
    CallError.UNREACHABLE: "network is unreachable",
}


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    call = node.one(
        ApiCallFailed, lambda found: found.process == "operator" and found.error in _NO_ANSWER
    )
    said = message(node, ControllersSaid, _NAME)
    if call is not None:
        yield indicates(call, target=call.target or "?", error=_NO_ANSWER[call.error])
    elif said is not None:
        yield indicates(said, target="?", error=said.detail("error"))


CAUSE = Cause(
    name=_NAME,
    code="OWN007",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(
        ApiCallFailed,
        ControllersSaid,
    ),
    failures=(api_fails(How.REFUSED, How.TIMED_OUT, by=Speaker.OPERATOR),),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "look-at-the-operator",
                commands=(
                    "kubectl -n tigera-operator get pods -o wide",
                    "kubectl -n tigera-operator logs deployment/tigera-operator --tail=20",
                    "kubectl -n kube-system get pods -o wide -l k8s-app=kube-proxy",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("give-it-a-way", risk=Risk.CLUSTER_WIDE),
        ),
        within=AN_INSTALLATION,
    ),
    scope=Scope.CLUSTER,
    caused_by=("api-kube-proxy-down", "api-endpoint-unreachable", "api-kube-proxy-race"),
    prior=0.4,
)
