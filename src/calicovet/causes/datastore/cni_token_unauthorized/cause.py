"""The API server does not accept the service account's token."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    AccessForbidden,
    ApiCallFailed,
    CallError,
    CniInstallSaid,
    MilestoneReached,
    StartupSaid,
)
from calicovet.model.plan import AskHuman, Plan, RestartPod, Risk, RunKubectl, RunOnNode, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId
from calicovet.startup.api_path import ANSWERED, is_calicos_own


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    refused = node.one(CniInstallSaid, lambda said: said.key == "cni-token-unauthorized")
    if refused is not None:
        yield proves(refused, process="install-cni")
        return
    call = node.one(
        ApiCallFailed,
        lambda found: found.error is CallError.UNAUTHORIZED and is_calicos_own(found),
    )
    if call is not None:
        process = call.process or "calico-node"
        # Who came further with the same token was refused once, by one of several API servers.
        later = _accepted_after(node, call)
        yield hints(call, later, process=process) if later else indicates(call, process=process)
        return
    head = node.one(StartupSaid, lambda said: said.key == "ds-unauthorized")
    if head is None:
        return
    # 401 and 403 share this head; where a tail names a user, the token was accepted.
    if (known := node.one(AccessForbidden, is_calicos_own)) is not None:
        yield denies(known)
    elif "forbidden" in head.detail("error").lower():
        yield denies(head)
    else:
        yield hints(head, process="startup")


def _accepted_after(node: NodeView, call: ApiCallFailed) -> MilestoneReached | None:
    """A later step of the same process for which the API server has to accept the token."""
    refused = call.at
    if refused is None:
        return None
    return node.one(
        MilestoneReached,
        lambda found: (
            found.milestone in ANSWERED
            and found.process == call.process
            and found.at is not None
            and found.at > refused
        ),
    )


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    return Plan(
        steps=(
            RestartPod(),
            RunKubectl(
                "look-at-the-account",
                commands=(
                    command(
                        "kubectl -n {namespace} get serviceaccounts calico-node calico-cni-plugin"
                        " -o yaml | grep -e name: -e deletionTimestamp",
                        namespace=namespace,
                    ),
                    "kubectl get --raw /.well-known/openid-configuration",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "compare-the-keys",
                commands=("date -u", "sha256sum /etc/kubernetes/pki/sa.pub"),
                risk=Risk.NONE,
            ),
            AskHuman("make-the-keys-equal", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Vain.RESTART_KUBELET, Vain.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name="cni-token-unauthorized",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=(CniInstallSaid, ApiCallFailed, MilestoneReached, StartupSaid, AccessForbidden),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("ipamup-node-or-api-unreachable",),
    caused_by=("host-time-skew",),
    prior=0.5,
)
