"""Host scripts of the catalogue, run for real in a root folder that the test makes.

The folder has the host's own programs, read-only; whatever would reach beyond it (services, modules, the
kernel's settings) is a program that writes down how it was called.
"""

import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from calicovet.model.remediation.host_steps import boot_with, open_ports, set_node_ip
from calicovet.report.fixes.script_text import STATE
from tests.support.host_scripts import script_of, script_of_case

_LINKS = {"bin": "usr/bin", "sbin": "usr/sbin", "lib": "usr/lib", "lib64": "usr/lib64"}
_FOLDERS = ("usr", "etc/sysctl.d", "etc/modules-load.d", "dev", "root", "run", "tmp", "var/lib")
_RECORDED = ("systemctl", "modprobe", "reboot", "mount", "ip", "firewall-cmd", "timedatectl")
_SYSCTL = """
[ "$1" = -n ] && { cat "/proc/sys/$(echo "$2" | tr . /)"; exit; }
[ "$1" = -p ] || exit 1
while IFS=' =' read -r name value; do echo "$value" >"/proc/sys/$(echo "$name" | tr . /)"; done <"$2"
"""
_NS_OLD = 1_500_000_000_123_456_789

Tree = dict[str, tuple[int, int, int, int, bytes | str]]


class Root:
    """A host that is nothing but a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in _FOLDERS:
            (folder / name).mkdir(parents=True)
        for name, target in _LINKS.items():
            (folder / name).symlink_to(target)
        self.calls_file = folder / "calls"
        for name in _RECORDED:
            self.put_program(name, "")
        self.put_program("sysctl", _SYSCTL)

    def put_program(self, name: str, body: str) -> None:
        """A program that is found before the host's own, and writes down how it was called."""
        self.write(f"/recorded/{name}", f'#!/bin/sh\necho "{name} $*" >>/calls\n{body}\n', 0o755)

    def write(self, path: str, text: str, mode: int = 0o644, owner: int = 0) -> Path:
        place = self.folder / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        place.chmod(mode)
        os.chown(place, owner, owner)
        os.utime(place, ns=(_NS_OLD, _NS_OLD))
        return place

    def read(self, path: str) -> str:
        return (self.folder / path.lstrip("/")).read_text()

    def has(self, path: str) -> bool:
        return (self.folder / path.lstrip("/")).exists()

    def run(self, script: str, *words: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "fix.sh").write_text(script)
        inside = (
            f"mount --bind /usr {self.folder}/usr && mount -o remount,bind,ro {self.folder}/usr &&"
            f" touch {self.folder}/dev/null && mount --bind /dev/null {self.folder}/dev/null &&"
            f' exec chroot {self.folder} /bin/sh /fix.sh "$@"'
        )
        return subprocess.run(
            ["unshare", "-m", "sh", "-c", inside, "sh", *words],
            capture_output=True,
            text=True,
            env={"PATH": "/recorded:/usr/sbin:/usr/bin", "FORCE": "1"},
            check=False,
            timeout=60,
        )

    @property
    def calls(self) -> list[str]:
        return self.calls_file.read_text().splitlines() if self.calls_file.exists() else []

    def tree(self) -> Tree:
        """All that is a file there, with what `ls -l` and `cat` tell of it; without the script's own."""
        found: Tree = {}
        for path in self.folder.rglob("*"):
            name = f"/{path.relative_to(self.folder)}"
            ours = name in ("/fix.sh", "/calls", "/dev/null")
            if path.is_dir() and not path.is_symlink():
                continue
            if ours or name.startswith((STATE, "/recorded")):
                continue
            seen = path.lstat()
            content = str(path.readlink()) if path.is_symlink() else path.read_bytes()
            mode = stat.S_IMODE(seen.st_mode)
            found[name] = (mode, seen.st_uid, seen.st_gid, seen.st_mtime_ns, content)
        return found


@pytest.fixture
def root(tmp_path: Path) -> Root:
    return Root(tmp_path / "root")


