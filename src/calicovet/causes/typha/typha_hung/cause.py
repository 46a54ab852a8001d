"""Typha takes connections and does not serve them."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, indicates
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import (
    BgpSaid,
    CurlAnswered,
    FelixSaid,
    Milestone,
    MilestoneReached,
    Said,
    StartupSaid,
    TyphaState,
)
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, NoUndo, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.messages import only_known

_NAME = "typha-hung"
_KINDS: tuple[type[Said], ...] = (FelixSaid, BgpSaid, StartupSaid)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    silent = _newest(node, f"{_NAME}:hello") or _gave_up(node)
    if silent is None:
        return
    refused = _newest(node, "typha-tls-mismatch") or _newest(node, "typha-tls-mismatch:refused")
    connected = node.one(MilestoneReached, lambda found: _came_later(found, silent))
    if refused is not None or connected is not None:
        yield denies(*only_known(refused, connected))
        return
    ready = node.one(TyphaState, lambda found: found.ready)
    yield indicates(silent, *only_known(ready), typha=ready.name if ready else "Typha")


def _newest(node: NodeView, key: str) -> Said | None:
    for kind in _KINDS:
        found: Said | None = node.one(kind, lambda said: said.key == key)
        if found is not None:
            return found
    return None


def _gave_up(node: NodeView) -> Said | None:
    """That a client gave up on a Typha that is ready and whose port answers."""
    gave_up = _newest(node, "typha-port-blocked:gave-up")
    answers = node.unread().one(
        CurlAnswered, lambda found: found.target.endswith(":5473") and found.ok
    )
    ready = node.one(TyphaState, lambda found: found.ready)
    return gave_up if answers is not None and ready is not None else None


def _came_later(reached: MilestoneReached, said: Said) -> bool:
    return (
        reached.milestone in (Milestone.TYPHA_CONNECTED, Milestone.FELIX_IN_SYNC)
        and reached.at is not None
        and said.at is not None
        and reached.at > said.at
    )


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "calico-system"
    ready = case.node.one(TyphaState, lambda found: found.ready)
    pod = ready.name if ready is not None else part("<calico-typha pod>")
    return Plan(
        steps=(
            RunKubectl(
                "look-at-typha",
                commands=(
                    command(
                        "kubectl -n {namespace} logs {pod} --tail=50", namespace=namespace, pod=pod
                    ),
                    command(
                        "kubectl -n {namespace} top pod -l k8s-app=calico-typha",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "recreate-typha",
                commands=(
                    command(
                        "kubectl -n {namespace} delete pod {pod} --wait=false",
                        namespace=namespace,
                        pod=pod,
                    ),
                ),
                risk=Risk.RESTARTS_ONE_POD,
                no_undo=NoUndo.RECREATED,
            ),
            AskHuman("more-of-it", risk=Risk.CLUSTER_WIDE),
        ),
        reaches=StageId.TYPHA_CONNECTED,
    )


CAUSE = Cause(
    name=_NAME,
    code="TYP005",
    stage=StageId.TYPHA_CONNECTED,
    shows_as=FELIX_FAILS,
    reads=(*_KINDS, MilestoneReached, TyphaState),
    decided_by=(FelixSaid,),
    failures=(
        fails(How.SLOW, How.HUNG, thing=ThingClass.TYPHA),
        fails(How.TIMED_OUT, thing=ThingClass.TYPHA, doing=(Act.WAIT, Act.READ)),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("typha-port-blocked",),
    prior=0.2,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
