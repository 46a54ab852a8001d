"""Felix is told to change AWS' source/destination check, and cannot."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, proves
from calicovet.model.facts import Fact, FelixHealthRow, FelixSaid
from calicovet.model.failures.how import UNREACHED, How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Plan,
    Risk,
    SetVariables,
    Step,
)
from calicovet.model.remediation.write_examples import edits, sets_variables
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over

_KEY = "felix-aws-source-dest-check"
_REPORTERS = frozenset({"aws-source-destination-check", "AWSSourceDestinationCheck"})
"""As older releases call it, and as newer ones do."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said, row = felix_said(node, f"{_KEY}:set", _KEY), _row(node)
    fact: Fact | None = said or row
    if fact is None:
        return
    over = got_over(node, said) if said is not None else None
    if over is not None:
        yield denies(fact, over)
        return
    error = said.detail("error") if said is not None else ""
    yield proves(fact, error=error or "?", release=release_of(node) or "?")


def _row(node: NodeView) -> FelixHealthRow | None:
    return node.one(
        FelixHealthRow,
        lambda row: row.component in _REPORTERS and "non-ready" in f"{row.readiness} {row.detail}",
    )


def plan(case: Case) -> Plan:
    off: Step = SetVariables(key="leave-it-alone", variables=(("FELIX_AWSSRCDSTCHECK", None),))
    if case.node.namespace == "calico-system":
        off = EditObject(
            key="leave-it-alone",
            kind=CalicoKind.FELIX_CONFIGURATION,
            fields=(Field(("spec", "awsSrcDstCheck"), "DoNothing"),),
        )
    return Plan(
        steps=(AskHuman("is-this-aws", risk=Risk.NONE), off),
    )


CAUSE = Cause(
    name=_KEY,
    code="FLX037",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, FelixHealthRow, *GOT_OVER, *RELEASE_READS),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            *UNREACHED,
            How.FAILED,
            How.NOT_FOUND,
            How.SERVER_ERROR,
            How.UNAUTHORIZED,
            thing=ThingClass.METADATA_SERVICE,
            by=Speaker.FELIX,
        ),
        fails(
            How.FAILED,
            How.NOT_READY,
            How.FORBIDDEN,
            How.DENIED,
            How.UNAUTHORIZED,
            How.NOT_FOUND,
            thing=ThingClass.CONFIG,
            value="awssrcdstcheck",
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(
        sets_variables("FELIX_AWSSRCDSTCHECK"),
        edits(CalicoKind.FELIX_CONFIGURATION, "spec.awsSrcDstCheck"),
    ),
    scope=Scope.CLUSTER,
    prior=0.06,
    unforeseen=Unforeseen.NEEDS_CLOUD,
)
