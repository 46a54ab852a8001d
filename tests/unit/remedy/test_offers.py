from dataclasses import replace
from datetime import UTC, datetime
from ipaddress import IPv4Interface

from calicovet.model.cause import proves
from calicovet.model.diagnosis import (
    Change,
    Diagnosis,
    NodeDiagnosis,
    NodeState,
    Summary,
    SummaryVerdict,
)
from calicovet.model.facts import AutodetectionMethod, CalicoAddress, OwnerKind
from calicovet.model.finding import Exhibit, Finding, Verdict
from calicovet.model.remediation.plan import (
    AskHuman,
    DrainNode,
    Ineffective,
    Offer,
    Plan,
    RestartPod,
    RestartUnit,
    Risk,
    RunKubectl,
    RunOnNode,
    SetSetting,
    Setting,
)
from calicovet.model.stage import StageId
from calicovet.remedy.offers import offer, with_offers

_CHOSEN = CalicoAddress(address=IPv4Interface("10.4.0.1/24"))
_FOLLOW_KUBELET = SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "kubernetes-internal-ip")


def _offer(
    plan: Plan,
    *,
    owner: OwnerKind | None = OwnerKind.OPERATOR,
    pod: str = "calico-system/calico-node-x7k2p",
    node: str | None = "b",
    method: AutodetectionMethod | None = None,
) -> Offer:
    finding = Finding(
        name="ip-wrong-bridge",
        code="ADR003",
        verdict=Verdict.PROVEN,
        stage=StageId.ADDRESS_CHOSEN,
        signs=(proves(_CHOSEN, link="nerdctl0"),),
        details={"link": "nerdctl0"},
        plan=plan,
    )
    made = offer(
        finding,
        NodeDiagnosis(node=node, pod=pod, state=NodeState.SICK),
        Diagnosis(
            summary=Summary(SummaryVerdict.EXPLAINED),
            owner=owner,
            pods=3,
            facts=((_CHOSEN, Exhibit("paste:1", "")),)
            + (((method, Exhibit("paste:2", "")),) if method else ()),
        ),
    )
    assert made is not None
    return made


def test_a_finding_without_a_plan_offers_nothing() -> None:
    finding = Finding(
        name="x", code="", verdict=Verdict.POSSIBLE, stage=StageId.POD_BOUND, plan=None
    )
    node = NodeDiagnosis(node="b", state=NodeState.SICK)
    assert offer(finding, node, Diagnosis(summary=Summary(SummaryVerdict.UNEXPLAINED))) is None


def test_a_setting_rolls_every_pod_of_its_owner() -> None:
    made = _offer(Plan(steps=(_FOLLOW_KUBELET,)))
    assert made.owner == "Installation/default"
    assert made.owner_kind is OwnerKind.OPERATOR
    assert made.risk is Risk.ROLLS_ALL_NODES
    assert (made.restarts, made.restarts_count) == ("restarts.all-pods", 3)
    assert made.steps[0].key == "set-setting"
    assert dict(made.steps[0].details)["value"] == "{kubernetes: NodeInternalIP}"
    assert '"value":{"kubernetes":"NodeInternalIP"}' in made.steps[0].commands[0]


def test_the_undo_brings_back_the_method_that_was_read() -> None:
    method = AutodetectionMethod(method="can-reach=192.0.2.1")
    undo = _offer(Plan(steps=(_FOLLOW_KUBELET,)), method=method).steps[0].undo[0]
    assert '"canReach":"192.0.2.1"' in undo


def test_the_method_of_the_other_family_is_not_brought_back() -> None:
    method = AutodetectionMethod(method="can-reach=2001:db8::1", family=6)
    undo = _offer(Plan(steps=(_FOLLOW_KUBELET,)), method=method).steps[0].undo[0]
    assert '"firstFound":true' in undo


def test_editing_the_daemonset_is_vain_only_under_the_operator() -> None:
    plan = Plan(
        steps=(_FOLLOW_KUBELET,),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR),
    )
    assert _offer(plan).does_not_help == plan.does_not_help
    alone = _offer(plan, owner=OwnerKind.MANIFEST, pod="kube-system/calico-node-x7k2p")
    assert alone.does_not_help == (Ineffective.DELETE_POD,)
    assert _offer(plan, owner=None, pod="").does_not_help == (Ineffective.DELETE_POD,)


def test_a_restart_of_the_runtime_belongs_to_the_host() -> None:
    made = _offer(Plan(steps=(RestartUnit(("containerd", "kubelet")), RestartPod())))
    assert made.owner == "host b"
    assert made.steps[0].commands == ("systemctl restart containerd kubelet",)
    assert dict(made.steps[0].details) == {"node": "b", "units": "containerd, kubelet"}
    assert made.steps[1].commands == ("kubectl -n calico-system delete pod calico-node-x7k2p",)
    assert (made.restarts, made.restarts_count) == ("restarts.runtime", None)


def test_a_pod_without_a_known_name_is_found_by_its_node() -> None:
    plan = Plan(steps=(RestartPod(),))
    by_node = _offer(plan, pod="", owner=OwnerKind.MANIFEST).steps[0].commands[0]
    assert by_node.endswith("--field-selector spec.nodeName=b")
    by_nothing = _offer(plan, pod="", node=None, owner=None).steps[0].commands[0]
    assert by_nothing == "kubectl -n kube-system delete pod <calico-node pod>"


