"""Causes that are still open at the stage that was reached."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from calicovet.diagnosis.evidence.container_logs import no_log_yet
from calicovet.diagnosis.evidence.for_fact import speaks_of
from calicovet.model.case import NodeView
from calicovet.model.cause import Cause
from calicovet.model.facts import (
    CniInstallSaid,
    CniPluginSaid,
    Fact,
    IpamUpgradeSaid,
    PodListed,
    StartupSaid,
)
from calicovet.model.finding import Finding, Verdict
from calicovet.model.stage import BEFORE_ANY_LOG, Localisation, Shape, StageId, StageState
from calicovet.startup.data_path import fails_on

OPEN = frozenset({Verdict.LIKELY, Verdict.POSSIBLE, Verdict.UNTESTED})
_AMONG_INITS = frozenset({Shape.INIT_STUCK, Shape.INIT_FAILING})
_AT_STARTUP = frozenset({Shape.EXITS_AT_STARTUP, Shape.STUCK_AT_STARTUP})
_GONE_WITH: Mapping[StageId, frozenset[Shape]] = {
    StageId.POD_CREATED: frozenset({Shape.NOT_CREATED}),
    StageId.POD_BOUND: frozenset({Shape.PENDING}),
    StageId.BPF_PREPARED: _AMONG_INITS,
    StageId.CONTAINER_STARTED: BEFORE_ANY_LOG | _AMONG_INITS,
    StageId.SERVICES_RUNNING: _AT_STARTUP,
}
"""Who has passed the stage cannot look like this any more."""
_PROGRAM = frozenset(
    {
        StageId.NODE_NAMED,
        StageId.DATASTORE_REACHED,
        StageId.HOST_IPAM_UPGRADED,
        StageId.NODE_READ,
        StageId.ADDRESS_CHOSEN,
        StageId.ADDRESS_UNIQUE,
        StageId.NODE_SAVED,
        StageId.POOLS_READY,
        StageId.DEFAULTS_SAVED,
        StageId.STARTUP_FINISHED,
    }
)
_SAID_BEFORE: Mapping[type[Fact], frozenset[StageId]] = {
    IpamUpgradeSaid: frozenset({StageId.IPAM_UPGRADED}),
    CniInstallSaid: frozenset({StageId.CNI_INSTALLED, StageId.BPF_PREPARED}),
    StartupSaid: _PROGRAM,
}
"""What stops a start in one of these stages is said by these; once it is passed, they have not said it."""
_BEFORE_CONTAINERS = frozenset(
    {StageId.POD_CREATED, StageId.POD_BOUND, StageId.SANDBOX_READY, StageId.IMAGES_PRESENT}
)
_LONG = timedelta(minutes=2)
_OF_SESSIONS = frozenset(
    {
        StageId.ADDRESS_CHOSEN,
        StageId.ADDRESS_UNIQUE,
        StageId.BIRD_RUNNING,
        StageId.BGP_ESTABLISHED,
    }
)
_BREAKS: Mapping[str, frozenset[StageId]] = {
    "new-pods": frozenset({StageId.IPAM_UPGRADED, StageId.CNI_INSTALLED, StageId.POOLS_READY}),
    "no-peers": _OF_SESSIONS,
    "sessions": _OF_SESSIONS,
    "some-sessions": _OF_SESSIONS,
}
"""Where the causes enter that break this part of the data path."""


def open_suspects(
    node: NodeView, stages: Localisation, findings: Iterable[Finding], causes: Mapping[str, Cause]
) -> list[Finding]:
    """The suspicions that a next question can part."""
    left = shapes_left(stages)
    found = [one for one in findings if is_open(one, stages, causes, left)]
    if _has_run_on(node):
        found = [one for one in found if not _would_have_ended_it(one, causes[one.name])]
    if stages.shape is Shape.READY_BUT_BROKEN and (fault := fails_on(node.facts)):
        of_this = [one for one in found if _may_break(one, causes[one.name], fault)]
        return of_this or found
    if stages.shape is not None:
        return found
    if no_log_yet(node, stages):
        left &= BEFORE_ANY_LOG | _AMONG_INITS
        found = [one for one in found if causes[one.name].stage in _BEFORE_CONTAINERS]
    likely = [causes[one.name] for one in findings if one.verdict is Verdict.LIKELY]
    if told := [cause.shows_as for cause in likely if not cause.bystander]:
        # Where the symptom is unknown, the likely cause decides.
        left &= frozenset().union(*told)
    return [one for one in found if causes[one.name].shows_as & left]


def _may_break(finding: Finding, cause: Cause, fault: str) -> bool:
    """Whether the cause is one of that part of the data path, or something speaks for it."""
    refuses = fault == "new-pods" and CniPluginSaid in cause.reads
    return finding.verdict is not Verdict.UNTESTED or refuses or cause.stage in _BREAKS[fault]


def is_open(
    finding: Finding,
    stages: Localisation,
    causes: Mapping[str, Cause],
    left: frozenset[Shape] | None = None,
) -> bool:
    """Whether a suspicion of that shape is neither proven nor out, and wants something that would decide.

    `left` are the shapes that are left, where the caller knows them.
    """
    cause = causes[finding.name]
    return (
        finding.verdict in OPEN
        and not cause.shows_as.isdisjoint(shapes_left(stages) if left is None else left)
        and not cause.bystander
        and stages.entered(cause.stage)
        and bool(finding.wants)
        and not _is_past(finding, cause, stages)
    )


def shapes_left(stages: Localisation) -> frozenset[Shape]:
    """What the sickness may look like: what is seen, or else all that the stages passed leave open."""
    if stages.shape is not None:
        return frozenset({stages.shape})
    gone = [
        shapes
        for stage, shapes in _GONE_WITH.items()
        if stages.states.get(stage) is StageState.PASSED
    ]
    return frozenset(Shape).difference(*gone)


def _is_past(finding: Finding, cause: Cause, stages: Localisation) -> bool:
    """Whether the start went past the place where this would have stopped it, and nothing speaks for it."""
    passed = stages.states.get(cause.stage) is StageState.PASSED
    told_by = [kind for kind in speaks_of(cause) if kind in _SAID_BEFORE]
    there = bool(told_by) and all(cause.stage in _SAID_BEFORE[kind] for kind in told_by)
    return passed and there and finding.verdict is Verdict.UNTESTED


def _would_have_ended_it(finding: Finding, cause: Cause) -> bool:
    """Whether it shows in nothing but the end of the start-up program."""
    of_the_program = cause.stage in _PROGRAM and StartupSaid in speaks_of(cause)
    holds_up = Shape.STUCK_AT_STARTUP in cause.shows_as
    return of_the_program and not holds_up and finding.verdict is Verdict.UNTESTED


def _has_run_on(node: NodeView) -> bool:
    """Whether the list shows a calico-node that has run for a while and never ended."""
    listed = node.unread().one(PodListed)
    return (
        listed is not None
        and listed.status == "Running"
        and listed.restarts == 0
        and listed.age is not None
        and listed.age > _LONG
    )
