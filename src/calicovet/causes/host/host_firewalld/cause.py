"""A firewall of the host turns away what Calico and Kubernetes need between nodes."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates
from calicovet.model.commands.shell import command
from calicovet.model.facts import ApiCallFailed, BgpNotEstablished, CallError, Fact, Said, UnitState
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.host_steps import open_ports
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS_AT_TIMES
from calicovet.signals.messages import message, only_known

_KEY = "host-firewalld"
_TYPHA = "typha-port-blocked"
_NO_ROUTE = "no route to host"
_FIREWALLS = frozenset({"firewalld", "ufw"})
_PORTS = ("179/tcp", "5473/tcp", "4789/udp", "6443/tcp", "10250/tcp")
_IP_IN_IP = "4"
"""By number: the name ipip stands for another protocol, 94, in /etc/protocols."""


def examine(case: Case) -> Iterator[Sign]:
    firewalls = case.node.all(UnitState, lambda found: found.unit in _FIREWALLS)
    active = next((unit for unit in firewalls if unit.active == "active"), _on_another(case))
    turned_away = _turned_away(case)
    if active is not None:
        words = {"firewall": active.unit, "target": "?"}
        if turned_away is not None:
            # firewalld answers with an ICMP message; a cloud's filter is silent.
            yield indicates(active, turned_away[0], **(words | {"target": turned_away[1]}))
        else:
            waits = case.node.one(BgpNotEstablished)
            yield hints(active, *only_known(waits), **words)
    elif firewalls:
        yield denies(*firewalls[:1])
    elif turned_away is not None:
        yield hints(turned_away[0], firewall="?", target=turned_away[1])


def _on_another(case: Case) -> UnitState | None:
    """The firewall of the host that is called, where that one was shown."""
    for peer in case.peers.sharing(_active, True):
        found = peer.one(
            UnitState, lambda unit: unit.unit in _FIREWALLS and unit.active == "active"
        )
        if found is not None:
            return found
    return None


def _active(node: NodeView) -> Iterator[bool]:
    return (unit.unit in _FIREWALLS and unit.active == "active" for unit in node.all(UnitState))


def _turned_away(case: Case) -> tuple[Fact, str] | None:
    said = message(case.node, Said, _KEY)
    if said is not None:
        return said, said.detail("target")
    typha = case.node.one(
        Said, lambda found: found.key == _TYPHA and found.detail("error") == _NO_ROUTE
    )
    if typha is not None:
        return typha, f"{typha.detail('address')}:5473"
    call = case.node.one(ApiCallFailed, lambda found: found.error is CallError.NO_ROUTE)
    return (call, call.target or "?") if call is not None else None


def plan(case: Case) -> Plan:
    firewall = case.node.one(
        UnitState, lambda found: found.unit in _FIREWALLS and found.active == "active"
    )
    unit = firewall.unit if firewall else "firewalld"
    return Plan(
        steps=(
            RunOnNode(
                "try-without",
                commands=(command("systemctl stop {unit}", unit=unit),),
                undo=(command("systemctl start {unit}", unit=unit),),
                saw=command("systemctl is-active -q {unit}", unit=unit),
            ),
            AskHuman("switch-it-off", risk=Risk.TOUCHES_HOST),
            RestartPod(),
        ),
        instead=Plan(steps=(open_ports("open-the-ports", *_PORTS, protocols=(_IP_IN_IP,)),)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESET_NODE,
        ),
    )


CAUSE = Cause(
    name="host-firewalld",
    code="HST007",
    stage=StageId.POD_BOUND,
    shows_as=DATASTORE_FAILS_AT_TIMES,
    reads=(UnitState, Said, ApiCallFailed, BgpNotEstablished),
    decided_by=(UnitState,),
    failures=(
        api_fails(How.NO_ROUTE),
        fails(How.NO_ROUTE, thing=(ThingClass.KUBELET, ThingClass.PEER, ThingClass.PORT)),
        fails(How.NO_ROUTE, How.DENIED, thing=ThingClass.FIREWALL, value="host"),
    ),
    examine=examine,
    plan=plan,
    explains=(
        "api-endpoint-unreachable",
        "felix-datastore-unreachable",
        "ipamup-node-or-api-unreachable",
        "bgp-port-179-blocked",
        "typha-port-blocked",
        "ds-kubeadm-config-timeout",
    ),
    may_lie_dormant=True,
    prior=1.5,
)