def test_one_pod_is_counted_as_one() -> None:
    made = _offer(Plan(steps=(RestartPod(),)))
    assert (made.owner, made.restarts, made.restarts_count) == ("", "restarts.one-pod", 1)


def test_a_drained_node_is_given_back() -> None:
    step = _offer(Plan(steps=(DrainNode(),))).steps[0]
    assert step.key == "drain-node"
    assert step.commands[0].startswith("kubectl drain b ")
    assert step.undo == ("kubectl uncordon b",)


def test_a_host_without_a_name_is_still_a_host() -> None:
    made = _offer(Plan(steps=(DrainNode(),)), node=None)
    assert made.owner == "host"
    assert "<node>" in made.steps[0].commands[0]


def test_steps_of_the_cause_keep_their_words_and_details() -> None:
    made = _offer(
        Plan(
            steps=(
                AskHuman("choose"),
                RunOnNode("tidy", ("rm -r x",), undo=("mkdir x",)),
                RunKubectl("apply", ("kubectl apply -f y",)),
            )
        )
    )
    assert [step.key for step in made.steps] == ["step.choose", "step.tidy", "step.apply"]
    assert dict(made.steps[0].details) == {"node": "b", "link": "nerdctl0"}
    assert made.steps[1].undo == ("mkdir x",)
    assert made.risk is Risk.CLUSTER_WIDE


def test_the_way_with_the_least_reach_is_offered_beside() -> None:
    plan = Plan(
        steps=(_FOLLOW_KUBELET,),
        instead=Plan(steps=(AskHuman("remove"), RestartPod())),
        untried=("c", "", "healthy-peer"),
    )
    made = _offer(plan)
    assert [step.key for step in made.instead] == ["step.remove", "restart-pod"]
    assert made.untried == ("c",)


class TestTheWayBack:
    """Where a revision of the DaemonSet brought the setting that the plan corrects."""

    @staticmethod
    def lines(part: str, *, owner: OwnerKind = OwnerKind.MANIFEST, key: str = "revision") -> str:
        finding = Finding(
            name="ip-wrong-bridge",
            code="ADR003",
            verdict=Verdict.PROVEN,
            stage=StageId.ADDRESS_CHOSEN,
            plan=Plan(steps=(_FOLLOW_KUBELET,)),
        )
        change = Change(
            key=key,
            at=datetime(2026, 11, 16, 9, 0, tzinfo=UTC),
            exhibit=Exhibit("paste:1", ""),
            details={"name": "calico-node", "number": "4"},
            parts=(part,),
        )
        pod = "kube-system/calico-node-x7k2p"
        sick = NodeDiagnosis(node="b", pod=pod, state=NodeState.SICK, changes=(change,))
        summary = Summary(SummaryVerdict.EXPLAINED)
        made = offer(finding, sick, Diagnosis(summary=summary, owner=owner))
        assert made is not None
        return "\n".join(line for step in made.instead for line in step.commands)

    def test_the_revision_before_it_is_offered_as_well(self) -> None:
        assert (
            self.lines("env IP_AUTODETECTION_METHOD: first-found -> interface=eth9")
            == "kubectl -n kube-system rollout undo daemonset/calico-node --to-revision=3"
        )
        assert self.lines("+ env IP_AUTODETECTION_METHOD=interface=eth9")

    def test_another_change_is_not_taken_back(self) -> None:
        assert self.lines("env IP: autodetect -> 192.0.2.7") == ""
        assert self.lines("env IP_AUTODETECTION_METHOD: a -> b", key="edited") == ""

    def test_the_keeper_of_the_daemonset_would_write_it_again(self) -> None:
        part = "env IP_AUTODETECTION_METHOD: first-found -> interface=eth9"
        assert self.lines(part, owner=OwnerKind.HELM) == ""
        assert self.lines(part, owner=OwnerKind.OPERATOR) == ""


def test_a_diagnosis_is_given_an_offer_for_each_plan() -> None:
    planned = Finding(
        name="ip-wrong-bridge",
        code="ADR003",
        verdict=Verdict.PROVEN,
        stage=StageId.ADDRESS_CHOSEN,
        plan=Plan(steps=(_FOLLOW_KUBELET,)),
    )
    unplanned = replace(planned, name="api-down", plan=None)
    method = AutodetectionMethod(family=4, method="first-found")
    given = Diagnosis(
        summary=Summary(SummaryVerdict.EXPLAINED),
        nodes=tuple(
            NodeDiagnosis(node=name, state=NodeState.SICK, findings=findings)
            for name, findings in (("a", (planned, unplanned)), ("b", ()), ("c", (planned,)))
        ),
        owner=OwnerKind.OPERATOR,
        facts=((method, Exhibit("paste:2", "")),),
    )
    made = with_offers(given)
    offers = [finding.offer for node in made.nodes for finding in node.findings]
    expected = [offer(finding, node, given) for node in given.nodes for finding in node.findings]
    assert offers == expected
    assert [one is None for one in offers] == [False, True, False]
    assert "firstFound" in str(offers[0].steps[0].undo if offers[0] else "")
