"""Plans steps against the objects that were read: who owns them, what may be sent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, Passage
from calicovet.model.facts.settings import OwnerKind
from calicovet.model.finding import Finding
from calicovet.model.remediation.change import DeletePod, ObjectRef, PlannedStep, Value
from calicovet.model.remediation.plan import (
    CalicoKind,
    DropFelixValue,
    EditObject,
    EditPods,
    GrantRule,
    Ineffective,
    OfferedStep,
    Plan,
    RestartPod,
    Risk,
    SetSetting,
    SetVariables,
    Step,
)
from calicovet.model.stage import StageId
from calicovet.remedy import object_refs, risk
from calicovet.remedy.field_locations import FieldLocation, field_locations_of
from calicovet.remedy.gitops.owner_chain import Chain, Keeper, chain_of, is_operators, keeper_of
from calicovet.remedy.gitops.owner_source import render
from calicovet.remedy.kubectl.object_commands import Typed, typed
from calicovet.remedy.offers import OfferBuilder
from calicovet.remedy.ownership import KEEPERS, Owner, owner_of, split_pod
from calicovet.remedy.patches.field_edits import Misfit, edited, looked_up
from calicovet.remedy.plan_order import planned
from calicovet.remedy.planned_step import DraftStep, waits_for_a_human

CHANGES = (SetSetting, EditObject, EditPods, SetVariables, DropFelixValue, GrantRule)
"""Steps that are changes of objects."""

Sick = tuple[NodeDiagnosis, Finding, Plan]

_KEPT_WITH_THE_DAEMONSET = ("DaemonSet", "Installation", "ClusterRole", "ClusterRoleBinding")
"""Who installs the one installs the others."""
_STRATEGY = ("spec", "updateStrategy", "type")


class Planner:
    """What all steps of all plans share."""

    def __init__(
        self,
        sick: Sequence[Sick],
        diagnosis: Diagnosis,
        objects: Mapping[ObjectRef, Value],
        *,
        even_if_managed: bool,
    ) -> None:
        self.sick = sick
        self.diagnosis = diagnosis
        self.objects = objects
        self.even_if_managed = even_if_managed

    def chain(self, node: NodeDiagnosis) -> Chain | None:
        """Who decides, where the DaemonSet was read."""
        daemonset = object_refs.daemonset(owner_of(node, self.diagnosis))
        found = chain_of(daemonset, object_refs.INSTALLATION, self.objects)
        if found is None or found.keeper or self.diagnosis.owner is not OwnerKind.KUBESPRAY:
            return found
        # Its playbooks leave no trace on the objects; something else told of them.
        keeper = Keeper(kind=OwnerKind.KUBESPRAY, shown_by="")
        return replace(found, links=(*found.links, keeper.title), keeper=keeper)

    def decides(self, sick: Sick) -> Chain | None:
        """Who decides about the plan; None where it changes no object."""
        node, _, plan = sick
        return self.chain(node) if any(isinstance(step, CHANGES) for step in plan.steps) else None

    def owner(self, node: NodeDiagnosis) -> Owner:
        """The objects' own word before what the evidence lets one guess."""
        guessed, chain = owner_of(node, self.diagnosis), self.chain(node)
        if chain is None:
            return guessed
        alone = OwnerKind.OPERATOR if chain.under_operator else OwnerKind.MANIFEST
        kind = chain.keeper.kind if chain.keeper else alone
        return replace(guessed, kind=kind, under_operator=chain.under_operator)

    def owner_named(self, sick: Sick) -> str:
        return self._workshop(sick).owner_of(sick[2])

    def does_not_help(self, sick: Sick) -> Iterator[Ineffective]:
        builder = self._workshop(sick)
        return (vain for vain in sick[2].does_not_help if builder.is_vain(vain))

    def drafts(self, sick: Sick, steps: Sequence[Step]) -> tuple[DraftStep, ...]:
        """A plan's steps; from the first on that only a human can do, nothing is sent any more."""
        made: list[DraftStep] = []
        waits = False
        for step in steps:
            homes = field_locations_of(step, self.owner(sick[0]), sick[0].node, self.objects)
            # Half a change is no change.
            is_open = bool(homes) and all(map(self._is_open, homes))
            draft = self._draft(sick, step, homes, sends=is_open and not waits, waits=waits)
            made.append(draft)
            undone = isinstance(step, CHANGES) and not is_open
            waits = waits or undone or draft.elsewhere is not None or waits_for_a_human(step)
        return tuple(made)

    def planned(self, drafts: Sequence[DraftStep]) -> tuple[PlannedStep, ...]:
        return planned(self._with_restarts(drafts), self.objects)

    def restarts(self, drafts: Sequence[DraftStep]) -> tuple[str, int | None]:
        """What the whole restarts, and how many pods."""
        widest = risk.restarts_of(draft.step for draft in drafts if not draft.idle)
        pods = sum(draft.deletes is not None for draft in self._with_restarts(drafts))
        one_by_one = widest == risk.ALL_PODS and self._waits_for_deletion(drafts)
        if pods and (one_by_one or widest == risk.ONE_POD):
            return (risk.ONE_POD, 1) if pods == 1 else (risk.SICK_PODS, pods)
        if widest == risk.ALL_PODS:
            return widest, self.diagnosis.pods
        nodes = {draft.node for draft in drafts if risk.restarts_of((draft.step,)) == widest}
        several = widest == risk.ONE_POD and len(nodes) > 1
        return risk.SICK_PODS if several else widest, len(nodes)

    def _workshop(self, sick: Sick) -> OfferBuilder:
        node, finding, _ = sick
        return OfferBuilder(finding, node, self.diagnosis, self.owner(node))

    def _draft(
        self, sick: Sick, step: Step, homes: Sequence[FieldLocation], *, sends: bool, waits: bool
    ) -> DraftStep:
        node, finding, _ = sick
        keeper = None if self.even_if_managed else self._keeper(node, homes)
        differ = tuple(filter(self._differs, homes))
        return DraftStep(
            cause=finding.name,
            node=node.node,
            step=step,
            offered=self._offered(sick, step, homes),
            homes=differ if sends and not keeper else (),
            idle=sends and not differ,
            deletes=self._deletion(node) if isinstance(step, RestartPod) and not waits else None,
            elsewhere=render(keeper, step, homes) if keeper else None,
        )

    def _offered(self, sick: Sick, step: Step, homes: Sequence[FieldLocation]) -> OfferedStep:
        offered = self._workshop(sick).offered(step)
        lines = [self._typed(home, step, sick[0]) for home in homes]
        if not lines or None in lines:
            return offered
        there = tuple(line for each in lines if each for line in each.commands)
        back = tuple(line for each in reversed(lines) if each for line in each.undo)
        return replace(offered, commands=there, undo=back)

    def _typed(self, home: FieldLocation, step: Step, node: NodeDiagnosis) -> Typed | None:
        """What to type for this very object; None where only its kind decides."""
        found = self.objects.get(home.ref)
        if home.made is not None or found is None or isinstance(step, GrantRule):
            return None
        if not self._differs(home):
            return None
        return typed(home, found, edited(found, home.puts), self.owner(node))

    def _differs(self, home: FieldLocation) -> bool:
        """Whether anything becomes different there."""
        found = self.objects.get(home.ref)
        try:
            return home.made is not None or edited(found, home.puts) != found
        except Misfit:
            return False

    def _is_open(self, home: FieldLocation) -> bool:
        """Whether the object was read and no tool reverts the change at once."""
        if home.made is not None:
            return True
        found = self.objects.get(home.ref)
        if found is None:
            return False
        if home.ref.kind == CalicoKind.CLUSTER_INFORMATION and self._migrates():
            # The lock is in use.
            return False
        return home.ref == object_refs.INSTALLATION or not is_operators(found)

    def _keeper(self, node: NodeDiagnosis, homes: Sequence[FieldLocation]) -> Keeper | None:
        """The tool that writes these objects from its own source."""
        above = self._above(node)
        for home in homes:
            own = keeper_of(self.objects.get(home.ref))
            decides = home.ref.kind in _KEPT_WITH_THE_DAEMONSET or home.made is not None
            if own or (above and decides):
                return own or above
        return None

    def _above(self, node: NodeDiagnosis) -> Keeper | None:
        chain, told = self.chain(node), self.diagnosis.owner
        if chain is not None:
            return chain.keeper
        # Without the objects there is only what a person reported or a list showed.
        return Keeper(kind=told, shown_by="") if told is not None and told in KEEPERS else None

    def _migrates(self) -> bool:
        """Whether a node may be moving its addresses just now."""
        return any(
            StageId.IPAM_UPGRADED in node.stages.frontier or node.passage is Passage.STARTING
            for node in self.diagnosis.nodes
        )

    def _deletion(self, node: NodeDiagnosis) -> DeletePod | None:
        namespace, name = split_pod(node.pod)
        ref = object_refs.pod(namespace or self.owner(node).namespace, name)
        found = self.objects.get(ref)
        uid = found.get("metadata", {}).get("uid", "") if isinstance(found, Mapping) else ""
        return DeletePod(ref=ref, uid=uid) if uid else None

    def _with_restarts(self, drafts: Sequence[DraftStep]) -> tuple[DraftStep, ...]:
        """Each pod is restarted once: by its DaemonSet, or by us where that waits for it."""
        if not any(_rolls(draft) for draft in drafts):
            return tuple(drafts)
        if not self._waits_for_deletion(drafts):
            return tuple(draft for draft in drafts if not isinstance(draft.step, RestartPod))
        steps = [draft.step for draft in drafts if _rolls(draft)]
        asked = {draft.node for draft in drafts if isinstance(draft.step, RestartPod)}
        more = {
            sick[0].node: self._restart(sick)
            for sick in self.sick
            if sick[0].node not in asked and any(step in steps for step in sick[2].steps)
        }
        return (*drafts, *(draft for draft in more.values() if draft.deletes))

    def _restart(self, sick: Sick) -> DraftStep:
        return self._draft(sick, RestartPod(), (), sends=False, waits=False)

    def _waits_for_deletion(self, drafts: Sequence[DraftStep]) -> bool:
        """Whether the DaemonSet replaces no pod by itself."""
        names = {draft.node for draft in drafts}
        found = [
            self.objects.get(object_refs.daemonset(self.owner(node)))
            for node, _, _ in self.sick
            if node.node in names
        ]
        return any(looked_up(each, _STRATEGY) == "OnDelete" for each in found)


def _rolls(draft: DraftStep) -> bool:
    """Whether calico-node's pods are recreated once this is sent."""
    return bool(draft.homes) and draft.step.risk is Risk.ROLLS_ALL_NODES
