"""Checks of one host: each thing that is in the way, beside its twin that is not."""

from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network, ip_interface

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.model.case import NodeView
from calicovet.model.facts import (
    Architecture,
    BackendRules,
    CalicoVersion,
    ClockCompared,
    CpuCount,
    CpuFlags,
    CurlAnswered,
    DefaultRoute,
    DiskFree,
    Fact,
    HostLink,
    HostRoutes,
    HostSetting,
    InotifyInUse,
    InternalAddress,
    KernelOffers,
    KernelVersion,
    KubeletCgroupDriver,
    KubeletVersion,
    LoadAverage,
    LocalhostNamed,
    ManagedBy,
    Mount,
    MountTable,
    NodeCondition,
    NodeListed,
    NodeNameUsed,
    OwnerKind,
    PathSeen,
    PodCidr,
    PoolSeen,
    Route,
    RuntimeAnswered,
    RuntimeCgroupDriver,
    RuntimeVersion,
    SettingSeen,
    SocketListening,
    SwapSpace,
    Sysctl,
    ThreadsInUse,
    UnitState,
    VxlanLink,
)
from calicovet.model.preflight_answers import Asked
from calicovet.preflight.all_checks import CHECKS
from calicovet.preflight.check import Answer, Check, Result, Site
from calicovet.startup.node_config import read_running_release

BY_NAME = {check.name: check for check in CHECKS}
CAUSES = {cause.name: cause for cause in load_catalogue()}
NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
EVERY_MODULE = (
    *("ip_set", "ip_set_hash_ip", "ip_set_hash_net", "ip_tables", "ipip", "iptable_filter"),
    *("iptable_mangle", "iptable_nat", "iptable_raw", "nf_conntrack", "nf_tables", "nft_compat"),
    *("vxlan", "xt_addrtype", "xt_comment", "xt_conntrack", "xt_mark", "xt_multiport", "xt_set"),
)
LOOKED = frozenset({SocketListening, HostLink, VxlanLink, DefaultRoute})


def ask(name: str, *facts: Fact, node: str = "n1", asked: Asked | None = None) -> Result | None:
    view = NodeView(node, facts, LOOKED if facts else frozenset())
    release = read_running_release(facts)
    site = Site(node=view, causes=CAUSES, asked=asked or Asked(), release=release)
    result = BY_NAME[name].ask(site)
    assert result is None or result.cause in ("", *BY_NAME[name].foresees)
    return result


def said(name: str, *facts: Fact, node: str = "n1") -> tuple[str, str]:
    """The answer, and the cause that it points to."""
    result = ask(name, *facts, node=node)
    return ("", "") if result is None else (str(result.answer), result.cause)


def offers(*lacking: str) -> KernelOffers:
    return KernelOffers(
        asked=EVERY_MODULE, there=tuple(name for name in EVERY_MODULE if name not in lacking)
    )


def mounts(**options: str) -> MountTable:
    """A root and what else is named: `opt="noexec"`; `alone` is not shared."""
    root = Mount(point="/", kind="ext4", options=("rw",), shared=options.get("root") != "alone")
    others = tuple(
        Mount(point=f"/{name}", kind="ext4", options=(said,), shared=said != "alone")
        for name, said in options.items()
        if name != "root"
    )
    return MountTable(mounts=(root, *others))


def link(name: str, address: str, position: int = 0, mtu: int = 1500) -> HostLink:
    own = (ip_interface(address),)
    return HostLink(name=name, addresses=own, position=position, mtu=mtu)


@pytest.mark.parametrize(
    "check", [check for check in CHECKS if check.shown_by], ids=lambda c: c.name
)
def test_without_evidence_nothing_is_fine(check: Check) -> None:
    result = ask(check.name)
    assert result is None or (result.answer is Answer.NOT_KNOWN and not result.cause)


def test_cgroup_drivers_that_differ_are_in_the_way() -> None:
    versions = (KubeletVersion(version="v1.27.4"), RuntimeVersion(version="containerd://1.7.2"))
    kubelet = KubeletCgroupDriver(driver="systemd")
    other = RuntimeCgroupDriver(driver="cgroupfs")
    wrong = said("cgroup-drivers", kubelet, other, *versions)
    assert wrong == ("bad", "rt-systemd-cgroup-silent-kill")
    same = RuntimeCgroupDriver(driver="systemd")
    assert said("cgroup-drivers", kubelet, same, *versions)[0] == "ok"


