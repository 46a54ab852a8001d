"""Felix cannot parse its configuration and restarts every second."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import Fact, FelixSaid, Milestone, MilestoneReached
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    DropFelixValue,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
)
from calicovet.model.remediation.write_examples import drops_felix_value
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.felix_messages import felix_said

_VALUE = "felix-config-invalid:value"
_ENVIRONMENT = "felix-config-invalid:environment"
_DATASTORE = "felix-config-invalid"
_MARK = "felix-config-invalid:mark"
_MARK_BITS = "felix-config-invalid:mark-bits"
_OPTIONS = "felix-config-invalid:options"
_MARKS = (_MARK, _MARK_BITS)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = felix_said(node, _VALUE, _ENVIRONMENT, _DATASTORE, *_MARKS, _OPTIONS)
    if said is None:
        return
    loaded = node.one(
        MilestoneReached,
        lambda found: found.milestone is Milestone.FELIX_CONFIGURED and _is_later(found, said),
    )
    if loaded is not None and said.key not in _MARKS:
        sign = hints
    elif said.key == _OPTIONS:
        sign = indicates
    else:
        sign = proves
    yield sign(said, parameter=_parameter(said), value=said.detail("value").strip('"\\') or "?")


def _parameter(said: FelixSaid) -> str:
    return said.detail("name") or ("IptablesMarkMask" if said.key in _MARKS else "?")


def _is_later(found: Fact, said: FelixSaid) -> bool:
    return found.at is not None and said.at is not None and found.at > said.at


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    resource = "felixconfigurations.crd.projectcalico.org"
    named = part(" node.{node}", node=case.node.name) if case.node.name else part("")
    said = felix_said(case.node, _VALUE, _ENVIRONMENT, _DATASTORE, *_MARKS, _OPTIONS)
    parameter = _parameter(said) if said is not None else "?"
    return Plan(
        steps=(
            RunKubectl(
                "see-the-settings",
                commands=(
                    command(
                        "kubectl get {resource} default{named} --ignore-not-found -o yaml",
                        resource=resource,
                        named=named,
                    ),
                    command(
                        "kubectl -n {namespace} set env ds/calico-node --list | grep FELIX_",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("find-the-value", risk=Risk.CLUSTER_WIDE)
            if parameter == "?"
            else DropFelixValue(key="correct-the-value", parameter=parameter),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LONGER_PROBE,
            Ineffective.CHANGE_ADDRESS,
            Ineffective.RESET_NODE,
        ),
    )


CAUSE = Cause(
    name="felix-config-invalid",
    code="FLX017",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, MilestoneReached),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.INVALID_VALUE,
            How.CONFLICT,
            How.INSUFFICIENT,
            thing=ThingClass.CONFIG,
            by=Speaker.FELIX,
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(drops_felix_value(),),
    prior=0.4,
    unforeseen=Unforeseen.ONLY_READER_JUDGES,
)
