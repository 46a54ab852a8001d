"""The table of verdicts: what signs, peers, stage and shape come to."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from calicovet.diagnosis.evidence.citations import EvidenceIndex
from calicovet.diagnosis.verdicts.judge import judge
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    Claimed,
    Fact,
    FelixSaid,
    KubeletCgroupDriver,
    KubeletVersion,
    LoadAverage,
    StartupSaid,
    Topic,
)
from calicovet.model.finding import Finding, Verdict
from calicovet.model.remediation.plan import AskHuman, Plan
from calicovet.model.stage import Localisation, Shape, StageId, StageState
from calicovet.model.subject import Subject

LOADED = LoadAverage(about=Subject("b"), one=400.0)
CALM = LoadAverage(about=Subject("a"), one=1.0)
READY = Localisation(shape=Shape.KILLED_WHILE_READY)


def plan(case: Case) -> Plan:
    return Plan(steps=(AskHuman("choose"),), within=timedelta(minutes=1))


def cause(sign: object = proves, *, stage: StageId = StageId.POD_BOUND, **more: object) -> Cause:
    def examine(case: Case) -> Iterator[Sign]:
        load = case.node.one(LoadAverage)
        if load is not None and load.one > 100:
            yield sign(load)  # type: ignore[operator]

    return Cause(
        name="too-much-load",
        code="TST001",
        stage=stage,
        shows_as=frozenset({Shape.KILLED_WHILE_READY}),
        reads=(LoadAverage,),
        examine=examine,
        plan=plan,
        **more,  # type: ignore[arg-type]
    )


def view(name: str, *facts: Fact) -> NodeView:
    return NodeView(name, facts, frozenset(type(fact) for fact in facts))


def verdict_of(
    asked: Cause, node: NodeView, *peers: NodeView, stages: Localisation = READY
) -> Verdict:
    return finding_of(asked, node, *peers, stages=stages).verdict


def finding_of(
    asked: Cause, node: NodeView, *peers: NodeView, stages: Localisation = READY
) -> Finding:
    return judge(asked, Case(node, peers, peers), stages, EvidenceIndex())


def test_a_proof_at_an_entered_stage_of_a_fitting_shape_is_proven() -> None:
    assert verdict_of(cause(), view("b", LOADED)) is Verdict.PROVEN


def test_an_indication_is_likely_and_a_hint_alone_only_possible() -> None:
    assert verdict_of(cause(indicates), view("b", LOADED)) is Verdict.LIKELY
    assert verdict_of(cause(hints), view("b", LOADED)) is Verdict.POSSIBLE


def test_a_hint_that_a_peer_lacks_is_likely() -> None:
    assert verdict_of(cause(hints), view("b", LOADED), view("a", CALM)) is Verdict.LIKELY


def test_what_is_only_said_of_a_node_stays_possible_though_its_peer_lacks_it() -> None:
    def examine(case: Case) -> Iterator[Sign]:
        for new in case.node.all(Claimed):
            yield hints(new)

    asked = replace(cause(), examine=examine)
    new = Claimed(about=Subject("b"), topic=Topic.NEW_NODE)
    assert verdict_of(asked, view("b", new), view("a", CALM)) is Verdict.POSSIBLE


def test_a_hint_that_only_a_sick_node_lacks_stays_possible() -> None:
    case = Case(view("b", LOADED), (view("a", CALM),), ())
    assert judge(cause(hints), case, READY, EvidenceIndex()).verdict is Verdict.POSSIBLE


def test_a_denial_rules_out() -> None:
    assert verdict_of(cause(denies), view("b", LOADED)) is Verdict.RULED_OUT


def test_no_sign_in_existing_evidence_rules_out_and_without_evidence_it_is_untested() -> None:
    assert verdict_of(cause(), view("b", CALM)) is Verdict.RULED_OUT
    untested = finding_of(cause(), NodeView("b", ()))
    assert untested.verdict is Verdict.UNTESTED
    assert [request.kind.value for request in untested.wants] == ["load"]


def test_what_shows_on_a_healthy_peer_too_is_exonerated() -> None:
    assert verdict_of(cause(), view("b", LOADED), view("a", LOADED)) is Verdict.EXONERATED


def test_a_fault_that_may_lie_dormant_stays_possible_on_a_healthy_peer() -> None:
    dormant = cause(may_lie_dormant=True)
    assert verdict_of(dormant, view("b", LOADED), view("a", LOADED)) is Verdict.POSSIBLE


def test_a_cause_that_gives_up_early_still_wants_what_decides_it() -> None:
    def gives_up_early(case: Case) -> Iterator[Sign]:
        case.node.one(LoadAverage)
        yield from ()

    early = replace(cause(), examine=gives_up_early, decided_by=(KubeletCgroupDriver,))
    wanted = finding_of(early, NodeView("b", ())).wants
    assert [request.kind.value for request in wanted] == ["kubelet-config"]


def test_a_fault_of_the_whole_cluster_asks_no_peer() -> None:
    of_all = cause(scope=Scope.CLUSTER)
    assert verdict_of(of_all, view("b", LOADED), view("a", LOADED)) is Verdict.PROVEN


def test_a_fault_at_a_stage_that_was_never_entered_lies_ahead() -> None:
    early = Localisation(
        states={StageId.DATAPLANE_READY: StageState.NOT_REACHED}, shape=Shape.KILLED_WHILE_READY
    )
    far = cause(stage=StageId.DATAPLANE_READY)
    assert verdict_of(far, view("b", LOADED), stages=early) is Verdict.AHEAD


def test_another_shape_leaves_at_most_a_possibility() -> None:
    other = Localisation(shape=Shape.INIT_STUCK)
    assert verdict_of(cause(), view("b", LOADED), stages=other) is Verdict.POSSIBLE


def test_an_unknown_shape_does_not_count_against_a_cause() -> None:
    assert verdict_of(cause(), view("b", LOADED), stages=Localisation()) is Verdict.PROVEN


def on_a_claim(case: Case) -> Iterator[Sign]:
    for claim in case.node.all(Claimed):
        yield proves(claim)
    if load := case.node.one(LoadAverage):
        yield hints(load)


def test_what_a_person_says_never_proves() -> None:
    said = Claimed(topic=Topic.LOAD_HIGH, value="high", about=Subject("b"))
    told = Cause(
        name="said",
        code="TST001",
        stage=StageId.POD_BOUND,
        shows_as=frozenset({Shape.KILLED_WHILE_READY}),
        reads=(),
        examine=on_a_claim,
        plan=plan,
    )
    assert verdict_of(told, view("b", said)) is Verdict.LIKELY


def test_a_claim_cannot_deny() -> None:
    def examine(case: Case) -> Iterator[Sign]:
        for claim in case.node.all(Claimed):
            yield denies(claim)

    said = Claimed(topic=Topic.LOAD_HIGH, value="low", about=Subject("b"))
    told = Cause(
        name="said",
        code="TST001",
        stage=StageId.POD_BOUND,
        shows_as=frozenset({Shape.KILLED_WHILE_READY}),
        reads=(),
        examine=examine,
        plan=plan,
    )
    assert verdict_of(told, view("b", said)) is Verdict.POSSIBLE


def by_file(case: Case) -> Iterator[Sign]:
    if driver := case.node.one(KubeletCgroupDriver, lambda found: found.driver == "systemd"):
        yield proves(driver)


FILE = Cause(
    name="by-file",
    code="TST001",
    stage=StageId.SANDBOX_READY,
    shows_as=frozenset({Shape.KILLED_WHILE_READY}),
    reads=(KubeletCgroupDriver,),
    examine=by_file,
    plan=plan,
)


def node_with(name: str, driver: str, version: str) -> NodeView:
    about = Subject(name)
    return view(
        name,
        KubeletCgroupDriver(about=about, driver=driver),
        KubeletVersion(about=about, version=version),
    )


def test_a_file_alone_indicates_and_proves_once_a_peer_of_the_same_versions_lacks_it() -> None:
    sick = node_with("b", "systemd", "v1.27.4")
    assert verdict_of(FILE, sick) is Verdict.LIKELY
    assert verdict_of(FILE, sick, node_with("a", "cgroupfs", "v1.27.4")) is Verdict.PROVEN
    assert verdict_of(FILE, sick, node_with("a", "cgroupfs", "v1.31.0")) is Verdict.LIKELY


def test_a_file_needs_a_shape_that_is_known_to_fit_for_a_proof() -> None:
    sick, peer = node_with("b", "systemd", "v1.27.4"), node_with("a", "cgroupfs", "v1.27.4")
    assert verdict_of(FILE, sick, peer, stages=Localisation()) is Verdict.LIKELY


def test_a_file_that_a_healthy_peer_has_too_may_lie_dormant_there() -> None:
    sick, peer = node_with("b", "systemd", "v1.27.4"), node_with("a", "systemd", "v1.27.4")
    assert verdict_of(FILE, sick, peer) is Verdict.POSSIBLE


def _says_both(case: Case) -> Iterator[Sign]:
    one, other = case.node.one(StartupSaid), case.node.one(FelixSaid)
    if one and other:
        yield proves(one, other)


BOTH = Cause(
    name="both",
    code="TST001",
    stage=StageId.POD_BOUND,
    shows_as=frozenset({Shape.KILLED_WHILE_READY}),
    reads=(StartupSaid, FelixSaid),
    examine=_says_both,
    plan=plan,
)


def test_facts_of_different_runs_never_join_in_one_proof() -> None:
    now = Subject("b", pod="calico-node-x7k2p")
    before = Subject("b", pod="calico-node-x7k2p", previous=True)
    said = StartupSaid(about=now, key="k")
    assert verdict_of(BOTH, view("b", said, FelixSaid(about=now, key="k"))) is Verdict.PROVEN
    assert verdict_of(BOTH, view("b", said, FelixSaid(about=before, key="k"))) is Verdict.POSSIBLE


def test_words_of_different_hosts_never_join_in_one_proof() -> None:
    here, there = Subject("b"), Subject("c")
    said = StartupSaid(about=here, key="k")
    assert verdict_of(BOTH, view("b", said, FelixSaid(about=here, key="k"))) is Verdict.PROVEN
    assert verdict_of(BOTH, view("b", said, FelixSaid(about=there, key="k"))) is Verdict.POSSIBLE


def test_words_of_another_host_prove_nothing_here() -> None:
    there = StartupSaid(about=Subject("c"), key="k"), FelixSaid(about=Subject("c"), key="k")
    assert verdict_of(BOTH, view("b", *there)) is Verdict.POSSIBLE


def test_a_plan_is_made_only_for_what_is_named() -> None:
    assert finding_of(cause(), view("b", LOADED)).plan is not None
    assert finding_of(cause(hints), view("b", LOADED)).plan is None