_CONTAINERD = """\
version = 2
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
    SystemdCgroup = {}
"""
_KUBELET = (
    "apiVersion: kubelet.config.k8s.io/v1beta1\ncgroupDriver: {}\nkind: KubeletConfiguration\n"
)


def _runtime_with_cgroupfs(root: Root) -> None:
    root.write("/etc/containerd/config.toml", _CONTAINERD.format("false"), 0o600)


def _runtime_without_the_key(root: Root) -> None:
    text = _CONTAINERD.replace("    SystemdCgroup = {}\n", "")
    root.write("/etc/containerd/config.toml", text, owner=7)


def _kubelet_with_cgroupfs(root: Root) -> None:
    (root.folder / "run/systemd/system").mkdir(parents=True)
    root.write("/var/lib/kubelet/config.yaml", _KUBELET.format("cgroupfs"), 0o640)
    root.write("/etc/containerd/config.toml", _CONTAINERD.format("true"))


def _no_systemd(root: Root) -> None:
    root.write("/var/lib/kubelet/config.yaml", _KUBELET.format("cgroupfs"))
    root.write("/etc/containerd/config.toml", _CONTAINERD.format("true"))


def _flannel_left(root: Root) -> None:
    root.write("/etc/cni/net.d/05-flannel.conflist", "{}", 0o600)
    root.write("/etc/cni/net.d/10-calico.conflist", "{}")
    # It has no links.
    root.put_program("ip", '[ "$2" != show ]')


def _host_local_left(root: Root) -> None:
    root.write("/var/lib/cni/networks/k8s-pod-network/10.4.0.7", "abc\neth0", 0o600)
    root.write("/var/lib/cni/networks/k8s-pod-network/last_reserved_ip.0", "10.4.0.7")


def _hosts_of_elsewhere(root: Root) -> None:
    root.write("/etc/hosts", "10.99.0.1 localhost\n127.0.1.1 node-1\n")


def _hosts_without_localhost(root: Root) -> None:
    root.write("/etc/hosts", "127.0.1.1 node-1")


def _hosts_with_ipv6_first(root: Root) -> None:
    root.write("/etc/hosts", "::1 ip6-localhost localhost ip6-loopback\n127.0.0.1 localhost\n")


def _forwarding_off(root: Root) -> None:
    root.write("/proc/sys/net/ipv4/ip_forward", "0\n")


def _few_inotify(root: Root) -> None:
    root.write("/proc/sys/fs/inotify/max_user_instances", "128\n")
    root.write("/proc/sys/fs/inotify/max_user_watches", "8192\n")


def _stored_name(root: Root) -> None:
    root.write("/var/lib/calico/nodename", "old-name", 0o644)


def _nothing(root: Root) -> None:
    del root


def _network_manager(root: Root) -> None:
    root.write("/etc/NetworkManager/NetworkManager.conf", "[main]\n")
    (root.folder / "etc/NetworkManager/conf.d").mkdir()


def _is_systemd(root: Root) -> bool:
    return "    SystemdCgroup = true\n" in root.read("/etc/containerd/config.toml")


_Seen = Callable[[Root], bool]

