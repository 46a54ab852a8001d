"""The directory for FlexVolume drivers lies under /usr, which is read-only on this host."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, proves
from calicovet.model.facts import KubeletSaid, ManagedBy, OwnerKind, RuntimeSaid, Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    Risk,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import POD_NOT_INITIALISED
from calicovet.signals.messages import message

_KEY = "flexvol-readonly-usr"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    refused: Said | None = message(node, KubeletSaid, _KEY) or message(node, RuntimeSaid, _KEY)
    unmounted = message(node, KubeletSaid, f"{_KEY}:mount")
    if refused is not None:
        yield proves(refused)
    elif unmounted is not None:
        # Where other volumes are missing as well, it is no matter of this directory.
        yield (hints if unmounted.detail("others") else proves)(unmounted)


def plan(case: Case) -> Plan:
    node = case.node
    operator = node.unread().one(ManagedBy, lambda found: found.owner is OwnerKind.OPERATOR)
    if operator is None and node.namespace != "calico-system":
        return Plan(
            steps=(AskHuman("change-the-volume", risk=Risk.ROLLS_ALL_NODES),),
            does_not_help=(
                Ineffective.DELETE_POD,
                Ineffective.RESTART_KUBELET,
                Ineffective.RESET_NODE,
            ),
        )
    return Plan(
        steps=(
            EditObject(
                key="leave-flexvolume-out",
                kind=CalicoKind.INSTALLATION,
                fields=(Field(("spec", "flexVolumePath"), "None"),),
                risk=Risk.ROLLS_ALL_NODES,
            ),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR,
        ),
    )


CAUSE = Cause(
    name="flexvol-readonly-usr",
    code="INI013",
    # Volumes are mounted before the first init container.
    stage=StageId.SANDBOX_READY,
    shows_as=POD_NOT_INITIALISED,
    reads=(KubeletSaid, RuntimeSaid),
    decided_by=(KubeletSaid,),
    failures=(
        fails(
            How.READ_ONLY,
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            thing=ThingClass.PATH,
            value="flexvolume",
        ),
        fails(
            How.TIMED_OUT,
            How.READ_ONLY,
            How.FAILED,
            thing=ThingClass.VOLUME,
            value="flexvol-driver-host",
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(edits(CalicoKind.INSTALLATION, "spec.flexVolumePath"),),
    prior=0.2,
)
