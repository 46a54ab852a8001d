"""Felix crashes on a route that has no destination."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.facts import CalicoVersion, ContainerImage, FelixSaid
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.startup.node_config import read_running_release
from calicovet.startup.versions import Release

_KEY = "felix-panic-nil-route-dst"
_PANIC = "felix-panic"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    frame = node.one(FelixSaid, lambda found: found.key == _KEY)
    if frame is None:
        return
    versions = (*node.all(CalicoVersion), *node.all(ContainerImage))
    release = read_running_release(versions)
    if release is not None and _is_fixed(release):
        yield denies(*versions[:1])
        return
    panic = node.one(FelixSaid, lambda found: found.key == _PANIC)
    words = {"release": release or "?"}
    yield indicates(frame, **words) if panic is None else proves(frame, panic, **words)


def _is_fixed(release: Release) -> bool:
    """From v3.25.2 and v3.26.1 on the destination is looked at first."""
    return release >= (3, 26, 1) or (3, 25, 2) <= release < (3, 26)


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode(
                "find-the-route",
                commands=("ip route show table all | grep default", "ip rule"),
                risk=Risk.NONE,
            ),
            AskHuman("newer-release", risk=Risk.CLUSTER_WIDE),
        ),
        instead=Plan(steps=(AskHuman("remove-the-route", risk=Risk.TOUCHES_HOST),)),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name="felix-panic-nil-route-dst",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=frozenset(
        {
            Shape.RUNNING_NOT_READY,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(FelixSaid, CalicoVersion, ContainerImage),
    decided_by=(FelixSaid,),
    examine=examine,
    plan=plan,
    prior=0.1,
)