_RUNS: tuple[tuple[str, str, Callable[[Root], None], _Seen, list[str]], ...] = (
    (
        "rt-systemd-cgroup-silent-kill",
        "two_files_and_a_peer",
        _runtime_with_cgroupfs,
        _is_systemd,
        ["systemctl restart containerd kubelet"],
    ),
    (
        "rt-systemd-cgroup-silent-kill",
        "two_files_and_a_peer",
        _runtime_without_the_key,
        lambda root: "options]\nSystemdCgroup = true\n" in root.read("/etc/containerd/config.toml"),
        ["systemctl restart containerd kubelet"],
    ),
    (
        "rt-cgroup-driver-reverse",
        "slice_prefix_name",
        _kubelet_with_cgroupfs,
        lambda root: (
            "cgroupDriver: systemd\n" in root.read("/var/lib/kubelet/config.yaml")
            and _is_systemd(root)
        ),
        ["systemctl restart containerd kubelet"],
    ),
    (
        "rt-cgroup-driver-reverse",
        "slice_prefix_name",
        _no_systemd,
        lambda root: (
            "cgroupfs" in root.read("/var/lib/kubelet/config.yaml") and not _is_systemd(root)
        ),
        ["systemctl restart containerd kubelet"],
    ),
    (
        "rt-cni-leftover-config",
        "",
        _flannel_left,
        lambda root: (
            not root.has("/etc/cni/net.d/05-flannel.conflist")
            and root.has("/etc/cni/net.d/10-calico.conflist")
        ),
        [],
    ),
    (
        "ipamup-hostlocal-leftover-loop",
        "",
        _host_local_left,
        lambda root: not root.has("/var/lib/cni/networks/k8s-pod-network"),
        [],
    ),
    (
        "felix-localhost-foreign-ip",
        "",
        _hosts_of_elsewhere,
        lambda root: root.read("/etc/hosts").startswith("127.0.0.1 localhost\n10.99.0.1"),
        [],
    ),
    (
        "felix-localhost-unresolvable",
        "",
        _hosts_without_localhost,
        lambda root: root.read("/etc/hosts") == "127.0.1.1 node-1\n127.0.0.1 localhost\n",
        [],
    ),
    (
        "felix-localhost-ipv6",
        "",
        _hosts_with_ipv6_first,
        lambda root: (
            root.read("/etc/hosts").splitlines()[:2]
            == ["127.0.0.1 localhost", "::1 ip6-localhost  ip6-loopback"]
        ),
        [],
    ),
    (
        "host-ip-forward-disabled",
        "",
        _forwarding_off,
        lambda root: (
            root.read("/proc/sys/net/ipv4/ip_forward") == "1\n"
            and root.read("/etc/sysctl.d/zz-calico-ip-forward.conf") == "net.ipv4.ip_forward = 1\n"
        ),
        ["sysctl -p /etc/sysctl.d/zz-calico-ip-forward.conf"],
    ),
    (
        "host-inotify-exhausted",
        "",
        _few_inotify,
        lambda root: root.read("/proc/sys/fs/inotify/max_user_instances") == "8192\n",
        ["sysctl -p /etc/sysctl.d/zz-calico-inotify.conf"],
    ),
    (
        "felix-ipset-type-missing",
        "set_type",
        _nothing,
        lambda root: "ip_set_hash_ip\n" in root.read("/etc/modules-load.d/calico-ipset.conf"),
        ["modprobe -a ip_set ip_set_hash_ip ip_set_hash_net ip_set_hash_ipport xt_set"],
    ),
    (
        "host-networkmanager",
        "",
        _network_manager,
        lambda root: "interface-name:cali*" in root.read("/etc/NetworkManager/conf.d/calico.conf"),
        ["systemctl reload NetworkManager"],
    ),
    (
        "name-mismatch",
        "",
        _stored_name,
        lambda root: not root.has("/var/lib/calico/nodename"),
        [],
    ),
)

_runs = pytest.mark.parametrize(
    ("cause", "case", "prepare", "is_done", "calls"),
    _RUNS,
    ids=[f"{run[0]}-{run[2].__name__.strip('_')}" for run in _RUNS],
)


@_runs
def test_it_does_what_it_says_and_its_undo_leaves_no_trace(
    root: Root,
    cause: str,
    case: str,
    prepare: Callable[[Root], None],
    is_done: _Seen,
    calls: list[str],
) -> None:
    prepare(root)
    assert not _is_done_already(root, is_done)
    before = root.tree()
    script = script_of_case(cause, case)

    done = root.run(script)
    assert done.returncode == 0, done.stdout + done.stderr
    assert is_done(root)
    assert [call for call in root.calls if not call.startswith("ip link show")] == calls

    after = root.tree()
    again = root.run(script)
    assert again.returncode == 0, again.stdout + again.stderr
    assert _contents(root.tree()) == _contents(after)

    back = root.run(script, "undo")
    assert back.returncode == 0, back.stdout + back.stderr
    assert _without_times_of_the_kernel(root.tree()) == _without_times_of_the_kernel(before)


