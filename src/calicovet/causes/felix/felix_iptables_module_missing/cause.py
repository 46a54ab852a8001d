"""The kernel lacks the modules that iptables needs, or cannot load them."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates
from calicovet.model.facts import FelixSaid, ModuleLoaded
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import IPTABLES, RULES_NOT_READ, TABLES
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import load_modules
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, RestartPod
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.felix_messages import GOT_OVER, felix_said, proves_unless_over
from calicovet.signals.messages import only_known

_TABLE = "felix-iptables-module-missing"
_WHO = "felix-iptables-module-missing:who"
_NFT = "felix-iptables-module-missing:nft"
_INSMOD = "felix-iptables-module-missing:insmod"
_SAVE = "felix-iptables-module-missing:save"
_CANNOT_RUN = "felix-iptables-module-missing:cannot-run"
_MODPROBE = "felix-iptables-module-missing:modprobe"
_MODULES = "ip_tables iptable_filter iptable_nat iptable_mangle iptable_raw ip_set xt_set"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = _initialisation(node)
    if said is not None:
        yield proves_unless_over(node, said, **_details(said))
        return
    missing, save = felix_said(node, _MODPROBE), felix_said(node, _SAVE)
    if missing is not None:
        told = (missing, *only_known(save))
        yield indicates(*told, backend="iptables", error=f"module {missing.detail('module')}")
        return
    said = save or felix_said(node, _INSMOD)
    if said is None:
        return
    loaded = node.one(ModuleLoaded, lambda module: module.name == "ip_tables")
    never_ran = felix_said(node, _CANNOT_RUN)
    if loaded is not None or never_ran is not None:
        yield denies(*filter(None, (loaded, never_ran)))
    else:
        yield hints(said, backend=said.detail("backend") or "iptables", error="?")


def _initialisation(node: NodeView) -> FelixSaid | None:
    """iptables' own word that the kernel has nothing to answer it with."""
    found = felix_said(node, _WHO, _NFT)
    if found is not None:
        return found
    # Without root the message is the same, with another ending.
    return node.one(
        FelixSaid,
        lambda said: said.key == _TABLE and not said.detail("error").startswith("Permission"),
    )


def _details(said: FelixSaid) -> dict[str, str]:
    table = said.detail("table")
    return {
        "backend": "nft" if said.key == _NFT else "legacy",
        "error": said.detail("error") or (f"table {table}" if table else "?"),
    }


CAUSE = Cause(
    name="felix-iptables-module-missing",
    code="FLX009",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, ModuleLoaded, *GOT_OVER),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.OBJECT_MISSING,
            How.MISSING,
            thing=ThingClass.RULES,
            value=(
                "set",
                "mark",
                "conntrack",
                "comment",
                "addrtype",
                "multiport",
                "rpfilter",
                "icmp",
                "icmp6",
                "ct",
                "nflog",
                "masquerade",
            ),
            by=Speaker.FELIX,
        ),
        fails(
            How.OBJECT_MISSING,
            How.MODULE_MISSING,
            How.MISSING,
            How.NOT_SUPPORTED,
            thing=ThingClass.RULES,
            value=TABLES,
        ),
        fails(How.MODULE_MISSING, thing=ThingClass.RULES),
        fails(
            How.OBJECT_MISSING,
            How.MODULE_MISSING,
            How.NOT_SUPPORTED,
            How.INVALID_ARGUMENT,
            thing=ThingClass.PROGRAM,
            value=IPTABLES,
            by=Speaker.FELIX,
        ),
        fails(
            How.MODULE_MISSING,
            How.MISSING,
            How.NOT_FOUND,
            thing=ThingClass.MODULE,
            value=(
                "ip_tables",
                "x_tables",
                "nf_tables",
                "iptable_filter",
                "iptable_nat",
                "iptable_mangle",
                "iptable_raw",
            ),
        ),
        RULES_NOT_READ,
    ),
    examine=examine,
    plan=Plan(
        steps=(
            load_modules("load-the-modules", "calico", _MODULES.split()),
            AskHuman("where-there-is-no-module"),
            RestartPod(),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    ),
    explains=("felix-ip6tables-unavailable", "felix-iptables-foreign-extension"),
    prior=0.6,
)
