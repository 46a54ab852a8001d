"""`Cause`: a known root cause and its declarations."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from enum import IntEnum, StrEnum

from calicovet.model.case import Case
from calicovet.model.facts.base import Fact
from calicovet.model.failures.pattern import FailurePattern
from calicovet.model.record import record
from calicovet.model.remediation.ineffective import does_not_help
from calicovet.model.remediation.plan import Plan
from calicovet.model.remediation.write_examples import ObjectStep
from calicovet.model.stage import Shape, StageId


class Strength(IntEnum):
    """How much a sign says, in good faith; what it weighs is up to the engine."""

    DENIES = 0
    """A cited fact with which this cause cannot be at work."""
    HINTS = 1
    """It fits, as do others."""
    INDICATES = 2
    """It excludes every look-alike except those that the next command decides."""
    PROVES = 3


@record
class Sign:
    """Why a cause may be at work, or cannot be."""

    strength: Strength
    facts: tuple[Fact, ...]
    details: Mapping[str, str] = field(default_factory=dict)


def _sign(strength: Strength, facts: tuple[Fact, ...], details: Mapping[str, object]) -> Sign:
    return Sign(strength, facts, {key: str(value) for key, value in details.items()})


def hints(*facts: Fact, **details: object) -> Sign:
    return _sign(Strength.HINTS, facts, details)


def indicates(*facts: Fact, **details: object) -> Sign:
    return _sign(Strength.INDICATES, facts, details)


def proves(*facts: Fact, **details: object) -> Sign:
    return _sign(Strength.PROVES, facts, details)


def denies(*facts: Fact, **details: object) -> Sign:
    return _sign(Strength.DENIES, facts, details)


class Scope(StrEnum):
    NODE = "node"
    SHARED = "shared"
    """Of something that several nodes share (a pool, an address that the registry sees): not all need to suffer."""
    CLUSTER = "cluster"
    """No node's own fault (a missing CRD): peers are not asked."""


class Unforeseen(StrEnum):
    """Why `preflight` cannot ask for a cause; docs/preflight.md has a sentence for each."""

    ONLY_WHILE_RUNNING = "only-while-running"
    OLD_RELEASE = "old-release"
    NEEDS_SESSION = "needs-session"
    HOST_RULES = "host-rules"
    IN_SECRETS = "in-secrets"
    ONLY_READER_JUDGES = "only-reader-judges"
    ONLY_TRAFFIC_SHOWS = "only-traffic-shows"
    NEEDS_REGISTRY = "needs-registry"
    CRASH = "crash"
    EFFECT = "effect"
    CAPACITY = "capacity"
    SHOWN_BY_OTHER_CHECK = "shown-by-other-check"
    CHANGE_TO_COME = "change-to-come"
    BEFORE_REGISTRATION = "before-registration"
    NAMES_OUT_OF_REACH = "names-out-of-reach"
    SWITCHED_OFF_LATER = "switched-off-later"
    RELEASES_CHECKED = "releases-checked"
    FILE_SYSTEMS = "file-systems"
    UPDATE_TO_COME = "update-to-come"
    NEEDS_CLOUD = "needs-cloud"


@record(kw_only=True)
class Cause:
    """What to look for and what to do; its documents stand beside it."""

    name: str
    code: str
    """The letters of its area and a number: ADR003. Neither name nor code is ever given to another cause."""
    stage: StageId
    """Where the fault enters; the harm may show later."""
    shows_as: frozenset[Shape]
    reads: tuple[type[Fact], ...]
    """A promise: what `examine` may ask for. Claimed need not be named."""
    examine: Callable[[Case], Iterator[Sign]]
    plan: Plan | Callable[[Case], Plan]
    """What to do: a function only where that depends on the case. Read it by `plan_for`."""
    writes: tuple[ObjectStep, ...] = ()
    """Examples of every step of its plans that changes an object: `fix` sends, and `rollback` undoes, nothing else."""
    decided_by: tuple[type[Fact], ...] = ()
    """Of what it reads, that which decides; asked for first. Empty: whatever was never shown."""
    failures: tuple[FailurePattern, ...] = ()
    """The failures that it is about, in whatever words a program states them; made by `fails`."""
    scope: Scope = Scope.NODE
    explains: tuple[str, ...] = ()
    """Causes that are only its consequences, on this node or on others."""
    caused_by: tuple[str, ...] = ()
    """Causes of which this one may itself be the effect; the next question distinguishes them."""
    may_lie_dormant: bool = False
    """A healthy node may carry the fault without harm until something else happens."""
    bystander: bool = False
    """Never more than a consequence: told, but it never leads the summary."""
    generic: bool = False
    """Names a kind of fault, not the fault: it stands only where no other cause does."""
    prior: float = 1.0
    """How often people meet it, against the others; for the order of questions only."""
    unforeseen: Unforeseen | None = None
    """Why no check of `preflight` asks for it; None: one of them does."""

    def plan_for(self, case: Case) -> Plan:
        """What to do in that case."""
        plan = self.plan if isinstance(self.plan, Plan) else self.plan(case)
        if plan.does_not_help:
            return plan
        return replace(plan, does_not_help=does_not_help(self.code))
