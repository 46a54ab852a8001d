"""Native nft rules stand in a table that iptables wants for itself."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, proves
from calicovet.model.facts import FelixSaid
from calicovet.model.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
    Vain,
)
from calicovet.model.stage import FELIX_FAILS, StageId
from calicovet.startup.felix_word import GOT_OVER, felix_said, got_over

_FELIX = "felix-nft-incompatible-rules"
_TOOL = "felix-nft-incompatible-rules:table"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said, tool = felix_said(node, _FELIX), felix_said(node, _TOOL)
    told = tuple(word for word in (said, tool) if word is not None)
    if not told:
        return
    tables = (word.detail("table") for word in told)
    table = next((name for name in tables if name), "?")
    over = got_over(node, told[0])
    sign = proves if over is None else hints
    yield sign(told[0], table=table)


def plan(case: Case) -> Plan:
    nftables = EditObject(
        key="use-nftables",
        kind=CalicoKind.FELIX_CONFIGURATION,
        fields=(Field(("spec", "nftablesMode"), "Enabled", before="Disabled"),),
    )
    return Plan(
        steps=(
            RunOnNode(
                "find-the-foreign-rules",
                commands=(
                    "nft list tables",
                    "nft -a list ruleset ip | grep -v -e cali -e KUBE",
                    "iptables-nft-save >/dev/null && echo readable",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("remove-the-foreign-rules", risk=Risk.TOUCHES_HOST),
            RestartPod(),
        ),
        instead=Plan(steps=(nftables,)),
        does_not_help=(Vain.DELETE_POD, Vain.LOAD_MODULE, Vain.LONGER_PROBE, Vain.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name="felix-nft-incompatible-rules",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, *GOT_OVER),
    decided_by=(FelixSaid,),
    examine=examine,
    plan=plan,
    explains=("felix-iptables-foreign-extension",),
    prior=0.6,
)
