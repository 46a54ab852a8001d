"""Felix gets no answer from the datastore, though the start-up program did."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import (
    ApiCallFailed,
    FelixSaid,
    Milestone,
    MilestoneReached,
    StartupSaid,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.shared import api_fails
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId

_KEY = "felix-datastore-unreachable"
_TRANSPORT = re.compile(
    r"i/o timeout|connection refused|no route to host|network is unreachable|deadline exceeded"
    r"|TLS handshake timeout|Client\.Timeout|connection reset|EOF\b",
    re.IGNORECASE,
)
_PAST = frozenset(
    {Milestone.DATASTORE_REACHED, Milestone.STARTUP_FINISHED, Milestone.SERVICES_STARTED}
)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = node.all(FelixSaid, _failed_on_the_way)
    if not said:
        return
    latest = said[0]
    synced = node.one(MilestoneReached, lambda found: _came_later(found, latest))
    if synced is not None:
        yield denies(synced)
        return
    if (early := _startup_failed(node)) is not None:
        yield denies(early)
        return
    call = node.one(ApiCallFailed, lambda found: found.process == "felix" and bool(found.target))
    words = {"head": latest.detail("head") or "?", "target": call.target if call else "?"}
    times = sum(found.count for found in said)
    if latest.key != _KEY and times < 2:
        # A single listing that failed is tried again and mostly succeeds.
        yield hints(latest, **words)
    elif times > 1:
        yield proves(*said[:2], **words)
    else:
        yield indicates(latest, **words)


def _failed_on_the_way(said: FelixSaid) -> bool:
    return said.key.startswith(_KEY) and bool(_TRANSPORT.search(said.detail("error")))


def _came_later(reached: MilestoneReached, said: FelixSaid) -> bool:
    return (
        reached.milestone in (Milestone.FELIX_IN_SYNC, Milestone.DATAPLANE_READY)
        and reached.at is not None
        and said.at is not None
        and reached.at > said.at
    )


def _startup_failed(node: NodeView) -> StartupSaid | None:
    """The start-up program's complaint, where it never got an answer either."""
    if node.one(MilestoneReached, lambda found: found.milestone in _PAST) is not None:
        return None
    return node.one(StartupSaid, lambda said: said.key.startswith("ds-retry"))


def plan(case: Case) -> Plan:
    call = case.node.one(ApiCallFailed, lambda found: found.process == "felix")
    target = call.target if call and call.target else part("<service address>:443")
    return Plan(
        steps=(
            RunOnNode(
                "try-the-api-server",
                commands=(command("curl -km3 https://{target}/version", target=target),),
                risk=Risk.NONE,
            ),
            AskHuman("mend-the-way", risk=Risk.TOUCHES_HOST),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    )


CAUSE = Cause(
    name="felix-datastore-unreachable",
    code="FLX001",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=frozenset(
        {Shape.RUNNING_NOT_READY, Shape.KILLED_BEFORE_FELIX, Shape.READY_BUT_FLAPPING}
    ),
    reads=(FelixSaid, MilestoneReached, StartupSaid, ApiCallFailed),
    failures=(api_fails(How.REFUSED, How.TIMED_OUT, by=Speaker.FELIX),),
    examine=examine,
    plan=plan,
    caused_by=("api-kube-proxy-down", "api-endpoint-unreachable"),
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
