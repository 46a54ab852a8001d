"""The kernel or iptables refuses a rule that Felix writes."""

from collections.abc import Callable, Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import FelixSaid
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import RULES_NOT_WRITTEN
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import load_modules
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over

_REJECTED = "felix-iptables-restore-rejected"
_EXTENSION = "felix-iptables-restore-rejected:extension"
_PANIC = "felix-iptables-restore-rejected:panic"
_LOCKED = ("felix-xtables-lock:held", "felix-xtables-lock:open", "felix-xtables-lock:acquire")
_MODULES = "xt_rpfilter xt_set xt_conntrack xt_addrtype xt_multiport xt_mark xt_comment ipt_REJECT"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = felix_said(node, _REJECTED)
    locked = felix_said(node, *_LOCKED)
    panic = felix_said(node, _PANIC)
    if said is not None:
        yield _sign(node, said, panic)(said, error=said.detail("error"))
        return
    missing = felix_said(node, _EXTENSION)
    if missing is not None and got_over(node, missing) is None:
        error = f"Extension {missing.detail('module')}"
        # By itself a warning, and kube-proxy's iptables says it in the same words.
        yield hints(missing, error=error) if panic is None else proves(missing, panic, error=error)
        return
    if panic is None:
        return
    if locked is not None:
        yield denies(locked)
    else:
        yield hints(panic, error="?")


def _sign(node: NodeView, said: FelixSaid, panic: FelixSaid | None) -> Callable[..., Sign]:
    """How strong a refusal is as evidence: what lost a race against another writer is written again."""
    if got_over(node, said) is not None:
        return hints
    is_vague = said.detail("error").startswith("line")
    return indicates if is_vague and said.count == 1 and panic is None else proves


def plan(case: Case) -> Plan:
    said = felix_said(case.node, _EXTENSION, _REJECTED)
    named = said.detail("module") if said is not None else ""
    modules = f"xt_{named} {_MODULES}" if named and f"xt_{named}" not in _MODULES else _MODULES
    return Plan(
        steps=(
            RunOnNode(
                "look-at-the-rule",
                commands=(
                    "uname -r; iptables --version",
                    "dmesg | grep -i -e x_tables -e nf_tables | tail",
                    "lsmod | grep -e ^xt_ -e ^ipt_ -e ^nft_",
                ),
                risk=Risk.NONE,
            ),
            load_modules("load-the-module", "calico-rules", modules.split()),
            AskHuman("where-there-is-no-module"),
            RestartPod(),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    )


CAUSE = Cause(
    name="felix-iptables-restore-rejected",
    code="FLX010",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, *GOT_OVER),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.OBJECT_MISSING,
            How.MODULE_MISSING,
            How.MISSING_LIBRARY,
            How.MISSING,
            How.NOT_SUPPORTED,
            How.INVALID_ARGUMENT,
            How.UNKNOWN_FLAG,
            thing=ThingClass.RULES,
            by=Speaker.FELIX,
            doing=(Act.RESTORE, Act.LOAD, Act.RUN, Act.WRITE, Act.CONFIGURE),
        ),
        fails(
            How.UNKNOWN_FLAG,
            How.INVALID_ARGUMENT,
            How.INVALID_VALUE,
            thing=ThingClass.PROGRAM,
            value=("iptables-restore", "ip6tables-restore"),
            by=Speaker.FELIX,
        ),
        fails(
            How.EXIT,
            thing=ThingClass.PROGRAM,
            value=("iptables-restore", "ip6tables-restore"),
            saying="4",
            by=Speaker.FELIX,
        ),
        RULES_NOT_WRITTEN,
    ),
    examine=examine,
    plan=plan,
    explains=("felix-xtables-lock", "felix-ip6tables-unavailable"),
    prior=0.5,
    unforeseen=Unforeseen.HOST_RULES,
)
