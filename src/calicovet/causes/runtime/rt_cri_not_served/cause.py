"""containerd runs, and does not serve the CRI that the kubelet asks it for."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    Fact,
    HostSetting,
    NodeCondition,
    RuntimeSaid,
    RuntimeVersion,
    UnitState,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Plan,
    RestartUnit,
    Risk,
    RunOnNode,
    Step,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known
from calicovet.signals.node_service import kubelet_reports, stopped_kubelet
from calicovet.startup.versions import read_release

_NAME = "rt-cri-not-served"
_DISABLED = "containerd.disabled_plugins"
_FIRST_V1 = (1, 6)
"""The first containerd that serves runtime.v1; older ones have v1alpha2 only."""
_CONFIG = "/etc/containerd/config.toml"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    if (reports := kubelet_reports(node)) is not None:
        # The kubelet has a runtime; what crictl asks may be another one beside it.
        yield denies(reports)
        return
    unserved = message(node, RuntimeSaid, _NAME)
    reason = _reason(node, unserved)
    if unserved is not None:
        by_kubelet = unserved.speaker == Speaker.KUBELET
        sign = proves if reason is not None else indicates if by_kubelet else hints
        yield sign(unserved, *only_known(reason), what=_what(reason))
    elif reason is not None and (stopped := stopped_kubelet(node)) is not None:
        failed = isinstance(reason, RuntimeSaid)
        yield (indicates if failed else hints)(reason, stopped, what=_what(reason))


def _reason(node: NodeView, unserved: RuntimeSaid | None) -> Fact | None:
    """Why it is not served: the plugin is disabled, or failed to load, or containerd is too old."""
    disabled = node.one(HostSetting, lambda found: found.name == _DISABLED)
    failed = message(node, RuntimeSaid, f"{_NAME}:load")
    if disabled is not None or failed is not None:
        return disabled or failed
    asked = unserved.detail("service").lower() if unserved else ""
    return node.one(RuntimeVersion, _has_no_v1) if asked == "runtime.v1" else None


def _has_no_v1(found: RuntimeVersion) -> bool:
    name, _, version = found.version.partition("://")
    release = read_release(version)
    return name == "containerd" and release is not None and release < _FIRST_V1


def _what(reason: Fact | None) -> str:
    match reason:
        case HostSetting():
            return f'disabled_plugins = ["{reason.value}"]'
        case RuntimeSaid():
            return reason.detail("error")
        case RuntimeVersion():
            return reason.version.replace("://", " ")
    return "?"


def plan(case: Case) -> Plan:
    match _reason(case.node.unread(), message(case.node.unread(), RuntimeSaid, _NAME)):
        case HostSetting():
            steps: tuple[Step, ...] = (_LOOK, _ENABLE)
        case RuntimeSaid():
            steps = (_LOOK, AskHuman("correct-the-configuration", risk=Risk.TOUCHES_HOST))
        case RuntimeVersion():
            steps = (_LOOK, AskHuman("make-them-fit", risk=Risk.TOUCHES_HOST))
        case _:
            steps = (_LOOK, AskHuman("choose", risk=Risk.TOUCHES_HOST))
    return Plan(steps=(*steps, RestartUnit(("containerd", "kubelet"))))


_LOOK = RunOnNode(
    "see-the-plugin",
    commands=(
        "ctr plugins ls | grep -i cri",
        f"grep -n -e disabled_plugins -e ^version -e SystemdCgroup {_CONFIG}",
        "journalctl -u containerd --no-pager | grep 'failed to load plugin' | tail -n 5",
        "containerd --version; kubelet --version",
    ),
    risk=Risk.NONE,
)
_ENABLE = RunOnNode(
    "enable-the-plugin",
    commands=(
        r"sed -i -E '/^[[:space:]]*disabled_plugins[[:space:]]*=/"
        r"s/[\x22\x27](cri|io\.containerd\.grpc\.v1\.cri|io\.containerd\.cri\.v1\.[a-z]+)[\x22\x27][[:space:]]*,?[[:space:]]*//g'"
        f" {_CONFIG}",
    ),
    undo=("systemctl restart containerd",),
    edits=(_CONFIG,),
)
CAUSE = Cause(
    name=_NAME,
    code="RUN019",
    stage=StageId.POD_CREATED,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.PENDING,
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(RuntimeSaid, HostSetting, RuntimeVersion, NodeCondition, UnitState),
    decided_by=(HostSetting,),
    failures=(
        fails(How.NOT_SERVED, thing=ThingClass.RUNTIME),
        fails(How.DISABLED, thing=ThingClass.CONFIG, value="cri-plugin"),
    ),
    examine=examine,
    plan=plan,
    explains=("node-kubelet-dead",),
    prior=0.4,
)
