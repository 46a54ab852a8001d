from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState, Summary, SummaryVerdict
from calicovet.model.facts import OwnerKind
from calicovet.model.finding import Finding, Verdict
from calicovet.model.remediation.change import (
    CreateObject,
    DeletePod,
    FixPlan,
    ObjectRef,
    PatchObject,
    Value,
)
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    DropFelixValue,
    EditObject,
    EditPods,
    Field,
    GrantRule,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
    RunOnNode,
    SetSetting,
    Setting,
    SetVariables,
    Step,
)
from calicovet.model.stage import Localisation, StageId
from calicovet.remedy import object_refs
from calicovet.remedy.changes_for_causes import objects_to_read, resolve
from calicovet.remedy.patches.json_patch import DoesNotFit, patched
from tests.unit.remedy.objects import (
    MANIFEST,
    OPERATOR,
    OPERATORS,
    container_of,
    daemonset,
    env_of,
    installation,
    made,
    pod,
)

_INTERNAL = SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "kubernetes-internal-ip")
_DAEMONSET = object_refs.daemonset(MANIFEST)
_FELIX = object_refs.calicos(CalicoKind.FELIX_CONFIGURATION, "default", MANIFEST)
_INFORMATION = object_refs.calicos(CalicoKind.CLUSTER_INFORMATION, "default", MANIFEST)
_POD = object_refs.pod("kube-system", "calico-node-b1b1b")
_PORT = EditObject(
    key="x", kind=CalicoKind.FELIX_CONFIGURATION, fields=(Field(("spec", "vxlanPort"), 4790),)
)


def _sick(*steps: Step, node: str = "b", cause: str = "x", **plan: Any) -> NodeDiagnosis:
    finding = Finding(
        name=cause,
        code="",
        verdict=Verdict.PROVEN,
        stage=StageId.ADDRESS_CHOSEN,
        plan=Plan(steps=steps, **plan),
    )
    name = f"kube-system/calico-node-{node}1{node}1{node}"
    return NodeDiagnosis(node=node, pod=name, state=NodeState.SICK, findings=(finding,))


def _under_operator(*steps: Step) -> NodeDiagnosis:
    return NodeDiagnosis(
        node="b",
        pod="calico-system/calico-node-b1b1b",
        state=NodeState.SICK,
        findings=_sick(*steps).findings,
    )


def _diagnosis(nodes: Sequence[NodeDiagnosis], owner: OwnerKind | None = None) -> Diagnosis:
    summary = Summary(SummaryVerdict.EXPLAINED)
    return Diagnosis(summary=summary, nodes=tuple(nodes), pods=5, owner=owner)


def _resolve(
    *nodes: NodeDiagnosis,
    objects: Mapping[ObjectRef, Value],
    even_if_managed: bool = False,
    owner: OwnerKind | None = None,
) -> FixPlan:
    findings = [finding for node in nodes for finding in node.findings]
    diagnosis = _diagnosis(nodes, owner)
    return resolve(findings, diagnosis, objects, even_if_managed=even_if_managed)


def _patches(plan: FixPlan) -> list[PatchObject]:
    changes = [change for step in plan.steps for change in step.changes]
    return [change for change in changes if isinstance(change, PatchObject)]


def _deleted(plan: FixPlan) -> list[str]:
    changes = [change for step in plan.steps for change in step.changes]
    return [change.ref.name for change in changes if isinstance(change, DeletePod)]


class TestWhatIsRead:
    def test_the_objects_that_tell_who_decides_and_those_that_change(self) -> None:
        node = _sick(_PORT, RestartPod())
        assert set(objects_to_read(node.findings, _diagnosis((node,)))) == {
            _DAEMONSET,
            object_refs.INSTALLATION,
            _FELIX,
            _POD,
        }

    def test_nothing_is_read_for_a_finding_that_was_not_asked_about(self) -> None:
        asked, other = _sick(_PORT), _sick(RestartPod(), node="c")
        assert object_refs.pod("kube-system", "calico-node-c1c1c") not in objects_to_read(
            asked.findings, _diagnosis((asked, other))
        )


