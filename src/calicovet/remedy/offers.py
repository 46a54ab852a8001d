"""`with_offers`: adds owner, commands, undo and risk to each finding with a plan."""

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis
from calicovet.model.facts.addresses import AutodetectionMethod
from calicovet.model.facts.settings import OwnerKind
from calicovet.model.finding import Finding
from calicovet.model.remediation.plan import (
    AskHuman,
    DrainNode,
    DropFelixValue,
    EditObject,
    EditPods,
    GrantRule,
    Ineffective,
    Offer,
    OfferedStep,
    Plan,
    RestartPod,
    RestartUnit,
    Risk,
    RunKubectl,
    RunOnNode,
    SetSetting,
    Setting,
    SetVariables,
    Step,
)
from calicovet.model.subject import UNNAMED_PEER
from calicovet.remedy import risk
from calicovet.remedy.introducing_change import brought_by
from calicovet.remedy.kubectl import commands
from calicovet.remedy.kubectl.change_commands import write_edit
from calicovet.remedy.ownership import Owner, owner_of, split_pod
from calicovet.remedy.setting_writers import write

_FAMILIES = {Setting.ADDRESS_AUTODETECTION_V4: 4, Setting.ADDRESS_AUTODETECTION_V6: 6}
_LASTING = (None, OwnerKind.MANIFEST)
_EDITS = (EditObject, EditPods, SetVariables, DropFelixValue, GrantRule)
_ON_THE_HOST = (RestartUnit, RunOnNode, DrainNode)


def with_offers(diagnosis: Diagnosis) -> Diagnosis:
    """The same diagnosis, in which each finding that has a plan carries its offer."""
    methods = methods_read(diagnosis)

    def offered(finding: Finding, node: NodeDiagnosis) -> Finding:
        made = offer(finding, node, diagnosis, methods)
        return finding if made is None else replace(finding, offer=made)

    nodes = tuple(
        replace(node, findings=tuple(offered(finding, node) for finding in node.findings))
        if any(finding.plan for finding in node.findings)
        else node
        for node in diagnosis.nodes
    )
    return replace(diagnosis, nodes=nodes)


def methods_read(diagnosis: Diagnosis) -> tuple[AutodetectionMethod, ...]:
    """The autodetection methods that the evidence shows, newest first."""
    return tuple(fact for fact, _ in diagnosis.facts if isinstance(fact, AutodetectionMethod))


def offer(
    finding: Finding,
    node: NodeDiagnosis,
    diagnosis: Diagnosis,
    methods: Sequence[AutodetectionMethod] | None = None,
) -> Offer | None:
    """What a human may do about a finding, ready to type; None where it has no plan.

    `methods` are the `methods_read` of the diagnosis, where the caller has them already.
    """
    plan = finding.plan
    if plan is None:
        return None
    builder = OfferBuilder(finding, node, diagnosis, methods=methods)
    restarts = risk.restarts_of(plan.steps)
    counts = {risk.ONE_POD: 1, risk.ALL_PODS: diagnosis.pods}
    return Offer(
        owner=builder.owner_of(plan),
        owner_kind=diagnosis.owner,
        steps=tuple(builder.offered(step) for step in plan.steps),
        risk=risk.risk_of(plan.steps),
        restarts=restarts,
        restarts_count=counts.get(restarts),
        instead=tuple(builder.offered(step) for step in plan.instead.steps)
        if plan.instead
        else builder.taken_back(plan, node),
        does_not_help=tuple(vain for vain in plan.does_not_help if builder.is_vain(vain)),
        untried=untried_of(plan),
    )


def untried_of(plan: Plan) -> tuple[str, ...]:
    """Nodes on which the model could not try the change, as far as they can be looked up."""
    # A node that is spoken of without a name goes by a stand-in.
    return tuple(name for name in plan.untried if name and name != UNNAMED_PEER)


