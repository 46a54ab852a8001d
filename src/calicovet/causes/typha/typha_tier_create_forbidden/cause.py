"""Typha of v3.29.0 ends because it may not create a tier."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.facts import ControllersSaid
from calicovet.model.plan import AskHuman, GrantRule, Plan, Risk, RunKubectl, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId
from calicovet.model.writes import grants_rule

_NAME = "typha-tier-create-forbidden"


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(ControllersSaid, lambda found: found.key == _NAME)
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
        does_not_help=(Vain.DELETE_POD, Vain.LONGER_PROBE, Vain.CHANGE_ADDRESS),
    )


def _account(namespace: str) -> str:
    """Whom Typha runs as: the operator gives it an account of its own."""
    name = "calico-typha" if namespace == "calico-system" else "calico-node"
    return f"system:serviceaccount:{namespace}:{name}"


CAUSE = Cause(
    name=_NAME,
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
    examine=examine,
    plan=plan,
    writes=(grants_rule(),),
    scope=Scope.CLUSTER,
    explains=("typha-none-ready",),
    prior=0.2,
)