def test_one_end_of_the_cgroup_drivers_decides_nothing() -> None:
    assert said("cgroup-drivers", RuntimeCgroupDriver(driver="cgroupfs"))[0] == "not-known"
    assert said("cgroup-drivers", KubeletCgroupDriver(driver="cgroupfs"))[0] == "not-known"


def test_before_there_is_a_kubelet_the_runtime_should_use_systemd() -> None:
    none = PathSeen(path="/var/lib/kubelet/config.yaml", present=False)
    systemd, cgroupfs = (RuntimeCgroupDriver(driver=each) for each in ("systemd", "cgroupfs"))
    assert said("cgroup-drivers", none, cgroupfs) == ("risk", "rt-systemd-cgroup-silent-kill")
    assert said("cgroup-drivers", none, systemd)[0] == "ok"
    neither = ask("cgroup-drivers", none)
    assert neither is not None and (neither.answer, neither.key) == (Answer.NOT_KNOWN, "neither")


def test_a_runtime_that_is_not_there_does_not_hang() -> None:
    sockets = (
        *("/run/containerd/containerd.sock", "/run/k3s/containerd/containerd.sock"),
        *("/run/crio/crio.sock", "/run/docker.sock"),
    )
    gone = tuple(PathSeen(path=each, present=False) for each in sockets)
    none = ask("runtime-answers", *gone)
    assert none is not None and (none.answer, none.key) == (Answer.NOT_KNOWN, "none-runs")
    unsure = ask("runtime-answers", *gone[1:])
    assert unsure is not None and unsure.key == ""


def test_a_runtime_too_old_for_cgroup_v2() -> None:
    v2 = Mount(point="/sys/fs/cgroup", kind="cgroup2", options=("rw",), shared=True)
    table = MountTable(mounts=(v2,))
    old, new = (RuntimeVersion(version=f"docker://{each}") for each in ("19.3.15", "20.10.7"))
    assert said("cgroup-version", table, old) == ("bad", "rt-cgroup-v2-unsupported")
    assert said("cgroup-version", table, new)[0] == "ok"
    assert said("cgroup-version", mounts(), old)[0] == "ok"


def test_swap_counts_until_there_is_a_kubelet() -> None:
    none = PathSeen(path="/var/lib/kubelet/config.yaml", present=False)
    assert said("swap", none, SwapSpace(total=2047)) == ("risk", "host-swap-on")
    assert said("swap", none, SwapSpace(total=0))[0] == "ok"
    assert ask("swap", SwapSpace(total=2047)) is None


def test_a_disabled_cri_plugin() -> None:
    disabled = HostSetting(name="containerd.disabled_plugins", value="cri")
    none = PathSeen(path="/var/lib/kubelet/config.yaml", present=False)
    docker = RuntimeVersion(version="docker://26.1.4")
    assert said("cri-served", none, disabled) == ("bad", "rt-cri-not-served")
    assert said("cri-served", disabled)[0] == "risk"
    assert ask("cri-served", docker, disabled) is None
    assert ask("cri-served") is None


def test_a_runtime_that_hangs() -> None:
    assert said("runtime-answers", RuntimeAnswered(seconds=None)) == ("bad", "rt-runtime-hung")
    assert said("runtime-answers", RuntimeAnswered(seconds=12.0))[0] == "risk"
    assert said("runtime-answers", RuntimeAnswered(seconds=0.2))[0] == "ok"


def test_an_old_processor_stops_new_releases_only() -> None:
    old = (Architecture(name="amd64"), CpuFlags(flags=("sse2", "cx16")))
    assert said("processor", *old)[0] == "risk"
    assert said("processor", *old, CalicoVersion(low="v3.31.0", by="image"))[0] == "bad"
    assert said("processor", *old, CalicoVersion(low="v3.30.2", by="image"))[0] == "ok"
    assert ask("processor", Architecture(name="arm64")) is None


