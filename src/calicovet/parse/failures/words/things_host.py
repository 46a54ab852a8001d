"""Vocabulary: programs, kernel objects and settings of a host."""

import re

from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.parse.failures.path_roles import sysctl_name
from calicovet.parse.failures.vocabulary_row import thing

_C = ThingClass


def _program(found: re.Match[str]) -> Thing:
    name = found["v"].lower().replace(" ", "")
    # Of a backend's own programs (ip6tables-legacy-save) the backend is only a detail.
    name = re.sub(r"-(legacy|nft)(?=-|$)", "", name)
    if name == "bird6":
        name = "bird"
    return Thing(_C.PROGRAM, name, found["v"])


def _ipset(found: re.Match[str]) -> Thing:
    value = found["v"].lower()
    return Thing(_C.IPSET, value if ":" in value else "", found["v"])


_CALICOS_RULES = frozenset(
    {
        *(
            "set",
            "mark",
            "conntrack",
            "comment",
            "addrtype",
            "multiport",
            "icmp",
            "icmp6",
            "rpfilter",
        ),
        *("statistic", "limit", "tcp", "udp", "sctp", "state", "ipvs", "physdev", "bpf", "cgroup"),
        *(
            "connmark",
            "ct",
            "dnat",
            "snat",
            "masquerade",
            "nflog",
            "log",
            "notrack",
            "reject",
            "tproxy",
        ),
        *("socket", "dscp", "drop", "accept", "return", "redirect", "netmap", "hashlimit", "u32"),
    }
)
"""Matches and targets that Calico, kube-proxy and the CNI plugins use."""


def _rules(found: re.Match[str]) -> Thing:
    name = (found["v"] or found["q"] or found["x"] or found["m"] or "").lower()
    if found["m"] and name not in _CALICOS_RULES:
        name = "foreign"
    return Thing(_C.RULES, name, found[0])