def _is_done_already(root: Root, is_done: _Seen) -> bool:
    try:
        return is_done(root)
    except FileNotFoundError:
        return False


def _contents(tree: Tree) -> dict[str, bytes | str]:
    return {name: seen[-1] for name, seen in tree.items()}


def _without_times_of_the_kernel(tree: Tree) -> Tree:
    """Files under /proc have no stable modification time."""
    return {
        name: (*seen[:3], 0, seen[4]) if name.startswith("/proc/") else seen
        for name, seen in tree.items()
    }


def test_a_restart_that_fails_leaves_a_way_back(root: Root) -> None:
    _runtime_with_cgroupfs(root)
    before = root.tree()
    script = script_of_case("rt-systemd-cgroup-silent-kill", "two_files_and_a_peer")
    root.put_program("systemctl", "exit 1")
    done = root.run(script)
    assert done.returncode == 1
    assert "step 2" in done.stderr
    assert "sh /fix.sh undo" in done.stderr
    root.put_program("systemctl", "")
    assert root.run(script, "undo").returncode == 0
    assert root.tree() == before


def test_a_script_that_is_killed_in_the_middle_leaves_a_way_back(root: Root) -> None:
    _runtime_with_cgroupfs(root)
    before = root.tree()
    script = script_of_case("rt-systemd-cgroup-silent-kill", "two_files_and_a_peer")
    root.put_program("systemctl", "kill -9 $PPID")
    assert root.run(script).returncode != 0
    assert _is_systemd(root)
    root.put_program("systemctl", "")
    assert root.run(script, "undo").returncode == 0
    assert root.tree() == before


def test_a_host_that_was_repaired_meanwhile_is_left_alone(root: Root) -> None:
    root.write("/etc/containerd/config.toml", _CONTAINERD.format("true"))
    before = root.tree()
    done = root.run(script_of_case("rt-systemd-cgroup-silent-kill", "two_files_and_a_peer"))
    assert done.returncode == 2
    assert root.tree() == before
    assert not root.calls
    assert not root.has(STATE)


def test_a_table_that_is_not_there_stops_it_with_a_way_back(root: Root) -> None:
    root.write("/etc/containerd/config.toml", '[plugins."io.containerd.grpc.v1.cri".registry]\n')
    before = root.tree()
    root.put_program("containerd", "")
    script = script_of_case("rt-systemd-cgroup-silent-kill", "two_files_and_a_peer")
    done = root.run(script)
    assert done.returncode == 1
    assert not [call for call in root.calls if "restart" in call]
    assert root.run(script, "undo").returncode == 0
    assert root.tree() == before


# Steps that several causes have in common, on both families of distributions.


@pytest.mark.parametrize(
    ("place", "before", "after"),
    [
        ("/etc/default/kubelet", None, "KUBELET_EXTRA_ARGS=--node-ip=10.1.2.3 \n"),
        (
            "/etc/default/kubelet",
            'KUBELET_EXTRA_ARGS="--v=2 --node-ip=10.0.2.15 --foo"\n',
            'KUBELET_EXTRA_ARGS="--node-ip=10.1.2.3 --v=2 --foo"\n',
        ),
        (
            "/etc/sysconfig/kubelet",
            "KUBELET_EXTRA_ARGS=\n",
            "KUBELET_EXTRA_ARGS=--node-ip=10.1.2.3 \n",
        ),
    ],
)
def test_a_kubelet_keeps_its_other_words(
    root: Root, place: str, before: str | None, after: str
) -> None:
    root.write("/etc/default/grub", "")
    if before is not None:
        root.write(place, before)
    tree = root.tree()
    script = script_of(set_node_ip("look-first", "10.1.2.3"))
    assert root.run(script).returncode == 0
    assert root.read(place) == after
    assert root.run(script).returncode == 0
    assert root.read(place) == after
    assert root.run(script, "undo").returncode == 0
    assert root.tree() == tree