class TestTheRightOwner:
    def test_a_manifest_is_patched_itself(self) -> None:
        old = daemonset()
        plan = _resolve(_sick(_INTERNAL), objects={_DAEMONSET: old, object_refs.INSTALLATION: None})
        (patch,) = _patches(plan)
        assert patch.ref == _DAEMONSET
        env = env_of(patched(old, patch.operations))
        assert env["IP_AUTODETECTION_METHOD"]["value"] == "kubernetes-internal-ip"
        assert plan.owner == "DaemonSet/calico-node in kube-system"

    def test_under_the_operator_the_installation_is_patched(self) -> None:
        old = installation()
        objects = {
            object_refs.daemonset(OPERATOR): daemonset(OPERATOR),
            object_refs.INSTALLATION: old,
        }
        plan = _resolve(_under_operator(_INTERNAL), objects=objects)
        (patch,) = _patches(plan)
        assert patch.ref == object_refs.INSTALLATION
        network = patched(old, patch.operations)["spec"]["calicoNetwork"]
        assert network["nodeAddressAutodetectionV4"] == {"kubernetes": "NodeInternalIP"}
        assert patched(patched(old, patch.operations), patch.undo) == old
        assert len(plan.chain) == 2

    def test_the_objects_know_better_than_the_namespace(self) -> None:
        # A plain manifest was applied in the operator's namespace.
        place = object_refs.daemonset(OPERATOR)
        alone = made(place, spec=daemonset()["spec"])
        objects = {place: alone, object_refs.INSTALLATION: None}
        plan = _resolve(_under_operator(_INTERNAL), objects=objects)
        assert [patch.ref for patch in _patches(plan)] == [place]
        assert "set env" in plan.steps[0].offered.commands[0]

    def test_what_the_operator_writes_again_is_not_written(self) -> None:
        role, binding = object_refs.role("calico-node"), object_refs.binding("calico-node")
        owned = {"ownerReferences": [OPERATORS]}
        step = GrantRule(
            key="x",
            account="system:serviceaccount:calico-system:calico-node",
            verb="list",
            resource="ippools",
            group="crd.projectcalico.org",
        )
        objects = {
            object_refs.daemonset(OPERATOR): daemonset(OPERATOR),
            object_refs.INSTALLATION: installation(),
            role: made(role, metadata=owned, rules=[]),
            binding: made(binding, subjects=[]),
        }
        plan = _resolve(_under_operator(step, RestartPod()), objects=objects)
        assert [step.changes for step in plan.steps] == [(), ()]

    @pytest.mark.parametrize("even_if_managed", [False, True])
    def test_a_keepers_object_is_written_only_if_that_is_wanted(
        self, even_if_managed: bool
    ) -> None:
        kept = daemonset(labels={"kustomize.toolkit.fluxcd.io/name": "net"})
        plan = _resolve(
            _sick(_INTERNAL),
            objects={_DAEMONSET: kept, object_refs.INSTALLATION: None},
            even_if_managed=even_if_managed,
        )
        (step,) = plan.steps
        assert bool(step.changes) is even_if_managed
        assert (step.elsewhere is None) is even_if_managed
        assert plan.owner == "DaemonSet/calico-node in kube-system, kept by Flux"

    def test_an_object_with_a_separate_keeper_is_left_to_it(self) -> None:
        felix = made(_FELIX, metadata={"annotations": {"meta.helm.sh/release-name": "x"}}, spec={})
        objects = {_DAEMONSET: daemonset(), object_refs.INSTALLATION: None, _FELIX: felix}
        (step,) = _resolve(_sick(_PORT), objects=objects).steps
        assert step.changes == ()
        assert step.elsewhere is not None
        assert step.elsewhere.owner is OwnerKind.HELM

    def test_from_a_paste_the_form_is_rendered_and_nothing_would_be_sent(self) -> None:
        (step,) = _resolve(_sick(_INTERNAL), objects={}, owner=OwnerKind.ARGO_CD).steps
        assert step.changes == ()
        assert step.elsewhere is not None
        assert "IP_AUTODETECTION_METHOD" in step.elsewhere.text
        (plain,) = _resolve(_sick(_INTERNAL), objects={}).steps
        assert (plain.changes, plain.elsewhere) == ((), None)
        assert plain.offered.commands