def test_kernels() -> None:
    answers = {
        version: said("kernel-release", KernelVersion(version=version))[0]
        for version in ("2.6.32-754.el6", "3.10.0-1160.el7", "4.18.0-553.el8", "6.1.0-13-amd64")
    }
    assert list(answers.values()) == ["bad", "risk", "ok", "ok"]


def test_one_complete_backend_of_iptables_is_enough() -> None:
    assert said("iptables-modules", offers("ip_tables", "iptable_raw"))[0] == "ok"
    assert said("iptables-modules", offers("nft_compat"))[0] == "ok"
    neither = ask("iptables-modules", offers("iptable_raw", "nft_compat"))
    assert neither is not None and neither.answer is Answer.BAD
    assert neither.details == {"modules": "iptable_raw"}
    assert said("iptables-modules", offers("xt_mark"))[0] == "bad"


def test_a_module_that_no_pool_needs_is_not_missed() -> None:
    ipip = PoolSeen(name="a", cidr="10.0.0.0/16", ipip="Always", vxlan="Never")
    assert said("ipip-module", offers("ipip")) == ("risk", "felix-ipip-module-missing")
    assert said("ipip-module", offers("ipip"), ipip) == ("bad", "felix-ipip-module-missing")
    assert said("vxlan-module", offers("vxlan"), ipip) == ("", "")


def test_mounts_that_are_not_shared() -> None:
    assert said("mounts-shared", mounts()) == ("ok", "")
    alone = ask("mounts-shared", mounts(sys="alone"))
    assert alone is not None and alone.details == {"mounts": "/sys"}
    assert said("mounts-shared", mounts(root="alone", sys="rw", run="rw"))[0] == "ok"


def test_an_operator_s_calico_without_ebpf_mounts_nothing_both_ways() -> None:
    alone, by_operator = mounts(root="alone"), ManagedBy(owner=OwnerKind.OPERATOR)
    older, newer = (CalicoVersion(low=each, by="image") for each in ("v3.30.2", "v3.31.0"))
    on = SettingSeen(name="bpfEnabled", value="true", where="felixconfiguration")
    assert ask("mounts-shared", alone, older, by_operator) is None
    assert said("mounts-shared", alone, older, by_operator, on)[0] == "bad"
    assert said("mounts-shared", alone, newer, by_operator)[0] == "bad"
    assert said("mounts-shared", alone, older)[0] == "bad"


def test_the_deepest_mount_decides() -> None:
    assert said("executable", mounts(opt="noexec")) == ("bad", "cni-noexec-mount")
    assert said("executable", mounts(**{"opt": "noexec", "opt/cni": "rw"}))[0] == "ok"
    assert said("executable", mounts(option="noexec"))[0] == "ok"
    assert said("writable", mounts(**{"var/lib": "ro"}))[0] == "bad"
    assert said("writable", mounts(usr="ro"))[0] == "ok"
    assert said("flexvolume", mounts(usr="ro"))[0] == "risk"


def test_a_later_mount_hides_an_earlier_one() -> None:
    first, second = mounts(opt="noexec"), mounts(opt="rw")
    both = MountTable(mounts=(*first.mounts, *second.mounts))
    assert said("executable", both)[0] == "ok"


def test_a_root_that_is_read_only_is_the_host_s_trouble() -> None:
    root = Mount(point="/", kind="ext4", options=("ro",), shared=True)
    assert said("writable", MountTable(mounts=(root,))) == ("bad", "host-readonly-fs")
    assert said("writable", mounts(opt="ro")) == ("bad", "cni-bin-dir-not-writable")


def test_a_container_as_node_that_may_not_change_the_kernel_s_settings() -> None:
    sealed = mounts(**{"proc": "rw", "proc/sys": "ro"})
    assert said("kernel-settings", sealed) == ("bad", "rt-nested-readonly-proc")
    assert said("kernel-settings", mounts(**{"proc": "rw", "proc/bus": "ro"}))[0] == "ok"


def test_an_image_of_a_snap_is_full_by_nature() -> None:
    root = DiskFree(mount="/", used_percent=50)
    snap = DiskFree(mount="/var/lib/snapd/snap/core/1", used_percent=100)
    assert said("disk-space", root, snap)[0] == "ok"
    assert said("disk-space", root, DiskFree(mount="/var/log", used_percent=100))[0] == "bad"


