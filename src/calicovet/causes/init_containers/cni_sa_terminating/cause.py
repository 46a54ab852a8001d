"""A service account of Calico is being deleted, and its tokens with it."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import BeingDeleted, CniPluginSaid, ControllersSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Ineffective, NoUndo, Plan, RestartPod, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known

_NAME = "cni-sa-terminating"
_ACCOUNTS = frozenset({"calico-cni-plugin", "calico-node", "canal"})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    going = _going(node)
    if going is None:
        return
    account, since = _told(going)
    refused = message(node, CniPluginSaid, "cni-kubeconfig-token-stale")
    yield proves(going, *only_known(refused), account=account, since=since)


def _going(node: NodeView) -> BeingDeleted | ControllersSaid | None:
    return node.one(
        BeingDeleted,
        lambda found: found.kind == "ServiceAccount" and found.name in _ACCOUNTS,
    ) or message(node, ControllersSaid, _NAME)


def _told(going: BeingDeleted | ControllersSaid) -> tuple[str, str]:
    if isinstance(going, BeingDeleted):
        return going.name, going.since
    return going.detail("account"), going.detail("since")


def plan(case: Case) -> Plan:
    going = _going(case.node)
    account = _told(going)[0] if going is not None else "calico-cni-plugin"
    namespace = (going.about.namespace if going else "") or "calico-system"
    kubectl = part("kubectl -n {namespace}", namespace=namespace)
    return Plan(
        steps=(
            RunKubectl(
                "look-at-the-account",
                commands=(
                    command(
                        "{kubectl} get serviceaccount {account} -o yaml",
                        kubectl=kubectl,
                        account=account,
                    ),
                ),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "let-it-go",
                commands=(
                    command(
                        "{kubectl} patch serviceaccount {account} --type merge"
                        """ -p '{{"metadata":{{"finalizers":[]}}}}'""",
                        kubectl=kubectl,
                        account=account,
                    ),
                    command(
                        "{kubectl} get serviceaccount {account}", kubectl=kubectl, account=account
                    ),
                ),
                no_undo=NoUndo.RECREATED,
            ),
            RestartPod(),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    code="INI008",
    stage=StageId.CNI_INSTALLED,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(BeingDeleted, ControllersSaid, CniPluginSaid),
    failures=(
        fails(
            How.BEING_DELETED,
            thing=ThingClass.RESOURCE,
            value=("serviceaccounts", "serviceaccounts/token"),
        ),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("cni-kubeconfig-token-stale", "cni-token-unauthorized"),
    prior=0.2,
    unforeseen=Unforeseen.IN_SECRETS,
)
