"""Message table: the kernel and system services."""

from calicovet.model.facts.said import KernelSaid
from calicovet.parse.messages.message import said

_SAID = KernelSaid
_CALICOS_LINK = r"(?P<link>cali[0-9a-f]{11}|tunl0|vxlan(-v6)?\.calico|wireguard\.cali|wg-v6\.cali)"
_ADDRESS = r"(\d{1,3}\.){3}\d{1,3}"
_COLUMN = r"(:|\s{1,80})"

MESSAGES = (
    said(
        "host-oomkilled:cgroup",
        r"\boom-kill:(constraint=(?P<constraint>\w{1,40}))?.{0,400}?task=(?P<process>calico-node|bird6?|(calico-)?felix)\b",
        _SAID,
    ),
    said(
        "host-oomkilled:process",
        r"\bKill(ed)? process \d+ \W{0,2}(?P<process>calico-node|bird6?|(calico-)?felix)\W",
        _SAID,
    ),
    # Whose fault it was stands before it; the library behind it is everybody's.
    said(
        "img-cpu-segfault",
        r"\b(?P<process>(flexvol|calico|bird6?|install|operator|typha|confd|bash)([.-][\w.-]{1,20})?)\[\d+\]:? (?P<error>segfault at|trap invalid opcode|general protection)\b",
        _SAID,
        words=("segfault", "opcode", "protection"),
    ),
    said(
        "rt-apparmor-profile:denied",
        r"\bapparmor\W{1,4}DENIED\W.{0,300}?(?P<process>calico|felix|bird|runc|containerd)",
        _SAID,
    ),
    said(
        "cni-selinux-denied:avc",
        r"\bdenied\W.{0,200}?\W(?P<who>[\w./-]{0,60}(cni|calico|install|net\.d)[\w./-]{0,60})\W.{0,200}?tcontext=[^\s]*?(?P<type>usr_t|etc_t)\b[^\s]*( tclass=\w+)?( permissive=(?P<permissive>[01]))?",
        _SAID,
        words=("tcontext",),
    ),
    # `mount`, then `findmnt`, then /etc/fstab.
    said(
        "cni-noexec-mount:mount",
        r"\son (?P<mount>/opt(/cni(/bin)?)?) type \w+ \([^)\n]{0,200}?\bnoexec\b",
        _SAID,
        words=("noexec",),
    ),
    said(
        "cni-noexec-mount:findmnt",
        r"^\W{0,6}(?P<mount>/opt(/cni(/bin)?)?) \S{1,80} \w{2,12} [\w,=.-]{0,200}\bnoexec\b",
        _SAID,
        words=("noexec",),
    ),
    said(
        "cni-noexec-mount:fstab",
        r"^\s*[\w/=-][^\s#]{0,80} (?P<mount>/opt(/cni(/bin)?)?) \w{2,12} [\w,=.-]{0,200}\bnoexec\b",
        _SAID,
        words=("noexec",),
    ),
    said("host-readonly-fs", r"\bRemounting filesystem read-only", _SAID),
    said("host-readonly-fs:error", r"\b(EXT4-fs error|I/O error)\b", _SAID, words=("ext", "o")),
    said(
        "host-conntrack-full",
        r"\bnf_conntrack: (nf_conntrack: )?table full, dropping packet",
        _SAID,
    ),
    said(
        "host-systemd-networkd",
        r"\b(?P<link>cali\w+): (Lost|Gained) carrier",
        _SAID,
        words=("carrier",),
    ),
    # Rows of `networkctl list`.
    said(
        "host-systemd-networkd:row",
        rf"^\W{{0,3}}\d{{1,7}} {_CALICOS_LINK} [a-z]{{2,12}} [a-z-]{{2,20}} (?P<setup>configured|configuring|pending|failed|linger)\W{{0,2}}$",
        _SAID,
        words=("configured", "configuring", "pending", "failed", "linger"),
    ),
    said(
        "host-systemd-networkd:unmanaged",
        rf"^\W{{0,3}}\d{{1,7}} {_CALICOS_LINK} [a-z]{{2,12}} [a-z-]{{2,20}} unmanaged\W{{0,2}}$",
        _SAID,
        words=("unmanaged",),
    ),
    # tcpdump -v writes what it thinks of the checksum; hosts may be names.
    said(
        "dp-vxlan-checksum-offload",
        r"((?P<source>[\w.:-]{3,80})\.\w{1,12} > (?P<destination>[\w.:-]{3,80})\.\w{1,12}: )?\[bad udp cksum [^\]]{0,60}\] VXLAN\b",
        _SAID,
        words=("cksum",),
    ),
    said(
        "dp-vxlan-port-blocked:packet",
        rf"\b(?P<source>{_ADDRESS})\.\d{{1,5}} > (?P<destination>{_ADDRESS})\.\w{{1,12}}: (\[[^\]]{{0,60}}\] )?VXLAN\b",
        _SAID,
        words=("vxlan",),
    ),
    said(
        "dp-ipip-blocked:packet",
        rf"\b(?P<source>{_ADDRESS}) > (?P<destination>{_ADDRESS}): IP {_ADDRESS}[. ].{{0,200}}?\(ipip-proto-4\)",
        _SAID,
        words=("ipip",),
    ),
    # A rule of the host's own firewall; Felix has rules like these in its own chains.
    said(
        "dp-vxlan-port-blocked:rule",
        r"^\W{0,3}-A (?!cali)(?P<chain>[\w.-]{1,40}) .{0,160}?-p udp .{0,120}?--dport 4789 .{0,120}?-j (?P<fate>DROP|REJECT)\b",
        _SAID,
        words=("dport",),
    ),
    said(
        "dp-ipip-blocked:rule",
        r"^\W{0,3}-A (?!cali)(?P<chain>[\w.-]{1,40}) .{0,160}?-p (4|ipencap|ipip|ipv4) .{0,120}?-j (?P<fate>DROP|REJECT)\b",
        _SAID,
        words=("drop", "reject"),
    ),
    # Chains of iptables-save or `iptables -S`.
    said(
        "dp-old-cni-residue",
        r"^\W{0,3}(:|-N )(?P<chain>(?P<plugin>FLANNEL|WEAVE|KUBE-ROUTER|KUBE-POD-FW|CILIUM|OLD_CILIUM)[\w-]{0,40})( |$)",
        _SAID,
        words=("flannel", "weave", "router", "fw", "cilium"),
    ),
    said(
        "dp-strict-rpf:counter",
        r"\bTcpExtIPReversePathFilter (?P<count>\d{1,18})\b",
        _SAID,
    ),
    said(
        "dp-strict-rpf:martian",
        rf"\bmartian source (?P<to>{_ADDRESS}) from (?P<source>{_ADDRESS}), on dev (?P<link>[\w.@-]{{1,15}})",
        _SAID,
    ),
    # `bridge fdb show dev vxlan.calico`
    said(
        "dp-stale-vtep:fdb",
        rf"^\W{{0,3}}(?P<mac>([0-9a-f]{{2}}:){{5}}[0-9a-f]{{2}}) (dev vxlan\.calico )?dst (?P<address>{_ADDRESS}) (link-netnsid \d+ )?self permanent",
        _SAID,
        words=("permanent",),
    ),
    # What the clouds say of a machine, by their own command lines.
    said(
        "dp-source-dest-check:aws",
        r"\W{0,3}\bSourceDestCheck\b\W{1,12}(Value\W{1,6})?(?P<value>true|false)\b",
        _SAID,
    ),
    said(
        "dp-source-dest-check:forwarding",
        r"\W{0,3}\b(?P<field>canIpForward|enableIPForwarding)\b\W{1,6}(?P<value>true|false)\b",
        _SAID,
        words=("canipforward", "enableipforwarding"),
    ),
    said(
        "dp-source-dest-check:openstack",
        r"\W{0,3}\bport_security_enabled\b\W{1,40}(?P<value>true|false)\b",
        _SAID,
    ),
    said(
        "dp-source-dest-check:pairs",
        r"\W{0,3}\ballowed_address_pairs\b[^\w\n]{1,40}ip_address\W{1,6}(?P<pair>[\d./]{7,18})",
        _SAID,
    ),
    # /proc/PID/mountinfo of calico-node, and where MicroK8s is now.
    said(
        "cni-snap-old-revision:mounted",
        r"\s/var/snap/microk8s/(?P<revision>x?\d{1,7})/\S{0,80} /host/(etc/cni/net\.d|opt/cni/bin)\S{0,20} ",
        _SAID,
        words=("microk",),
    ),
    said(
        "cni-snap-old-revision:current",
        r"\bcurrent -> (/var/snap/microk8s/)?(?P<revision>x?\d{1,7})\s*$",
        _SAID,
        words=("current",),
    ),
    said(
        "cni-snap-old-revision:list",
        r"^\W{0,3}microk8s v\d[\w.-]{1,20} (?P<revision>x?\d{1,7}) \S{1,40} canonical",
        _SAID,
        words=("canonical",),
    ),
    # Rows of `nmcli device`, with and without -t.
    said(
        "host-networkmanager",
        rf"^\W{{0,3}}{_CALICOS_LINK}{_COLUMN}[a-z]{{2,20}}{_COLUMN}(?P<state>connected|connecting|disconnected|unavailable)(?P<how> \(externally\))?(?=[:\s]|$)",
        _SAID,
        words=("connected", "connecting", "disconnected", "unavailable"),
    ),
    said(
        "host-networkmanager:unmanaged",
        rf"^\W{{0,3}}{_CALICOS_LINK}{_COLUMN}[a-z]{{2,20}}{_COLUMN}unmanaged(?=[:\s]|$)",
        _SAID,
        words=("unmanaged",),
    ),
    said(
        "host-networkmanager:journal",
        rf"\bNetworkManager\[\d+\]: .{{0,60}}?\bdevice \({_CALICOS_LINK}\): (state change: unmanaged -> \w+|Activation: starting connection)",
        _SAID,
        words=("networkmanager",),
    ),
    # /proc/PID/limits, whosever it is.
    said(
        "host-nofile-limit:limits",
        r"^\W{0,3}Max open files\s+(?P<soft>\d{1,10})\s+(?P<hard>\d{1,10}|unlimited)\b",
        _SAID,
    ),
    # A line of a crontab: five columns of time, then a flush of all rules.
    said(
        "host-external-killer:cron",
        r"^\W{0,2}([\d*/,-]{1,20}\s+){5}.{0,160}?\bip6?tables (-t \w+ )?(-F|--flush)( |;|&|$)",
        _SAID,
        words=("iptables",),
    ),
    said(
        "host-external-killer:audit",
        r"\btype=OBJ_PID\b.{0,240}?\bocomm=\W?(?P<victim>calico-node|bird6?|runsvdir?)\b",
        _SAID,
        words=("ocomm",),
    ),
    # `ip route get ADDRESS`, where the address counts as a neighbour on that link.
    said(
        "api-service-cidr-overlap:route",
        r"^\W{0,3}(?P<target>(\d{1,3}\.){3}\d{1,3}) dev (?P<link>[\w.@-]{1,15}) src \S{7,15}( uid \d+)?\s*$",
        _SAID,
        words=("dev",),
    ),
    said(
        "api-mtu-blackhole:ping",
        r"\bFrag(mentation)? needed and DF set \(mtu = (?P<mtu>\d{3,5})\)",
        _SAID,
        words=("df",),
    ),
)
