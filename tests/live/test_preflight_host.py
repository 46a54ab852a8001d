"""`preflight --host` on hosts that are made for it: separate mount, network and PID namespaces.

On a host without a defect every line is fine; each defect turns its own line, and no other.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).parents[2]
_MODULES = (
    "vxlan ipip nf_conntrack nf_tables nft_compat ip_tables iptable_filter iptable_nat "
    "iptable_mangle iptable_raw ip_set ip_set_hash_ip ip_set_hash_net xt_set xt_mark "
    "xt_addrtype xt_comment xt_conntrack xt_multiport"
)
_GOOD = f"""
set -e
mount --make-rshared /
mount -t tmpfs tmpfs /mnt
for each in etc var opt usr/lib run; do
    mkdir -p /mnt/$each/upper /mnt/$each/work
    mount -t overlay -o lowerdir=/$each,upperdir=/mnt/$each/upper,workdir=/mnt/$each/work overlay /$each
done
mount -t tmpfs tmpfs /lib/modules 2>/dev/null || {{ mkdir -p /lib/modules; mount -t tmpfs tmpfs /lib/modules; }}
mkdir -p /lib/modules/$(uname -r) /opt/cni/bin /etc/cni/net.d
for each in {_MODULES}; do echo kernel/net/$each.ko:; done > /lib/modules/$(uname -r)/modules.dep
: > /lib/modules/$(uname -r)/modules.builtin
ip link set lo up
ip link add eth0 type veth peer name far
ip addr add 10.0.0.5/24 dev eth0
ip link set eth0 up
ip link set far up
ip route add default via 10.0.0.1
mkdir -p /etc/containerd
cat > /etc/containerd/config.toml <<'EOF'
version = 2
[plugins."io.containerd.grpc.v1.cri".cni]
  bin_dir = "/opt/cni/bin"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
  SystemdCgroup = true