KERNEL = (
    thing(
        _C.PROGRAM,
        "iptables|ip6tables|ip|iptablesrestore|iptablessave|tables",
        r"(?<![\w/])(?P<v>ip6?tables(?:-legacy|-nft)?(?:-save|-restore))\b",
        make=_program,
    ),
    thing(
        _C.PROGRAM,
        "iptables|ip6tables|ip|tables",
        r"(?<![\w/])(?P<v>ip6?tables)(?:-legacy|-nft)?\b(?!-)",
        make=_program,
    ),
    thing(
        _C.PROGRAM,
        "ipset|nft|bpftool|modprobe|runc|shim|crun|tc|calico|weave|cilium|confd|host|portmap|bandwidth|loopback|flannel|bird|birdcl|nsenter|mount|conntrack|cat|sh|bash|runsvdir|start_runit|start|runit|calicoctl|install|felix|tuning|flexvol|birdc",
        r"(?<![\w./-])\W?(?:/\S{0,120}/)?(?P<v>ipset|nft|bpftool|modprobe|runc|crun|containerd-shim(?:-runc-v\d)?|tc|calico-ipam|(?:calico-node|calico-typha)(?=\[\d|: (?:error|line|symbol|/))|host-local|portmap|bandwidth|loopback|flannel|weave-net|cilium-cni|birdcl?6?|confd|nsenter|start_runit|runsvdir|tuning|flexvol(?:\.sh|-driver)?|calicoctl)(?![\w/.-]|:\w)",
        make=_program,
    ),
    thing(
        _C.PROGRAM,
        "exec|fork|process|executable|plugin|command",
        r"(?:fork/exec|exec|exec:|process:|stat|command|plugin) \W{0,4}(?!exit\b|error\b|failed\b|exec\b)(?P<v>/?(?:[\w.-]{1,60}/){0,12}[\w.-]{2,60})(?=\W{1,5}(?:permission|no such|exec|executable|stat|not found|input|cannot|text|resource|in path|timed))",
        make=lambda found: Thing(_C.PROGRAM, found["v"].rpartition("/")[2].lower(), found["v"]),
    ),
    thing(
        _C.PROGRAM,
        "killed process",
        r"Killed process \d+,? \W?(?P<v>[\w.-]{2,40})",
        make=_program,
    ),
    thing(
        _C.LIBRARY,
        "libraries|shared|library|so|glibc|ld",
        r"\b(?P<v>lib[\w+-]{1,40}\.so(?:\.[\d.]{1,10})?|ld-[\w.-]{3,40}|GLIBC_[\d.]{3,6})",
    ),
    thing(
        _C.MODULE,
        "module|modprobe|insmod|modules",
        r"(?:\bmodule|\bmodprobe(?:: FATAL: Module)?|\binsert|\binsmod) \W{0,3}(?P<v>[a-z0-9_-]{2,40})\b(?! (?:not|in|to)\b)?",
    ),
    thing(
        _C.XTABLES_LOCK, "xtables|lock iptables", r"\bxtables (?:lock)?|iptables lock|xtables\.lock"
    ),
    thing(
        _C.IPSET,
        "ipset|hash|settype|bitmap|set",
        r"\b(?P<v>hash:[a-z,]{2,20}|bitmap:[a-z,]{2,20}|list:set)",
        make=_ipset,
    ),
    thing(
        _C.IPSET,
        "ipset|ipsets|set type|session kernel|kernel received|ip",
        r"\bipsets?\b|\bIP sets?\b|\bset type\b|session to kernel|Kernel error received",
    ),
    thing(
        _C.RULES,
        "table|chain|match|target|extension",
        r"\b(?:(?:table|chain)[ =][\"'`]?(?P<v>filter|nat|mangle|raw|security)\b|(?:table|match|target|chain)[ =][\"'`](?P<q>[a-zA-Z][\w-]{1,30})[\"'`]|extension (?P<x>\w{2,30}) revision|load (?:match|target)[ =][\"'`](?P<m>[a-zA-Z][\w-]{1,30})[\"'`])",
        make=_rules,
    ),
    thing(
        _C.RULES,
        "chain target match|table tables|rule|rules|line|iptables|does table",
        r"chain/target/match|ip6?tables table|\bTable does|\brules?\b|iptables backend",
    ),
    thing(_C.LINK, "vxlan", r"\bvxlan(?:\.calico|-v6\.calico)?\b(?! ?(?:port|mode|pool))", "vxlan"),
    thing(_C.LINK, "ipip|tunl", r"\bipip\b(?! ?(?:mode|pool))|\btunl0\b", "ipip"),
    thing(_C.LINK, "wireguard", r"\bwireguard(?:\.cali)?\b", "wireguard"),
    thing(
        _C.LINK, "veth|cali|host side", r"\bhost side veth\b|\bveth\b|\bcali[0-9a-f]{11}\b", "veth"
    ),
    thing(
        _C.IPSET,
        "nftables set|nft set|in set",
        r"\bnft(?:ables)? set\b|\b(?:in|specified in) set [\w-]{2,60}",
    ),
    thing(_C.LINK, "parent", r"\bparent (?:interface|device)\b", "parent"),
    thing(_C.LINK, "tunnel device", r"\btunnel device\b"),
    thing(
        _C.LINK,
        "interface|interfaces|link|device|nic",
        r"\b(?:interface(?! conversion)|link|network device|(?<!on )device)\b",
    ),
    thing(_C.ROUTE, "route|routes|routing|gateway", r"\bdefault (?:route|gateway)\b", "default"),
    thing(_C.ROUTE, "route|routes|routing", r"\broutes?\b(?! to host)|\brouting\b"),
    thing(
        _C.BPF,
        "bpf|map|maps|full|cali",
        r"\bBPF maps?\b|\bmaps? (?:is )?full|\bmap \W{0,3}cali_|\b(?:ifstate|iface|conntrack|NAT|routes?|policy|counters|jump|affinity|frontend|backend) map\b",
        "map",
    ),
    thing(_C.BPF, "bpf filesystem|bpffs|bpf file", r"\bBPF file ?system\b|\bbpffs\b", "filesystem"),
    thing(_C.BPF, "btf", r"\bBTF\b", "btf"),
    thing(
        _C.BPF,
        "bpf|ebpf|xdp|connect balancer|prog|tc",
        r"\bBPF programs?\b|\bprog \W|\btc (?:object|program|filter)\b|\bBPF object\b",
        "program",
    ),
    thing(_C.BPF, "libbpf", r"\blibbpf\b"),
    thing(
        _C.BPF,
        "tail call|attach type|prog array|program array",
        r"\btail[ _-]call\b|\bexpected_attach_type\b|\bprog(?:ram)? array\b",
        "tail-call",
    ),
    thing(_C.BPF, "xdp", r"\bXDP\b", "xdp"),
    thing(
        _C.BPF,
        "connect balancer|calico connect|calico sendmsg|calico recvmsg|bpfconntimelb|connect",
        r"connect-time load ?balanc\w+|\bcalico_(?:connect|sendmsg|recvmsg)_v\d{1,2}\b|\bBPFConnTimeLB\b",
        "connect-time-lb",
    ),
    thing(_C.BPF, "bpf|ebpf|bpfendpointmanager", r"\be?BPF\b|\bBPFEndpointManager\b"),
    thing(
        _C.SYSCTL,
        "sysctl|forwarding|filter|rpf",
        r"\bsysctl\b|\brp_filter\b|\bIPv[46] forwarding\b|\bRPF check\b",
    ),
    thing(
        _C.SYSCTL,
        "net",
        r"\bnet\.(?:ipv[46]|netfilter|core)\.[\w.-]{3,60}",
        make=lambda found: Thing(_C.SYSCTL, sysctl_name(found[0].rstrip(".")), found[0]),
    ),
    thing(_C.CONNTRACK, "conntrack|nf", r"\b(?:nf_|ip_)?conntrack\b"),
    thing(_C.NETLINK, "netlink", r"\bnetlink(?: handle| socket)?\b"),
    thing(
        _C.CGROUP,
        "cgroup|cgroups|cgroupsPath|cgroupspath|cgroupdriver|slice|cgroupsdriver|cgrouppath|cgroupsv|cgroupv",
        r"\bcgroup2? file ?system\b|\bcgroups?(?:Path|Driver|v2|2)?\b(?! out of)|cgroup-parent",
    ),
    thing(_C.LSM, "apparmor", r"\bapparmor(?:_parser|\.d)?\b", "apparmor"),
    thing(_C.LSM, "selinux|avc", r"\bselinux\b|\bavc:", "selinux"),
    thing(_C.LSM, "seccomp", r"\bseccomp\b", "seccomp"),
    thing(_C.INOTIFY, "inotify|fsnotify", r"\binotify\w*|\bfsnotify\b"),
    thing(_C.FILES, "open files", r"\bopen files\b"),
    thing(
        _C.PROCESSES,
        "thread|threads|pthread|pids|fork",
        r"\b(?:OS )?threads?\b|\bpthread_create\b|\bpids?\b(?=.{0,20}(?:limit|cgroup))|\bfork\b",
    ),
    thing(
        _C.MEMORY,
        "memory|oom|oomkilled|oomkill",
        r"(?<!allocate )(?<!invalid )\bmemory\b(?! address)|\boom\b|\bOOM-?kill\w*",
    ),
    thing(
        _C.DISK,
        "disk|device left|ephemeral|filesystem|imagefs|nodefs|ext|xfs|btrfs",
        r"\bdisk\b|\bephemeral-storage\b|\b(?:root )?filesystem\b|\b(?:imagefs|nodefs)\b|\b(?:EXT[234]|XFS|BTRFS)(?:-fs)?\b",
    ),
    thing(
        _C.CPU,
        "cpu|processors|opcode|instruction|microarchitecture|processor",
        r"\bCPU\b|\bprocessors?\b|\bmicroarchitecture\b",
    ),
    thing(
        _C.CLOCK,
        "clock|ntp|chrony|time synchronized|certificate current|chronyd|current",
        r"\bclock\b|\bNTP\b|\bchronyd?\b|\btime (?:is )?not synchroni[sz]ed|current time \S+ is before",
    ),
)

