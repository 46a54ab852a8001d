"""From a pasted text to who is sick, and to what else must be told."""

from calicovet.model.diagnosis import NodeState, SummaryVerdict
from calicovet.model.stage import StageId, StageState
from tests.unit.diagnosis.pastes import diagnosed, node

TABLE = """\
$ kubectl -n kube-system get pods -o wide
NAME                READY   STATUS    RESTARTS   AGE   IP           NODE
calico-node-9qz4m   1/1     Running   0          2d    192.0.2.11   node-a
calico-node-x7k2p   {ready}     {status}   {restarts}          44h   192.0.2.12   node-b
"""


def table(ready: str = "0/1", status: str = "Running", restarts: int = 0) -> str:
    return TABLE.format(ready=ready, status=status, restarts=restarts)


def test_a_list_shows_which_node_is_sick_and_which_is_not() -> None:
    found = diagnosed(table())
    assert node(found, "node-a").state is NodeState.HEALTHY
    sick = node(found, "node-b")
    assert (sick.state, sick.pod) == (NodeState.SICK, "kube-system/calico-node-x7k2p")
    assert (sick.status, sick.restarts, sick.age) == ("Running 0/1", 0, "44h")
    assert sick.next is not None
    assert found.pods == 2


def test_a_healthy_cluster_has_no_cause() -> None:
    found = diagnosed(table("1/1"))
    assert found.summary.verdict is SummaryVerdict.HEALTHY
    assert (found.summary.sick, found.summary.healthy, found.summary.causes) == (0, 2, ())


def test_a_later_healthy_state_in_the_same_paste_is_told() -> None:
    found = diagnosed(table() + "\nAfter some time:\n\n" + table("1/1"))
    assert found.summary.verdict is SummaryVerdict.HEALTHY
    assert node(found, "node-b").was == "Running 0/1"


def test_several_texts_are_one_incident() -> None:
    found = diagnosed(table(), "[root@node-b ~]# nproc\n8\n")
    assert found.summary.sick == 1
    assert {each.node for each in found.nodes} == {"node-a", "node-b"}


def test_a_text_about_something_else_gives_nothing() -> None:
    found = diagnosed('level=fatal msg="Error while creating daemon" subsys=daemon\n')
    assert found.summary.verdict is SummaryVerdict.COULD_NOT_LOOK
    assert found.nodes == ()


def test_another_pods_trouble_is_not_calicos() -> None:
    text = "$ kubectl get pods -A\nNAMESPACE NAME READY STATUS RESTARTS AGE\ndefault nginx 0/1 CrashLoopBackOff 9 5m\nkube-system calico-node-9qz4m 1/1 Running 0 2d\n"
    found = diagnosed(text)
    assert found.summary.verdict is SummaryVerdict.HEALTHY


def test_a_fatal_line_without_a_cause_is_the_place_to_look() -> None:
    log = "2026-03-02 09:14:07.079 [FATAL][87] felix/daemon.go 999: Frobnication of the gizmo impossible\n"
    found = diagnosed(
        f"{table('0/1', 'CrashLoopBackOff', 9)}$ kubectl -n kube-system logs calico-node-x7k2p\n{log}"
    )
    assert found.summary.causes == ()
    assert "Frobnication" in node(found, "node-b").look_at[0].excerpt


def test_a_claimed_release_that_the_image_denies_is_a_contradiction() -> None:
    text = "Calico version: v3.15.1\n\n```\n2026-03-02 09:14:07.079 [INFO][9] startup/startup.go 431: Starting node node-b with version v3.28.2\n```\n"
    (told,) = diagnosed(text).contradictions
    assert told.key == "version-claimed-and-seen"
    assert dict(told.details) == {"claimed": "v3.15.1", "seen": "v3.28.2"}


def test_a_claimed_release_that_fits_is_none() -> None:
    text = "Calico version: v3.28\n\n```\n2026-03-02 09:14:07.079 [INFO][9] startup/startup.go 431: Starting node node-b with version v3.28.2\n```\n"
    assert diagnosed(text).contradictions == ()


def test_controllers_that_wait_for_calico_are_a_red_herring_only_while_calico_is_sick() -> None:
    row = "calico-kube-controllers-99bd8767b-dx6c9   0/1     Error      2          17s   10.0.0.9   node-a\n"
    assert "kube-controllers-down" in {
        herring.key for herring in diagnosed(table() + row).red_herrings
    }
    assert diagnosed(table("1/1") + row).red_herrings == ()


def test_every_fact_that_was_read_can_be_shown_with_its_place() -> None:
    found = diagnosed(table())
    assert found.facts
    assert all(exhibit.source.startswith("paste0.md:") for _, exhibit in found.facts)


def test_lines_that_are_nobodys_beside_a_healthy_list_make_no_node_more() -> None:
    found = diagnosed(table("1/1") + "\nSeen somewhere:\n\ndial tcp 10.96.0.1:443: i/o timeout\n")
    assert found.summary.verdict is SummaryVerdict.HEALTHY
    assert {each.node for each in found.nodes} == {"node-a", "node-b"}


def test_a_word_of_install_cni_shows_that_all_before_it_went_well() -> None:
    found = diagnosed(
        "$ kubectl get pods -n calico-system -o wide\n"
        "calico-node-t9w4m   0/1   Init:CrashLoopBackOff   11 (2m9s ago)   37m   10.2.8.17   gpu-07   <none>   <none>\n"
        "\nthe log of its init container:\n\n"
        "2025-05-20 03:12:44.817 [INFO][1] cni-installer/<nil> <nil>: Running as a Kubernetes pod\n"
    )
    sick = node(found, "gpu-07")
    passed = {stage for stage, state in sick.stages.states.items() if state is StageState.PASSED}
    assert {StageId.SANDBOX_READY, StageId.IMAGES_PRESENT} <= passed
    assert sick.next is not None
    assert "-c install-cni" in sick.next.command
