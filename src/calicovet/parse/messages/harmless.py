"""Message table: lines that look bad and are harmless, at least unless they go on."""

from calicovet.parse.messages.message import harmless

MESSAGES = (
    harmless("sctp-modprobe", r"attempted to modprobe (nf_conntrack_proto_sctp|wireguard)\b"),
    harmless(
        "nodename-not-yet", r"BIRD6? is not ready: failed to stat\(\) nodename file", never=False
    ),
    harmless(
        "bird-socket-not-yet",
        r"unable to connect to BIRDv[46] socket: dial unix /var/run/(bird|calico)/bird6?\.ctl: connect: (no such file|connection refused)",
        never=False,
    ),
    harmless(
        "felix-not-listening-yet",
        r"felix is not ready: Get \W{0,4}http://localhost:9099/readiness\W{0,4} dial tcp (127\.0\.0\.1|\[::1\]):9099: .{0,20}?connection refused",
        never=False,
    ),
    harmless("felix-syncing", r"readiness probe reporting 503", never=False),
    harmless("bgp-not-yet", r"BGP not established with [\d.,a-f:]+", never=False),
    harmless("graceful-restart", r"graceful restart in progress", never=False),
    harmless("in-cluster-config", r"Neither --kubeconfig nor --master was specified"),
    harmless("datastore-test-skipped", r"Skipping datastore connection test", never=False),
    harmless("no-as-number", r"No AS number configured on node resource, using global value"),
    harmless("ipv6-support-echo", r"FELIX_IPV6SUPPORT is false through environment variable"),
    # A missing permission does no harm; a bare Unauthorized is a token that no API server accepts.
    harmless(
        "kubeadm-config-unauthorized",
        r"Unauthorized to query (kubeadm|rancher) configmap, assuming not on(?!.{0,120}?error\W{1,4}Unauthorized\b)",
    ),
    harmless(
        "cluster-information-not-yet",
        r"resource does not exist: ClusterInformation\(default\)",
        never=False,
    ),
    harmless(
        "cluster-information-not-yet",
        r"\bclusterinformations\S* \W{0,4}default\W{0,4} not found",
        never=False,
    ),
    harmless(
        "flexvolume-driver-call",
        r"FlexVolume: driver call failed: executable: .{0,200}?nodeagent~uds/uds.{0,300}?(no such file|exec format|executable file not found)",
    ),
    harmless(
        "runtime-not-installed",
        r"\bRegistration of the [\w-]{1,20} container factory failed\b",
        words=("registration",),
    ),
    harmless("flexvolume-driver-call", r"\bdriver-call\.go.{0,200}?unexpected end of JSON input"),
    harmless(
        "device-not-yet",
        r"Failed to (access interface because it doesn.t exist|get (VXLAN |IPIP )?tunnel device, assuming it isn.t present)",
        never=False,
        words=("because", "assuming"),
    ),
    harmless(
        "vxlan-device-retry",
        r"Interface missing, will retry if it appears\W{1,3}ifaceName\W{1,3}vxlan\.calico",
        never=False,
    ),
    harmless(
        "xdp-optional",
        r"\b(Can.t enable XDP acceleration|Failed to cleanup preexisting XDP state|Failed to remove BPF connect-time load balancer, ignoring)",
        words=("xdp", "balancer"),
    ),
    harmless(
        "bpffs-best-effort",
        r"\binit-best-effort/\S+ \d+: Failed to mount (BPF|cgroup2) filesystem",
        never=False,
    ),
    harmless(
        "bird-foreign-interface",
        r"\bbird6?: (KIF: Invalid interface address 240\.\S+ for docker0|KRT: Received route \S+ with strange next-hop|Netlink: File exists)",
        words=("kif", "krt", "netlink"),
    ),
    harmless(
        "bird-config-not-yet",
        r"\bbird6?: Unable to open configuration file \S+bird6?\.cfg",
        never=False,
    ),
    harmless(
        "interface-updates",
        r"\b(Received interface update|Linux interface state changed|Linux interface addrs changed|Interface addrs changed)\b",
        never=False,
        words=("interface",),
    ),
    harmless(
        "felix-config-restart",
        r"\b(Config .{0,120}? requires restart|Exiting for config change)\b",
        never=False,
        words=("requires", "exiting"),
    ),
    harmless(
        "felix-connection-restart",
        r"\bRestarting to avoid leaking datastore connections\b",
        never=False,
    ),
    harmless(
        "network-unavailable-retry",
        r"Failed to set NetworkUnavailable( to False)?; will retry",
        never=False,
        words=("networkunavailable",),
    ),
    harmless(
        "iptables-at-shutdown",
        r"iptables save failed\W{1,3}error\W{1,3}signal: (terminated|killed)",
        never=False,
    ),
    harmless("cni-token-retry", r"\bFailed to update CNI token, retrying", never=False),
    harmless(
        "no-etcd-tls",
        r"\b(Missing etcd-(ca|cert|key)|No TLS assets found in /calico-secrets, skipping)",
        never=False,
        words=("etcd", "assets"),
    ),
    harmless(
        "peers-established-count",
        r"Number of node\(s\) with BGP peering established = \d+",
        never=False,
    ),
    harmless(
        "probe-client-timeout",
        r"probe failed: .{0,300}?Client\.Timeout exceeded while awaiting headers",
        never=False,
    ),
    harmless("no-image-usage-at-boot", r"invalid capacity 0 on image filesystem"),
    harmless("object-not-registered", r"\bobject .{0,120}? not registered\b", never=False),
    harmless(
        "cni-waits-for-calico-node",
        r"(stat|open) /var/lib/calico/nodename: no such file or directory: check that the calico/node container is running",
        never=False,
    ),
    harmless(
        "old-model-lookup",
        r"Error getting resource Key=GlobalFelixConfig\(name=CalicoVersion\).{0,200}?(could not find the requested resource|not found)",
    ),
    harmless(
        "secondary-bin-dir",
        r"/host/secondary-bin-dir is no[nt]\Wwriteable, skipping",
        words=("writeable",),
    ),
    harmless("felix-config-echo", r"\bGlobal config update: .{0,4}?GlobalFelixConfig\(name="),
    harmless("tier-creation-refused", r"\bUnauthorized to create tier \w+"),
    harmless(
        "tier-creation-refused", r"\[INFO\]\[\d+\] startup/\S+ \d+: Unable to initialize \S+ Tier\b"
    ),
    harmless("podsecurity-warning", r"\bwould violate PodSecurity\b"),
    harmless("api-deprecation", r"is deprecated in v1\.\d+\+, unavailable in v1\.\d+\+"),
    harmless(
        "address-not-confirmed",
        r"Unable to confirm IPv[46] address \S+ is assigned to this host",
        never=False,
    ),
    harmless("pleg-not-yet", r"\bpleg has yet to be successful\b", never=False),
    harmless("no-config-of-this-type", r"No config of this type\b"),
    harmless("no-secret-watcher", r"Failed to create secret watcher, not running under Kubernetes"),
)
