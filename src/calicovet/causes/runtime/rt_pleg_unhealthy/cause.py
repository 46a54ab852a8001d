"""The kubelet gets no list of containers from the runtime in time, and takes its node for not ready."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import (
    KubeletSaid,
    NodeCondition,
    NodeListed,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Ineffective, Plan, RestartUnit, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message
from calicovet.signals.runtime_units import units_of_runtime

_NAME = "rt-pleg-unhealthy"
_NEVER = "2562047h"
"""How old kubelets print "not yet": the first seconds after their start."""


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(KubeletSaid, _is_late)
    ready = case.node.one(NodeCondition, lambda found: found.type == "Ready")
    if said is None:
        if ready is not None and ready.status == "True":
            yield denies(ready)
        elif other := message(case.node, KubeletSaid, "rt-cni-conf-not-loaded"):
            # Not ready for want of a network: calico-node's own absence.
            yield denies(other)
        return
    if ready is not None and ready.status == "True" and _is_before(said, ready):
        yield denies(ready)
        return
    words = {"ago": said.detail("ago").rstrip(";,.")}
    if ready is None:
        listed = case.node.one(NodeListed)
        recovered = listed is not None and listed.status.split(",")[0] == "Ready"
    else:
        recovered = ready.status == "True"
    # A node that is ready again may have had a bad hour long ago.
    yield hints(said, **words) if recovered else proves(said, **words)


def _is_late(said: KubeletSaid) -> bool:
    return said.key == _NAME and not said.detail("ago").startswith(_NEVER)


def _is_before(said: KubeletSaid, ready: NodeCondition) -> bool:
    """Whether the node has become ready since."""
    return said.at is not None and ready.since is not None and said.at < ready.since


def plan(case: Case) -> Plan:
    units = units_of_runtime(case.node)
    lister = part("docker ps -a" if "docker" in units else "crictl ps -a")
    return Plan(
        steps=(
            RunOnNode(
                "find-what-hangs",
                commands=(
                    command("time {lister}", lister=lister),
                    "ps -eo stat,pid,comm | grep ^D",
                    "mount -t nfs,nfs4",
                    "uptime; free -m; df -h",
                ),
                risk=Risk.NONE,
            ),
            RestartUnit((*units, "kubelet")),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="RUN004",
    stage=StageId.SANDBOX_READY,
    shows_as=frozenset(
        {
            Shape.PENDING,
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
        }
    ),
    reads=(KubeletSaid, NodeCondition, NodeListed),
    decided_by=(NodeCondition,),
    failures=(
        fails(
            How.NOT_READY, How.TIMED_OUT, How.HUNG, How.SLOW, thing=ThingClass.KUBELET, value="pleg"
        ),
        fails(How.HUNG, How.NOT_READY, thing=ThingClass.RUNTIME),
    ),
    examine=examine,
    plan=plan,
    caused_by=("rt-runtime-hung", "host-overload-probe-kill"),
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
