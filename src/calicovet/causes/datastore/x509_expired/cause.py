"""The certificate that the API server shows has run out."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import ApiCallFailed, CallError, CurlAnswered, Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import API_CERTIFICATE_DATES
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_OR_TRAFFIC_FAILS
from calicovet.signals.api_route import is_calicos_own

_OTHERS = frozenset({"", "cni-plugin", "kubelet", "kubectl"})
"""Every client of that server reports the same certificate."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    expired = node.one(ApiCallFailed, lambda call: _is_told(call, CallError.TLS_EXPIRED))
    if expired is not None:
        # Whose clock is right the words cannot say, but a clock runs years ahead rarely.
        sign = proves if is_calicos_own(expired) or expired.process == "cni-plugin" else indicates
        yield sign(expired, **_words(node, expired))
        return
    undated = node.one(ApiCallFailed, lambda call: _is_told(call, CallError.TLS_DATES))
    if undated is None:
        return
    seen = node.one(CurlAnswered, lambda found: found.error == CallError.TLS_EXPIRED)
    if seen is not None:
        yield proves(undated, seen, **_words(node, undated))
    else:
        sign = hints if undated.process in ("kubelet", "kubectl") else indicates
        yield sign(undated, **_words(node, undated))


def _is_told(call: ApiCallFailed, error: CallError) -> bool:
    return call.error is error and (is_calicos_own(call) or call.process in _OTHERS)


def _words(node: NodeView, call: ApiCallFailed) -> dict[str, object]:
    dated = node.one(Said, lambda said: said.key == "x509-expired" and bool(said.detail("until")))
    return {
        "target": call.target or "kube-apiserver",
        "now": dated.detail("now") if dated else "?",
        "until": dated.detail("until") if dated else "?",
    }


def plan(case: Case) -> Plan:
    call = case.node.one(ApiCallFailed, lambda call: bool(call.target))
    target = call.target if call else part("<service address>:443")
    return Plan(
        steps=(
            RunOnNode(
                "look-at-the-dates",
                commands=(
                    "date -u",
                    command(
                        "echo | openssl s_client -connect {target} 2>/dev/null"
                        " | openssl x509 -noout -dates",
                        target=target,
                    ),
                    "kubeadm certs check-expiration",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("renew", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESET_NODE,
        ),
    )


CAUSE = Cause(
    name="x509-expired",
    code="DAT008",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_OR_TRAFFIC_FAILS,
    reads=(ApiCallFailed, CurlAnswered, Said),
    failures=(
        fails(
            How.CERTIFICATE_EXPIRED,
            thing=(ThingClass.API_SERVER, ThingClass.DATASTORE, ThingClass.CERTIFICATE),
        ),
        fails(How.CERTIFICATE_EXPIRED, thing=ThingClass.ETCD),
        API_CERTIFICATE_DATES,
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("ipamup-node-or-api-unreachable", "felix-datastore-unreachable"),
    unforeseen=Unforeseen.NEEDS_SESSION,
)
