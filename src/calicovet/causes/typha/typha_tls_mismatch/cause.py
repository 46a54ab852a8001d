"""Typha and its clients do not trust each other's certificates."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import (
    BgpSaid,
    ControllersSaid,
    FelixSaid,
    ManagedBy,
    Milestone,
    MilestoneReached,
    OwnerKind,
    Said,
    StartupSaid,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import CERTIFICATE_REFUSED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS

_NAME = "typha-tls-mismatch"
_BY_CLIENTS = (_NAME, f"{_NAME}:refused", f"{_NAME}:name")
_KINDS: tuple[type[Said], ...] = (FelixSaid, BgpSaid, StartupSaid, ControllersSaid)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = _newest(node, _BY_CLIENTS)
    if said is not None:
        connected = node.one(MilestoneReached, lambda found: _came_later(found, said))
        yield denies(connected) if connected else proves(said, error=_error(said))
        return
    served = _newest(node, (f"{_NAME}:server",))
    if served is not None:
        # Every server that has TLS says this of a stranger; only Typha's word counts.
        sign = indicates if _is_typhas(served) else hints
        yield sign(served, error=_error(served))
        return
    files = _newest(node, (f"{_NAME}:files",))
    if files is not None and _is_typhas(files):
        yield hints(files, error="?")


def _newest(node: NodeView, keys: tuple[str, ...]) -> Said | None:
    for kind in _KINDS:
        found: Said | None = node.one(kind, lambda said: said.key in keys)
        if found is not None:
            return found
    return None


def _error(said: Said) -> str:
    what = said.detail("what")
    return f"no required {what}" if what else said.detail("error")


def _is_typhas(said: Said) -> bool:
    return "typha" in said.about.container or "typha" in said.about.pod


def _came_later(reached: MilestoneReached, said: Said) -> bool:
    return (
        reached.milestone in (Milestone.TYPHA_CONNECTED, Milestone.FELIX_IN_SYNC)
        and reached.at is not None
        and said.at is not None
        and reached.at > said.at
    )


def plan(case: Case) -> Plan:
    look = RunKubectl(
        "compare-the-secrets",
        commands=("kubectl get secrets -A | grep -e typha-certs -e node-certs -e tigera-ca",),
        risk=Risk.NONE,
    )
    owned = case.node.unread().one(ManagedBy, lambda found: found.owner is OwnerKind.OPERATOR)
    if owned is None and case.node.namespace != "calico-system":
        return Plan(
            steps=(look, AskHuman("reissue-both", risk=Risk.CLUSTER_WIDE)),
            reaches=StageId.TYPHA_CONNECTED,
        )
    kubectl = part("kubectl -n calico-system")
    return Plan(
        steps=(
            look,
            RunKubectl(
                "let-the-operator-issue-them",
                commands=(
                    "kubectl -n tigera-operator get secret typha-certs node-certs -o yaml > certs.yaml",
                    "kubectl -n tigera-operator delete secret typha-certs node-certs",
                    command("{kubectl} delete secret typha-certs node-certs", kubectl=kubectl),
                    command("{kubectl} rollout restart deployment/calico-typha", kubectl=kubectl),
                    command("{kubectl} rollout restart daemonset/calico-node", kubectl=kubectl),
                ),
                undo=("kubectl replace --force -f certs.yaml",),
            ),
        ),
        reaches=StageId.TYPHA_CONNECTED,
    )


CAUSE = Cause(
    name=_NAME,
    code="TYP003",
    stage=StageId.TYPHA_CONNECTED,
    shows_as=FELIX_FAILS,
    reads=(*_KINDS, MilestoneReached),
    decided_by=(FelixSaid,),
    failures=(
        fails(*CERTIFICATE_REFUSED, How.NOT_TLS, thing=ThingClass.TYPHA),
        fails(
            *CERTIFICATE_REFUSED,
            How.MISSING,
            How.CORRUPT,
            How.PERMISSION_DENIED,
            thing=ThingClass.CERTIFICATE,
            value="typha",
        ),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("typha-port-blocked",),
    caused_by=("host-time-skew",),
    prior=0.5,
    unforeseen=Unforeseen.NEEDS_SESSION,
)