class OfferBuilder:
    """What all steps of one plan share."""

    def __init__(
        self,
        finding: Finding,
        node: NodeDiagnosis,
        diagnosis: Diagnosis,
        owner: Owner | None = None,
        methods: Sequence[AutodetectionMethod] | None = None,
    ) -> None:
        self.finding = finding
        self.diagnosis = diagnosis
        self.node = node.node
        self.pod = split_pod(node.pod)[1]
        self.owner: Owner = owner or owner_of(node, diagnosis)
        self._methods = methods

    def owner_of(self, plan: Plan) -> str:
        """The object that the first change touches; without one, where one has to look."""
        named = [(step.risk is Risk.NONE, self._touched(step)) for step in plan.steps]
        return next((name for _, name in sorted(named, key=itemgetter(0)) if name), "")

    def _touched(self, step: Step) -> str:
        if isinstance(step, SetSetting):
            return write(step.setting, step.value, None, self.owner).owner
        if isinstance(step, _EDITS):
            return write_edit(step, self.owner).owner
        if isinstance(step, _ON_THE_HOST):
            return f"host {self.node}" if self.node else "host"
        return ""

    def taken_back(self, plan: Plan, node: NodeDiagnosis) -> tuple[OfferedStep, ...]:
        """The way back to the revision before the one that brought the blamed setting.

        Only where no tool manages the DaemonSet and would revert it.
        """
        if self.owner.under_operator is not False or self.owner.kind not in _LASTING:
            return ()
        revision = brought_by(plan, node, self.owner)
        if revision is None:
            return ()
        line = commands.rollout(self.owner, "undo", to_revision=revision - 1)
        step = OfferedStep(
            key="take-back",
            details=(("number", str(revision)), ("command", line)),
            commands=(line,),
            risk=Risk.ROLLS_ALL_NODES,
        )
        return (step,)

    def is_vain(self, vain: Ineffective) -> bool:
        under_operator = self.owner.under_operator is True
        return vain is not Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR or under_operator

    def offered(self, step: Step) -> OfferedStep:
        match step:
            case SetSetting():
                return self._setting(step)
            case RestartPod():
                line = commands.delete_pod(self.owner, self.pod, self.node)
                return self._framed("restart-pod", step, line, pod=self.pod or "calico-node")
            case RestartUnit(units=units):
                line = commands.restart_units(units)
                return self._framed("restart-unit", step, line, units=", ".join(units))
            case DrainNode():
                line = commands.drain(self.node)
                return self._framed("drain-node", step, line, undo=(commands.uncordon(self.node),))
            case RunOnNode():
                return OfferedStep(
                    key=f"step.{step.key}",
                    details=self._details(),
                    commands=(*commands.save_files(step), *step.commands),
                    undo=commands.undo_on_node(step),
                    no_undo=step.no_undo,
                    risk=step.risk,
                )
            case RunKubectl():
                return OfferedStep(
                    key=f"step.{step.key}",
                    details=self._details(),
                    commands=step.commands,
                    undo=step.undo,
                    no_undo=step.no_undo,
                    risk=step.risk,
                )
            case AskHuman():
                return OfferedStep(key=f"step.{step.key}", details=self._details(), risk=step.risk)
            case EditObject() | EditPods() | SetVariables() | DropFelixValue() | GrantRule():
                written = write_edit(step, self.owner)
                return OfferedStep(
                    key=f"step.{step.key}",
                    details=self._details(),
                    commands=written.commands,
                    undo=written.undo,
                    risk=step.risk,
                )

    def _setting(self, step: SetSetting) -> OfferedStep:
        before = self._before(step.setting)
        written = write(step.setting, step.value, before, self.owner)
        return OfferedStep(
            key="set-setting",
            details=(
                ("setting", written.place),
                ("value", written.value or step.value),
                ("owner", written.owner),
            ),
            commands=written.commands,
            undo=written.undo,
            risk=step.risk,
        )

    def _before(self, setting: Setting) -> str | None:
        """The method in force, where the evidence shows it."""
        family = _FAMILIES.get(setting)
        if family is None:
            return None
        signed = (fact for sign in self.finding.signs for fact in sign.facts)
        read = methods_read(self.diagnosis) if self._methods is None else self._methods
        for fact in (*signed, *read):
            if isinstance(fact, AutodetectionMethod) and fact.family == family:
                return fact.method
        return None

    def _framed(
        self,
        key: str,
        step: Step,
        line: str,
        *,
        undo: tuple[str, ...] = (),
        **details: str,
    ) -> OfferedStep:
        known = {"node": self.node or "?", **details}
        return OfferedStep(
            key=key, details=tuple(known.items()), commands=(line,), undo=undo, risk=step.risk
        )

    def _details(self) -> tuple[tuple[str, str], ...]:
        return tuple({"node": self.node or "?", **self.finding.details}.items())
