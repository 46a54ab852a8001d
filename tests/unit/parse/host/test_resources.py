"""Load, processors, memory, disks, throttling, modules, sysctl, sockets, kernel, operating system."""

import pytest

from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import (
    Architecture,
    CpuCount,
    CpuPressure,
    CpuThrottled,
    DatagramSocket,
    DiskFree,
    KernelVersion,
    LoadAverage,
    MemoryFree,
    ModuleLoaded,
    ModuleNotLoaded,
    OsImage,
    PathSeen,
    SocketListening,
    SwapSpace,
    Sysctl,
    ThreadsInUse,
)
from calicovet.model.subject import Subject
from tests.unit.parse.host.pieces import facts, lines_of, subjects_of

LOAD = EvidenceKind.LOAD
CPUS = EvidenceKind.CPU_COUNT
MEMORY = EvidenceKind.MEMORY
DISKS = EvidenceKind.DISKS
MODULES = EvidenceKind.MODULES
SYSCTL = EvidenceKind.SYSCTL
SOCKETS = EvidenceKind.SOCKETS
KERNEL = EvidenceKind.KERNEL
OS = EvidenceKind.OS_RELEASE


def test_uptime_and_nproc_in_one_piece() -> None:
    found = facts(
        LOAD,
        " 12:58:40 up 211 days,  3:12,  1 user,  load average: 412.07, 398.51, 377.90\n32",
        "uptime; nproc",
    )
    assert found == [LoadAverage(one=412.07, five=398.51, fifteen=377.9), CpuCount(count=32)]
    assert lines_of(found) == [1, 2]


def test_a_number_after_the_load_is_a_count_only_if_it_was_asked_for() -> None:
    load = "load average: 1.00, 1.00, 1.00\n"
    assert CpuCount(count=4) in facts(LOAD, load + "4")
    assert CpuCount(count=4) in facts(LOAD, "4\n" + load, "nproc && uptime")
    assert CpuCount(count=4) not in facts(LOAD, "4\n" + load)
    assert CpuCount(count=4) not in facts(LOAD, load + "4", "uptime; ls | wc -l")
    assert len(facts(LOAD, load + "0")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "load average：8.12，7.90，8.33",
        "load averages: 8.12 7.90 8.33",
        "load average: 8,12, 7,90, 8,33",
        "平均负载： 8.12, 7.90, 8.33",
        "top - 05:35:40 up 17 min,  0 user,  load average: 8.12, 7.90, 8.33",
    ],
)
def test_loads_in_other_forms(text: str) -> None:
    assert facts(LOAD, text) == [LoadAverage(one=8.12, five=7.9, fifteen=8.33)]


def test_the_kernel_s_own_line_also_counts_threads() -> None:
    load = LoadAverage(one=8.12, five=7.9, fifteen=8.33)
    assert facts(LOAD, "8.12 7.90 8.33 4/96 6607") == [load, ThreadsInUse(count=96)]


def test_a_cut_load_has_what_is_left() -> None:
    assert facts(LOAD, "load average: 412") == [LoadAverage(one=412.0)]
    assert facts(LOAD, "the load is high") == []


@pytest.mark.parametrize(
    "line",
    [
        "%Cpu(s):  5.0 us,  1.0 sy,  0.0 ni, 63.9 id, 30.1 wa,  0.0 hi,  0.0 si,  0.0 st",
        "Cpu(s):  5.0%us,  1.0%sy,  0.0%ni, 63.9%id, 30.1%wa,  0.0%hi",
    ],
)
def test_top_shows_what_waits(line: str) -> None:
    assert facts(LOAD, line) == [
        CpuPressure(what="idle", percent=63.9),
        CpuPressure(what="iowait", percent=30.1),
    ]
    assert facts(LOAD, line.replace("Cpu(s)", "Cpu0 ")) == []


def test_pressure_is_that_of_the_file() -> None:
    some = (
        "some avg10=85.30 avg60=1.54 avg300=0.40 total=4832684\nfull avg10=0.00 avg60=0 total=0\n"
    )
    assert facts(LOAD, some, "cat /proc/pressure/io") == [CpuPressure(what="io", percent=85.3)]
    assert facts(LOAD, some + some, "cat /proc/pressure/cpu /proc/pressure/io") == [
        CpuPressure(what="cpu", percent=85.3),
        CpuPressure(what="io", percent=85.3),
    ]
    assert facts(LOAD, "==> /proc/pressure/cpu <==\n" + some) == [
        CpuPressure(what="cpu", percent=85.3)
    ]
    assert facts(LOAD, "/proc/pressure/io:" + some) == [CpuPressure(what="io", percent=85.3)]
    assert facts(LOAD, some) == []


