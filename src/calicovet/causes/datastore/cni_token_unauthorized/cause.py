"""The API server does not accept the service account's token."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    AccessForbidden,
    ApiCallFailed,
    CallError,
    CniInstallSaid,
    MilestoneReached,
    StartupSaid,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import API_CLIENTS
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS
from calicovet.signals.api_route import ANSWERED, is_calicos_own
from calicovet.signals.messages import message


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    refused = message(node, CniInstallSaid, "cni-token-unauthorized")
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
    head = message(node, StartupSaid, "ds-unauthorized")
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
        does_not_help=(Ineffective.RESTART_KUBELET, Ineffective.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name="cni-token-unauthorized",
    code="DAT013",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_FAILS,
    reads=(CniInstallSaid, ApiCallFailed, MilestoneReached, StartupSaid, AccessForbidden),
    failures=(
        fails(
            How.UNAUTHORIZED,
            thing=(ThingClass.API_SERVER, ThingClass.DATASTORE, ThingClass.TOKEN),
            by=frozenset(API_CLIENTS) - {Speaker.CNI_PLUGIN},
        ),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("ipamup-node-or-api-unreachable",),
    caused_by=("host-time-skew",),
    prior=0.5,
    unforeseen=Unforeseen.IN_SECRETS,
)