def test_plugins_should_be_looked_for_where_calico_puts_them() -> None:
    def looks(directories: str) -> str:
        return said("plugins-found", HostSetting(name="containerd.bin_dir", value=directories))[0]

    assert looks("/usr/lib/cni") == "risk"
    assert looks("/opt/cni/bin") == looks("/usr/lib/cni:/opt/cni/bin") == "ok"


def test_disks() -> None:
    assert said("disk-space", DiskFree(mount="/var/lib", used_percent=99))[0] == "bad"
    assert said("disk-space", DiskFree(mount="/", used_percent=90))[0] == "risk"
    fine = (DiskFree(mount="/", used_percent=50), DiskFree(mount="/mnt/tape", used_percent=100))
    assert said("disk-space", *fine)[0] == "ok"


def test_another_plugin_counts_where_it_comes_first() -> None:
    here = PathSeen(path="/etc/cni/net.d", present=True)

    def beside(name: str) -> str:
        return said("other-plugins", here, PathSeen(path=f"/etc/cni/net.d/{name}", present=True))[0]

    assert beside("05-cilium.conflist") == "ok"
    assert beside("10-bridge.conf") == "risk"
    assert beside("87-podman-bridge.conflist") == "ok"
    assert beside("10-calico.conflist") == "ok"
    assert beside("calico-kubeconfig") == "ok"
    assert said("other-plugins", PathSeen(path="/etc/cni/net.d", present=False))[0] == "ok"


def test_what_host_local_left() -> None:
    networks = "/var/lib/cni/networks"
    left = PathSeen(path=f"{networks}/k8s-pod-network", present=True)
    assert said("host-local", left) == ("risk", "ipamup-hostlocal-leftover-loop")
    bare = PodCidr(value="")
    assert said("host-local", left, bare) == ("risk", "ipamup-podcidr-empty")
    assert said("host-local", PathSeen(path=networks, present=False))[0] == "ok"
    assert said("host-local", PathSeen(path=networks, present=True))[0] == "not-known"


def test_a_name_that_another_node_left() -> None:
    assert said("name-file", NodeNameUsed(name="old", where="file")) == ("risk", "name-mismatch")
    assert said("name-file", NodeNameUsed(name="n1", where="file"))[0] == "ok"
    assert said("name-file", PathSeen(path="/var/lib/calico/nodename", present=False))[0] == "ok"


def test_names_that_calico_takes() -> None:
    assert said("node-name", node="worker-1.example.com")[0] == "ok"
    assert said("node-name", node="worker_1") == ("bad", "name-invalid")


@pytest.mark.parametrize(
    ("socket", "answer"),
    [
        (SocketListening(port=9099, address="127.0.0.1", process="exporter"), "bad"),
        (SocketListening(port=9099, address="0.0.0.0"), "risk"),
        (SocketListening(port=9099, address="192.0.2.7", process="exporter"), "ok"),
        (SocketListening(port=9099, address="127.0.0.1", process="calico-node"), "ok"),
        (SocketListening(port=9100, address="0.0.0.0", process="exporter"), "ok"),
    ],
)
def test_who_is_in_the_way_of_felix(socket: SocketListening, answer: str) -> None:
    assert said("health-port", socket)[0] == answer


def test_one_address_of_ipv4_is_enough_to_keep_bird_out() -> None:
    def taken(address: str) -> str:
        return said("bgp-port", SocketListening(port=179, address=address, process="bgpd"))[0]

    assert [taken(each) for each in ("192.0.2.7", "127.0.0.1", "*", "::")] == ["bad"] * 4
    assert taken("::1") == taken("fd00::7") == "ok"


def test_another_bgp_speaker() -> None:
    frr = SocketListening(port=179, address="0.0.0.0", process="bgpd")
    assert said("bgp-port", frr) == ("bad", "bgp-port-179-in-use")
    assert said("bgp-port", SocketListening(port=179, address="0.0.0.0", process="bird"))[0] == "ok"
    assert said("typha-port", SocketListening(port=5473, address="*", process="x"))[0] == "risk"


def test_a_rival_of_vxlan_calico() -> None:
    rival = VxlanLink(name="flannel.1", vni=4096, port=4789)
    assert said("vxlan-port", rival) == ("bad", "felix-vxlan-device-conflict")
    assert said("vxlan-port", VxlanLink(name="flannel.1", vni=1, port=8472))[0] == "ok"


