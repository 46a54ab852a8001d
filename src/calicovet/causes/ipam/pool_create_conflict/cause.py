"""Start-up may not create its default pool, because it is refused as it is."""

import re
from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, hints, proves
from calicovet.model.facts import PoolSeen, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known

_NAME = "pool-create-conflict"
_UNTOLD = f"{_NAME}:other"
"""The pool was refused, and the line does not say why."""
_IS_OF_MODES = re.compile(r"Spec\.(?:VXLAN|IPIP)Mode")


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, StartupSaid, _NAME, _UNTOLD)
    if said is None:
        return
    cidr = said.detail("cidr").strip("\"',")
    other = case.node.one(PoolSeen, lambda pool: _overlap(pool.cidr, cidr))
    pools = only_known(other)
    if said.key == _NAME:
        yield proves(said, *pools, cidr=cidr, error=said.detail("error").strip())
    elif other is not None:
        yield hints(said, other, cidr=cidr, error=f"{other.name} {other.cidr}")


def _overlap(one: str, other: str) -> bool:
    mine, theirs = _network(one), _network(other)
    if isinstance(mine, IPv4Network) and isinstance(theirs, IPv4Network):
        return mine.overlaps(theirs)
    if isinstance(mine, IPv6Network) and isinstance(theirs, IPv6Network):
        return mine.overlaps(theirs)
    return False


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def plan(case: Case) -> Plan:
    vain = (
        Ineffective.DELETE_POD,
        Ineffective.RESET_NODE,
        Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR,
    )
    said = message(case.node.unread(), StartupSaid, _NAME)
    if said is not None and _IS_OF_MODES.search(said.detail("error")):
        return Plan(
            steps=(AskHuman("choose-one-encapsulation", risk=Risk.ROLLS_ALL_NODES),),
            reaches=StageId.STARTUP_FINISHED,
            does_not_help=vain,
        )
    return Plan(
        steps=(
            RunKubectl(
                "list-the-pools",
                commands=(
                    "kubectl get ippools.crd.projectcalico.org -o custom-columns="
                    "NAME:.metadata.name,CIDR:.spec.cidr,DISABLED:.spec.disabled,"
                    "BLOCK:.spec.blockSize",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("take-the-range-back", risk=Risk.ROLLS_ALL_NODES),
        ),
        reaches=StageId.STARTUP_FINISHED,
        instead=Plan(steps=(AskHuman("move-step-by-step", risk=Risk.CLUSTER_WIDE),)),
        does_not_help=vain,
    )


CAUSE = Cause(
    name=_NAME,
    code="IPM004",
    stage=StageId.POOLS_READY,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP}),
    reads=(StartupSaid, PoolSeen),
    failures=(
        fails(
            How.OVERLAP,
            How.CONFLICT,
            How.INVALID_VALUE,
            How.INVALID_OBJECT,
            thing=ThingClass.POOL,
            by=Speaker.STARTUP,
        ),
        fails(How.INVALID_OBJECT, How.OVERLAP, thing=ThingClass.RESOURCE, value="ippools"),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.3,
)
