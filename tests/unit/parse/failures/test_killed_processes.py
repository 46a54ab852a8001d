"""The kernel's report of another process that had to go is no failure of calico-node."""

import pytest

from calicovet.api import diagnose_text
from calicovet.parse.failures.killed_processes import another_was_killed

LINES = (
    "[Mon Feb  3 04:00:00 2025] {} invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=993",
    "[Mon Feb  3 04:00:00 2025] Memory cgroup out of memory: Killed process 3311 ({}) total-vm:1kB, anon-rss:1kB",
    "Out of memory: Killed process 3311, UID 1000, ({}) total-vm:1kB",
    "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=x,mems_allowed=0,task_memcg=/kubepods/x,task={},pid=3311,uid=0",
    "System OOM encountered, victim process: {}, pid: 3311",
)


@pytest.mark.parametrize("line", LINES)
def test_the_process_that_the_kernel_names_decides(line: str) -> None:
    assert another_was_killed(line.format("java"))
    assert not another_was_killed(line.format("calico-node"))


def test_an_application_that_was_killed_names_no_cause() -> None:
    log = "\n".join(line.format("java") for line in LINES[:2])
    found = diagnose_text(f"[root@edge-2 ~]# dmesg -T\n{log}\n[root@edge-2 ~]#\n")
    assert found.summary.causes == ()
    log = log.replace("java", "calico-node")
    found = diagnose_text(f"[root@edge-2 ~]# dmesg -T\n{log}\n[root@edge-2 ~]#\n")
    assert [cause.name for cause in found.summary.causes] == ["host-oomkilled"]