def test_the_address_should_be_the_node_s_own() -> None:
    links = (link("eth0", "10.0.0.5/24"), link("nerdctl0", "10.4.0.1/24", 1))
    internal = InternalAddress(address=ip_interface("10.0.0.5/24").ip)
    assert said("address", *links, internal) == ("bad", "ip-wrong-bridge")
    assert said("address", links[0], internal)[0] == "ok"


def test_without_a_cluster_the_address_should_be_that_of_the_way_out() -> None:
    route = DefaultRoute(via="10.0.0.1", link="eth0")
    own, bridge, second = (
        link("eth0", "10.0.0.5/24"),
        link("nerdctl0", "10.4.0.1/24", 1),
        link("eth1", "192.168.7.5/24", 1),
    )
    assert said("address", own, route)[0] == "ok"
    assert said("address", own, bridge, route) == ("bad", "ip-wrong-bridge")
    assert said("address", own, second, route) == ("risk", "ip-wrong-nic-multihomed")
    assert said("address", own, second)[0] == "not-known"


def test_of_two_ways_out_the_one_with_the_lower_metric_counts() -> None:
    card, second = link("eth0", "10.0.0.5/24"), link("eth1", "192.168.7.5/24", 1)

    def ways(first: int, other: int) -> HostRoutes:
        everywhere = IPv4Network("0.0.0.0/0")
        return HostRoutes(
            routes=(
                Route(network=everywhere, link="eth0", metric=first),
                Route(network=everywhere, link="eth1", metric=other),
            )
        )

    assert said("address", card, second, ways(0, 50)) == ("risk", "ip-wrong-nic-multihomed")
    assert said("address", card, second, ways(50, 0))[0] == "ok"


def test_an_address_beside_the_node_s_own_is_a_virtual_one() -> None:
    own, virtual = ip_interface("10.0.0.5/24"), ip_interface("10.0.0.100/32")
    card = HostLink(name="eth0", addresses=(virtual, own), position=0, mtu=1500)
    assert said("address", card, InternalAddress(address=own.ip)) == ("bad", "ip-vip-selected")


def test_loopback() -> None:
    def lo(up: bool) -> HostLink:
        return HostLink(name="lo", addresses=(ip_interface("127.0.0.1/8"),), up=up)

    assert said("loopback", lo(False)) == ("bad", "felix-loopback-broken")
    assert said("loopback", lo(True))[0] == "ok"


def test_the_loose_check_of_sources_hurts_old_releases_only() -> None:
    loose = Sysctl(name="net.ipv4.conf.all.rp_filter", value="2")
    strict = Sysctl(name="net.ipv4.conf.all.rp_filter", value="1")
    old, new = (CalicoVersion(low=each, by="image") for each in ("v3.11.2", "v3.12.0"))
    assert said("reverse-path", loose, old) == ("bad", "felix-rpf-loose-fatal")
    assert said("reverse-path", strict, old)[0] == "ok"
    assert ask("reverse-path", loose, new) is None


def test_mtu() -> None:
    route = DefaultRoute(via="10.0.0.1", link="eth0")
    assert said("mtu", route, link("eth0", "10.0.0.5/24", mtu=1280))[0] == "risk"
    assert said("mtu", route, link("eth0", "10.0.0.5/24", mtu=1400))[0] == "ok"


def test_ufw_counts_only_where_it_is_switched_on() -> None:
    gone = PathSeen(path="/usr/sbin/firewalld", present=False)
    unit = UnitState(unit="ufw", active="active")
    on, off = (
        HostSetting(name="ufw.ENABLED", value="yes"),
        HostSetting(name="ufw.ENABLED", value="no"),
    )
    assert said("firewall", gone, unit, on) == ("risk", "host-firewalld")
    assert said("firewall", gone, unit, off)[0] == "ok"
    assert said("firewall", gone, unit)[0] == "not-known"
    active = UnitState(unit="firewalld", active="active")
    assert said("firewall", active, off)[0] == "risk"


