"""calico-node started before kube-proxy, failed to reach the API server for a while, then succeeded."""

from collections.abc import Iterator
from datetime import timedelta

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, indicates
from calicovet.model.facts import (
    ApiCallFailed,
    ApiEndpoint,
    Milestone,
    MilestoneReached,
    ServiceAddress,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.shared import SERVICE, api_fails
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk
from calicovet.model.stage import Shape, StageId
from calicovet.signals.api_route import ANSWERED, NO_ANSWER, Way, unanswered, way_from

_LONGEST = timedelta(minutes=5)
_AT_START = frozenset({"startup", "install-cni", "upgrade-ipam"})
_BEGAN = frozenset(
    {Milestone.IPAM_UPGRADE_BEGAN, Milestone.CNI_INSTALL_BEGAN, Milestone.STARTUP_BEGAN}
)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    call = node.one(ApiCallFailed, lambda found: _is_a_call_at_start(node, found))
    if call is None or unanswered(node, Way.SERVICE):
        return
    answered = _answer_to(node, call)
    if answered is None:
        return
    if elsewhere := node.one(ApiCallFailed, lambda found: _needs_no_kube_proxy(node, found)):
        # Who calls an endpoint itself had no answer either: the API server was away.
        yield denies(elsewhere)
        return
    waited = _waited(node, call, answered)
    if waited > _LONGEST:
        yield denies(call, answered)
    else:
        yield indicates(call, answered, service=call.target, seconds=int(waited.total_seconds()))


def _is_a_call_at_start(node: NodeView, call: ApiCallFailed) -> bool:
    return (
        call.error in NO_ANSWER
        and call.process in _AT_START
        and call.at is not None
        and way_from(node, call.target) is Way.SERVICE
    )


def _needs_no_kube_proxy(node: NodeView, call: ApiCallFailed) -> bool:
    return (
        call.error in NO_ANSWER
        and call.process in ("kubelet", "kube-proxy")
        and way_from(node, call.target) is Way.ENDPOINT
    )


def _answer_to(node: NodeView, call: ApiCallFailed) -> MilestoneReached | None:
    """The first message after the call that needs the API server."""
    later = node.all(
        MilestoneReached,
        lambda found: found.milestone in ANSWERED and _is_after(found, call),
    )
    return later[-1] if later else None


def _is_after(reached: MilestoneReached, call: ApiCallFailed) -> bool:
    return reached.at is not None and call.at is not None and reached.at > call.at


def _waited(node: NodeView, call: ApiCallFailed, answered: MilestoneReached) -> timedelta:
    """How long it took from the begin of that start, or from the last failed call."""
    if answered.at is None or call.at is None:
        return timedelta()
    before = call.at
    began = node.one(
        MilestoneReached,
        lambda found: found.milestone in _BEGAN and found.at is not None and found.at <= before,
    )
    return answered.at - (began.at if began is not None and began.at is not None else before)


CAUSE = Cause(
    name="api-kube-proxy-race",
    code="DAT015",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset(Shape) - {Shape.NOT_CREATED, Shape.PENDING, Shape.CONTAINER_NOT_CREATED},
    reads=(ApiCallFailed, MilestoneReached, ServiceAddress, ApiEndpoint),
    failures=(api_fails(How.REFUSED, How.TIMED_OUT, at=SERVICE),),
    examine=examine,
    plan=Plan(
        steps=(AskHuman("leave-it"),),
        instead=Plan(steps=(AskHuman("go-round-kube-proxy", risk=Risk.ROLLS_ALL_NODES),)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LONGER_PROBE,
            Ineffective.REINSTALL_CALICO,
        ),
    ),
    bystander=True,
    prior=0.3,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