class TestDrift:
    def test_a_daemonset_changed_since_the_plan_refuses_it(self) -> None:
        old = daemonset()
        (patch,) = _patches(_resolve(_sick(_INTERNAL), objects={_DAEMONSET: old}))
        now = daemonset(generation=4)
        with pytest.raises(DoesNotFit):
            patched(now, patch.operations)

    def test_another_state_is_another_plan_and_the_same_is_the_same(self) -> None:
        def made_for(generation: int) -> str:
            found = daemonset(generation=generation)
            return _resolve(_sick(_INTERNAL), objects={_DAEMONSET: found}).id

        assert made_for(3) == made_for(3) != made_for(4)

    def test_what_was_measured_meanwhile_is_no_part_of_what_is_done(self) -> None:
        def made_at(share: str) -> str:
            sick = _sick(_PORT)
            measured = replace(sick.findings[0], details={"share": share})
            nodes = replace(sick, findings=(measured,))
            return _resolve(nodes, objects={_DAEMONSET: daemonset(), _FELIX: None}).id

        assert made_at("40 %") == made_at("60 %")


class TestSeveralSteps:
    _OBJECTS: Mapping[ObjectRef, Value] = {
        _DAEMONSET: daemonset(),
        object_refs.INSTALLATION: None,
        _FELIX: made(_FELIX, spec={}),
        _POD: pod("calico-node-b1b1b"),
        object_refs.pod("kube-system", "calico-node-c1c1c"): pod("calico-node-c1c1c"),
    }

    def test_one_object_gets_one_patch_at_its_last_step(self) -> None:
        live = SetSetting(Setting.LIVENESS_PROBE, "timeoutSeconds=10")
        ready = SetSetting(Setting.READINESS_PROBE, "timeoutSeconds=10")
        plan = _resolve(_sick(live, ready), objects=self._OBJECTS)
        assert [step.together for step in plan.steps] == [True, False]
        (patch,) = _patches(plan)
        container = container_of(patched(self._OBJECTS[_DAEMONSET], patch.operations))
        assert container["livenessProbe"]["timeoutSeconds"] == 10
        assert container["readinessProbe"]["timeoutSeconds"] == 10

    def test_the_same_step_for_several_nodes_is_done_once(self) -> None:
        plan = _resolve(_sick(_INTERNAL), _sick(_INTERNAL, node="c"), objects=self._OBJECTS)
        assert len(plan.steps) == 1

    def test_each_node_has_its_own_pod_restarted(self) -> None:
        nodes = (_sick(_PORT, RestartPod()), _sick(_PORT, RestartPod(), node="c"))
        plan = _resolve(*nodes, objects=self._OBJECTS)
        assert _deleted(plan) == ["calico-node-b1b1b", "calico-node-c1c1c"]
        assert len(plan.steps) == 3

    def test_what_disturbs_most_comes_last(self) -> None:
        rolls = _sick(_INTERNAL, cause="rolls")
        small = _sick(AskHuman("look"), node="c", cause="small")
        plan = _resolve(rolls, small, objects=self._OBJECTS)
        assert [step.cause for step in plan.steps] == ["small", "rolls"]

    def test_a_pod_that_is_rolled_anyway_is_not_restarted_beside(self) -> None:
        plan = _resolve(_sick(_INTERNAL, RestartPod()), objects=self._OBJECTS)
        assert (_deleted(plan), plan.restarts, plan.restarts_count) == (
            [],
            "restarts.all-pods",
            5,
        )

    def test_a_setting_that_is_as_wanted_leaves_the_restart(self) -> None:
        step = SetSetting(Setting.IP, "autodetect")
        plan = _resolve(_sick(step, RestartPod()), objects=self._OBJECTS)
        assert (_patches(plan), _deleted(plan)) == ([], ["calico-node-b1b1b"])
        assert (plan.restarts, plan.restarts_count) == ("restarts.one-pod", 1)

    def test_a_daemonset_that_waits_for_deletions_gets_the_sick_pod_deleted(self) -> None:
        objects = {**self._OBJECTS, _DAEMONSET: daemonset(strategy="OnDelete")}
        plan = _resolve(_sick(_INTERNAL), objects=objects)
        assert [type(change) for step in plan.steps for change in step.changes] == [
            PatchObject,
            DeletePod,
        ]
        assert (plan.restarts, plan.restarts_count) == ("restarts.one-pod", 1)

    def test_it_gets_the_pods_of_all_sick_nodes_deleted(self) -> None:
        objects = {**self._OBJECTS, _DAEMONSET: daemonset(strategy="OnDelete")}
        plan = _resolve(_sick(_INTERNAL), _sick(_INTERNAL, node="c"), objects=objects)
        assert _deleted(plan) == ["calico-node-b1b1b", "calico-node-c1c1c"]
        assert (plan.restarts, plan.restarts_count) == ("restarts.sick-pods", 2)

    def test_no_pod_is_restarted_for_a_change_that_the_owner_has_to_make(self) -> None:
        kept = daemonset(annotations={"meta.helm.sh/release-name": "net"})
        step = SetSetting(Setting.IP, "none")
        plan = _resolve(_sick(step, RestartPod()), objects={**self._OBJECTS, _DAEMONSET: kept})
        assert [step.changes for step in plan.steps] == [(), ()]

    def test_two_who_want_different_things_are_for_a_human_to_judge(self) -> None:
        other = SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "interface=eth0")
        plan = _resolve(_sick(_INTERNAL), _sick(other, node="c"), objects=self._OBJECTS)
        assert len(plan.steps) == 2
        assert _patches(plan) == []

    def test_nothing_is_sent_after_what_only_a_human_can_do(self) -> None:
        host = RunOnNode("tidy", ("rm -r x",))
        plan = _resolve(_sick(_PORT, host, RestartPod()), objects=self._OBJECTS)
        assert [bool(step.changes) for step in plan.steps] == [True, False, False]

    def test_looking_and_deciding_hold_nothing_up(self) -> None:
        look = RunKubectl("look", ("kubectl get x",), risk=Risk.NONE)
        plan = _resolve(_sick(look, AskHuman("decide"), _PORT), objects=self._OBJECTS)
        assert [bool(step.changes) for step in plan.steps] == [False, False, True]

    def test_a_change_that_cannot_be_made_holds_up_what_follows(self) -> None:
        open_ended = SetSetting(Setting.IPV4_POOL_CIDR, "<CIDR>")
        plan = _resolve(_sick(open_ended, RestartPod()), objects=self._OBJECTS)
        assert _deleted(plan) == []

    def test_the_weakest_promise_and_the_longest_wait_hold_for_all(self) -> None:
        nodes = (
            _sick(_PORT, reaches=StageId.STARTUP_FINISHED),
            _sick(_INTERNAL, node="c", does_not_help=(Ineffective.DELETE_POD,)),
        )
        plan = _resolve(*nodes, objects=self._OBJECTS)
        assert plan.reaches is StageId.STARTUP_FINISHED
        assert plan.does_not_help == (Ineffective.DELETE_POD,)

    def test_the_way_with_the_least_reach_is_planned_beside(self) -> None:
        by_variable = SetVariables(key="y", variables=(("A", "b"),))
        plan = _resolve(_sick(_PORT, instead=Plan(steps=(by_variable,))), objects=self._OBJECTS)
        assert [step.offered.key for step in plan.instead] == ["step.y"]
        assert plan.instead[0].changes