EOF
printf '127.0.0.1 localhost\\n::1 localhost\\n' > /etc/hosts
rm -rf /etc/NetworkManager /etc/ufw /run/systemd /var/lib/cni /var/lib/calico
set +e
"""
_OPEN = {"runtime-answers", "api-reached"}
"""What no namespace has: a runtime that runs, an API server."""


_SHARED = {"load", "processes", "inotify"}
"""What a namespace shares with the machine, which may be busy."""


def _looked_at(defect: str = "", *words: str) -> dict[str, dict[str, Any]]:
    """What every check comes to on a good host with that defect."""
    look = " ".join((sys.executable, "-m calicovet preflight --host --node w1 -o json", *words))
    script = f"{_GOOD}\n{defect}\ncd {_ROOT}\n{look}\n"
    done = subprocess.run(
        (
            "unshare",
            "--mount",
            "--net",
            "--pid",
            "--uts",
            "--fork",
            "--mount-proc",
            "sh",
            "-c",
            script,
        ),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout, done.stderr
    told = json.loads(done.stdout)
    checks = {each["name"]: each for each in told["checks"]}
    assert done.returncode == (1 if told["answer"] == "bad" else 0)
    return checks


def _odd(checks: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {
        name: each["answer"]
        for name, each in checks.items()
        if each["answer"] != "ok" and name not in _SHARED
    }


def test_a_good_host_has_nothing_to_say() -> None:
    odd = _odd(_looked_at())
    assert odd == dict.fromkeys(_OPEN, "not-known")


@pytest.mark.parametrize(
    ("defect", "check", "answer", "cause"),
    [
        ("mount --make-rprivate /", "mounts-shared", "bad", "rt-mount-not-shared"),
        (
            "mount -t tmpfs -o noexec tmpfs /opt/cni/bin; mount --make-shared /opt/cni/bin",
            "executable",
            "bad",
            "cni-noexec-mount",
        ),
        (
            "mount -t tmpfs -o ro tmpfs /etc/cni/net.d",
            "writable",
            "bad",
            "cni-bin-dir-not-writable",
        ),
        (
            "mount -t tmpfs -o size=1m tmpfs /opt/cni/bin; head -c 2m /dev/zero > /opt/cni/bin/x",
            "disk-space",
            "bad",
            "host-disk-full",
        ),
        ("touch /etc/cni/net.d/05-bridge.conf", "other-plugins", "risk", "rt-cni-leftover-config"),
        (
            "mkdir -p /var/lib/cni/networks/k8s-pod-network",
            "host-local",
            "risk",
            "ipamup-hostlocal-leftover-loop",
        ),
        (
            "mkdir -p /var/lib/calico; echo other > /var/lib/calico/nodename",
            "name-file",
            "risk",
            "name-mismatch",
        ),
        ("LISTEN tcp 127.0.0.1 9099", "health-port", "bad", "felix-port-9099-in-use"),
        ("LISTEN tcp 10.0.0.5 179", "bgp-port", "bad", "bgp-port-179-in-use"),
        ("LISTEN tcp 0.0.0.0 5473", "typha-port", "risk", "typha-port-blocked"),
        ("LISTEN udp 0.0.0.0 4789", "vxlan-port", "risk", "felix-vxlan-device-conflict"),
        (
            "ip link add other type vxlan id 4096 dstport 4789 dev eth0; ip link set other up",
            "vxlan-port",
            "bad",
            "felix-vxlan-device-conflict",
        ),
        (
            "ip link add nerdctl0 type bridge; ip addr add 10.4.0.1/24 dev nerdctl0;"
            " ip link add v0 type veth peer name v1; ip link set v0 master nerdctl0;"
            " ip link set v0 up; ip link set v1 up; ip link set nerdctl0 up",
            "address",
            "bad",
            "ip-wrong-bridge",
        ),
        (
            "ip link add eth1 type veth peer name far1; ip addr add 192.168.7.5/24 dev eth1;"
            " ip link set eth1 up; ip link set far1 up; ip route add default via 192.168.7.1 metric 9",
            "address",
            "risk",
            "ip-wrong-nic-multihomed",
        ),
        (
            "for each in legacy nft; do iptables-$each -t nat -N KUBE-SEP-A;"
            " iptables-$each -t nat -A KUBE-SEP-A -j ACCEPT; done",
            "iptables-backends",
            "risk",
            "felix-iptables-backend-mismatch",
        ),
        ("ip link set eth0 mtu 1280", "mtu", "risk", "api-mtu-blackhole"),
        ("ip route del default", "default-route", "risk", "host-no-default-route"),
        ("ip link set lo down", "loopback", "bad", "felix-loopback-broken"),
        ("echo '::1 localhost' > /etc/hosts", "localhost", "bad", "felix-localhost-ipv6"),
        (
            "sed -i /ipip/d /lib/modules/$(uname -r)/modules.dep",
            "ipip-module",
            "risk",
            "felix-ipip-module-missing",
        ),
        (
            "sed -i s/true/false/ /etc/containerd/config.toml",
            "cgroup-drivers",
            "risk",
            "rt-systemd-cgroup-silent-kill",
        ),
        (
            "sed -i s,/opt/cni/bin,/usr/lib/cni, /etc/containerd/config.toml",
            "plugins-found",
            "risk",
            None,
        ),
    ],
)
def test_a_defect_turns_its_own_line(
    defect: str, check: str, answer: str, cause: str | None
) -> None:
    if defect.startswith("LISTEN"):
        defect = _listening(*defect.split()[1:])
    checks = _looked_at(defect)
    odd = {name: said for name, said in _odd(checks).items() if said != "not-known"}
    assert odd == {check: answer}
    assert checks[check]["cause"] == cause


def _listening(kind: str, address: str, port: str) -> str:
    """A stranger on that port, for as long as the namespace lives."""
    sort = {"tcp": "STREAM", "udp": "DGRAM"}[kind]
    code = (
        f"import socket,time; s=socket.socket(type=socket.SOCK_{sort});"
        f" s.bind(('{address}',{port})); {'s.listen();' if kind == 'tcp' else ''} time.sleep(60)"
    )
    return f'{sys.executable} -c "{code}" >/dev/null 2>&1 & sleep 0.5'