SETTINGS = (
    thing(
        _C.CNI_CONFIG,
        "cni|network networks|conflist|found|network plugin",
        r"\bcni_network_config\b|\bCNI (?:network )?config(?:uration)?\b|\bcni plugin not initialized|\bcni config uninitialized|no networks? (?:config )?found in|\bcni config load failed|\bnetwork plugin is not ready",
    ),
    thing(
        _C.BIRD_CONFIG,
        "bird|checkcmd|configuration",
        r"\bcheckcmd\b|\bbird\w{0,12}\.cfg\b|BIRD config|rendered configuration",
    ),
    thing(
        _C.CONFIG,
        "calico|felix|environment|ip|fv|typha|kubernetes|etcd|cluster|no pools",
        r"\b(?P<v>(?-i:(?:CALICO|FELIX|FV|TYPHA|KUBERNETES|ETCD|IP6?|CLUSTER)_[A-Z0-9_]{2,60}|NO_DEFAULT_POOLS))\b",
    ),
    thing(
        _C.CONFIG,
        "config value|configuration value|mark|parameter|config|method|autodetection|blocksize|selector|number|mode|iptablesmarkmask|markmask|regex",
        r"\b(?P<v>IPTablesMarkMask|MarkMask|mark bits|autodetection method|interface regex|blocksize|node selector|AS number|(?:IPIP|VXLAN) mode|config value)\b",
    ),
    thing(
        _C.CONFIG,
        "config|configuration|setting|settings|environment",
        r"\b(?:config(?! map)|configuration|setting|environment variable)\b",
    ),
    thing(
        _C.POOL,
        "pool|pools|affine|block|blocks|autoassign|assigned|allocated|addresses|ips|ippools|ippool|ipam",
        r"\bIP ?pools?\b|\b(?:Calico |requested )?pools?\b|\baffine blocks?\b|\ball blocks\b|\bIPAM\b|\bautoassign\b|request(?:ed)?(?: \d+)? IPv[46] addresses|\bblock limit\b",
    ),
    thing(
        _C.NODE_NAME,
        "node name|nodename|metadata name|hostname",
        r"\bnode ?name\b|\bMetadata\.Name\b|\bhostname\b",
    ),
    thing(
        _C.ADDRESS,
        "address|addresses|ip|internalip|autodetect|interfaces|already|detect",
        r"\b(?:IPv[46]|IP|node|internal|host|VTEP|tunnel) address(?:es)?\b|\bInternalIP\b|\bauto-?detect|valid host interfaces|\bis already using\b",
    ),
    thing(
        _C.ADDRESS,
        "ipv",
        r"\b(?:auto-?detect|detect|determine|find)(?:ed|ing)? (?:an? |any |the |valid )?IPv4 address(?:es)?\b",
        "ipv4",
    ),
    thing(
        _C.ADDRESS,
        "ipv",
        r"\b(?:auto-?detect|detect|determine|find)(?:ed|ing)? (?:an? |any |the |valid )?IPv6 address(?:es)?\b",
        "ipv6",
    ),
    thing(_C.CONFIG, "swap", r"\bwith swap on\b|\bdisable swap\b", "swap"),
    thing(_C.CONFIG, "router id", r"\brouter ID\b", "router-id"),
    thing(
        _C.CONFIG,
        "podcidr|podsubnet|kubernetesprovider|nonprivileged|iptablesbackend|awssrcdstcheck|nodetonodemeshenabled|mtu",
        r"\b(?P<v>podCIDR|podSubnet|kubernetesProvider|nonPrivileged|iptablesBackend|awsSrcDstCheck|nodeToNodeMeshEnabled|MTU)\b",
    ),
    thing(
        _C.CONFIG,
        "privileged",
        r"\bsecurityContext\.privileged\b|\bprivileged containers are\b|\ballow-privileged\b",
        "privileged",
    ),
    thing(_C.CONFIG, "can reach", r"\bcan-reach\b", "can-reach"),
    thing(
        _C.CONFIG,
        "bgp secret|bgp secrets|bgp password|bgp passwords|rr password|rr passwords|rr secret|rr secrets",
        r"\b(?:bgp|rr)-(?:secrets?|passwords?)\b",
        "bgp-password",
    ),
    thing(_C.CONFIG, "no pod cidr", r"\bno pod CIDR\b", "podcidr"),
    thing(
        _C.CONFIG,
        "source dest check|source dest checks|source destination check|source destination checks|modifyinstanceattribute",
        r"\bsource[-/ ]{1,3}dest(?:ination)?[- ]checks?\b|\bModifyInstanceAttribute\b",
        "awssrcdstcheck",
    ),
    thing(
        _C.CONFIG,
        "different backends|iptables tables present|felix iptablesbackend",
        r"\bdifferent backends\b|\biptables(?:-legacy|-nft)? tables present\b|\bFELIX_IPTABLESBACKEND\b",
        "iptablesbackend",
    ),
    thing(
        _C.CONFIG,
        "networking backend|backend vxlan",
        r"\bCALICO_NETWORKING_BACKEND\b|\bnetworking backend is (?:none|vxlan)\b|\bbackend[ =:]{1,2}vxlan\b",
        "calico_networking_backend",
    ),
    thing(
        _C.CONFIG,
        "kubeconfig|cluster configuration|configuration provided|kubernetes config|must defined",
        r"\bKUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined|(?<![/\w.-])kubeconfig\b|\bin-cluster configuration\b|\bno configuration has been provided\b|\bKubernetes config\b",
        "kubeconfig",
    ),
    thing(
        _C.CONFIG,
        "spec",
        r"\bspec\.(?:cni|calicoNetwork|kubernetesProvider|variant)\b[\w.]{0,60}",
        "cni.type",
    ),
    thing(
        _C.CONFIG,
        "md|password",
        r"\bMD5\b|\bpassword\b",
        "bgp-password",
    ),
    thing(
        _C.LIBRARY,
        "fips|opensslcrypto|crngt|selftest|crypto",
        r"\b(?:fips\d*|FIPS mode|opensslcrypto|CRNGT|SELFTEST|crypto/internal)\b",
        "crypto",
    ),
    thing(
        _C.SYSCTL,
        "martian source|martian destination",
        r"\bmartian (?:source|destination)\b",
        "net.ipv4.conf.*.rp_filter",
    ),
    thing(
        _C.PROTOCOL, "udp bad checksum", r"\bUDP: bad checksum\b.{0,80}?:(?:4789|8472)\b", "vxlan"
    ),
    thing(_C.CGROUP, "slub|kmem", r"\bSLUB: |\bkmem\b"),
    thing(
        _C.PROGRAM,
        "falcon|ds agent|security agent|aegis|sentinelone|mdatp|antivirus|aliyundun|cbagent|cbagentd",
        r"\b(?:falcon-sensor|ds_agent|security agent|aegis|sentinelone|mdatp|antivirus|AliYunDun|cbagentd?)\b",
        "security-agent",
    ),
    thing(_C.PROGRAM, "networkmanager", r"\bNetworkManager\b", "networkmanager"),
    thing(_C.PROGRAM, "networkd", r"\b(?:systemd-)?networkd\b", "systemd-networkd"),
    thing(
        _C.ADDRESS,
        "ipv only|ipv required|only internalip",
        r"\bIPv6-only\b|\bonly (?:an? )?IPv6 address(?:es)?\b|\bonly InternalIP [0-9a-f]{1,4}:|\bIPv4 (?:address )?is required\b",
        "ipv4-on-ipv6-host",
    ),
    thing(_C.LINK, "lo", r"\b(?:link|interface|device) [\"']?lo\b(?![-.\w])", "lo"),
    thing(_C.PROTOCOL, "vxlan udp|vxlan cksum", r"\budp cksum .{1,60}? VXLAN\b", "vxlan"),
    thing(_C.SYSCTL, "forward", r"\bip_forward\b", "net.ipv4.ip_forward"),
)

ROWS = (*KERNEL, *SETTINGS)
