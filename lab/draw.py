"""Situations by lot: the same number always gives the same one."""

from collections.abc import Sequence
from ipaddress import ip_interface
from random import Random
from typing import TypeVar

from lab.links import Link
from lab.situations import NODE, Situation

T = TypeVar("T")

PLAIN = (
    *("eth0", "eth1", "ens160", "eno1", "enp3s0", "bond0", "bond0.20", "eth0.100", "team0"),
    *("usb0", "wlan0", "ib0", "em1"),
)
"""Links that a node is meant to be reached by."""
ODD = (
    # Excluded by name, by every release or by some.
    *("docker0", "docker_gwbridge", "cbr0", "dummy0", "podman0", "virbr0", "lxcbr0", "veth1a2b3c"),
    *("br-3fa2c1d4", "cali12ab34", "tunl1", "flannel.1", "kube-ipvs0", "cni0", "vxlan.calico"),
    *("vxlan-v6.calico", "wireguard.cali", "wg-v6.cali", "nodelocaldns", "lo1", "cni-podman0"),
    # They hold an excluded name without beginning with it, or come close to one.
    *("flow0", "wlo1", "ibmveth0", "mydocker0", "xcali0", "vxlanXcalico", "brx", "br0", "xtunl0"),
    *("notcni0", "kubeipvs0", "xdummy0", "virtbr0", "nodelocaldn"),
    # No exclude list has these.
    *("nerdctl0", "lxdbr0", "cilium_host", "kube-bridge", "weave", "tailscale0", "wg0", "tun0"),
)
_SUBNETS = (
    *("10.0.{}.{}/24", "10.51.{}.{}/16", "172.31.{}.{}/20", "192.168.{}.{}/24", "172.16.{}.{}/24"),
    *("100.64.{}.{}/10", "203.0.{}.{}/24", "10.4.{}.{}/24", "10.9.{}.{}/32", "240.0.{}.{}/24"),
    *("169.254.{}.{}/16", "172.17.{}.{}/16", "198.18.{}.{}/31", "127.5.{}.{}/8"),
)
_SUBNETS6 = (
    "fec0:{:x}::{:x}/64",
    "2001:db8:{:x}::{:x}/64",
    "fd00:{:x}::{:x}/64",
    "fe80:{:x}::{:x}/64",
    "fd01:{:x}::{:x}/128",
)
_PATTERNS = (
    *("eth.*", "^eth0$", "e(th|ns|no).*", "bond", "nerdctl.*", "br", "[a-d].*", "^(docker|br-)"),
    *(
        "eth\\d",
        "wl",
        "",
        ".*",
        "(?i)ETH0",
        "[[:alpha:]]+0$",
        "en[op]\\w+",
        "^e.{2,3}$",
        "eth0|bond",
    ),
    *(
        "[^e].*0$",
        "\\bbr",
        "(?P<kind>eth)",
        "e{1}th",
        "[[:^digit:]]$",
        "eth0\\z",
        "\\pN$",
        "\\Qeth0.100\\E",
    ),
    *("^(?i)ETH", "[[:word:]]+\\.", "e{,3}t", "\\x65th"),
)
_BROKEN_PATTERNS = (
    *(
        "eth[",
        "*",
        "eth(0",
        "(?=eth)eth0",
        "eth0)",
        "(e)\\1",
        "eth**",
        "eth0\\Z",
        "e{2,1}",
        "e{1001}",
        "(?#x)eth",
    ),
    *("eth++", "\\u0065th", "(?x)eth"),
)
_METHODS = (
    *("fist-found", "First-Found", "interface:eth0", " first-found", "can-reach", "autodetect"),
    *("kubernetes-external-ip", "cidr"),
)
"""Unknown methods."""