@pytest.mark.parametrize(
    "text",
    [
        "Architecture:            x86_64\nCPU op-mode(s):          32-bit, 64-bit\nCPU(s):                  2\n"
        "On-line CPU(s) list:     0,1\nNUMA node0 CPU(s):       0,1",
        "CPU:                             2",
        "processor\t: 0\nmodel name : x\nprocessor\t: 1",
    ],
)
def test_processors(text: str) -> None:
    assert facts(CPUS, text) == [CpuCount(count=2)]


@pytest.mark.parametrize("command", ["nproc", "uptime; nproc", "grep -c processor /proc/cpuinfo"])
def test_a_bare_number_counts_processors_where_it_was_asked_for(command: str) -> None:
    assert facts(CPUS, "2", command) == [CpuCount(count=2)]


@pytest.mark.parametrize(
    "text", ["2", "0", "99999", "Core(s) per socket: 2", "nproc: command not found"]
)
def test_what_is_no_count_of_processors(text: str) -> None:
    assert facts(CPUS, text) == []


FREE = """\
               total        used        free      shared  buff/cache   available
Mem:        24684112      307092    24434912       12756      138904    24377020
Swap:              0           0           0
"""
OLD_FREE = """\
             total       used       free     shared    buffers     cached
Mem:         15885      14000       1885          0        300       6000
-/+ buffers/cache:       7700       8185
"""


@pytest.mark.parametrize(
    ("text", "command", "total", "available"),
    [
        (FREE, "free", 24106, 23806),
        (FREE, "", 24106, 23806),
        (FREE.split("\n")[1], "free | grep Mem", 24106, 23806),
        (OLD_FREE, "free -m", 15885, 8185),
        (OLD_FREE, "", 15885, 8185),
        ("Mem: 15885 14000 1885 0 300 6000", "free --mebi", 15885, 1885),
        ("Mem:  23Gi  299Mi  23Gi  12Mi  135Mi  1.5Gi", "free -h", 23552, 1536),
        ("内存：  15 10 2 0 3 4", "free -g", 15360, 4096),
        ("MemTotal: 2048 kB\nMemFree: 100 kB\nMemAvailable:  1024 kB", "cat /proc/meminfo", 2, 1),
    ],
)
def test_memory(text: str, command: str, total: int, available: int) -> None:
    found = [fact for fact in facts(MEMORY, text, command) if isinstance(fact, MemoryFree)]
    assert found == [MemoryFree(total=total, available=available)]


@pytest.mark.parametrize(
    "text", ["Mem: 515000 1 2 3 4 5", "Mem: x y z", "Mem: 100", "Swap: 7 0 7", "Mem: 16G 1G used"]
)
def test_memory_that_cannot_be_told(text: str) -> None:
    assert facts(MEMORY, text) == []


@pytest.mark.parametrize(
    ("text", "command", "total"),
    [
        (FREE, "free", 0),
        ("Swap:  2047  0  2047", "free -m", 2047),
        ("交换：  2.0Gi  0B  2.0Gi", "free -h", 2048),
        ("SwapTotal: 1048576 kB", "cat /proc/meminfo", 1024),
    ],
)
def test_swap(text: str, command: str, total: int) -> None:
    assert SwapSpace(total=total) in facts(MEMORY, text, command)


def test_disks() -> None:
    found = facts(
        DISKS,
        "Filesystem               Size  Used Avail Use% Mounted on\n"
        "/dev/vda                 252G   12G   80G  13% /\n"
        "/dev/mapper/a-very-long-name-of-a-volume\n"
        "                          50G   49G    1G  98% /var/lib/docker\n"
        "/dev/loop0                64M   64M     0 100% /snap/core20/1\n"
        "tmp                       64M   64M     0 999% /x\n"
        "Filesystem                Inodes  IUsed    IFree IUse% Mounted on\n"
        "/dev/vda                16777216 411031 16366185    3% /\n"
        "nsfs                           0      0        0     - /run/netns\n",
    )
    assert found == [
        DiskFree(mount="/", used_percent=13),
        DiskFree(mount="/var/lib/docker", used_percent=98),
        DiskFree(mount="/", used_percent=3, inodes=True),
    ]
    assert lines_of(found) == [2, 4, 8]


