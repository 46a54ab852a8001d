"""Side effects are reported and explain nothing; plain bookkeeping is not reported at all."""

from collections.abc import Iterator

from calicovet.diagnosis.engine import diagnose
from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, indicates, proves
from calicovet.model.diagnosis import Diagnosis, NodeState
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.model.facts import ControllersDown, PodListed
from calicovet.model.finding import Verdict
from calicovet.model.remediation.plan import AskHuman, Plan
from calicovet.model.stage import Shape, StageId

PODS = """$ kubectl -n kube-system get pods -o wide
NAME                                       READY   STATUS             RESTARTS       AGE   IP           NODE   NOMINATED NODE   READINESS GATES
calico-kube-controllers-6766647d54-v8s2k   0/1     CrashLoopBackOff   12 (40s ago)   41m   10.244.3.2   n2     <none>           <none>
calico-node-nk4gx                          1/1     Running            0              41m   192.0.2.1    n1     <none>           <none>
calico-node-x6wdb                          0/1     Running            0              41m   192.0.2.2    n2     <none>           <none>
"""
FLAPPING = """$ kubectl -n kube-system get pods -o wide
NAME                READY   STATUS    RESTARTS        AGE   IP          NODE   NOMINATED NODE   READINESS GATES
calico-node-nk4gx   1/1     Running   {restarts}      9d    192.0.2.1   n1     <none>           <none>
"""


def suffers(case: Case) -> Iterator[Sign]:
    yield from (proves(fact) for fact in case.node.all(ControllersDown))


def restarts(case: Case) -> Iterator[Sign]:
    troubled = case.node.all(PodListed, lambda pod: pod.ready < pod.total or pod.restarts > 0)
    yield from (indicates(pod) for pod in troubled)


def cause(name: str, examine: object, *, bystander: bool = False) -> Cause:
    return Cause(
        name=name,
        code="TST001",
        stage=StageId.POD_BOUND,
        shows_as=frozenset(Shape),
        reads=(ControllersDown, PodListed),
        examine=examine,  # type: ignore[arg-type]
        plan=lambda case: Plan(steps=(AskHuman("x"),)),
        bystander=bystander,
    )


def diagnosed(text: str, *causes: Cause) -> Diagnosis:
    paste = Evidence(id="p", kind=EvidenceKind.PASTE, content=text, source="paste.txt")
    return diagnose(Snapshot((paste,)), causes, strict=True)


BYSTANDER = cause("kc-crash-is-consequence", suffers, bystander=True)
REASON = cause("host-oomkilled", restarts)


def test_a_proven_bystander_is_told_and_leaves_the_question_open() -> None:
    found = diagnosed(PODS, BYSTANDER)
    sick = next(node for node in found.nodes if node.node == "n2")
    assert [(finding.verdict, finding.bystander) for finding in sick.findings] == [
        (Verdict.PROVEN, True)
    ]
    assert sick.next is not None
    assert found.summary.causes == ()


def test_what_is_likely_comes_before_a_proven_bystander() -> None:
    sick = next(node for node in diagnosed(PODS, BYSTANDER, REASON).nodes if node.node == "n2")
    assert [finding.name for finding in sick.findings] == [
        "host-oomkilled",
        "kc-crash-is-consequence",
    ]


def test_a_ready_pod_that_restarts_again_and_again_is_sick_for_a_likely_reason() -> None:
    [node] = diagnosed(FLAPPING.format(restarts="57 (2m ago)"), REASON).nodes
    assert (node.state, node.stages.shape) == (NodeState.SICK, Shape.READY_BUT_FLAPPING)


def test_a_ready_pod_that_restarted_long_ago_is_healthy() -> None:
    [node] = diagnosed(FLAPPING.format(restarts="2 (8d ago)"), REASON).nodes
    assert node.state is NodeState.HEALTHY


LOG = """$ kubectl -n kube-system logs calico-node-x6wdb -c calico-node
2020-12-30 12:50:55.440 [INFO][10] startup.go 647: No AS number configured on node resource, using global value
2020-12-30 12:50:55.639 [INFO][10] startup.go 530: FELIX_IPV6SUPPORT is false through environment variable
2020-12-30 12:50:56.639 [INFO][41] int_dataplane.go 530: attempted to modprobe nf_conntrack_proto_sctp error=exit status 1 output=""
"""


def test_plain_bookkeeping_is_no_red_herring_and_an_alarming_line_is() -> None:
    found = diagnosed(PODS + LOG)
    assert {herring.key for herring in found.red_herrings} == {
        "sctp-modprobe",
        "kube-controllers-down",
    }
