"""Calico looks for an IPv4 address on hosts that only have IPv6."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import (
    ApiCallFailed,
    BgpSaid,
    CalicoAddress,
    Claimed,
    Fact,
    FelixSaid,
    HostLink,
    InternalAddress,
    ManagedBy,
    OwnerKind,
    Said,
    ServiceAddress,
    StartupSaid,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, SetVariables, Step
from calicovet.model.remediation.write_examples import sets_variables
from calicovet.model.stage import Shape, StageId
from calicovet.startup.autodetection.ip_families import (
    hints_at_ipv6_only,
    shows_ipv4,
    shows_only_ipv6,
)

_NO_ROUTER_ID = "ip-ipv4-missing-in-v6-only"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    router = next(
        (
            found
            for kind in (BgpSaid, StartupSaid, FelixSaid)
            for found in node.all(kind, lambda said: said.key == _NO_ROUTER_ID)
        ),
        None,
    )
    none = node.one(StartupSaid, _finds_no_ipv4)
    said: Said | None = router or none
    has_ipv4 = shows_ipv4(node)
    if said is None or has_ipv4 is not None:
        if has_ipv4 is not None:
            yield denies(has_ipv4)
        return
    only_ipv6, maybe = shows_only_ipv6(node), hints_at_ipv6_only(node)
    if router is not None:
        yield proves(router, *_known(only_ipv6), variable="CALICO_ROUTER_ID")
    elif only_ipv6 is not None:
        yield proves(said, only_ipv6, variable="IP")
    elif maybe is not None:
        yield indicates(said, maybe, variable="IP")
    else:
        yield hints(said, variable="IP")


def _finds_no_ipv4(said: StartupSaid) -> bool:
    if said.key == "ip-autodetect-none:why":
        return said.detail("family") == "IPv4" and "addresses" in said.detail("error")
    return said.key == "ip-autodetect-none"


def _known(fact: Fact | None) -> tuple[Fact, ...]:
    return () if fact is None else (fact,)


_WITHOUT_IPV4 = (
    ("IP", "none"),
    ("IP6", "autodetect"),
    ("FELIX_IPV6SUPPORT", "true"),
    ("CALICO_ROUTER_ID", "hash"),
)


def plan(case: Case) -> Plan:
    node = case.node.unread()
    by_operator = node.one(ManagedBy, lambda found: found.owner is OwnerKind.OPERATOR)
    # Pools come from the Installation there, and variables in the DaemonSet would be set back.
    step: Step = AskHuman("under-the-operator", risk=Risk.ROLLS_ALL_NODES)
    if by_operator is None and node.namespace != "calico-system":
        step = SetVariables(key="go-without-ipv4", variables=_WITHOUT_IPV4)
    return Plan(
        steps=(step,),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESET_NODE,
            Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR,
        ),
    )


CAUSE = Cause(
    name="ip-ipv4-missing-in-v6-only",
    code="ADR012",
    stage=StageId.ADDRESS_CHOSEN,
    scope=Scope.CLUSTER,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP, Shape.RUNNING_NOT_READY}),
    reads=(
        BgpSaid,
        StartupSaid,
        FelixSaid,
        InternalAddress,
        CalicoAddress,
        HostLink,
        ServiceAddress,
        ApiCallFailed,
        Claimed,
    ),
    failures=(
        fails(
            How.NOT_FOUND,
            How.FAILED,
            How.INVALID_VALUE,
            How.MISSING,
            thing=ThingClass.ADDRESS,
            value="ipv4-on-ipv6-host",
        ),
        fails(
            How.NOT_FOUND,
            How.FAILED,
            How.MISSING,
            How.INVALID_VALUE,
            thing=ThingClass.CONFIG,
            value="router-id",
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(sets_variables(*(name for name, _ in _WITHOUT_IPV4)),),
    explains=("ip-autodetect-none",),
    prior=0.3,
    unforeseen=Unforeseen.SHOWN_BY_OTHER_CHECK,
)