def test_inodes_by_the_command_where_the_header_is_cut() -> None:
    row = "/dev/vda  16777216 411031 16366185  3% /"
    assert facts(DISKS, row, "df -i | grep vda") == [
        DiskFree(mount="/", used_percent=3, inodes=True)
    ]
    assert facts(DISKS, row, "df -h | grep vda") == [DiskFree(mount="/", used_percent=3)]


def test_throttling() -> None:
    assert facts(
        EvidenceKind.CPU_STAT,
        "usage_usec 9\nnr_throttled 1\nnr_periods 100\nnr_throttled 40\nthrottled_usec 3\ncpu.stat:nr_periods 5",
    ) == [CpuThrottled(periods=100, throttled=40)]


def test_modules_and_their_users_are_loaded() -> None:
    assert facts(
        MODULES,
        "Module                  Size  Used by\nnf_conntrack          139264  2 nf_nat,nf_conntrack_sctp\n"
        "nf_nat 45056 1 - Live 0x0",
    ) == [
        ModuleLoaded(name="nf_conntrack"),
        ModuleLoaded(name="nf_nat"),
        ModuleLoaded(name="nf_conntrack_sctp"),
    ]


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("lsmod | grep sctp", ["sctp"]),
        ("sudo lsmod | grep -i 'ip-tables'", ["ip_tables"]),
        ("lsmod |grep -E 'ip_vs|nf_conntrack'", ["ip_vs", "nf_conntrack"]),
        ("lsmod | grep -e ipip -e ^vxlan", ["ipip", "vxlan"]),
        ("lsmod | grep ipip; lsmod | grep sctp", ["ipip", "sctp"]),
        ("grep sctp /proc/modules", ["sctp"]),
        ("lsmod | grep -A 2 sctp", ["sctp"]),
        ("lsmod | egrep 'a\\|b'", ["a", "b"]),
    ],
)
def test_an_empty_answer_names_what_was_asked_for(command: str, names: list[str]) -> None:
    assert facts(MODULES, "\n", command) == [ModuleNotLoaded(name=name) for name in names]


@pytest.mark.parametrize(
    "command",
    [
        "",
        "lsmod",
        "lsmod | grep -v sctp",
        "lsmod | grep 'sctp.*x'",
        "modprobe sctp",
        "lsmod | grep a; uname -r",
        "lsmod | grep a | wc -l",
        "lsmod | wc",
        "lsmod | grep 'open",
    ],
)
def test_other_empty_answers_say_nothing(command: str) -> None:
    assert facts(MODULES, "", command, whole=True) == []


@pytest.mark.parametrize(
    ("text", "command", "name", "value"),
    [
        ("net.ipv4.ip_forward = 1", "", "net.ipv4.ip_forward", "1"),
        ("net.ipv4.ip_forward=1", "cat /etc/sysctl.conf", "net.ipv4.ip_forward", "1"),
        ("1", "sysctl -n net.ipv4.ip_forward", "net.ipv4.ip_forward", "1"),
        (
            "0",
            "cat /proc/sys/net/ipv4/conf/eth0.100/rp_filter",
            "net.ipv4.conf.eth0/100.rp_filter",
            "0",
        ),
        ("/proc/sys/net/ipv4/conf/all/rp_filter:2", "", "net.ipv4.conf.all.rp_filter", "2"),
    ],
)
def test_sysctl(text: str, command: str, name: str, value: str) -> None:
    assert facts(SYSCTL, text, command) == [Sysctl(name=name, value=value)]


