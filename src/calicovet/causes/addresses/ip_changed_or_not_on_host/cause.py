"""The node goes by an address that none of its links has (any more)."""

from collections.abc import Iterator
from ipaddress import ip_address

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    AddressFromEnvironment,
    AddressNotDetected,
    CalicoAddress,
    FelixSaid,
    HostLink,
    InternalAddress,
    Said,
    SettingSeen,
    StartupSaid,
    VxlanParent,
)
from calicovet.model.facts.addresses import Address
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import set_node_ip
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
    SetSetting,
    Setting,
)
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known
from calicovet.startup.autodetection.conflicts import conflict_on
from calicovet.startup.autodetection.go_ip import go_interface
from calicovet.startup.autodetection.interfaces import chosen_address, internal_address

_NO_PARENT = "ip-changed-or-not-on-host"
_NO_PARENT_NEW = "ip-changed-or-not-on-host:parent"
_NOT_CONFIRMED = "ip-changed-or-not-on-host:warning"
_INTERNAL_NOT_FOUND = "ip-internal-ip-not-found"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    yield from _by_log(node)
    if (literal := node.one(AddressFromEnvironment)) is not None:
        yield from _by_environment(node, literal)
    chosen, internal = chosen_address(node), internal_address(node)
    missing = _missing(node, chosen.address.ip) if chosen else None
    if literal is None and missing is None and chosen is not None and internal is not None:
        yield from _by_setting(node, chosen, internal)
    if chosen is not None and missing is not None:
        absent, sure = missing
        new = message(node, FelixSaid, _NO_PARENT_NEW)
        if not absent:
            if _no_parent(node) is None:
                yield denies(chosen, *_carriers(node, chosen.address.ip))
            return
        facts = (chosen, *node.all(HostLink)[:1], *only_known(new))
        yield (proves if sure else hints)(*facts, address=chosen.address.ip)
    elif internal is not None and (other := _missing(node, internal.address)) and other[0]:
        yield (indicates if other[1] else hints)(
            internal, *node.all(HostLink)[:1], address=internal.address
        )


def _by_log(node: NodeView) -> Iterator[Sign]:
    said = _no_parent(node)
    if said is not None:
        parent = node.one(VxlanParent)
        # Right after the start the address may not be known yet; once a parent was found, all is well.
        solved = parent is not None and (not parent.at or not said.at or parent.at >= said.at)
        yield (hints if solved else proves)(said, address=said.detail("address"))
    lost = message(node, StartupSaid, _INTERNAL_NOT_FOUND)
    if lost is not None:
        ended = node.one(AddressNotDetected)
        facts = (lost, *only_known(ended))
        yield (proves if ended else hints)(*facts, address=lost.detail("address"))


def _no_parent(node: NodeView) -> Said | None:
    return message(node, FelixSaid, _NO_PARENT) or message(node, StartupSaid, _NO_PARENT)


def _by_environment(node: NodeView, literal: AddressFromEnvironment) -> Iterator[Sign]:
    """One literal address for all pods of a DaemonSet: right on one host at most."""
    address = str(literal.address.ip)
    warned = node.one(
        StartupSaid,
        lambda said: said.key == _NOT_CONFIRMED and _names(said, address),
    )
    conflict = conflict_on(node)
    if warned is not None and conflict is not None and conflict.address == address:
        yield proves(literal, warned, conflict.said, address=address)
    elif warned is not None:
        yield indicates(literal, warned, address=address)


def _by_setting(node: NodeView, chosen: CalicoAddress, internal: InternalAddress) -> Iterator[Sign]:
    """Neither links nor start-up's log are shown, but the setting is another host's address."""
    setting = _literal(node)
    if setting is not None and internal.address != chosen.address.ip == _address_in(setting):
        yield indicates(setting, chosen, internal, address=chosen.address.ip)


def _literal(node: NodeView) -> SettingSeen | None:
    """The variable IP, where it holds an address and not the word that it be found."""
    return node.one(SettingSeen, lambda found: _address_in(found) is not None)


def _address_in(setting: SettingSeen) -> Address | None:
    found = go_interface(setting.value) if setting.name == "IP" else None
    return found.ip if found is not None else None


def _names(said: Said, address: str) -> bool:
    return said.detail("address").partition("/")[0].strip("'\",") == address


def _missing(node: NodeView, address: Address) -> tuple[bool, bool] | None:
    """Whether no link has the address, and whether the list is surely this host's; None: no whole list."""
    links = node.all(HostLink)
    own = [link for link in links if any(found.version == 4 for found in link.addresses)]
    if not own or HostLink not in node.looked_for or address.version != 4:
        return None
    absent = all(address != found.ip for link in own for found in link.addresses)
    return absent, bool(node.name) and all(link.about.node for link in own)


def _carriers(node: NodeView, address: Address) -> tuple[HostLink, ...]:
    return node.all(HostLink, lambda link: any(own.ip == address for own in link.addresses))


def plan(case: Case) -> Plan:
    node = case.node.unread()
    if node.one(AddressFromEnvironment) is not None or _literal(node) is not None:
        return Plan(
            steps=(SetSetting(Setting.IP, "autodetect"),),
            does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET),
        )
    internal = internal_address(node)
    missing = _missing(node, ip_address(str(internal.address))) if internal else None
    lost = message(node, StartupSaid, _INTERNAL_NOT_FOUND)
    if lost is not None or (missing is not None and missing[0]):
        return Plan(
            steps=(
                RunOnNode("see-the-addresses", commands=("ip -4 -br addr",), risk=Risk.NONE),
                set_node_ip("set-node-ip", "<address>"),
                RestartPod(),
            ),
            instead=Plan(steps=(AskHuman("give-the-address-back", risk=Risk.TOUCHES_HOST),)),
            does_not_help=(Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO),
        )
    return Plan(
        steps=(SetSetting(Setting.IP, "autodetect"), RestartPod()),
        instead=Plan(
            steps=(AskHuman("give-the-address-back", risk=Risk.TOUCHES_HOST), RestartPod())
        ),
        does_not_help=(Ineffective.RESTART_KUBELET,),
    )


CAUSE = Cause(
    name="ip-changed-or-not-on-host",
    code="ADR010",
    stage=StageId.ADDRESS_CHOSEN,
    shows_as=frozenset(
        {
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
            Shape.EXITS_AT_STARTUP,
            Shape.KILLED_WHILE_READY,
        }
    ),
    reads=(
        FelixSaid,
        StartupSaid,
        CalicoAddress,
        InternalAddress,
        HostLink,
        AddressFromEnvironment,
        AddressNotDetected,
        SettingSeen,
        VxlanParent,
    ),
    decided_by=(HostLink,),
    failures=(
        fails(How.CANNOT_ASSIGN, thing=ThingClass.PORT, value="179"),
        fails(
            How.NOT_FOUND, How.OBJECT_MISSING, How.MISSING, thing=ThingClass.LINK, value="parent"
        ),
        fails(
            How.CANNOT_ASSIGN,
            thing=(ThingClass.ADDRESS, ThingClass.BGP_PEER, ThingClass.BIRD),
            by=(Speaker.STARTUP, Speaker.FELIX, Speaker.BIRD),
        ),
        fails(How.NOT_FOUND, How.OBJECT_MISSING, thing=ThingClass.ADDRESS, by=Speaker.FELIX),
        fails(How.CANNOT_ASSIGN, thing=ThingClass.ADDRESS),
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.IP),),
    explains=("ip-autodetect-none", "ip-conflict-duplicate", "bgp-peer-is-the-sick-one"),
    prior=0.6,
)
