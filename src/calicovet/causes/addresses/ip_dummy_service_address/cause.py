"""Autodetection took an address from a link that only holds addresses of services."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, proves
from calicovet.model.facts import (
    AddressAutodetected,
    BridgeLink,
    CalicoAddress,
    FelixLink,
    HostLink,
    InternalAddress,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Ineffective, Plan, SetSetting, Setting
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import Shape, StageId
from calicovet.startup.autodetection.interfaces import (
    LinkSort,
    carrier_of,
    chosen_address,
    internal_address,
    sort_of,
)
from calicovet.startup.autodetection.recommend import right_method

_SKIP = "skip-interface=nodelocaldns,kube-ipvs.*,dummy.*"


def examine(case: Case) -> Iterator[Sign]:
    internal = internal_address(case.node)
    # The address is asked for again every minute: any such line shows the fault.
    said = case.node.one(AddressAutodetected, lambda found: _of_services(found.link, case.node))
    if said is not None and said.address.version == 4:
        if internal is not None and said.address.ip == internal.address:
            yield denies(said, internal)
            return
        # A dummy with the node's address is named in the method, since it is skipped otherwise.
        meant = said.link.startswith("dummy") and said.method in ("interface", "cidr")
        sign = hints if meant and internal is None else proves
        yield sign(said, address=said.address, link=said.link)
        return
    chosen = chosen_address(case.node)
    if chosen is None:
        return
    if internal is not None and chosen.address.ip == internal.address:
        yield denies(chosen, internal)
        return
    carrier = carrier_of(chosen.address.ip, case.node)
    if carrier is not None and _of_services(carrier.link, case.node):
        sign = proves if internal is not None or not carrier.link.startswith("dummy") else hints
        yield sign(chosen, carrier.told, address=chosen.address, link=carrier.link)


def _of_services(link: str, node: NodeView) -> bool:
    return bool(link) and sort_of(link, node) is LinkSort.SERVICES


def plan(case: Case) -> Plan:
    method = right_method(case)
    return Plan(
        steps=(SetSetting(Setting.ADDRESS_AUTODETECTION_V4, method.value if method else _SKIP),),
        instead=Plan(steps=(SetSetting(Setting.ADDRESS_AUTODETECTION_V4, _SKIP),)),
        untried=method.untried if method else (),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR,
        ),
    )


CAUSE = Cause(
    name="ip-dummy-service-address",
    code="ADR004",
    stage=StageId.ADDRESS_CHOSEN,
    shows_as=frozenset(
        {
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
            Shape.READY_BUT_FLAPPING,
            Shape.EXITS_AT_STARTUP,
        }
    ),
    reads=(AddressAutodetected, CalicoAddress, InternalAddress, HostLink, FelixLink, BridgeLink),
    decided_by=(AddressAutodetected,),
    failures=(fails(How.MISMATCH, thing=ThingClass.LINK, value="dummy"),),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.ADDRESS_AUTODETECTION_V4),),
    # Every node has the same addresses of services on that link.
    explains=("bgp-peer-is-the-sick-one", "ip-conflict-duplicate"),
    prior=0.5,
)
