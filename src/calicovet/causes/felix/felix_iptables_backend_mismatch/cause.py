"""Calico writes its rules into one backend of iptables, Kubernetes into the other."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import BackendRules, FelixSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import SERVICE, api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    A_REBOOT,
    CalicoKind,
    DrainNode,
    EditObject,
    Field,
    Ineffective,
    NoUndo,
    Plan,
    Risk,
    RunOnNode,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_OR_TRAFFIC_FAILS
from calicovet.signals.felix_messages import felix_said
from calicovet.signals.messages import only_known

_OTHER = {"legacy": "nft", "nft": "legacy"}
_WARNED = "felix-iptables-backend-mismatch"
_BOTH = "felix-iptables-backend-mismatch:both"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    for ours, theirs in _OTHER.items():
        mine, kube = _rules(node, ours, "cali"), _rules(node, theirs, "KUBE")
        if mine is not None and kube is not None and mine.count and kube.count:
            # Rules in both may be what an earlier setting left behind.
            also = _rules(node, theirs, "cali")
            sign = indicates if also is not None and also.count else proves
            yield sign(mine, kube, calico=ours, kubernetes=theirs)
            return
    counted = tuple(_rules(node, backend, of) for backend in _OTHER for of in ("cali", "KUBE"))
    warned, both = felix_said(node, _WARNED), felix_said(node, _BOTH)
    if all(rules is not None for rules in counted):
        yield denies(*(rules for rules in counted if rules is not None))
    elif warned is not None:
        told = (warned, *only_known(both))
        sign = hints if both is None else indicates
        yield sign(*told, calico=_word(warned, "specified"), kubernetes=_word(warned, "detected"))
    elif both is not None:
        yield hints(both, calico="?", kubernetes="?")


def _rules(node: NodeView, backend: str, of: str) -> BackendRules | None:
    return node.one(BackendRules, lambda rules: rules.backend == backend and rules.of == of)


def _word(said: FelixSaid, name: str) -> str:
    return said.detail(name).lower() or "?"


CAUSE = Cause(
    name="felix-iptables-backend-mismatch",
    code="FLX007",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_OR_TRAFFIC_FAILS,
    reads=(BackendRules, FelixSaid),
    decided_by=(BackendRules,),
    failures=(
        fails(How.MISMATCH, How.CONFLICT, thing=ThingClass.CONFIG, value="iptablesbackend"),
        fails(How.MISMATCH, How.CONFLICT, thing=ThingClass.RULES),
        fails(How.MISMATCH, How.CONFLICT, thing=ThingClass.PROGRAM, value="iptables"),
        api_fails(How.REFUSED, How.TIMED_OUT, at=SERVICE),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "count-the-rules",
                commands=(
                    "iptables-legacy-save | grep -c cali-",
                    "iptables-legacy-save | grep -c KUBE-",
                    "iptables-nft-save | grep -c cali-",
                    "iptables-nft-save | grep -c KUBE-",
                ),
                risk=Risk.NONE,
            ),
            EditObject(
                key="let-felix-choose",
                kind=CalicoKind.FELIX_CONFIGURATION,
                fields=(Field(("spec", "iptablesBackend"), "Auto"),),
            ),
            DrainNode(),
            RunOnNode(
                "clear-the-other-backend",
                commands=("reboot",),
                risk=Risk.MOVES_WORKLOADS,
                no_undo=NoUndo.ONLY_RESTARTS,
                saw="iptables-legacy-save 2>/dev/null | grep -q -e cali- -e KUBE-"
                " && iptables-nft-save 2>/dev/null | grep -q -e cali- -e KUBE-",
            ),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.RESTART_KUBELET,
            Ineffective.CHANGE_ADDRESS,
            Ineffective.LONGER_PROBE,
        ),
    ),
    writes=(edits(CalicoKind.FELIX_CONFIGURATION, "spec.iptablesBackend"),),
    explains=("felix-datastore-unreachable",),
    may_lie_dormant=True,
    prior=0.6,
)
