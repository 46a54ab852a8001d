"""Typha takes connections and does not serve them."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, indicates
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
from calicovet.model.plan import AskHuman, NoUndo, Plan, Risk, RunKubectl, Vain
from calicovet.model.shell import command, part
from calicovet.model.stage import FELIX_FAILS, StageId

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
        yield denies(*(fact for fact in (refused, connected) if fact is not None))
        return
    ready = node.one(TyphaState, lambda found: found.ready)
    yield indicates(silent, *((ready,) if ready else ()), typha=ready.name if ready else "Typha")


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
                "make-typha-anew",
                commands=(
                    command(
                        "kubectl -n {namespace} delete pod {pod} --wait=false",
                        namespace=namespace,
                        pod=pod,
                    ),
                ),
                risk=Risk.RESTARTS_ONE_POD,
                no_undo=NoUndo.MADE_ANEW,
            ),
            AskHuman("more-of-it", risk=Risk.CLUSTER_WIDE),
        ),
        reaches=StageId.TYPHA_CONNECTED,
        does_not_help=(Vain.DELETE_POD, Vain.CHANGE_ADDRESS, Vain.LONGER_PROBE),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.TYPHA_CONNECTED,
    shows_as=FELIX_FAILS,
    reads=(*_KINDS, MilestoneReached, TyphaState),
    decided_by=(FelixSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("typha-port-blocked",),
    prior=0.2,
)
