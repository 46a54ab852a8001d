"""An incident that is over: its cause and what ended it are reported, and nothing is offered."""

import json

import pytest

from calicovet.model.diagnosis import Diagnosis, SummaryVerdict
from calicovet.report.machine.diagnosis_json import render_json
from tests.unit.diagnosis.pastes import diagnosed, node

LISTED = "$ kubectl get pods -n kube-system -o wide | grep calico-node\n"
SICK = f"""\
{LISTED}calico-node-4x7dl   1/1   Running   0   5d    192.0.2.10   m-1   <none>   <none>
calico-node-9kq2m   1/1   Running   0   5d    192.0.2.11   w-1   <none>   <none>
calico-node-zt5wn   0/1   Running   0   12m   192.0.2.12   w-2   <none>   <none>
$ kubectl logs -n kube-system calico-node-zt5wn
2023-04-11 08:20:14.882 [INFO][9] startup/startup.go 432: Early log level set to info
2023-04-11 08:20:14.901 [INFO][9] startup/autodetection_methods.go 103: Using autodetected IPv4 address on interface br-5f1c2a3d4e5f: 172.18.0.1/16
2023-04-11 08:20:14.950 [INFO][9] startup/startup.go 210: Using node name: w-2
$ kubectl describe pod -n kube-system calico-node-zt5wn | tail -1
  Warning  Unhealthy  2m (x70 over 12m)  kubelet  Readiness probe failed: calico/node is not ready: BIRD is not ready: BGP not established with 192.0.2.10,192.0.2.11
"""
CHANGE = (
    "$ kubectl set env ds/calico-node -n kube-system IP_AUTODETECTION_METHOD=interface=ens192\n"
)
WELL = f"""\
{LISTED}calico-node-b8hcl   1/1   Running   0   90s   192.0.2.10   m-1   <none>   <none>
calico-node-mm5tr   1/1   Running   0   60s   192.0.2.11   w-1   <none>   <none>
calico-node-w2k9s   1/1   Running   0   30s   192.0.2.12   w-2   <none>   <none>
"""
RELAPSED = WELL.replace("w2k9s   1/1", "w2k9s   0/1").replace("30s", "60m")


def without_nodes(text: str) -> str:
    """The same lists as `kubectl get pods` prints them without `-o wide`."""
    rows = text.split("\n")
    return "\n".join(
        row.partition("   192.0.2.")[0] if row.startswith("calico-node-") else row for row in rows
    )


def causes(found: Diagnosis) -> list[str]:
    return [cause.name for cause in found.summary.causes]


@pytest.mark.parametrize("text", [SICK + CHANGE + WELL, without_nodes(SICK + CHANGE + WELL)])
def test_a_change_after_which_all_pods_run_ends_the_incident(text: str) -> None:
    found = diagnosed(text)
    assert found.summary.verdict is SummaryVerdict.HEALTHY
    assert (found.summary.sick, found.summary.healthy, found.pods) == (0, 3, 3)
    assert causes(found) == []
    over = node(found, "w-2")
    assert over.recovery is not None
    assert [one.name for one in over.recovery.findings] == ["ip-wrong-bridge"]
    assert [one.excerpt for one in over.recovery.ended_by] == [CHANGE.strip("$ \n")]
    assert over.findings == () and over.next is None


def test_json_names_the_cause_and_what_ended_it_in_was() -> None:
    [told] = [
        each
        for each in json.loads(render_json(diagnosed(SICK + CHANGE + WELL)))["nodes"]
        if each["node"] == "w-2"
    ]
    assert told["was"].startswith("ip-wrong-bridge; ended by: kubectl set env")
    assert told["recovery"]["status"] == "Running 0/1"
    assert [one["name"] for one in told["recovery"]["causes"]] == ["ip-wrong-bridge"]
    assert told["state"] == "healthy"


@pytest.mark.parametrize(
    "words",
    [
        "I set IP_AUTODETECTION_METHOD=interface=ens192; after that all pods became Running.",
        "We removed the bridge. Now calico-node is running on all nodes.",
        "The problem is solved, thanks.",
        "Setting the interface fixed it: all calico pods are healthy again.",
        "修改 IP_AUTODETECTION_METHOD 后，calico-node 全部恢复正常。",
        "删除网桥并重启之后，所有 calico-node 都变成了 Running。",
        "问题解决。",
    ],
)
def test_a_person_may_say_that_it_is_over(words: str) -> None:
    found = diagnosed(f"{SICK}\n{words}\n")
    assert found.summary.verdict is SummaryVerdict.HEALTHY
    over = node(found, "w-2").recovery
    assert over is not None
    assert [one.name for one in over.findings] == ["ip-wrong-bridge"]
    assert [one.taken_by for one in over.ended_by] == ["you say"]


