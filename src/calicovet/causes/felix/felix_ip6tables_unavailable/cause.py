"""Felix is set to use IPv6, and the kernel has no ip6tables."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import FelixSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import load_modules
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, SetVariables, Step
from calicovet.model.remediation.write_examples import sets_variables
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over

_SAVE = "felix-ip6tables-unavailable"
_TABLE = "felix-ip6tables-unavailable:table"
_PROGRAM = "felix-ip6tables-unavailable:program"
_INCOMPATIBLE = ("felix-nft-incompatible-rules", "felix-nft-incompatible-rules:table")
_IPV4 = "0x4"
_MODULES = ("ip6_tables", "ip6table_filter", "ip6table_nat", "ip6table_mangle", "ip6table_raw")
_BOTH_FAMILIES = ("felix-iptables-module-missing", "felix-iptables-module-missing:who")


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = _refused(node) or node.one(FelixSaid, _is_failed_save) or felix_said(node, _PROGRAM)
    if said is None or felix_said(node, *_INCOMPATIBLE) is not None:
        return
    same_for_v4 = node.one(FelixSaid, _is_of_ipv4)
    if same_for_v4 is not None:
        yield denies(same_for_v4)
    elif got_over(node, said) is not None:
        yield hints(said, error="?")
    elif said.key == _PROGRAM:
        # Restore fails of many things; a lock that was not got ends with 4.
        error = said.detail("error")
        yield (hints if error == "exit status 4" else indicates)(said, error=error or "?")
    elif error := said.detail("error"):
        yield proves(said, error=error)
    else:
        # That it failed in the end, without why: rules that it cannot read end so too.
        yield indicates(said, error="ip6tables-save")


def _refused(node: NodeView) -> FelixSaid | None:
    """iptables' own message; without root it prints the same, with another ending."""
    return node.one(
        FelixSaid,
        lambda said: said.key == _TABLE and not said.detail("error").startswith("Permission"),
    )


def _is_failed_save(said: FelixSaid) -> bool:
    # When Felix is stopped, so is the ip6tables-save that it has just begun.
    return said.key == _SAVE and not said.detail("error").startswith("signal")


def _is_of_ipv4(said: FelixSaid) -> bool:
    return said.detail("family") == _IPV4 or said.key in _BOTH_FAMILIES


def plan(case: Case) -> Plan:
    off = SetVariables(key="turn-ipv6-off", variables=(("FELIX_IPV6SUPPORT", "false"),))
    steps: tuple[Step, ...] = (AskHuman("is-ipv6-wanted"), off)
    if case.node.namespace == "calico-system":
        # The operator sets the variable itself, so neither it nor FelixConfiguration can be used.
        steps = (AskHuman("is-ipv6-wanted", risk=Risk.CLUSTER_WIDE),)
    load = load_modules("load-ip6tables", "calico-ip6tables", _MODULES)
    return Plan(
        steps=steps,
        instead=Plan(steps=(load,)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    )


CAUSE = Cause(
    name="felix-ip6tables-unavailable",
    code="FLX014",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, *GOT_OVER),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.EXIT,
            How.FAILED,
            How.KILLED,
            thing=ThingClass.PROGRAM,
            value=("ip6tables", "ip6tables-save"),
            by=Speaker.FELIX,
        ),
        fails(
            How.MISSING,
            How.MISSING_PROGRAM,
            How.MODULE_MISSING,
            How.OBJECT_MISSING,
            How.NOT_SUPPORTED,
            How.INVALID_ARGUMENT,
            thing=ThingClass.PROGRAM,
            value=("ip6tables", "ip6tables-save"),
            by=Speaker.FELIX,
        ),
        fails(
            How.EXIT,
            How.FAILED,
            thing=ThingClass.PROGRAM,
            value="ip6tables-restore",
            by=Speaker.FELIX,
        ),
        fails(
            How.MODULE_MISSING,
            How.MISSING,
            How.NOT_FOUND,
            thing=ThingClass.MODULE,
            value=(
                "ip6_tables",
                "ip6table_filter",
                "ip6table_nat",
                "ip6table_mangle",
                "ip6table_raw",
            ),
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(sets_variables("FELIX_IPV6SUPPORT"),),
    prior=0.4,
    unforeseen=Unforeseen.HOST_RULES,
)