def draw(number: int) -> Situation:
    """The situation of this number; every fourth only asks whether one name is excluded."""
    if number % 4 == 0:
        return _youngest(ODD[number // 4 % len(ODD)])
    return _Lot(Random(f"calicovet {number}")).situation()


def _youngest(name: str) -> Situation:
    first = Link(name="eth0", kind="veth", addresses=("10.0.0.5/24",))
    return Situation(links=(first, Link(name=name, addresses=("10.4.0.1/24",))))


class _Lot:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.links = self._links()
        self.own = [
            address for link in self.links for address in link.addresses if ":" not in address
        ]
        self.own6 = [address for link in self.links for address in link.addresses if ":" in address]
        self.hosts: dict[str, str] = {}

    def situation(self) -> Situation:
        stored, others = self._stored(), self._others()
        changes = {**self._addresses(), **self._names(), **self._backend(), **self._pools()}
        named = changes.get("NODENAME", NODE).strip()
        stored_name, host_name = "", "host-1"
        node = named or changes.get("HOSTNAME", "").strip().lower()
        if not named and self._happens(0.4):
            stored_name = node = "n-stored"
        if not node:
            node, host_name = "host-2", "Host-2"
        return Situation(
            links=self.links,
            default_link=self._default_link(),
            changes=changes,
            hosts=self.hosts,
            node="" if self._happens(0.03) else node,
            internal=self._internal(),
            stored=stored,
            others=others,
            stored_name=stored_name,
            host_name=host_name,
            pools=self._one_of(
                (), (), (), ("10.128.0.0/16",), ("fd20::/64",), ("10.128.0.0/16", "fd20::/64")
            ),
            kubeadm=self._one_of(
                None,
                None,
                None,
                "10.244.0.0/16",
                "10.244.0.0/16,fd10::/56",
                "fd10::/56, 10.244.0.0/16",
                '"10.244.0.0/16"',
            ),
        )

    def _happens(self, chance: float) -> bool:
        return self.random.random() < chance

    def _one_of(self, *choices: T) -> T:
        return self.random.choice(choices)

    def _links(self) -> tuple[Link, ...]:
        names = list(
            dict.fromkeys(self._name() for _ in range(self.random.choice((0, 1, 2, 2, 3, 4, 5, 6))))
        )
        indexes = self.random.sample(range(2, 900), len(names))
        links = [
            Link(
                name=name,
                kind=self._kind(name),
                index=index if self._happens(0.5) else None,
                up=self._happens(0.8),
                addresses=self._on_link(),
            )
            for name, index in zip(names, indexes, strict=True)
        ]
        # A link without an explicit index takes the next free one, so the explicit ones come first.
        links.sort(key=lambda link: link.index is None)
        if self._happens(0.15):
            links.insert(0, Link(name="lo", kind="loopback", addresses=("10.99.0.1/32",)))
        return tuple(links)

    def _name(self) -> str:
        return self.random.choice(PLAIN if self._happens(0.45) else ODD)

    def _kind(self, name: str) -> str:
        if "vxlan" in name or name.startswith("flannel"):
            return "vxlan"
        return "veth" if self._happens(0.3) else "bridge"

    def _on_link(self) -> tuple[str, ...]:
        wanted = self.random.choice((0, 1, 1, 1, 1, 2, 3))
        addresses = [self._address(self.random.choice(_SUBNETS)) for _ in range(wanted)]
        if self._happens(0.3):
            addresses += [
                self._address(self.random.choice(_SUBNETS6))
                for _ in range(self.random.randint(1, 2))
            ]
        self.random.shuffle(addresses)
        return tuple(dict.fromkeys(addresses))

    def _address(self, subnet: str) -> str:
        return subnet.format(self.random.randint(1, 9), self.random.randint(2, 200))

    def _default_link(self) -> str:
        up = [link.name for link in self.links if link.up and link.addresses and link.name != "lo"]
        return self.random.choice(up) if up and self._happens(0.6) else ""

    def _addresses(self) -> dict[str, str]:
        roll = self.random.random()
        changes: dict[str, str] = {}
        if roll < 0.08:
            changes["IP"] = ""
        elif roll < 0.16:
            changes["IP"] = "none"
        elif roll < 0.3:
            changes["IP"] = self._literal(self.own, "10.77.0.7", "fd00::7")
        changes["IP_AUTODETECTION_METHOD"] = self._method(self.own)
        roll = self.random.random()
        if roll < 0.2:
            changes["IP6"] = "autodetect"
            changes["IP6_AUTODETECTION_METHOD"] = self._method(self.own6)
        elif roll < 0.26:
            changes["IP6"] = ""
        elif roll < 0.34:
            changes["IP6"] = self._literal(self.own6, "fd77::7", "10.77.0.7")
        if self._happens(0.1):
            changes["DISABLE_NODE_IP_CHECK"] = self._one_of("true", "false", "True")
        return {
            name: value
            for name, value in changes.items()
            if value or name != "IP_AUTODETECTION_METHOD"
        }

    def _literal(self, own: Sequence[str], foreign: str, wrong_family: str) -> str:
        texts = [
            foreign,
            f"{foreign}/24",
            f"{foreign}/24",
            wrong_family,
            "10.0.0.300",
            "Autodetect",
        ]
        texts.append(f"{foreign} ")
        if own and self._happens(0.6):
            address = self.random.choice(own)
            texts = [address, address.partition("/")[0]]
        return self.random.choice(texts)

    def _method(self, own: Sequence[str]) -> str:
        roll = self.random.random()
        if roll < 0.35:
            return self._one_of("first-found", "first-found", "")
        if roll < 0.45:
            return "interface=" + self._patterns()
        if roll < 0.57:
            return "skip-interface=" + self._patterns()
        if roll < 0.72:
            return "cidr=" + self._networks(own)
        if roll < 0.87:
            return "can-reach=" + self._destination(own)
        if roll < 0.95:
            return self._one_of(
                "kubernetes-internal-ip", "kubernetes-internal-ip", "kubernetes-internal-ip-x"
            )
        return self.random.choice(_METHODS)

    def _patterns(self) -> str:
        if self._happens(0.08):
            return self.random.choice(_BROKEN_PATTERNS)
        names = [link.name.replace(".", "\\.") for link in self.links]
        wanted = [
            self.random.choice(names)
            if names and self._happens(0.5)
            else self.random.choice(_PATTERNS)
            for _ in range(self._one_of(1, 1, 2, 3))
        ]
        return self._one_of(",", " , ", ", ").join(wanted)

    def _networks(self, own: Sequence[str]) -> str:
        networks = [
            str(ip_interface(self.random.choice(own)).network)
            if own and self._happens(0.6)
            else self._one_of(
                "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fd00::/8", "0.0.0.0/0"
            )
            for _ in range(self._one_of(1, 1, 2))
        ]
        if own and self._happens(0.1):
            # An address with its prefix is a network to Calico too; an address alone is not.
            networks.append(self._one_of(own[0], own[0].partition("/")[0]))
        if self._happens(0.07):
            networks.append(
                self._one_of("10.0.0/8", "10.0.0.0/33", "10.0.0.0/255.0.0.0", "eth0", "")
            )
        return self._one_of(",", ", ").join(networks)

    def _destination(self, own: Sequence[str]) -> str:
        roll = self.random.random()
        if own and roll < 0.25:
            return self.random.choice(own).partition("/")[0]
        if own and roll < 0.5:
            return str(ip_interface(self.random.choice(own)).ip + 1)
        if roll < 0.65:
            name = self._one_of("gateway.test", "api.test", "localhost")
            if name != "localhost":
                self.hosts[name] = self._one_of("10.0.1.1", "8.8.8.8", "127.0.0.1", "2001:db8::1")
            return name
        return self._one_of(
            *("8.8.8.8", "1.1.1.1", "127.0.0.1", "nowhere.test", "2001:db8::1", "", "0.0.0.0"),
            *("10.0.0.1:80", "::1"),
        )

    def _names(self) -> dict[str, str]:
        if self._happens(0.88):
            return {}
        return self._one_of(
            *({"NODENAME": ""}, {"NODENAME": "", "HOSTNAME": "N-Host"}, {"NODENAME": f" {NODE} "}),
            {"NODENAME": " ", "HOSTNAME": "  N-Host"},
        )

    def _backend(self) -> dict[str, str]:
        changes = {}
        roll = self.random.random()
        if roll < 0.15:
            changes["CALICO_NETWORKING_BACKEND"] = "vxlan"
        elif roll < 0.25:
            changes["CALICO_NETWORKING_BACKEND"] = "none"
        if self._happens(0.1):
            changes["AS"] = self._one_of(
                "64512", "1.10", "4294967295", "4294967296", "65536.1", "as1", "1.2.3"
            )
        if self._happens(0.1):
            changes["WAIT_FOR_DATASTORE"] = self._one_of("", "false", "True")
        return changes

    def _pools(self) -> dict[str, str]:
        if self._happens(0.5):
            return {}
        changes = {}
        for name, values in _POOL_SETTINGS.items():
            if self._happens(0.2):
                changes[name] = self.random.choice(values)
        return changes

    def _internal(self) -> tuple[str, ...]:
        found = [
            self.random.choice(own).partition("/")[0]
            for own in (self.own, self.own6)
            if own and self._happens(0.8)
        ]
        if self._happens(0.15):
            found.insert(0, "10.66.0.6")
        self.random.shuffle(found)
        return tuple(found)

    def _stored(self) -> tuple[str, ...]:
        found = []
        for own, stale in ((self.own, "10.88.0.8/24"), (self.own6, "fd88::8/64")):
            roll = self.random.random()
            if roll < 0.15:
                found.append(stale)
            elif roll < 0.35 and own:
                found.append(self.random.choice(own))
        return tuple(found)

    def _others(self) -> dict[str, str]:
        theirs: dict[str, str] = {}
        for own in (self.own, self.own6):
            if own and self._happens(0.25):
                address = self.random.choice(own).partition("/")[0]
                theirs[f"other-{len(theirs)}"] = f"{address}/{128 if ':' in address else 24}"
        if self._happens(0.2):
            theirs["far"] = self._one_of("10.55.0.5/24", "10.4.0.1/24")
        return theirs


_POOL_SETTINGS = {
    "CALICO_IPV4POOL_CIDR": (
        "10.200.0.0/16",
        "10.200.3.4/16",
        "none",
        "10.200.0.0",
        "fd30::/64",
        "10.200.0.0/28",
        "169.254.0.0/17",
    ),
    "CALICO_IPV6POOL_CIDR": ("fd30::/64", "none", "10.200.0.0/16", "fd30::/126", "fd30::"),
    "CALICO_IPV4POOL_BLOCK_SIZE": ("26", "20", "32", "19", "33", "x", "30"),
    "CALICO_IPV6POOL_BLOCK_SIZE": ("122", "116", "128", "115", "129", "many"),
    "CALICO_IPV4POOL_IPIP": (
        "Always",
        "Never",
        "CrossSubnet",
        "cross-subnet",
        "off",
        "",
        "sometimes",
    ),
    "CALICO_IPV4POOL_VXLAN": ("Always", "Never", "CrossSubnet", "off", "sometimes"),
    "CALICO_IPV6POOL_VXLAN": ("Always", "Never", "sometimes"),
    "CALICO_IPV6POOL_IPIP": ("Always", "sometimes"),
    "NO_DEFAULT_POOLS": ("true", "True", "false", "yes"),
    "FELIX_IPV6SUPPORT": ("true", "false", "0", "no", "off", ""),
}
