"""A new node gets no pods, because kube-controller-manager does not work."""

from collections.abc import Iterator
from datetime import timedelta

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import (
    ControllerManagerState,
    KubeProxyState,
    LeaseRenewed,
    PodMissing,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.messages import only_known

_LEASE = "kube-controller-manager"
_STALE = timedelta(minutes=2)
"""It is renewed every few seconds."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    missing = node.one(PodMissing)
    managers = {one.name: one for one in reversed(node.all(ControllerManagerState))}
    stale = _stale(node)
    working = next((one for one in managers.values() if one.ready), None)
    if working is not None and stale is None:
        yield denies(working)
        return
    if managers and working is None:
        down = next(iter(managers.values()))
        words = {"how": f"{down.name} {down.status}"}
    elif stale is not None:
        down, words = None, {"how": f"renewTime {stale.renewed:%Y-%m-%d %H:%M:%S} UTC"}
    else:
        return
    proxy = node.one(KubeProxyState)
    if proxy is not None and proxy.about.node == node.name and missing is not None:
        # That pod was created, and this one is created in the same way.
        yield denies(proxy)
        return
    told = only_known(stale, down)
    if missing is None:
        yield hints(*told, **words)
    else:
        yield (proves if stale is not None else indicates)(missing, *told, **words)


def _stale(node: NodeView) -> LeaseRenewed | None:
    """Its lease, where others were renewed long after it."""
    leases = node.all(LeaseRenewed)
    own = next((one for one in leases if one.name == _LEASE), None)
    newest = max((one.renewed for one in leases), default=None)
    if own is None or newest is None or newest - own.renewed < _STALE:
        return None
    return own


CAUSE = Cause(
    name="sched-controllers-down",
    code="SCH012",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(ControllerManagerState, LeaseRenewed, KubeProxyState, PodMissing),
    decided_by=(ControllerManagerState,),
    failures=(
        fails(
            How.NOT_READY, How.FAILED, thing=ThingClass.CONTAINER, value="kube-controller-manager"
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "look-at-the-controllers",
                commands=(
                    "kubectl -n kube-system get pods -o wide | grep -E 'controller-manager|scheduler'",
                    "kubectl -n kube-system logs -l component=kube-controller-manager --tail=40",
                    "kubectl -n kube-system get lease -o yaml | grep -E '^    name:|renewTime'",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("repair-it", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(
            Ineffective.RESET_NODE,
            Ineffective.RESTART_KUBELET,
            Ineffective.REINSTALL_CALICO,
        ),
    ),
    scope=Scope.CLUSTER,
    prior=0.2,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
