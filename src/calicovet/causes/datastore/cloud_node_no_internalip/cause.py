"""The cloud's controller has not initialised the node, so it has no InternalIP."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import InternalAddress, KubeletSaid, NodeListed
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_KEY = "cloud-node-no-internalip"


def examine(case: Case) -> Iterator[Sign]:
    address = case.node.one(InternalAddress)
    if address is not None:
        yield denies(address)
        return
    taint = message(case.node, KubeletSaid, _KEY)
    if taint is None:
        return
    listed = case.node.one(NodeListed)
    # The node was shown, and an address would have stood there.
    if listed is not None and InternalAddress in case.node.looked_for:
        yield proves(taint, listed)
    else:
        yield hints(taint)


def plan(case: Case) -> Plan:
    node = case.node.name or "$NODE"
    return Plan(
        steps=(
            RunKubectl(
                "look-at-it",
                commands=(
                    command(
                        "kubectl get node {node} -o jsonpath='{{.status.addresses}}{{\"\\n\"}}{{.spec.taints}}'",
                        node=node,
                    ),
                    "kubectl get pods -A | grep -i cloud-controller",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("initialise-it", risk=Risk.TOUCHES_HOST),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


CAUSE = Cause(
    name="cloud-node-no-internalip",
    code="DAT025",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.PENDING,
            Shape.INIT_STUCK,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=(InternalAddress, KubeletSaid, NodeListed),
    decided_by=(InternalAddress,),
    failures=(fails(How.NOT_FOUND, How.MISSING, thing=ThingClass.ADDRESS, value="internal"),),
    examine=examine,
    plan=plan,
    explains=("typha-none-ready",),
    prior=0.3,
)
