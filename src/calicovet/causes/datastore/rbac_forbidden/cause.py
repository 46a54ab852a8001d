"""Calico's own service account may not do what this release needs."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import AccessForbidden
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import api_fails
from calicovet.model.failures.thing import ThingClass
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
from calicovet.model.stage import Shape, StageId
from calicovet.signals.service_accounts import asks_for_a_token, is_calicos_account


def examine(case: Case) -> Iterator[Sign]:
    for refused in case.node.all(AccessForbidden, _is_calicos):
        # The operator's own account keeps the operator from its work, not yet a node.
        sign = indicates if _is_the_operators(refused) else proves
        yield sign(
            refused,
            user=refused.user,
            verb=refused.verb,
            resource=f"{refused.resource}.{refused.group}" if refused.group else refused.resource,
        )
        return


def _is_calicos(refused: AccessForbidden) -> bool:
    # The plugin's token is another cause.
    if not is_calicos_account(refused.user) or asks_for_a_token(refused.verb, refused.resource):
        return False
    # Only one release of Typha dies of that, and kube-controllers makes the tiers anyway.
    return not (refused.resource == "tiers" and refused.verb == "create")


def _is_the_operators(refused: AccessForbidden) -> bool:
    return refused.user.endswith("tigera-operator")


def plan(case: Case) -> Plan:
    refused = case.node.one(AccessForbidden, _is_calicos)
    all_roles = AskHuman("apply-the-roles", risk=Risk.CLUSTER_WIDE)
    vain = (Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.CHANGE_ADDRESS)
    if refused is None:
        return Plan(steps=(all_roles, RestartPod()), does_not_help=vain)
    resource, _, below = refused.resource.partition("/")
    named = f"{resource}.{refused.group}" if refused.group else resource
    can_i = part("kubectl auth can-i {verb} {named}", verb=refused.verb, named=named)
    subresource = part(" --subresource={below}", below=below) if below else part("")
    ask = RunKubectl(
        "ask-the-api-server",
        commands=(
            command(
                "{can_i}{subresource} --as={user}",
                can_i=can_i,
                subresource=subresource,
                user=refused.user,
            ),
        ),
        risk=Risk.NONE,
    )
    grant = GrantRule(
        key="grant-it",
        account=refused.user,
        verb=refused.verb,
        resource=refused.resource,
        group=refused.group,
    )
    # The operator tries again by itself; calico-node may not even be there yet.
    then = () if _is_the_operators(refused) else (RestartPod(),)
    return Plan(
        steps=(ask, grant, *then),
        instead=Plan(steps=(all_roles, *then)),
        does_not_help=vain,
    )


CAUSE = Cause(
    name="rbac-forbidden",
    code="DAT005",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(AccessForbidden,),
    failures=(
        fails(How.FORBIDDEN, thing=ThingClass.RESOURCE),
        api_fails(How.FORBIDDEN),
    ),
    examine=examine,
    plan=plan,
    writes=(grants_rule(),),
    scope=Scope.CLUSTER,
    explains=("ipamup-node-or-api-unreachable", "ds-networkunavailable-stuck"),
)