def test_what_is_missing_is_created() -> None:
    objects = {_DAEMONSET: daemonset(), object_refs.INSTALLATION: None, _FELIX: None}
    (step,) = _resolve(_sick(_PORT), objects=objects).steps
    (change,) = step.changes
    assert isinstance(change, CreateObject)
    assert change.body["spec"] == {"vxlanPort": 4790}


def test_a_value_that_felix_refuses_is_dropped_where_it_was_found() -> None:
    own = object_refs.calicos(CalicoKind.FELIX_CONFIGURATION, "node.b", MANIFEST)
    found = made(own, spec={"interfacePrefix": "cali/eth"})
    step = DropFelixValue(key="x", parameter="InterfacePrefix")
    objects = {_DAEMONSET: daemonset(), own: found, _FELIX: None}
    (planned,) = _resolve(_sick(step), objects=objects).steps
    assert [change.ref for change in planned.changes] == [own]
    line = "kubectl patch felixconfigurations.crd.projectcalico.org node.b --type merge -p "
    assert planned.offered.commands == (f"""{line}'{{"spec":{{"interfacePrefix":null}}}}'""",)
    assert planned.offered.undo == (f"""{line}'{{"spec":{{"interfacePrefix":"cali/eth"}}}}'""",)
    (on_paper,) = _resolve(_sick(step), objects={}).steps
    assert on_paper.offered.commands == ()


