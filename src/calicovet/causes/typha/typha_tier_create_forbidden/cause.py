"""Typha of v3.29.0 ends because it may not create a tier."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import ControllersSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    GrantRule,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
)
from calicovet.model.remediation.write_examples import grants_rule
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_NAME = "typha-tier-create-forbidden"


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, ControllersSaid, _NAME)
    if said is not None:
        yield proves(said, typha=said.about.pod or "calico-typha")


def plan(case: Case) -> Plan:
    account = _account(case.node.namespace or "kube-system")
    return Plan(
        steps=(
            RunKubectl(
                "ask-the-api-server",
                commands=(
                    command(
                        "kubectl auth can-i create tiers.crd.projectcalico.org --as={user}",
                        user=account,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("update", risk=Risk.CLUSTER_WIDE),
        ),
        instead=Plan(
            steps=(
                GrantRule(
                    key="grant-it",
                    account=account,
                    verb="create",
                    resource="tiers",
                    group="crd.projectcalico.org",
                ),
            )
        ),
        reaches=StageId.TYPHA_CONNECTED,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LONGER_PROBE,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


def _account(namespace: str) -> str:
    """Typha's service account: the operator gives it a separate one."""
    name = "calico-typha" if namespace == "calico-system" else "calico-node"
    return f"system:serviceaccount:{namespace}:{name}"


CAUSE = Cause(
    name=_NAME,
    code="TYP006",
    stage=StageId.TYPHA_CONNECTED,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.RUNNING_NOT_READY,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
        }
    ),
    reads=(ControllersSaid,),
    failures=(fails(How.FORBIDDEN, thing=ThingClass.RESOURCE, value="tiers", by=Speaker.TYPHA),),
    examine=examine,
    plan=plan,
    writes=(grants_rule(),),
    scope=Scope.CLUSTER,
    explains=("typha-none-ready",),
    prior=0.2,
    unforeseen=Unforeseen.OLD_RELEASE,
)
