"""The one command line whose output parts what is left."""

from collections.abc import Iterator
from dataclasses import replace

from calicovet.diagnosis.next_question.choose import next_question, question_behind
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, hints
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request
from calicovet.model.facts import (
    ApiCallFailed,
    ApiEndpoint,
    CallError,
    Claimed,
    ContainerState,
    Fact,
    FelixSaid,
    IpamUpgradeSaid,
    LogShown,
    PodListed,
    Running,
    ServiceAddress,
    Topic,
)
from calicovet.model.finding import Finding, Verdict
from calicovet.model.remediation.plan import AskHuman, Plan
from calicovet.model.stage import Localisation, Shape, StageId
from calicovet.model.subject import Subject

ABOUT = Subject("b", "kube-system", "calico-node-x7k2p")
NODE = NodeView("b", (), pod="calico-node-x7k2p", namespace="kube-system")


def silent(case: Case) -> Iterator[Sign]:
    yield from ()


def cause(
    name: str,
    shape: Shape = Shape.INIT_STUCK,
    *,
    reads: tuple[type[Fact], ...] = (),
    stage: StageId = StageId.POD_BOUND,
    **more: object,
) -> Cause:
    return Cause(
        name=name,
        code="TST001",
        stage=stage,
        shows_as=frozenset({shape}),
        reads=reads,
        examine=silent,
        plan=lambda case: Plan(steps=(AskHuman("x"),)),
        **more,  # type: ignore[arg-type]
    )


def finding(name: str, verdict: Verdict, *kinds: EvidenceKind, container: str = "") -> Finding:
    about = Subject(ABOUT.node, ABOUT.namespace, ABOUT.pod, container)
    return Finding(
        name=name,
        code=name,
        verdict=verdict,
        stage=StageId.POD_BOUND,
        wants=tuple(Request(kind, about) for kind in kinds),
    )


def catalogue(*causes: Cause) -> dict[str, Cause]:
    return {each.name: each for each in causes}


STUCK = Localisation(shape=Shape.INIT_STUCK)


def test_the_request_that_most_suspects_want_is_asked() -> None:
    causes = catalogue(cause("one"), cause("two"), cause("three"))
    findings = (
        finding("one", Verdict.LIKELY, EvidenceKind.CALICO_LOG, container="upgrade-ipam"),
        finding("two", Verdict.UNTESTED, EvidenceKind.CALICO_LOG, container="upgrade-ipam"),
        finding("three", Verdict.UNTESTED, EvidenceKind.KERNEL_LOG),
    )
    question = next_question(NODE, STUCK, findings, causes)
    assert (
        question.command
        == "kubectl -n kube-system logs calico-node-x7k2p -c upgrade-ipam --tail=50"
    )
    assert question.decides_between == ("one", "two")
    assert question.node == ""


def test_the_likelier_suspect_is_asked_about_before_many_unlikely_ones() -> None:
    causes = catalogue(cause("one"), cause("two"), cause("three"))
    findings = (
        finding("one", Verdict.POSSIBLE, EvidenceKind.LOAD),
        finding("two", Verdict.UNTESTED, EvidenceKind.POD_DESCRIBE),
        finding("three", Verdict.UNTESTED, EvidenceKind.POD_DESCRIBE),
    )
    question = next_question(NODE, STUCK, findings, causes)
    assert (question.command, question.node, question.compare) == ("uptime; nproc", "b", True)


def test_only_causes_of_the_same_shape_that_are_still_open_count() -> None:
    causes = catalogue(cause("one", Shape.PENDING), cause("two"), cause("three", bystander=True))
    findings = (
        finding("one", Verdict.POSSIBLE, EvidenceKind.LOAD),
        finding("two", Verdict.RULED_OUT, EvidenceKind.KERNEL_LOG),
        finding("three", Verdict.UNTESTED, EvidenceKind.SOCKETS),
    )
    question = next_question(NODE, STUCK, findings, causes)
    assert question.key == "calico-log"
    assert question.decides_between == ()


def test_with_no_suspect_left_the_shape_says_where_to_look() -> None:
    exits = next_question(NODE, Localisation(shape=Shape.EXITS_AT_STARTUP), (), {})
    assert (
        exits.command
        == "kubectl -n kube-system logs calico-node-x7k2p -c calico-node --previous --tail=50"
    )
    unready = next_question(NODE, Localisation(shape=Shape.RUNNING_NOT_READY), (), {})
    assert unready.command == (
        "kubectl -n kube-system describe pod calico-node-x7k2p;"
        " kubectl -n kube-system logs calico-node-x7k2p -c calico-node --tail=50"
    )


