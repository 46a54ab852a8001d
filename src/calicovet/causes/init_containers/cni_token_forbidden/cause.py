"""install-cni may not make a token for the CNI plugin."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import AccessForbidden, CniInstallSaid, Fact
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    GrantRule,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
)
from calicovet.model.remediation.write_examples import grants_rule
from calicovet.model.stage import StageId
from calicovet.model.symptoms import INIT_OR_TRAFFIC_FAILS
from calicovet.signals.messages import only_known
from calicovet.signals.service_accounts import asks_for_a_token, is_calicos_account

_NAME = "cni-token-forbidden"


def examine(case: Case) -> Iterator[Sign]:
    said, refused = _said(case.node), _refused(case.node)
    facts: tuple[Fact, ...] = only_known(said, refused)
    if facts:
        user, account = _who(said, refused, case.node.namespace or "kube-system")
        yield proves(*facts, user=user, account=account)


def _said(node: NodeView) -> CniInstallSaid | None:
    return node.one(
        CniInstallSaid,
        lambda found: found.key == _NAME and is_calicos_account(found.detail("user")),
    )


def _refused(node: NodeView) -> AccessForbidden | None:
    return node.one(
        AccessForbidden,
        lambda found: (
            asks_for_a_token(found.verb, found.resource) and is_calicos_account(found.user)
        ),
    )


def _who(
    said: CniInstallSaid | None, refused: AccessForbidden | None, namespace: str
) -> tuple[str, str]:
    """Who asks, and for whose token."""
    if said is not None:
        return said.detail("user"), said.detail("account")
    if refused is not None:
        return refused.user, refused.name or "calico-cni-plugin"
    return f"system:serviceaccount:{namespace}:calico-node", "calico-cni-plugin"


def plan(case: Case) -> Plan:
    of = case.node.namespace or "kube-system"
    user, account = _who(_said(case.node), _refused(case.node), of)
    namespace = user.split(":")[2]
    return Plan(
        steps=(
            RunKubectl(
                "ask-the-api-server",
                commands=(
                    command(
                        "kubectl -n {namespace} auth can-i create serviceaccounts/{account}"
                        " --subresource=token --as={user}",
                        namespace=namespace,
                        account=account,
                        user=user,
                    ),
                ),
                risk=Risk.NONE,
            ),
            GrantRule(
                key="grant-it",
                account=user,
                verb="create",
                resource="serviceaccounts/token",
                name=account,
            ),
            RestartPod(),
        ),
        instead=Plan(steps=(AskHuman("apply-the-roles", risk=Risk.CLUSTER_WIDE), RestartPod())),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name=_NAME,
    code="INI006",
    stage=StageId.CNI_INSTALLED,
    # The watcher asks again while calico-node runs, and other pods get a stale token.
    shows_as=INIT_OR_TRAFFIC_FAILS,
    reads=(CniInstallSaid, AccessForbidden),
    failures=(
        fails(
            How.FORBIDDEN,
            thing=ThingClass.RESOURCE,
            value=("serviceaccounts/token", "serviceaccounts"),
            by=Speaker.INSTALL_CNI,
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(grants_rule(),),
    scope=Scope.CLUSTER,
    prior=0.5,
    unforeseen=Unforeseen.IN_SECRETS,
)
