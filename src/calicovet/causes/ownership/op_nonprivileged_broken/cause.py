"""The operator is told to run calico-node without privileges, which this release cannot do."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, hints, proves
from calicovet.model.facts import ControllersSaid, SettingSeen
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import CalicoKind, EditObject, Field, Ineffective, Plan, Risk
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known

_NAME = "op-nonprivileged-broken"
_KEYS = (_NAME, f"{_NAME}:deprecated")


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, ControllersSaid, *_KEYS)
    setting = case.node.one(
        SettingSeen,
        lambda found: (
            found.where == "installation"
            and found.name == "nonPrivileged"
            and found.value == "Enabled"
        ),
    )
    if said is not None:
        yield proves(said, *only_known(setting))
    elif setting is not None:
        yield hints(setting)


CAUSE = Cause(
    name=_NAME,
    code="OWN011",
    stage=StageId.POD_CREATED,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.PENDING,
            Shape.EXITS_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(ControllersSaid, SettingSeen),
    decided_by=(ControllersSaid,),
    failures=(
        fails(How.INVALID_OBJECT, thing=ThingClass.CONFIG, value="nonprivileged"),
        fails(
            How.INVALID_VALUE,
            How.NOT_SUPPORTED,
            How.DENIED,
            How.CONFLICT,
            thing=ThingClass.CONFIG,
            value="nonprivileged",
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            EditObject(
                key="give-it-its-privileges",
                kind=CalicoKind.INSTALLATION,
                fields=(Field(("spec", "nonPrivileged"), "Disabled", before="Enabled"),),
                risk=Risk.ROLLS_ALL_NODES,
            ),
        ),
        does_not_help=(
            Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR,
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
        ),
    ),
    writes=(edits(CalicoKind.INSTALLATION, "spec.nonPrivileged"),),
    scope=Scope.CLUSTER,
    prior=0.1,
)