@pytest.mark.parametrize(
    "words",
    [
        "If I set IP_AUTODETECTION_METHOD=interface=ens192, all pods should then be Running.",
        "After that all pods will be Running, I hope.",
        "We plan to remove the bridge; then calico-node is running again.",
        "How can the problem be solved?",
        "After the restart all pods are Running except on w-2.",
        "打算把 IP_AUTODETECTION_METHOD 改成 interface=ens192，改完应该就恢复正常了。",
        "希望修改后 calico-node 能恢复正常。",
        "问题还没有解决。",
    ],
)
def test_a_wish_or_a_plan_ends_nothing(words: str) -> None:
    found = diagnosed(f"{SICK}\n{words}\n")
    assert found.summary.verdict is SummaryVerdict.EXPLAINED
    assert causes(found) == ["ip-wrong-bridge"]


def test_a_list_from_before_the_incident_ends_nothing() -> None:
    found = diagnosed(f"{WELL}\nThen we added w-2 again:\n\n{SICK}")
    assert causes(found) == ["ip-wrong-bridge"]


@pytest.mark.parametrize(
    "later",
    [
        RELAPSED,
        "\nOne hour later calico-node on w-2 was not ready again.\n",
        "\n过了一小时，w-2 上的 calico-node 又一直重启。\n",
    ],
)
def test_a_relapse_wins_over_the_recovery(later: str) -> None:
    found = diagnosed(SICK + CHANGE + WELL + later)
    assert found.summary.verdict is SummaryVerdict.EXPLAINED
    assert causes(found) == ["ip-wrong-bridge"]
    assert found.pods == 3


def test_an_explanation_after_the_recovery_is_no_relapse() -> None:
    text = "\nRoot cause: calico-node was not ready because it took the address of a bridge.\n"
    assert diagnosed(SICK + CHANGE + WELL + text).summary.verdict is SummaryVerdict.HEALTHY


def test_a_list_that_does_not_show_the_node_ends_nothing() -> None:
    other = WELL.split("calico-node-w2k9s")[0]
    found = diagnosed(SICK + CHANGE + other)
    assert causes(found) == ["ip-wrong-bridge"]


def test_a_container_between_two_crashes_has_not_recovered() -> None:
    crashed = SICK.replace("0/1   Running   0 ", "0/1   CrashLoopBackOff   7 ")
    up = SICK.split("$ kubectl logs")[0].replace("0/1   Running   0 ", "1/1   Running   8 ")
    found = diagnosed(crashed + up)
    assert node(found, "w-2").recovery is None or "ended" not in (node(found, "w-2").was or "")


def test_a_log_from_before_counts_by_its_times_wherever_it_stands() -> None:
    log = SICK[SICK.index("$ kubectl logs") :]
    later = log.replace("zt5wn", "w2k9s").replace("08:20:14", "09:40:02")
    later = later.replace("br-5f1c2a3d4e5f: 172.18.0.1/16", "ens192: 192.0.2.12/24")
    old = SICK[: SICK.index("$ kubectl logs")]
    found = diagnosed(old + CHANGE + later + WELL + log)
    assert found.summary.verdict is SummaryVerdict.HEALTHY


def test_lines_without_a_node_are_no_peer_without_a_name() -> None:
    found = diagnosed(without_nodes(SICK) + "$ lscpu | head -1\nArchitecture: x86_64\n")
    assert all(
        name
        for each in found.nodes
        for finding in each.findings
        for name in (*finding.contrast.unseen_on, *finding.contrast.absent_on)
    )


def test_the_sentence_that_says_so_is_cited_with_its_own_line() -> None:
    found = diagnosed(
        "calico-node was in CrashLoopBackOff on node w-3.\n"
        "We removed the stale interface br-7 and now all calico-node pods are Running.\n"
    )
    over = node(found, "w-3").recovery
    assert over is not None
    assert [one.source for one in over.ended_by] == ["paste0.md:2"]