def test_an_argument_of_the_kernel_stands_in_grubs_file_where_there_is_no_grubby(
    root: Root,
) -> None:
    root.write("/etc/default/grub", 'GRUB_CMDLINE_LINUX="quiet"\n')
    root.write("/proc/cmdline", "BOOT_IMAGE=/vmlinuz\n")
    tree = root.tree()
    root.put_program("update-grub", "")
    script = script_of(boot_with("look-first", "cgroup.memory=nokmem"))
    assert root.run(script).returncode == 0
    assert root.read("/etc/default/grub") == 'GRUB_CMDLINE_LINUX="cgroup.memory=nokmem quiet"\n'
    assert root.calls == ["update-grub ", "reboot "]
    root.write("/proc/cmdline", "BOOT_IMAGE=/vmlinuz cgroup.memory=nokmem quiet\n")
    assert root.run(script).returncode == 0
    assert len(root.calls) == 2
    assert root.run(script, "undo").returncode == 0
    root.write("/proc/cmdline", "BOOT_IMAGE=/vmlinuz\n")
    assert root.tree() == tree


def test_an_argument_of_the_kernel_is_given_to_grubby_where_there_is_one(root: Root) -> None:
    root.write("/etc/default/grub", 'GRUB_CMDLINE_LINUX="quiet"\n')
    root.write("/proc/cmdline", "quiet\n")
    root.put_program("grubby", "")
    script = script_of(boot_with("look-first", "systemd.unified_cgroup_hierarchy=0"))
    assert root.run(script).returncode == 0
    assert root.run(script, "undo").returncode == 0
    assert root.calls == [
        "grubby --update-kernel=ALL --args=systemd.unified_cgroup_hierarchy=0",
        "reboot ",
        "grubby --update-kernel=ALL --remove-args=systemd.unified_cgroup_hierarchy=0",
    ]


@pytest.mark.parametrize(
    ("firewall", "calls"),
    [
        (
            "firewalld",
            [
                "firewall-cmd --permanent --add-port=179/tcp --add-protocol=4",
                "firewall-cmd --reload",
            ],
        ),
        ("ufw", ["ufw allow 179/tcp"]),
    ],
)
def test_a_port_is_opened_in_the_firewall_that_runs(
    root: Root, firewall: str, calls: list[str]
) -> None:
    root.put_program("systemctl", f'[ "$3" = {firewall} ]')
    root.put_program("ufw", "")
    script = script_of(open_ports("look-first", "179/tcp", protocols=("4",)))
    assert root.run(script).returncode == 0
    assert [call for call in root.calls if not call.startswith("systemctl")] == calls


def test_without_a_firewall_no_port_is_opened(root: Root) -> None:
    root.put_program("systemctl", "exit 3")
    assert root.run(script_of(open_ports("look-first", "179/tcp"))).returncode == 2


def test_what_was_kept_out_of_the_proxy_stays_out(root: Root) -> None:
    kept = 'echo "HTTP_PROXY=http://proxy:3128 NO_PROXY=.example.com,10.8.0.1"'
    root.put_program("systemctl", f'[ "$1" != show ] || {kept}')
    tree = root.tree()
    script = script_of_case("api-proxy-env")
    assert root.run(script).returncode == 0
    written = root.read("/etc/systemd/system/containerd.service.d/zz-no-proxy.conf")
    assert written.startswith('[Service]\nEnvironment="NO_PROXY=.example.com,10.8.0.1,10.0.0.0/8,')
    assert root.run(script, "undo").returncode == 0
    assert root.tree() == tree
    assert not root.has("/etc/systemd")


# What the kernel keeps, in namespaces that end with the test.

_APART = """
set -e
mount -t tmpfs none /var/lib
mkdir /var/lib/upper /var/lib/work
mount -t overlay -o lowerdir=/etc,upperdir=/var/lib/upper,workdir=/var/lib/work none /etc
mount -t tmpfs none /opt
mount -t sysfs none /sys
mkdir -p /opt/cni/bin
"""
_BOUND = "mount --bind /opt/cni/bin /opt/cni/bin; mount -o remount,bind,{} /opt/cni/bin"
_OPTIONS = "findmnt -nro VFS-OPTIONS /opt/cni/bin; grep /opt/cni /etc/fstab || :"

