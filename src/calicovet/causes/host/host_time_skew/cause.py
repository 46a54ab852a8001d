"""The node's clock is wrong, so certificates seem to begin in the future."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import ApiCallFailed, CallError, ControllersSaid, Said
from calicovet.model.facts.said import STRANGER
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import API_CERTIFICATE_DATES
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Ineffective, NoUndo, Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_KEY = "host-time-skew"
_ELSEWHERE = frozenset({STRANGER, "typha", "kube-controllers", "operator", "kubectl"})
"""They may run on any machine, so their clock may be another one."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    early = node.one(ApiCallFailed, lambda found: _is_told(found, CallError.TLS_NOT_YET))
    told = early or _told_of_others(node)
    if told is not None:
        yield proves(told, **_words(node))
    elif expired := node.one(ApiCallFailed, lambda found: _is_told(found, CallError.TLS_EXPIRED)):
        yield denies(expired)
    elif undated := node.one(ApiCallFailed, lambda found: _is_told(found, CallError.TLS_DATES)):
        yield hints(undated, **_words(node))


def _is_told(call: ApiCallFailed, error: CallError) -> bool:
    return call.error is error and call.process not in _ELSEWHERE


def _told_of_others(node: NodeView) -> Said | None:
    """The same message about another server than the API server, such as a registry."""
    calls = {
        call.cited
        for call in node.all(ApiCallFailed, lambda found: found.error is CallError.TLS_NOT_YET)
    }
    return node.one(
        Said,
        lambda said: (
            said.key == _KEY and said.cited not in calls and not isinstance(said, ControllersSaid)
        ),
    )


def _words(node: NodeView) -> dict[str, object]:
    said = message(node, Said, _KEY)
    return {
        "now": said.detail("now") if said else "?",
        "since": said.detail("since") if said else "?",
    }


def _clock_commands(node: NodeView) -> tuple[str, ...]:
    call = node.one(ApiCallFailed, lambda found: bool(found.target))
    target = call.target if call else part("<API server>:6443")
    return (
        "date -u",
        command("curl -ksI https://{target}/version | grep -i ^date", target=target),
        "timedatectl",
    )


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode("compare-the-clocks", commands=_clock_commands(case.node), risk=Risk.NONE),
            RunOnNode(
                "set-the-clock",
                commands=(
                    "timedatectl set-ntp true",
                    "! command -v chronyc >/dev/null || chronyc makestep",
                ),
                no_undo=NoUndo.WAS_BROKEN,
            ),
            RestartPod(),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESET_NODE,
        ),
    )


CAUSE = Cause(
    name=_KEY,
    code="HST005",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(Said, ApiCallFailed),
    failures=(
        fails(How.CLOCK_SKEW),
        fails(How.MISMATCH, How.INVALID_VALUE, How.CLOCK_SKEW, thing=ThingClass.CLOCK),
        fails(How.CERTIFICATE_NOT_YET_VALID),
        fails(
            How.CERTIFICATE_NOT_YET_VALID,
            thing=(
                ThingClass.API_SERVER,
                ThingClass.DATASTORE,
                ThingClass.CERTIFICATE,
                ThingClass.ETCD,
                ThingClass.TYPHA,
                ThingClass.IMAGE,
                ThingClass.REGISTRY,
            ),
        ),
        API_CERTIFICATE_DATES,
    ),
    examine=examine,
    plan=plan,
    explains=("ipamup-node-or-api-unreachable", "felix-datastore-unreachable"),
    prior=0.5,
)
