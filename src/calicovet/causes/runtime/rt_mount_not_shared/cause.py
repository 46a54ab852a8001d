"""A path that the pod mounts both ways lies on a mount that the host does not share."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign
from calicovet.model.commands.shell import command
from calicovet.model.facts import RuntimeSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    Ineffective,
    Plan,
    RestartPod,
    RestartUnit,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import CONTAINERS_FAIL_TO_START
from calicovet.signals.message_owner import told
from calicovet.signals.messages import proves_unless_others
from calicovet.signals.runtime_units import units_of_runtime

_NAME = "rt-mount-not-shared"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, RuntimeSaid, _NAME)
    if said is not None:
        words = {"path": said.detail("path"), "mount": said.detail("mount") or "?"}
        yield proves_unless_others(said, **words)


def plan(case: Case) -> Plan:
    said = told(case.node, RuntimeSaid, _NAME)
    units = (*units_of_runtime(case.node), "kubelet")
    mount = (said.detail("mount") if said else "") or "/sys"
    return Plan(
        steps=(
            RunOnNode(
                "look-at-the-mount",
                commands=(command("findmnt -o TARGET,PROPAGATION {mount}", mount=mount),),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "share-the-mount",
                commands=(
                    "findmnt -nro PROPAGATION / | grep -q shared || mount --make-rshared /",
                    command("mount --make-rshared {mount}", mount=mount),
                ),
                undo=(
                    command("mount --make-rprivate {mount}", mount=mount),
                    command("systemctl restart {units}", units=units),
                ),
                saw=command("! findmnt -nro PROPAGATION -T {mount} | grep -q shared", mount=mount),
            ),
            RestartUnit(units),
            RestartPod(),
        ),
        reaches=StageId.CONTAINER_STARTED,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LOAD_MODULE,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="RUN007",
    stage=StageId.SANDBOX_READY,
    shows_as=CONTAINERS_FAIL_TO_START,
    reads=(RuntimeSaid,),
    failures=(
        fails(
            How.WRONG_TYPE,
            thing=ThingClass.PATH,
            by=(Speaker.KUBELET, Speaker.RUNTIME),
            saying="shared",
        ),
    ),
    examine=examine,
    plan=plan,
    prior=0.5,
)