def test_behind_a_proven_effect_its_possible_causes_are_told_apart() -> None:
    effect = cause("effect", caused_by=("proxy", "endpoint"))
    causes = catalogue(effect, cause("proxy"), cause("endpoint"))
    proven = finding("effect", Verdict.PROVEN)
    rivals = (
        finding("proxy", Verdict.UNTESTED, EvidenceKind.API_CURL),
        finding("endpoint", Verdict.UNTESTED, EvidenceKind.API_CURL),
    )
    call = ApiCallFailed(about=ABOUT, error=CallError.TIMEOUT, target="10.96.0.1:443")
    node = NodeView("b", (call,))
    question = question_behind(proven, node, STUCK, (proven, *rivals), causes)
    assert question is not None
    assert (
        question.command
        == "curl -km3 https://10.96.0.1:443/version; curl -km3 https://<endpoint>:6443/version"
    )
    known = NodeView(
        "b", (ServiceAddress(address="10.43.0.1"), ApiEndpoint(address="192.0.2.7:6443"))
    )
    question = question_behind(proven, known, STUCK, (proven, *rivals), causes)
    assert question is not None
    assert (
        question.command
        == "curl -km3 https://10.43.0.1:443/version; curl -km3 https://192.0.2.7:6443/version"
    )


def test_nothing_is_asked_once_the_cause_behind_is_named() -> None:
    causes = catalogue(
        cause("effect", caused_by=("proxy", "endpoint")), cause("proxy"), cause("endpoint")
    )
    proven = finding("effect", Verdict.PROVEN)
    named = (
        finding("proxy", Verdict.LIKELY),
        finding("endpoint", Verdict.UNTESTED, EvidenceKind.API_CURL),
    )
    assert question_behind(proven, NODE, STUCK, named, causes) is None
    one_left = (
        finding("proxy", Verdict.RULED_OUT),
        finding("endpoint", Verdict.UNTESTED, EvidenceKind.API_CURL),
    )
    assert question_behind(proven, NODE, STUCK, one_left, causes) is None


def log_gap(reason: GapReason, container: str = "calico-node", *, previous: bool = False) -> Gap:
    about = Subject(ABOUT.node, ABOUT.namespace, ABOUT.pod, container, previous)
    return Gap(Request(EvidenceKind.CALICO_LOG, about), reason)


class TestWhatCannotBeHad:
    CAUSES = catalogue(cause("one"), cause("two"))
    FINDINGS = (
        finding("one", Verdict.LIKELY, EvidenceKind.CALICO_LOG, container="upgrade-ipam"),
        finding("two", Verdict.POSSIBLE, EvidenceKind.KERNEL_LOG),
    )

    def asked(self, *gaps: Gap) -> str:
        return next_question(NODE, STUCK, self.FINDINGS, self.CAUSES, gaps).key

    def test_a_log_that_could_not_be_read_is_not_asked_for_again(self) -> None:
        assert self.asked() == "calico-log"
        assert self.asked(log_gap(GapReason.UNREACHABLE, "upgrade-ipam")) == "kernel-log"

    def test_the_log_of_another_run_or_container_may_still_be_had(self) -> None:
        assert self.asked(log_gap(GapReason.UNREACHABLE, "install-cni")) == "calico-log"
        other_run = log_gap(GapReason.ABSENT, "upgrade-ipam", previous=True)
        assert self.asked(other_run) == "calico-log"

    def test_a_kubelet_that_does_not_answer_gives_no_log_of_any_container(self) -> None:
        assert self.asked(log_gap(GapReason.TIMED_OUT, "install-cni")) == "kernel-log"

    def test_what_is_forbidden_can_be_read_by_a_user_with_more_rights(self) -> None:
        assert self.asked(log_gap(GapReason.FORBIDDEN, "upgrade-ipam")) == "calico-log"

    def test_what_a_program_could_not_read_a_person_on_the_host_can(self) -> None:
        log = log_gap(GapReason.TIMED_OUT, "upgrade-ipam")
        kernel = Gap(Request(EvidenceKind.KERNEL_LOG, ABOUT), GapReason.ABSENT)
        assert self.asked(log, kernel) == "kernel-log"

    def test_with_no_log_to_be_had_the_kubelet_is_asked_itself(self) -> None:
        exits = Localisation(shape=Shape.EXITS_AT_STARTUP)
        only_previous = log_gap(GapReason.ABSENT, previous=True)
        current = next_question(NODE, exits, (), {}, (only_previous,))
        assert "logs" in current.command and "--previous" not in current.command
        none = next_question(NODE, exits, (), {}, (log_gap(GapReason.TIMED_OUT),))
        assert (none.key, none.node) == ("kubelet-journal", "b")


