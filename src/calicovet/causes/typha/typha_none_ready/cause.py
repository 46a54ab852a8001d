"""No Typha is ready, and Felix has no other source for its data."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    BgpSaid,
    FelixSaid,
    Milestone,
    MilestoneReached,
    ProbeFailed,
    Said,
    StartupSaid,
    TyphaState,
    WorkloadListed,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.messages import only_known
from calicovet.startup.pod_readiness import is_main

_KEY = "typha-none-ready"
_REFUSED = f"{_KEY}:refused"
_DISCOVERY = f"{_KEY}:discovery"
_OF_THE_API = re.compile(
    r"dial tcp|i/o timeout|refused|no route|deadline|forbidden|unauthorized|x509", re.IGNORECASE
)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = _newest(node, _KEY) or _newest(node, _REFUSED)
    typhas = node.all(TyphaState)
    ready = next((typha for typha in typhas if typha.ready), None)
    down = () if ready is not None else _down(node, typhas)
    if said is not None:
        connected = node.one(MilestoneReached, lambda found: _came_later(found, said))
        words = {"state": _state(typhas)}
        if connected is not None:
            yield denies(connected)
        elif ready is not None:
            # A list and a log need not be of the same minute.
            yield hints(said, ready, **words)
        elif said.key == _KEY or down:
            yield proves(said, *down, **words)
        else:
            # The port has no listener; a firewall may refuse in its place.
            yield indicates(said, **words)
    elif down:
        waits = node.one(ProbeFailed, lambda found: is_main(found) and "503" in found.text)
        sign = hints if waits is None else indicates
        yield sign(*down, *only_known(waits), state=_state(typhas))
    elif (failed := _discovery_failed(node)) is not None and ready is None:
        yield hints(failed, state=_state(typhas))


def _newest(node: NodeView, key: str) -> Said | None:
    for kind in (FelixSaid, BgpSaid, StartupSaid):
        found: Said | None = node.one(kind, lambda said: said.key == key)
        if found is not None:
            return found
    return None


def _discovery_failed(node: NodeView) -> Said | None:
    """That Typha was not found, unless it is the API server that did not answer."""
    failed = _newest(node, _DISCOVERY)
    return None if failed is None or _OF_THE_API.search(failed.detail("error")) else failed


def _down(
    node: NodeView, typhas: tuple[TyphaState, ...]
) -> tuple[TyphaState, ...] | tuple[WorkloadListed, ...]:
    if typhas:
        return typhas
    listed = node.one(
        WorkloadListed,
        lambda found: found.name == "calico-typha" and found.desired > 0 and found.ready == 0,
    )
    return (listed,) if listed is not None else ()


def _state(typhas: tuple[TyphaState, ...]) -> str:
    return ", ".join(dict.fromkeys(typha.status for typha in typhas)) or "?"


def _came_later(reached: MilestoneReached, said: Said) -> bool:
    return (
        reached.milestone in (Milestone.TYPHA_CONNECTED, Milestone.FELIX_IN_SYNC)
        and reached.at is not None
        and said.at is not None
        and reached.at > said.at
    )


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    return Plan(
        steps=(
            RunKubectl(
                "look-at-typha",
                commands=(
                    command(
                        "kubectl -n {namespace} get pods -o wide -l k8s-app=calico-typha",
                        namespace=namespace,
                    ),
                    command(
                        "kubectl -n {namespace} describe pods -l k8s-app=calico-typha",
                        namespace=namespace,
                    ),
                    command(
                        "kubectl -n {namespace} logs -l k8s-app=calico-typha --tail=50",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("repair-typha", risk=Risk.CLUSTER_WIDE),
        ),
        reaches=StageId.TYPHA_CONNECTED,
    )


CAUSE = Cause(
    name="typha-none-ready",
    code="TYP001",
    stage=StageId.TYPHA_CONNECTED,
    shows_as=FELIX_FAILS,
    reads=(
        FelixSaid,
        BgpSaid,
        StartupSaid,
        MilestoneReached,
        TyphaState,
        WorkloadListed,
        ProbeFailed,
    ),
    decided_by=(TyphaState,),
    failures=(
        fails(
            How.NO_SERVER,
            How.REFUSED,
            How.NOT_FOUND,
            How.NOT_READY,
            How.RESTARTING,
            thing=ThingClass.TYPHA,
        ),
        fails(How.REFUSED, thing=ThingClass.PORT, value="5473"),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.8,
)
