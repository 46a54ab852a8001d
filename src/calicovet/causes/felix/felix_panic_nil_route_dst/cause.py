"""Felix crashes on a route that has no destination."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies
from calicovet.model.facts import CalicoVersion, ContainerImage, FelixSaid
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_OR_TRAFFIC_FAILS
from calicovet.signals.messages import message, proves_if_confirmed
from calicovet.startup.node_config import read_running_release
from calicovet.startup.versions import Release

_KEY = "felix-panic-nil-route-dst"
_PANIC = "felix-panic"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    frame = message(node, FelixSaid, _KEY)
    if frame is None:
        return
    versions = (*node.all(CalicoVersion), *node.all(ContainerImage))
    release = read_running_release(versions)
    if release is not None and _is_fixed(release):
        yield denies(*versions[:1])
        return
    panic = message(node, FelixSaid, _PANIC)
    words = {"release": release or "?"}
    yield proves_if_confirmed(frame, panic, **words)


def _is_fixed(release: Release) -> bool:
    """From v3.25.2 and v3.26.1 on the destination is looked at first."""
    return release >= (3, 26, 1) or (3, 25, 2) <= release < (3, 26)


CAUSE = Cause(
    name="felix-panic-nil-route-dst",
    code="FLX027",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=FELIX_OR_TRAFFIC_FAILS,
    reads=(FelixSaid, CalicoVersion, ContainerImage),
    decided_by=(FelixSaid,),
    examine=examine,
    plan=Plan(
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
    ),
    prior=0.1,
    unforeseen=Unforeseen.OLD_RELEASE,
)
