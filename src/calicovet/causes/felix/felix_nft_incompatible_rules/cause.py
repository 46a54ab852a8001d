"""Native nft rules stand in a table that iptables wants for itself."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, proves
from calicovet.model.facts import FelixSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import RULES_NOT_READ, TABLES
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.crashes import release_of
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over
from calicovet.signals.messages import only_known

_FELIX = "felix-nft-incompatible-rules"
_TOOL = "felix-nft-incompatible-rules:table"
_READS_BY_NFT = (3, 33)
"""From here on Felix in nftables mode does without iptables-save."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said, tool = felix_said(node, _FELIX), felix_said(node, _TOOL)
    told = only_known(said, tool)
    if not told:
        return
    tables = (word.detail("table") for word in told)
    table = next((name for name in tables if name), "?")
    over = got_over(node, told[0])
    sign = proves if over is None else hints
    yield sign(told[0], table=table)


def plan(case: Case) -> Plan:
    release = release_of(case.node.unread())
    # An earlier Felix reads the same tables in nftables mode, to clean them up.
    helps = release is None or release >= _READS_BY_NFT
    return Plan(
        steps=(
            RunOnNode(
                "find-the-foreign-rules",
                commands=(
                    "nft list tables",
                    "nft -a list ruleset ip | grep -v -e cali -e KUBE",
                    "nft -a list ruleset ip6 | grep -v -e cali -e KUBE",
                    # Many versions end with 0 all the same, and complain where the rules would stand.
                    "{ iptables-nft-save; ip6tables-nft-save; } 2>&1 | grep -i incompatible"
                    " || echo readable",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("remove-the-foreign-rules", risk=Risk.TOUCHES_HOST),
            RestartPod(),
        ),
        instead=Plan(steps=(_to_nftables(case),)) if helps else None,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LOAD_MODULE,
            Ineffective.LONGER_PROBE,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


def _to_nftables(case: Case) -> EditObject:
    if case.node.namespace == "calico-system":
        # The operator writes nftablesMode itself, after this field.
        return EditObject(
            key="use-nftables",
            kind=CalicoKind.INSTALLATION,
            fields=(
                Field(("spec", "calicoNetwork", "linuxDataplane"), "Nftables", before="Iptables"),
            ),
        )
    return EditObject(
        key="use-nftables",
        kind=CalicoKind.FELIX_CONFIGURATION,
        fields=(Field(("spec", "nftablesMode"), "Enabled", before="Disabled"),),
    )


CAUSE = Cause(
    name="felix-nft-incompatible-rules",
    code="FLX008",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, *GOT_OVER),
    decided_by=(FelixSaid,),
    failures=(
        fails(How.MISMATCH, How.CONFLICT, thing=ThingClass.RULES, value=TABLES),
        fails(How.MISMATCH, How.CONFLICT, thing=ThingClass.RULES),
        RULES_NOT_READ,
    ),
    examine=examine,
    plan=plan,
    writes=(
        edits(CalicoKind.FELIX_CONFIGURATION, "spec.nftablesMode"),
        edits(CalicoKind.INSTALLATION, "spec.calicoNetwork.linuxDataplane"),
    ),
    explains=("felix-iptables-foreign-extension",),
    prior=0.6,
    unforeseen=Unforeseen.HOST_RULES,
)