def test_networkmanager_may_be_told_to_leave_links_alone() -> None:
    active = UnitState(unit="NetworkManager", active="active")
    name = "NetworkManager.unmanaged-devices"
    told = HostSetting(name=name, value="interface-name:cali*")
    other = HostSetting(name=name, value="interface-name:docker0")
    assert said("network-manager", active) == ("risk", "host-networkmanager")
    assert said("network-manager", active, other)[0] == "risk"
    assert said("network-manager", active, told)[0] == "ok"
    assert said("network-manager", UnitState(unit="NetworkManager", active="inactive"))[0] == "ok"


def test_rules_of_kubernetes_in_both_backends() -> None:
    nft, legacy = (BackendRules(backend=each, of="KUBE", count=9) for each in ("nft", "legacy"))
    assert said("iptables-backends", nft, legacy)[0] == "risk"
    assert said("iptables-backends", nft)[0] == "ok"


def test_localhost() -> None:
    answers = {
        addresses: said("localhost", LocalhostNamed(addresses=addresses))
        for addresses in ((), ("127.0.0.1", "::1"), ("::1",), ("192.0.2.1", "127.0.0.1"))
    }
    assert list(answers.values()) == [
        ("risk", "felix-localhost-unresolvable"),
        ("ok", ""),
        ("bad", "felix-localhost-ipv6"),
        ("bad", "felix-localhost-foreign-ip"),
    ]


def test_what_runs_out() -> None:
    most = Sysctl(name="kernel.pid_max", value="32768")
    assert said("processes", ThreadsInUse(count=32700), most)[0] == "bad"
    assert said("processes", ThreadsInUse(count=29000), most)[0] == "risk"
    assert said("processes", ThreadsInUse(count=2000), most)[0] == "ok"
    instances = Sysctl(name="fs.inotify.max_user_instances", value="128")
    assert said("inotify", InotifyInUse(count=128), instances)[0] == "risk"
    assert said("inotify", InotifyInUse(count=40), instances)[0] == "ok"


def test_load_is_measured_by_processors() -> None:
    load = LoadAverage(one=40.0, five=35.0, fifteen=30.0)
    assert said("load", load, CpuCount(count=2)) == ("risk", "host-overload-probe-kill")
    assert said("load", load, CpuCount(count=64))[0] == "ok"


def test_the_way_to_the_api_server() -> None:
    no = CurlAnswered(target="10.0.0.1:6443", ok=False, error="timeout")
    yes = CurlAnswered(target="10.0.0.2:6443", ok=True)
    assert said("api-reached", no) == ("bad", "api-endpoint-unreachable")
    assert said("api-reached", no, yes)[0] == "risk"
    assert said("api-reached", yes)[0] == "ok"


@pytest.mark.parametrize(
    ("apart", "answer", "key"),
    [(0, "ok", ""), (8, "ok", ""), (-30, "risk", "risk-behind"), (7200, "bad", "bad-ahead")],
)
def test_clocks(apart: int, answer: str, key: str) -> None:
    result = ask("clock", ClockCompared(own=NOW + timedelta(seconds=apart), server=NOW))
    assert result is not None and (str(result.answer), result.key) == (answer, key)


@pytest.mark.parametrize(
    ("beat", "answer"),
    [(-200, "ok"), (5, "ok"), (90, "bad"), (-3600, "bad")],
)
def test_a_kubelet_s_heartbeat_betrays_its_clock(beat: int, answer: str) -> None:
    at = NOW + timedelta(seconds=beat)
    ready = NodeCondition(type="Ready", status="True", heartbeat=at)
    result = ask("clock", ready, asked=Asked(now=NOW))
    assert result is not None and str(result.answer) == answer


def test_a_silent_kubelet_says_nothing_of_its_clock() -> None:
    silent = NodeCondition(type="Ready", status="Unknown", heartbeat=NOW - timedelta(hours=1))
    result = ask("clock", silent, asked=Asked(now=NOW))
    assert result is not None and result.answer is Answer.NOT_KNOWN


def test_pressure() -> None:
    listed = NodeListed(status="Ready")
    disk = NodeCondition(type="DiskPressure", status="True")
    assert said("pressure", listed, disk) == ("bad", "host-disk-pressure-evicted")
    assert said("pressure", listed, NodeCondition(type="DiskPressure", status="False"))[0] == "ok"
