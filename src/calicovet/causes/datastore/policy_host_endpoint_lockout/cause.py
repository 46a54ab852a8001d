"""A policy on the hosts' own links shuts out what the cluster lives on."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, hints, indicates
from calicovet.model.facts import (
    ControllersSaid,
    Fact,
    HostEndpointSeen,
    NoFailsafePorts,
    SettingSeen,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.shared import BGP_UNANSWERED, api_fails
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    RunOnNode,
    SetVariables,
    Step,
)
from calicovet.model.remediation.write_examples import sets_variables
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS_AT_TIMES
from calicovet.signals.messages import message

_KEY = "policy-host-endpoint-lockout"
_VARIABLES = frozenset({"FELIX_FAILSAFEINBOUNDHOSTPORTS", "FELIX_FAILSAFEOUTBOUNDHOSTPORTS"})
_NOTHING = frozenset({"none", "[]"})


def examine(case: Case) -> Iterator[Sign]:
    unsafe = _without_failsafe(case.node)
    endpoint = _endpoint(case.node)
    if unsafe is not None and endpoint is not None:
        yield indicates(unsafe[0], endpoint, setting=unsafe[1])
    elif unsafe is not None:
        # Without an endpoint for the host no policy applies to it.
        yield hints(unsafe[0], setting=unsafe[1])


def _endpoint(node: NodeView) -> Fact | None:
    """What shows that the node has a host endpoint, to which policy applies."""
    seen = node.one(HostEndpointSeen, lambda found: found.node == node.name)
    return seen or message(node, ControllersSaid, f"{_KEY}:endpoint")


def _without_failsafe(node: NodeView) -> tuple[Fact, str] | None:
    elsewhere = {
        place
        for found in node.all(NoFailsafePorts)
        if found.node not in ("", node.name)
        for place in found.cited
    }
    said = node.one(
        ControllersSaid, lambda found: found.key == _KEY and elsewhere.isdisjoint(found.cited)
    )
    if said is not None:
        return said, said.detail("setting")
    setting = node.one(SettingSeen, _empties_a_list)
    return (setting, setting.name) if setting is not None else None


def _empties_a_list(found: SettingSeen) -> bool:
    return found.name in _VARIABLES and found.value.strip().lower() in _NOTHING


def plan(case: Case) -> Plan:
    # Felix restarts with other settings, and a node that is cut off would not let it in again.
    restore: Step = AskHuman("let-it-in", risk=Risk.CLUSTER_WIDE)
    if case.node.one(SettingSeen, _empties_a_list) is not None:
        # A variable wins, whatever the object says.
        unset = tuple((name, None) for name in sorted(_VARIABLES))
        restore = SetVariables(key="restore-failsafe", variables=unset)
    return Plan(
        steps=(
            RunOnNode(
                "see-the-drops",
                commands=("iptables -vnL | grep -A20 'Chain cali-[ft]h-' | grep DROP",),
                risk=Risk.NONE,
            ),
            restore,
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    )


CAUSE = Cause(
    name="policy-host-endpoint-lockout",
    code="DAT026",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_FAILS_AT_TIMES,
    reads=(ControllersSaid, HostEndpointSeen, NoFailsafePorts, SettingSeen),
    failures=(
        api_fails(How.TIMED_OUT),
        BGP_UNANSWERED,
    ),
    examine=examine,
    plan=plan,
    writes=(sets_variables(*_VARIABLES),),
    scope=Scope.CLUSTER,
    explains=(
        "node-kubelet-dead",
        "api-endpoint-unreachable",
        "felix-datastore-unreachable",
        "bgp-port-179-blocked",
        "typha-port-blocked",
    ),
    may_lie_dormant=True,
    prior=0.2,
)
