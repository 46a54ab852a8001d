"""The name localhost resolves to an address that the host does not have."""

from collections.abc import Iterator
from ipaddress import ip_address

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.facts import (
    CalicoAddress,
    FelixSaid,
    HostLink,
    InternalAddress,
    KilledByProbe,
    ProbeFailed,
    SettingSeen,
)
from calicovet.model.facts.addresses import is_masked_address
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import HEALTH_REFUSED, HEALTH_UNANSWERED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Plan, RestartPod, RunOnNode, SetVariables
from calicovet.model.remediation.write_examples import sets_variables
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.health_endpoint import PORT, Dial, dials, lasts

_KEY = "felix-localhost-foreign-ip"
_HOST_SETTINGS = frozenset({"FELIX_HEALTHHOST", "healthHost"})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    unbound = node.one(FelixSaid, _could_not_bind)
    sent_away = tuple(dial for dial in dials(node) if _is_sent_away(dial, node))
    if unbound is None and not sent_away:
        return
    named = node.one(SettingSeen, _names_a_host)
    if named is not None:
        # Then it is that setting which sends Felix there, and not the name.
        yield denies(named)
    elif unbound is not None:
        yield proves(
            unbound,
            address=unbound.detail("address").strip("[]"),
            port=unbound.detail("port") or PORT,
        )
    else:
        first = sent_away[0]
        sign = proves if lasts(node, sent_away) else indicates
        yield sign(first.failed, address=first.address, port=PORT)


def _could_not_bind(said: FelixSaid) -> bool:
    if said.key != _KEY:
        return False
    address = said.detail("address")
    if is_masked_address(address):
        return not address.startswith("127.")
    try:
        return not ip_address(said.detail("address").strip("[]")).is_loopback
    except ValueError:
        return False


def _is_sent_away(dial: Dial, node: NodeView) -> bool:
    """Whether the name led to another host; a literal address was not resolved."""
    if dial.asked != "localhost" or dial.address.is_loopback:
        return False
    own = {
        *(found.address for found in node.all(InternalAddress)),
        *(found.address.ip for found in node.all(CalicoAddress)),
        *(address.ip for link in node.all(HostLink) for address in link.addresses),
    }
    return dial.address not in own


def _names_a_host(setting: SettingSeen) -> bool:
    return setting.name in _HOST_SETTINGS and setting.value not in ("", "localhost")


def plan(case: Case) -> Plan:
    hosts = RunOnNode(
        "put-hosts-right",
        commands=("sed -i '1i 127.0.0.1 localhost' /etc/hosts",),
        edits=("/etc/hosts",),
        saw="! head -n 1 /etc/hosts | grep -qx '127.0.0.1 localhost'",
    )
    by_setting = SetVariables(key="name-the-host", variables=(("FELIX_HEALTHHOST", "127.0.0.1"),))
    return Plan(
        steps=(hosts, RestartPod()),
        # The operator would take the variable away again.
        instead=Plan(steps=(by_setting,)) if case.node.namespace != "calico-system" else None,
    )


CAUSE = Cause(
    name="felix-localhost-foreign-ip",
    code="FLX004",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=FELIX_FAILS,
    reads=(
        FelixSaid,
        ProbeFailed,
        KilledByProbe,
        SettingSeen,
        InternalAddress,
        CalicoAddress,
        HostLink,
    ),
    decided_by=(FelixSaid,),
    failures=(
        fails(How.CANNOT_ASSIGN, thing=ThingClass.FELIX, value="health"),
        fails(How.CANNOT_ASSIGN, thing=ThingClass.PORT, value=("9099", "9098")),
        HEALTH_REFUSED,
        HEALTH_UNANSWERED,
        fails(How.MISMATCH, thing=ThingClass.HOST_NAME, value="localhost"),
    ),
    examine=examine,
    plan=plan,
    writes=(sets_variables("FELIX_HEALTHHOST"),),
    prior=0.3,
)