def test_an_object_that_could_not_be_read_is_not_written() -> None:
    (step,) = _resolve(_sick(_PORT), objects={_DAEMONSET: daemonset()}).steps
    assert step.changes == ()
    assert step.offered.commands


def test_a_field_of_another_form_is_left_to_a_human() -> None:
    objects = {_DAEMONSET: daemonset(), _FELIX: made(_FELIX, spec="odd")}
    (step,) = _resolve(_sick(_PORT), objects=objects).steps
    assert step.changes == ()


class TestTheLock:
    _STEP = SetSetting(Setting.DATASTORE_READY, "true")
    _OBJECTS: Mapping[ObjectRef, Value] = {
        _DAEMONSET: daemonset(),
        _INFORMATION: made(_INFORMATION, spec={"datastoreReady": False}),
    }

    def test_it_is_opened_where_no_node_migrates(self) -> None:
        plan = _resolve(_sick(self._STEP), objects=self._OBJECTS)
        assert [patch.ref for patch in _patches(plan)] == [_INFORMATION]

    def test_it_is_left_while_a_node_migrates(self) -> None:
        moving = NodeDiagnosis(
            node="c",
            state=NodeState.SICK,
            stages=Localisation(frontier=(StageId.IPAM_UPGRADED,)),
        )
        plan = _resolve(_sick(self._STEP), moving, objects=self._OBJECTS)
        assert _patches(plan) == []


def test_an_extra_selector_of_the_installation_is_taken_out_there() -> None:
    old = installation()
    overrides = {"nodeSelector": {"network": "calico"}}
    old["spec"]["calicoNodeDaemonSet"] = {"spec": {"template": {"spec": overrides}}}
    step = EditPods(key="x", fields=(Field(("nodeSelector", "network")),))
    objects = {object_refs.daemonset(OPERATOR): daemonset(OPERATOR), object_refs.INSTALLATION: old}
    (patch,) = _patches(_resolve(_under_operator(step), objects=objects))
    assert "calicoNodeDaemonSet" not in patched(old, patch.operations)["spec"]
    assert patched(patched(old, patch.operations), patch.undo) == old