def test_of_a_container_beside_calico_node_its_own_log_is_asked_for() -> None:
    def state(container: str, ready: bool) -> ContainerState:
        return ContainerState(
            about=Subject("b", "kube-system", "canal-x7k2p", container),
            init=False,
            position=0,
            phase=Running.RUNNING if ready else Running.WAITING,
            ready=ready,
            restarts=0 if ready else 5,
        )

    facts = (state("calico-node", ready=True), state("kube-flannel", ready=False))
    node = NodeView("b", facts, pod="canal-x7k2p", namespace="kube-system")
    stages = Localisation(shape=Shape.ANOTHER_CONTAINER_FAILING, container="kube-flannel")
    assert (
        next_question(node, stages, (), {}).command
        == "kubectl -n kube-system logs canal-x7k2p -c kube-flannel --previous --tail=50"
    )


RUNS = Shape.RUNNING_NOT_READY


def node(*facts: Fact) -> NodeView:
    return NodeView("b", facts, pod="calico-node-x7k2p", namespace="kube-system")


class TestWhatIsListed:
    LOOP = cause("loop", RUNS, reads=(IpamUpgradeSaid,))
    HANGS = cause("hangs", RUNS, reads=(FelixSaid,), prior=0.5)
    RARE = cause("rare", RUNS, reads=(FelixSaid,), prior=0.4, stage=StageId.DATAPLANE_READY)

    def listed(self, stages: Localisation, *causes: Cause) -> list[str]:
        wants = [
            finding(one.name, Verdict.UNTESTED, EvidenceKind.CALICO_LOG, container="calico-node")
            for one in causes
        ]
        question = next_question(NODE, stages, wants, catalogue(*causes))
        assert set(question.decides_between) == {one.name for one in causes}
        return [answer.then for answer in question.answers]

    def test_an_answer_is_about_the_container_that_is_asked(self) -> None:
        assert self.listed(Localisation(shape=RUNS), self.LOOP, self.HANGS) == ["hangs"]

    def test_what_is_met_often_comes_first(self) -> None:
        assert self.listed(Localisation(shape=RUNS), self.RARE, self.HANGS) == ["hangs", "rare"]

    def test_and_before_it_what_belongs_to_where_the_start_stands(self) -> None:
        there = Localisation(shape=RUNS, frontier=(StageId.DATAPLANE_READY,))
        assert self.listed(there, self.HANGS, self.RARE) == ["rare", "hangs"]


def log(container: str = "calico-node", *, whole: bool = False, previous: bool = False) -> LogShown:
    return LogShown(about=Subject(container=container, previous=previous), lines=9, whole=whole)


def row(status: str, restarts: int) -> PodListed:
    return PodListed(ready=0, total=1, status=status, restarts=restarts)


class TestWhatWasShown:
    CAUSES = catalogue(cause("one", RUNS, reads=(FelixSaid,), prior=2.0), cause("two", RUNS))
    LOG = finding("one", Verdict.UNTESTED, EvidenceKind.CALICO_LOG, container="calico-node")
    MODULES = finding("two", Verdict.UNTESTED, EvidenceKind.MODULES)

    def asked(self, *facts: Fact, findings: tuple[Finding, ...] = (LOG, MODULES)) -> str:
        runs = Localisation(shape=RUNS)
        return next_question(node(*facts), runs, findings, self.CAUSES).command

    def test_a_log_that_the_user_did_not_show_is_asked_for(self) -> None:
        assert " -c calico-node --tail=50" in self.asked()
        assert " -c calico-node --tail=50" in self.asked(log("install-cni"))

    def seen(self, *facts: Fact, findings: tuple[Finding, ...] = (LOG, MODULES)) -> str:
        """The same where the pod was described, so that nothing but the suspects chooses."""
        runs = Localisation(shape=RUNS)
        view = NodeView("b", facts, pod=NODE.pod, namespace=NODE.namespace)
        view.read = frozenset({(EvidenceKind.POD_DESCRIBE, NODE.pod)})
        return next_question(view, runs, findings, self.CAUSES).command

    def test_a_pod_of_which_a_part_of_the_log_is_there_is_described(self) -> None:
        assert self.asked(log()) == "kubectl -n kube-system describe pod calico-node-x7k2p"

    def test_before_a_log_of_which_a_part_is_there_comes_what_no_log_answers(self) -> None:
        assert self.seen(log()) == "lsmod"

    def test_with_nothing_else_to_ask_it_is_the_rest_of_that_log(self) -> None:
        assert self.seen(log(), findings=(self.LOG,)).endswith("-c calico-node")

    def test_or_the_run_before_where_there_was_one(self) -> None:
        again = self.asked(log(), row("Running", 4), findings=(self.LOG,))
        assert again.endswith("-c calico-node --previous --tail=50")
        both = (log(), log(previous=True), row("Running", 4))
        assert self.seen(*both, findings=(self.LOG,)).endswith("-c calico-node")

    def test_what_was_read_to_its_end_is_not_asked_for_at_all(self) -> None:
        assert "describe pod" in self.asked(log(whole=True), findings=(self.LOG,))


