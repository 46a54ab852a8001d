"""An old Felix refuses to run with the loose check of return paths."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.facts import FelixSaid, Sysctl
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import set_kernel
from calicovet.model.remediation.plan import (
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    SetVariables,
    Step,
)
from calicovet.model.remediation.write_examples import edits, sets_variables
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.felix_messages import felix_said
from calicovet.signals.messages import only_known

_LOOSE = "felix-rpf-loose-fatal"
_UNREADABLE = "felix-rpf-loose-fatal:unreadable"
_NAME = "net.ipv4.conf.all.rp_filter"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = felix_said(node, _LOOSE)
    now = node.one(Sysctl, lambda found: found.name == _NAME)
    unreadable = felix_said(node, _UNREADABLE)
    if said is not None:
        yield proves(said, *only_known(now), value=now.value if now else "2")
    elif unreadable is not None:
        yield indicates(unreadable, value="?")
    elif now is not None and now.value in ("0", "1"):
        yield denies(now)


def plan(case: Case) -> Plan:
    ignore: Step = SetVariables(key="ignore-it", variables=(("FELIX_IGNORELOOSERPF", "true"),))
    if case.node.namespace == "calico-system":
        # The operator would take the variable away again.
        ignore = EditObject(
            key="ignore-it",
            kind=CalicoKind.FELIX_CONFIGURATION,
            fields=(Field(("spec", "ignoreLooseRPF"), True),),
        )
    return Plan(
        steps=(
            set_kernel(
                "set-strict", "calico-rp-filter", (_NAME, 1), saw=f'[ "$(sysctl -n {_NAME})" = 2 ]'
            ),
        ),
        instead=Plan(steps=(ignore,)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LONGER_PROBE,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


CAUSE = Cause(
    name="felix-rpf-loose-fatal",
    code="FLX018",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, Sysctl),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.INVALID_VALUE,
            How.MISMATCH,
            How.NOT_SUPPORTED,
            thing=ThingClass.SYSCTL,
            value=("net.ipv4.conf.*.rp_filter", ""),
            by=Speaker.FELIX,
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(
        sets_variables("FELIX_IGNORELOOSERPF"),
        edits(CalicoKind.FELIX_CONFIGURATION, "spec.ignoreLooseRPF"),
    ),
    prior=0.4,
)
