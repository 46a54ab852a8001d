"""The certificate that the API server shows has run out."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, hints, indicates, proves
from calicovet.model.facts import ApiCallFailed, CallError, CurlAnswered, Said
from calicovet.model.plan import AskHuman, Plan, RestartPod, Risk, RunOnNode, Vain
from calicovet.model.shell import command, part
from calicovet.model.stage import Shape, StageId
from calicovet.startup.api_path import is_calicos_own

_OTHERS = frozenset({"", "cni-plugin", "kubelet", "kubectl"})
"""Whoever is shown the certificate tells the same of it."""


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
        does_not_help=(Vain.DELETE_POD, Vain.REINSTALL_CALICO, Vain.RESET_NODE),
    )


CAUSE = Cause(
    name="x509-expired",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(ApiCallFailed, CurlAnswered, Said),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("ipamup-node-or-api-unreachable", "felix-datastore-unreachable"),
)
