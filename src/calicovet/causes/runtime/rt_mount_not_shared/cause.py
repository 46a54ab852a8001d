"""A path that the pod mounts both ways lies on a mount that the host does not share."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, proves
from calicovet.model.facts import RuntimeSaid
from calicovet.model.plan import Plan, RestartPod, RestartUnit, Risk, RunOnNode, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import Whose, told, whose
from calicovet.startup.runtime_units import units_of_runtime

_NAME = "rt-mount-not-shared"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, RuntimeSaid, _NAME)
    if said is None:
        return
    sign = hints if whose(said) is Whose.OTHERS else proves
    yield sign(said, path=said.detail("path"), mount=said.detail("mount") or "?")


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
        does_not_help=(Vain.DELETE_POD, Vain.REINSTALL_CALICO, Vain.LOAD_MODULE),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.SANDBOX_READY,
    shows_as=frozenset(
        {
            Shape.PENDING,
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
        }
    ),
    reads=(RuntimeSaid,),
    examine=examine,
    plan=plan,
    prior=0.5,
)
