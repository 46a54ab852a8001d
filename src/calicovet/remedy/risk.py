"""The risk of a plan, and what it restarts."""

from collections.abc import Iterable

from calicovet.model.remediation.plan import (
    DrainNode,
    RestartPod,
    RestartUnit,
    Risk,
    RunOnNode,
    SetSetting,
    Setting,
    Step,
)

NOTHING = "restarts.none"
ONE_POD = "restarts.one-pod"
SICK_PODS = "restarts.sick-pods"
RUNTIME = "restarts.runtime"
ALL_PODS = "restarts.all-pods"
WORKLOADS = "restarts.workloads"

_WIDEST_FIRST = (WORKLOADS, ALL_PODS, RUNTIME, ONE_POD, NOTHING)
_RUNTIMES = ("containerd", "docker", "crio", "cri-o")
_READ_AT_RUN_TIME = frozenset({Setting.DATASTORE_READY})


def risk_of(steps: Iterable[Step]) -> Risk:
    """The highest risk among the steps."""
    return max((step.risk for step in steps), default=Risk.NONE)


def restarts_of(steps: Iterable[Step]) -> str:
    """The widest restart among the steps, as a key of the frame's words."""
    found = {_restarts(step) for step in steps}
    return next((key for key in _WIDEST_FIRST if key in found), NOTHING)


def _restarts(step: Step) -> str:
    match step:
        case DrainNode():
            return WORKLOADS
        case RestartPod():
            return ONE_POD
        case SetSetting(setting=setting) if setting in _READ_AT_RUN_TIME:
            return NOTHING
        case RestartUnit(units=units):
            # Containers live through a restart of the kubelet.
            return RUNTIME if any(unit.startswith(_RUNTIMES) for unit in units) else NOTHING
        case RunOnNode(commands=commands) if any(map(_restarts_runtime, commands)):
            return RUNTIME
    return {
        Risk.RESTARTS_ONE_POD: ONE_POD,
        Risk.ROLLS_ALL_NODES: ALL_PODS,
        Risk.MOVES_WORKLOADS: WORKLOADS,
    }.get(step.risk, NOTHING)


def _restarts_runtime(command: str) -> bool:
    return "systemctl restart" in command and any(name in command for name in _RUNTIMES)
