"""What is told under "Harmless", and what never is."""

from dataclasses import replace

from calicovet.diagnosis.assembly.pipeline import assemble
from calicovet.diagnosis.context.red_herrings import red_herrings
from calicovet.model.diagnosis import NodeDiagnosis, NodeState, RedHerring
from calicovet.model.evidence import Snapshot
from calicovet.model.finding import Exhibit, Finding, Verdict
from calicovet.model.stage import StageId
from tests.unit.diagnosis.pastes import paste

TEXT = """$ kubectl -n kube-system get pods -o wide
NAME                       READY   STATUS             RESTARTS   AGE   IP           NODE   NOMINATED NODE   READINESS GATES
calico-node-x6wdb          0/1     Running            0          41m   192.0.2.2    n2     <none>           <none>
coredns-6766647d54-v8s2k   0/1     CrashLoopBackOff   12         41m   10.244.3.2   n2     <none>           <none>
"""


def told(*findings: Finding) -> tuple[RedHerring, ...]:
    fleet = assemble(Snapshot((paste(TEXT),)))
    sick = NodeDiagnosis(node="n2", state=NodeState.SICK, findings=findings)
    nodes = tuple(view.with_state(NodeState.SICK) for view in fleet.nodes)
    return red_herrings(replace(fleet, nodes=nodes), (sick,))


def citing(exhibit: Exhibit, verdict: Verdict, *, bystander: bool = False) -> Finding:
    return Finding(
        name="x",
        code="X",
        verdict=verdict,
        stage=StageId.POD_BOUND,
        evidence=(exhibit,),
        bystander=bystander,
    )


def test_a_line_that_proves_a_cause_is_not_called_harmless() -> None:
    [herring] = told()
    assert herring.key == "coredns-down"
    assert told(citing(herring.exhibit, Verdict.PROVEN)) == ()
    assert told(citing(herring.exhibit, Verdict.LIKELY)) == ()


def test_the_same_words_elsewhere_are_the_same_line() -> None:
    [herring] = told()
    elsewhere = Exhibit("another.md:7", herring.exhibit.excerpt.replace("   ", " "))
    assert told(citing(elsewhere, Verdict.PROVEN)) == ()


def test_a_suspicion_that_names_nothing_and_one_that_only_suffers_spare_no_line() -> None:
    [herring] = told()
    assert told(citing(herring.exhibit, Verdict.POSSIBLE)) == (herring,)
    assert told(citing(herring.exhibit, Verdict.PROVEN, bystander=True)) == (herring,)
