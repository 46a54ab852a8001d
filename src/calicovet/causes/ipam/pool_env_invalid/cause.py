"""A variable of the DaemonSet about pools or the AS number holds what start-up cannot use."""

from collections.abc import Iterator
from ipaddress import ip_network

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, hints, proves
from calicovet.model.facts import PoolSeen, SettingSeen, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    SetSetting,
    Setting,
    SetVariables,
    Step,
)
from calicovet.model.remediation.write_examples import sets, sets_variables
from calicovet.model.stage import Shape, StageId

_NAME = "pool-env-invalid"
_FAMILY = {"4": "4", "6": "6"}
_DIGITS = frozenset("0123456789abcdefABCDEF.:/")
_CIDRS = ("CALICO_IPV4POOL_CIDR", "CALICO_IPV6POOL_CIDR")


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(StartupSaid, lambda found: found.key.startswith(_NAME))
    if said is not None:
        yield proves(said, variable=_variable(said), value=said.detail("value") or "?")
        return
    wrong = case.node.one(SettingSeen, _is_no_range)
    if wrong is not None:
        # It ends every start, also where there is a pool already and nothing would be created.
        yield hints(wrong, variable=wrong.name, value=wrong.value)


def _variable(said: StartupSaid) -> str:
    family = _FAMILY.get(said.detail("version"), "4")
    by_kind = {
        "blocksize": f"CALICO_IPV{family}POOL_BLOCK_SIZE",
        "blocksize-text": f"CALICO_IPV{family}POOL_BLOCK_SIZE",
        "selector": f"CALICO_IPV{family}POOL_NODE_SELECTOR",
        "as-number": "AS",
        "no-default-pools": "NO_DEFAULT_POOLS",
    }
    return said.detail("variable") or by_kind.get(said.key.partition(":")[2], "?")


def _is_no_range(setting: SettingSeen) -> bool:
    value = setting.value.strip().strip("\"'")
    if setting.name not in _CIDRS or not value or not _DIGITS.issuperset(value):
        return False
    try:
        ip_network(value, strict=False)
    except ValueError:
        return True
    # Go reads no range without its length.
    return "/" not in value


def plan(case: Case) -> Plan:
    said = case.node.one(StartupSaid, lambda found: found.key.startswith(_NAME))
    is_range = said is None or (said.key == _NAME and _variable(said) == _CIDRS[0])
    # The range of the pool that is there: whatever else it said would make a second one.
    pool = case.node.unread().one(PoolSeen, lambda found: "." in found.cidr)
    first: Step = AskHuman("choose-a-value", risk=Risk.ROLLS_ALL_NODES)
    if is_range:
        first = SetSetting(Setting.IPV4_POOL_CIDR, pool.cidr if pool else "<CIDR>")
    elif said is not None and _variable(said) == "AS":
        # Without it the number of the cluster's BGPConfiguration holds, or 64512.
        first = SetVariables(key="correct-it", variables=(("AS", None),))
    return Plan(
        steps=(first,),
        reaches=StageId.STARTUP_FINISHED,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESET_NODE,
            Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="IPM001",
    stage=StageId.POOLS_READY,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP}),
    reads=(StartupSaid, SettingSeen),
    failures=(
        fails(
            How.INVALID_VALUE,
            How.CONFLICT,
            thing=ThingClass.CONFIG,
            value=(
                "calico_ipv4pool_cidr",
                "calico_ipv6pool_cidr",
                "calico_ipv4pool_block_size",
                "calico_ipv6pool_block_size",
                "calico_ipv4pool_ipip",
                "calico_ipv4pool_vxlan",
                "calico_ipv6pool_vxlan",
                "calico_ipv4pool_node_selector",
                "calico_ipv6pool_node_selector",
                "no_default_pools",
                "as number",
                "blocksize",
                "node selector",
                "ipip mode",
                "vxlan mode",
            ),
        ),
        fails(How.INVALID_VALUE, thing=ThingClass.CONFIG, by=Speaker.STARTUP),
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.IPV4_POOL_CIDR), sets_variables("AS")),
    scope=Scope.CLUSTER,
    prior=0.5,
)
