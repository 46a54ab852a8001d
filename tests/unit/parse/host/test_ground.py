"""What a host offers before Calico: mounts, modules, processor, localhost, clocks, what is in use."""

from datetime import UTC, datetime

import pytest

from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import (
    ClockCompared,
    CpuFlags,
    Fact,
    HostLink,
    HostSetting,
    InotifyInUse,
    KernelOffers,
    LocalhostNamed,
    MountTable,
    Unreadable,
)
from calicovet.parse.all_parsers import gives_of
from tests.unit.parse.host.pieces import facts, piece

HOST_FILE = EvidenceKind.HOST_FILE
MOUNTS = """\
22 27 0:21 / /proc rw,relatime - proc proc rw
23 27 0:22 / /sys rw,nosuid shared:7 - sysfs sysfs rw
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard
61 27 254:3 /cni /opt ro,noexec,relatime shared:3 master:1 - xfs /dev/vdb rw,seclabel
"""


def of(kind: type[Fact], found: list[Fact | Unreadable]) -> list[Fact | Unreadable]:
    return [fact for fact in found if isinstance(fact, kind)]


def test_a_mount_has_its_options_and_whether_it_is_shared() -> None:
    (table,) = of(MountTable, facts(HOST_FILE, MOUNTS, "cat /proc/1/mountinfo"))
    assert isinstance(table, MountTable)
    by_point = {mount.point: mount for mount in table.mounts}
    assert [by_point[point].shared for point in ("/proc", "/sys", "/", "/opt")] == [
        False,
        True,
        True,
        True,
    ]
    assert by_point["/opt"].kind == "xfs"
    assert by_point["/opt"].options == ("ro", "noexec", "relatime", "rw", "seclabel")
    assert table.cited[0].line == 3


def test_a_table_without_the_root_is_none() -> None:
    cut = MOUNTS.split("\n")[0]
    assert of(MountTable, facts(HOST_FILE, cut, "cat /proc/1/mountinfo")) == []


def test_some_other_file_does_not_count_as_a_look_at_mounts() -> None:
    shown = gives_of(piece(HOST_FILE, "x", "cat /etc/hosts", whole=True))
    assert MountTable not in shown and KernelOffers not in shown


def test_modules_are_there_by_file_or_built_in() -> None:
    line = "grep -hoE '/(vxlan|ipip|ip_set)[.]ko' /lib/modules/6.1/modules.dep /lib/modules/6.1/modules.builtin | sort -u"
    found = facts(HOST_FILE, "/ip_set.ko\n/vxlan.ko\n", line)
    assert of(KernelOffers, found) == [
        KernelOffers(asked=("ip_set", "ipip", "vxlan"), there=("ip_set", "vxlan"))
    ]


def test_the_kernel_s_configuration_names_modules_in_its_own_way() -> None:
    line = "zgrep -E '^CONFIG_(VXLAN|NET_IPIP|NETFILTER_XT_SET)=' /proc/config.gz"
    # A kernel without a modules directory cannot load a module.
    found = facts(HOST_FILE, "CONFIG_VXLAN=y\nCONFIG_NET_IPIP=m\n", line)
    assert of(KernelOffers, found) == [
        KernelOffers(asked=("ipip", "vxlan", "xt_set"), there=("vxlan",))
    ]


@pytest.mark.parametrize(
    "text", ["", "grep: /lib/modules/6.1/modules.dep: No such file or directory"]
)
def test_a_list_that_shows_nothing_says_nothing(text: str) -> None:
    line = "grep -hoE '/(vxlan|ipip)[.]ko' /lib/modules/6.1/modules.dep"
    assert of(KernelOffers, facts(HOST_FILE, text, line)) == []


def test_flags_of_the_processor_are_told_once() -> None:
    text = "flags\t\t: fpu sse4_2 popcnt\nflags\t\t: fpu sse4_2 popcnt\n"
    found = facts(EvidenceKind.CPU_COUNT, text, "grep ^flags /proc/cpuinfo")
    assert of(CpuFlags, found) == [CpuFlags(flags=("fpu", "sse4_2", "popcnt"))]


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("127.0.0.1 localhost\n::1 localhost ip6-localhost\n", ("127.0.0.1", "::1")),
        ("192.0.2.9 box localhost\n", ("192.0.2.9",)),
        ("127.0.0.1 localhost.localdomain\n# 10.0.0.1 localhost\n", ()),
        ("", ()),
    ],
)
def test_localhost_is_what_the_file_says(text: str, addresses: tuple[str, ...]) -> None:
    found = facts(HOST_FILE, text, "grep localhost /etc/hosts", whole=True)
    assert of(LocalhostNamed, found) == [LocalhostNamed(addresses=addresses)]


def test_both_clocks_stand_in_one_line() -> None:
    line = "curl -skSIm3 https://10.0.0.1:6443/version | grep -i ^date: | sed s/GMT.*/GMT,2026-11-16T12:20:57Z/"
    text = "Date: Mon, 16 Nov 2026 12:20:47 GMT,2026-11-16T12:20:57Z\n"
    found = of(ClockCompared, facts(EvidenceKind.API_CURL, text, line))
    assert found == [
        ClockCompared(
            own=datetime(2026, 11, 16, 12, 20, 57, tzinfo=UTC),
            server=datetime(2026, 11, 16, 12, 20, 47, tzinfo=UTC),
        )
    ]
    assert (
        of(ClockCompared, facts(EvidenceKind.API_CURL, text.replace("16 Nov", "66 Nov"), line))
        == []
    )


def test_inotify_instances_are_counted_by_one_line_only() -> None:
    line = "ls -l /proc/[0-9]*/fd 2>/dev/null | grep -c anon_inode:inotify"
    assert of(InotifyInUse, facts(HOST_FILE, "136\n", line)) == [InotifyInUse(count=136)]
    assert of(InotifyInUse, facts(HOST_FILE, "136\n", "ls /proc | wc -l")) == []


def test_settings_of_host_programs() -> None:
    ufw = facts(HOST_FILE, "ENABLED=no\n", "grep ^ENABLED= /etc/ufw/ufw.conf")
    assert of(HostSetting, ufw) == [HostSetting(name="ufw.ENABLED", value="no")]
    manager = facts(
        HOST_FILE,
        "unmanaged-devices=interface-name:cali*;interface-name:tunl*\n",
        "grep -rhs ^unmanaged-devices /etc/NetworkManager",
    )
    assert of(HostSetting, manager) == [
        HostSetting(
            name="NetworkManager.unmanaged-devices",
            value="interface-name:cali*;interface-name:tunl*",
        )
    ]


def test_a_link_has_its_mtu() -> None:
    text = "2: eth0: <BROADCAST,UP> mtu 1400 qdisc mq state UP\n    inet 10.0.0.5/24 scope global eth0\n"
    (link,) = of(HostLink, facts(EvidenceKind.IP_ADDR, text, "ip addr"))
    assert isinstance(link, HostLink) and link.mtu == 1400
