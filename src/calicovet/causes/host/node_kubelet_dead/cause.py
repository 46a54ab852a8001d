"""The kubelet is gone: what the API server shows of the node is old."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import KubeletSaid, NodeCondition, UnitState
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    NoUndo,
    Plan,
    RestartUnit,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known
from calicovet.signals.node_service import stopped_kubelet
from calicovet.signals.runtime_units import units_of_runtime

_KEY = "node-kubelet-dead"


def examine(case: Case) -> Iterator[Sign]:
    ready = case.node.one(NodeCondition, lambda found: found.type == "Ready")
    if ready is not None and ready.status != "Unknown":
        # It has spoken since.
        yield denies(ready)
        return
    said = message(case.node, KubeletSaid, _KEY)
    silent = only_known(said, ready)
    stopped = stopped_kubelet(case.node)
    ended = message(case.node, KubeletSaid, f"{_KEY}:ended")
    refused = message(case.node, KubeletSaid, f"{_KEY}:refused")
    if silent and any(found is not None for found in (stopped, ended, refused)):
        # That a kubelet ended or was refused once is no proof alone: most are started again, or heard.
        yield proves(*silent, *only_known(stopped, ended, refused))
    elif stopped is not None:
        yield indicates(stopped)
    elif silent:
        # The control plane hears nothing: the host may be down, cut off, or registered again.
        yield hints(*silent)
    elif unknown := message(case.node, KubeletSaid, f"{_KEY}:unknown"):
        yield hints(unknown)


_HELPS_NOT = (
    Ineffective.DELETE_POD,
    Ineffective.REINSTALL_CALICO,
    Ineffective.LONGER_PROBE,
)


def plan(case: Case) -> Plan:
    node = case.node.unread()
    if message(node, KubeletSaid, f"{_KEY}:refused") and stopped_kubelet(node) is None:
        # It runs: a restart would show the API server the same credentials.
        return Plan(
            steps=(AskHuman("renew-its-credentials", risk=Risk.TOUCHES_HOST),),
            does_not_help=_HELPS_NOT,
        )
    units = units_of_runtime(node)
    # crictl does not speak with docker itself, and a restart of docker ends its containers.
    client = "docker" if "docker" in units else "crictl"
    return Plan(
        steps=(
            RunOnNode(
                "why-it-is-gone",
                commands=(
                    "systemctl status kubelet --no-pager",
                    "journalctl -u kubelet -n 50 --no-pager",
                    "df -h / /var; free -m; swapon --show",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("mend-the-host", risk=Risk.TOUCHES_HOST),
            RunOnNode(
                "wake-the-runtime",
                commands=(
                    # A kubelet exits at once where the runtime's socket does not answer.
                    command(
                        "timeout 10 {client} version >/dev/null 2>&1 || systemctl restart {units}",
                        client=client,
                        units=units,
                    ),
                ),
                no_undo=NoUndo.ONLY_RESTARTS,
            ),
            RestartUnit(("kubelet",)),
        ),
        does_not_help=_HELPS_NOT,
    )


CAUSE = Cause(
    name="node-kubelet-dead",
    code="HST018",
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
    reads=(NodeCondition, KubeletSaid, UnitState),
    decided_by=(KubeletSaid, UnitState),
    failures=(
        fails(
            How.NOT_READY,
            How.HUNG,
            How.REFUSED,
            How.EXIT,
            How.FAILED,
            How.KILLED,
            How.PANIC,
            How.RESTARTING,
            How.UNKNOWN_FLAG,
            How.CERTIFICATE_EXPIRED,
            thing=ThingClass.KUBELET,
        ),
        fails(How.UNKNOWN_FLAG, by=Speaker.KUBELET),
    ),
    examine=examine,
    plan=plan,
    caused_by=(
        "host-swap-on",
        "rt-runtime-hung",
        "host-disk-full",
        "host-readonly-fs",
        "host-pid-exhaustion",
        "x509-expired",
        "name-joined-twice",
        "policy-host-endpoint-lockout",
    ),
    prior=0.6,
)