class TestWhereALikelyCauseWantsNothing:
    CAUSES = catalogue(
        cause("operator", Shape.NOT_CREATED, caused_by=("proxy", "endpoint")),
        cause("proxy", Shape.STUCK_AT_STARTUP),
        cause("endpoint", Shape.STUCK_AT_STARTUP),
        cause("other", Shape.NOT_CREATED),
    )
    LIKELY = finding("operator", Verdict.LIKELY)
    OTHER = finding("other", Verdict.UNTESTED, EvidenceKind.KERNEL_LOG)

    def test_what_may_stand_behind_it_is_told_apart(self) -> None:
        rivals = [
            finding(name, Verdict.UNTESTED, EvidenceKind.API_CURL) for name in ("proxy", "endpoint")
        ]
        found = (self.LIKELY, self.OTHER, *rivals)
        assert next_question(NODE, Localisation(), found, self.CAUSES).key == "api-curl"

    def test_what_nothing_speaks_for_is_not_asked_about(self) -> None:
        found = (self.LIKELY, self.OTHER)
        assert next_question(NODE, Localisation(), found, self.CAUSES).key == "pod-describe"


def test_the_outcomes_of_a_question_about_a_likely_cause_are_near_it() -> None:
    far = cause("far", stage=StageId.SANDBOX_READY)
    causes = catalogue(cause("told"), cause("beside"), far)
    kind = EvidenceKind.KERNEL_LOG
    found = (
        finding("told", Verdict.LIKELY, kind),
        finding("beside", Verdict.UNTESTED, kind),
        finding("far", Verdict.UNTESTED, kind),
    )
    assert next_question(NODE, STUCK, found, causes).decides_between == ("told", "beside")


def test_suspects_with_a_seen_failure_come_before_many_without() -> None:
    names = [f"unseen-{number}" for number in range(40)]
    causes = catalogue(cause("seen", prior=0.1), *(cause(name, prior=9.0) for name in names))
    refused = FelixSaid(key="x")
    found = (
        replace(finding("seen", Verdict.POSSIBLE, EvidenceKind.SYSCTL), signs=(hints(refused),)),
        *(finding(name, Verdict.UNTESTED, EvidenceKind.MODULES) for name in names),
    )
    unseen = Localisation(shape=Shape.PENDING)
    open_ones = {**causes, "seen": cause("seen", Shape.PENDING, prior=0.1)}
    assert next_question(NODE, unseen, found, open_ones).key == "sysctl"


def test_what_a_person_says_of_a_node_weighs_little_where_nothing_shows_the_sickness() -> None:
    new = Claimed(topic=Topic.NEW_NODE, value="")
    told = replace(finding("told", Verdict.POSSIBLE, EvidenceKind.LOAD), signs=(hints(new),))
    others = [finding(name, Verdict.UNTESTED, EvidenceKind.MODULES) for name in ("one", "two")]
    causes = catalogue(cause("told"), cause("one", prior=2.0), cause("two", prior=2.0))
    unseen = next_question(node(new), Localisation(), (told, *others), causes)
    assert unseen.key == "pod-and-log"
    assert next_question(node(new), STUCK, (told, *others), causes).key == "load"


def test_who_is_said_to_end_again_and_again_is_described_with_the_log_of_the_run_before() -> None:
    crashes = Claimed(topic=Topic.SICK, value="crash-loop")
    causes = catalogue(cause("one", prior=1.5), cause("two"))
    found = (
        finding("one", Verdict.UNTESTED, EvidenceKind.NODE_TABLE),
        finding("two", Verdict.UNTESTED, EvidenceKind.POD_DESCRIBE),
    )
    asked = next_question(node(crashes), Localisation(), found, causes)
    assert asked.key == "pod-and-log"
    assert asked.command.endswith("-c calico-node --previous --tail=50")
    assert not next_question(node(), Localisation(), found, causes).command.count("--previous")


def test_among_init_containers_the_one_that_fails_is_asked() -> None:
    failing = Localisation(shape=Shape.INIT_FAILING)
    ended = ContainerState(
        about=Subject(container="install-cni"),
        init=True,
        position=1,
        phase=Running.TERMINATED,
        exit_code=1,
    )
    assert " -c install-cni " in next_question(node(ended), failing, (), {}).command
    # Its log is there: what becomes of it is not.
    shown = node(log("mount-bpffs"), row("Init:CrashLoopBackOff", 6))
    assert "describe pod" in next_question(shown, failing, (), {}).command
