"""What kubelet and kernel of a host say about pods of other programs, put into a sosreport."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random

from gym.healthy.host_report import file_name
from score.salted.salt import moment

_JOURNAL = f"sos_commands/kubernetes/{file_name('journalctl --no-pager --unit kubelet')}"
_DMESG = f"sos_commands/kernel/{file_name('dmesg -T')}"
_SYNC = 'pod_workers.go:1301] "Error syncing pod, skipping" err='
_SHOP = 'pod="shop/checkout-7c9d5b6f4-mh2tn" podUID="5e0c1c1a-2f0b-4a31-9c0e-0f6f3a8d7b11"'
_BATCH = 'pod="batch/report-28871340-9wz5c" podUID="8d1f4f2e-77aa-4f0b-8a57-3f4a0c5d2e90"'
_KUBELET = (
    rf'{_SYNC}"failed to \"StartContainer\" for \"app\" with CrashLoopBackOff: \"back-off 5m0s restarting failed container=app\"" {_SHOP}',
    rf'{_SYNC}"failed to \"StartContainer\" for \"report\" with ImagePullBackOff: \"Back-off pulling image \\\"registry.example/batch/report:1.4\\\"\"" {_BATCH}',
    'log.go:32] "PullImage from image service failed" err="rpc error: code = NotFound desc = failed to pull and unpack image'
    r" \"registry.example/batch/report:1.4\": failed to resolve reference: not found\""
    ' image="registry.example/batch/report:1.4"',
    'prober.go:107] "Probe failed" probeType="Liveness" podUID="5e0c1c1a-2f0b-4a31-9c0e-0f6f3a8d7b11" containerName="app"'
    ' probeResult="failure" output="dial tcp 10.244.1.12:8080: connect: connection refused" pod="shop/checkout-7c9d5b6f4-mh2tn"',
    'nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/nfs/data}" failed. Error: MountVolume.SetUp failed for volume "data"'
    f" : mount failed: exit status 32, Output: mount.nfs: Connection timed out {_BATCH}",
)
_KERNEL = (
    "java invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=968",
    "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=cri-containerd-7d1e.scope,mems_allowed=0,"
    "oom_memcg=/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod5e0c1c1a.slice,task=java,pid=43127,uid=1000",
    "Memory cgroup out of memory: Killed process 43127 (java) total-vm:6291456kB, anon-rss:2096128kB, file-rss:0kB, shmem-rss:0kB",
    "checkout[51112]: segfault at 18 ip 00000000007c9d5b sp 00007ffd5c3c0a10 error 4 in checkout[400000+5f0000]",
    "nfs: server nas.example not responding, timed out",
)
_MOST_LINES = 6


def salt_hosts(chance: Random, reports: Path, nodes: Sequence[str], started: datetime) -> None:
    """Puts lines into the kubelet's journal and the kernel's log of each host."""
    for node in nodes:
        (report,) = reports.glob(f"sosreport-{node}-*")
        journal = report / _JOURNAL
        lines = journal.read_text(encoding="utf-8").splitlines()
        for line in chance.sample(_KUBELET, chance.randint(1, len(_KUBELET))):
            at = moment(chance, started)
            stamp = f"{at:%b %d %H:%M:%S}"
            lines.append(f"{stamp} {node} kubelet[812]: E{at:%m%d %H:%M:%S.%f}     163 {line}")
        # All are of one day: the stamps sort as text.
        ordered = sorted(lines, key=lambda line: line[: len("Nov 19 04:44:34")])
        journal.write_text("".join(f"{line}\n" for line in ordered), encoding="utf-8")
        _write_kernel(chance, report / _DMESG, started)


def _write_kernel(chance: Random, path: Path, started: datetime) -> None:
    times = sorted(moment(chance, started) for _ in range(chance.randint(1, _MOST_LINES)))
    lines = (f"[{at:%a %b %d %H:%M:%S %Y}] {chance.choice(_KERNEL)}\n" for at in times)
    path.write_text("".join(lines), encoding="utf-8")