_KERNEL = (
    (
        "cni-noexec-mount",
        "plugin_may_not_run",
        _BOUND.format("nosuid,noexec")
        + "; echo '/dev/sdb /opt/cni/bin ext4 noexec,nosuid 0 0' >>/etc/fstab",
        _OPTIONS,
        "rw,nosuid,noexec,relatime\n/dev/sdb /opt/cni/bin ext4 noexec,nosuid 0 0\n",
        "rw,nosuid,relatime\n/dev/sdb /opt/cni/bin ext4 exec,nosuid 0 0\n",
    ),
    (
        "cni-bin-dir-not-writable",
        "read_only_system",
        _BOUND.format("nodev,ro"),
        _OPTIONS,
        "ro,nodev,relatime\n",
        "rw,nodev,relatime\n",
    ),
    (
        "felix-loopback-broken",
        "lo_down",
        "ip link set lo up; ip link set lo down",
        "ip -br -4 address show lo | tr -s ' '",
        "lo DOWN 127.0.0.1/8 \n",
        "lo UNKNOWN 127.0.0.1/8 \n",
    ),
    (
        "host-no-default-route",
        "a_route_forbids_the_way",
        "ip link set lo up; ip route add unreachable 10.96.0.0/16",
        "ip route",
        "unreachable 10.96.0.0/16 \n",
        "",
    ),
    (
        "felix-vxlan-device-conflict",
        "device_left",
        "ip link add flannel.4096 type vxlan id 4096 dstport 4789; ip link set flannel.4096 up",
        "ip -d link show type vxlan | grep -o 'vxlan id 4096.*dstport 4789' || :",
        "vxlan id 4096 srcport 0 0 dstport 4789\n",
        "",
    ),
    (
        "ip-wrong-bridge",
        "real_v3_31_0_nerdctl0",
        "ip link add nerdctl0 type bridge; ip address add 10.4.0.1/24 dev nerdctl0;"
        " ip link set nerdctl0 up",
        "ip -o -4 address show type bridge | awk '{ print $2, $4 }'",
        "nerdctl0 10.4.0.1/24\n",
        "",
    ),
)


@pytest.mark.parametrize(
    ("cause", "case", "breaks", "probe", "before", "after"),
    _KERNEL,
    ids=[run[0] for run in _KERNEL],
)
def test_the_kernel_setting_is_changed_and_undone(
    tmp_path: Path, cause: str, case: str, breaks: str, probe: str, before: str, after: str
) -> None:
    script = tmp_path / "fix.sh"
    script.write_text(script_of_case(cause, case))
    (tmp_path / "all.sh").write_text(
        f"{_APART}{breaks}\nexport FORCE=1\nprobe() {{ {probe}; }} 2>&1\n"
        f"probe >{tmp_path}/before\n"
        f"sh {script} >&2\nprobe >{tmp_path}/done\nsh {script} >&2\nprobe >{tmp_path}/again\n"
        f"sh {script} undo >&2\nprobe >{tmp_path}/undone\n"
    )
    done = subprocess.run(
        ["unshare", "-mn", "sh", tmp_path / "all.sh"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    seen = [(tmp_path / name).read_text() for name in ("before", "done", "again", "undone")]
    assert seen == [before, after, after, before]


def test_a_bridge_that_something_is_connected_to_stays(tmp_path: Path) -> None:
    script = tmp_path / "fix.sh"
    script.write_text(script_of_case("ip-wrong-bridge", "real_v3_31_0_nerdctl0"))
    (tmp_path / "all.sh").write_text(
        f"{_APART}ip link add nerdctl0 type bridge\nip link add veth1 type veth peer name veth2\n"
        f"ip link set veth1 master nerdctl0\nFORCE=1 sh {script} || echo ended $?\n"
        "ip -br link show nerdctl0 | cut -d' ' -f1\n"
    )
    done = subprocess.run(
        ["unshare", "-mn", "sh", tmp_path / "all.sh"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout == "ended 2\nnerdctl0\n"
