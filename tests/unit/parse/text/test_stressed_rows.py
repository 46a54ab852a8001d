"""Rows of output that a person stressed with stars, and tables whose addresses a person replaced."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import PodListed
from calicovet.parse.pods import read_pod_table
from calicovet.parse.text.cleaning import clean

ROW = "calico-node-578bz   0/1     Running   0          14m   192.0.2.10   n1"


@pytest.mark.parametrize("line", [f"**{ROW}", f"{ROW}**", f"**{ROW}**", f"  **{ROW}"])
def test_stars_around_rows_are_dropped(line: str) -> None:
    assert clean(line)[0].text == ROW


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        (
            "runtime: **failed to create new OS thread** (have 5 already; errno=11)",
            "runtime: failed to create new OS thread (have 5 already; errno=11)",
        ),
        ("出现了**大量的 Forks**， 没", "出现了大量的 Forks， 没"),
        ("**注意**calico-node 和 **BIRD**", "注意calico-node 和 BIRD"),
        ("      Reason:  **CrashLoopBackOff**", "      Reason:  CrashLoopBackOff"),
        ("    **Restart Count:  5**", "    Restart Count:  5"),
        ("**Warning**  Unhealthy  3m  kubelet  **x**", "Warning  Unhealthy  3m  kubelet  x"),
        ("see **this**. And **that**", "see this. And that"),
        ("**see** calico-node-** there", "see calico-node-** there"),
        ("**Name:** the **calico** pod", "**Name:** the calico pod"),
        (
            "**2024-01-01 00:00:00.000 [FATAL][9] startup/startup.go 1: Terminating**",
            "2024-01-01 00:00:00.000 [FATAL][9] startup/startup.go 1: Terminating",
        ),
    ],
)
def test_stars_within_a_line_are_dropped(line: str, plain: str) -> None:
    assert clean(f"x\n{line}")[1] == (plain, 2)


@pytest.mark.parametrize("tag", ["b", "strong"])
def test_so_are_tags_that_do_the_same(tag: str) -> None:
    assert clean(f"runtime: <{tag}>failed</{tag}> (x)")[0].text == "runtime: failed (x)"


@pytest.mark.parametrize(
    "line",
    [
        "**What happened**",
        "**Logs:**",
        "**Name:** calico-node",
        "- **OS** : Ubuntu",
        "a ** b ** c",
        "2 ** 3 ** 4",
        "x**2 + y**2",
        "f(**a, **b) and f(**a,**b)",
        "{**a}, {**b}",
        'print("**" + x + "**")',
        "char **argv, **envp",
        "panic: (**T)(0x1), (**T)(0x2)",
        "/** a comment **/",
        "ls /var/**/x /opt/**/y",
        "**/*.go and **/*.py",
        "user **** password ****",
        "192.168.**.** and 10.**.**.5",
        "10.0.1.**，10.0.1.**",
        "calico-node-** and calico-node-**",
        "calico-node-**，calico-node-**",
        "kubectl logs calico-node-**",
    ],
)
def test_other_stars_stay(line: str) -> None:
    assert clean(line)[0].text == line


def test_a_replaced_address_does_not_hide_the_node() -> None:
    table = f"NAME READY STATUS RESTARTS AGE IP NODE\n{ROW.replace('192.0.2.10', 'xxxxx')}"
    evidence = Evidence(id="e", kind=EvidenceKind.POD_TABLE, content=table)
    (listed,) = (fact for fact in read_pod_table(evidence) if isinstance(fact, PodListed))
    assert (listed.about.node, listed.ip) == ("n1", "")


def test_without_a_heading_the_sixth_word_may_be_anything() -> None:
    content = ROW.replace("192.0.2.10", "some remark")
    evidence = Evidence(id="e", kind=EvidenceKind.POD_TABLE, content=content)
    (listed,) = (fact for fact in read_pod_table(evidence) if isinstance(fact, PodListed))
    assert listed.about.node == ""