def test_a_setting_that_the_kernel_lacks() -> None:
    assert facts(
        SYSCTL,
        "sysctl: cannot stat /proc/sys/net/bridge/bridge-nf-call-iptables: No such file or directory",
    ) == [PathSeen(path="/proc/sys/net/bridge/bridge-nf-call-iptables", present=False)]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("1\n0", "cat /proc/sys/net/ipv4/conf/*/rp_filter"),
        ("# net.ipv4.ip_forward = 1", ""),
        ("* Applying /etc/sysctl.d/99-sysctl.conf ...", "sysctl --system"),
        ("1\n0", "sysctl -n net.ipv4.ip_forward"),
    ],
)
def test_sysctl_says_nothing(text: str, command: str) -> None:
    assert facts(SYSCTL, text, command) == []


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            'LISTEN 0      128          0.0.0.0:2024      0.0.0.0:*    users:(("sshd",pid=1,fd=3))',
            SocketListening(port=2024, address="0.0.0.0", process="sshd"),
        ),
        ("tcp   LISTEN 0 128 [::]:179 [::]:*", SocketListening(port=179, address="::")),
        (
            "tcp        0      0 127.0.0.1:9099          0.0.0.0:*      LISTEN      77/calico-node",
            SocketListening(port=9099, address="127.0.0.1", process="calico-node"),
        ),
        ("udp 0 0 0.0.0.0:4789 0.0.0.0:* -", DatagramSocket(port=4789, address="0.0.0.0")),
        (
            "bird 1234 root 7u IPv4 12345 0t0 TCP *:bgp (LISTEN)",
            SocketListening(port=179, address="*", process="bird"),
        ),
    ],
)
def test_sockets(row: str, expected: SocketListening | DatagramSocket) -> None:
    assert facts(SOCKETS, "State  Recv-Q Send-Q Local Address:Port\n" + row) == [expected]


@pytest.mark.parametrize(
    "row",
    [
        "ESTAB 0 0 10.0.0.1:179 10.0.0.2:4455",
        "tcp 0 0 10.0.0.1:179 10.0.0.2:4455 ESTABLISHED 1/bird",
        "LISTEN 0 128 *:ssh *:*",
        "bird 1234 root 7u IPv4 12345 0t0 TCP 10.0.0.1:179->10.0.0.2:44 (ESTABLISHED)",
    ],
)
def test_what_does_not_listen(row: str) -> None:
    assert facts(SOCKETS, row) == []


def test_uname_shows_kernel_machine_and_host() -> None:
    found = facts(KERNEL, "Linux vm 6.18.44-fc-v470 #1 SMP PREEMPT_DYNAMIC @0 x86_64 GNU/Linux")
    assert found == [KernelVersion(version="6.18.44-fc-v470"), Architecture(name="amd64")]
    assert subjects_of(found) == [Subject(node="vm")] * 2


def test_the_machine_alone() -> None:
    assert facts(KERNEL, "aarch64\n") == [Architecture(name="arm64")]


def test_the_name_that_is_known_stays() -> None:
    about = Subject(node="node13")
    assert subjects_of(facts(KERNEL, "Linux vm 6.18.44 #1", about=about)) == [about]


@pytest.mark.parametrize(
    "text",
    [
        "5.4.0-42-generic",
        "Linux version 5.4.0-42-generic (buildd@lcy01)",
        "Linux a 5.4.0-42-generic",
    ],
)
def test_kernels(text: str) -> None:
    assert facts(KERNEL, text) == [KernelVersion(version="5.4.0-42-generic")]


def test_hostnamectl() -> None:
    text = (
        "   Static hostname: node13\n  Operating System: Ubuntu 22.04.3 LTS\n"
        "            Kernel: Linux 5.15.0-91-generic\n      Architecture: x86-64\n"
    )
    expected = [OsImage(version="Ubuntu 22.04.3 LTS"), KernelVersion(version="5.15.0-91-generic")]
    assert facts(KERNEL, text) == facts(OS, text) == expected
    assert subjects_of(facts(KERNEL, text)) == [Subject(node="node13")] * 2


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian',
            "Debian GNU/Linux 12 (bookworm)",
        ),
        (
            "CentOS Linux release 7.9.2009 (Core)\nCentOS Linux release 7.9.2009 (Core)",
            "CentOS Linux release 7.9.2009 (Core)",
        ),
        ("No LSB modules are available.\nDescription:\tUbuntu 22.04 LTS", "Ubuntu 22.04 LTS"),
        ("/etc/os-release:PRETTY_NAME=Alpine", "Alpine"),
    ],
)
def test_operating_systems(text: str, name: str) -> None:
    assert facts(OS, text) == [OsImage(version=name)]


def test_a_node_name_is_no_kernel() -> None:
    assert facts(KERNEL, "node13\n10.0.0.5/24") == []
