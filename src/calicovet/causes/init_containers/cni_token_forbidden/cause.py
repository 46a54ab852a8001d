"""install-cni may not make a token for the CNI plugin."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.facts import AccessForbidden, CniInstallSaid, Fact
from calicovet.model.plan import AskHuman, GrantRule, Plan, RestartPod, Risk, RunKubectl, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId
from calicovet.model.writes import grants_rule
from calicovet.startup.accounts import asks_for_a_token, is_calicos_account

_NAME = "cni-token-forbidden"


def examine(case: Case) -> Iterator[Sign]:
    said, refused = _said(case.node), _refused(case.node)
    facts: tuple[Fact, ...] = tuple(fact for fact in (said, refused) if fact is not None)
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
        does_not_help=(Vain.DELETE_POD, Vain.RESET_NODE, Vain.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.CNI_INSTALLED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            # The watcher asks again while calico-node runs, and other pods get a stale token.
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(CniInstallSaid, AccessForbidden),
    examine=examine,
    plan=plan,
    writes=(grants_rule(),),
    scope=Scope.CLUSTER,
    prior=0.5,
)
