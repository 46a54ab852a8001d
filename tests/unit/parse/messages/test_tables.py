"""One line per message, in the words of the releases that print it, and near misses."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts.base import Fact
from calicovet.model.facts.said import (
    BgpSaid,
    CniInstallSaid,
    CniPluginSaid,
    FelixSaid,
    IpamUpgradeSaid,
    Said,
    StartupSaid,
)
from calicovet.parse.messages.index import tables
from calicovet.parse.messages.message import compiled
from calicovet.parse.messages.scan import read_messages
from calicovet.parse.messages.trigger_words import sure_words, trigger_word


def facts_in(text: str) -> list[Fact]:
    return list(read_messages(Evidence(id="e", kind=EvidenceKind.TEXT, content=text)))


def keys_in(text: str) -> set[str]:
    return {fact.key for fact in facts_in(text) if isinstance(fact, Said)}


def startup(message: str, level: str = "WARNING") -> str:
    return f"2024-01-01 00:00:00.000 [{level}][9] startup/startup.go 100: {message}"


def felix(message: str, level: str = "ERROR") -> str:
    return f"2024-01-01 00:00:00.000 [{level}][80] felix/daemon.go 100: {message}"


LINES = [
    # names
    (
        "name-invalid",
        startup(
            "error with field Metadata.Name = 'Node_1' (name must consist of lower case alphanumeric characters)"
        ),
    ),
    ("name-invalid:hostname", startup("Unable to determine hostname")),
    (
        "name-mismatch",
        startup(
            'IPv4 address has changed. This could happen if there are multiple nodes with the same name. node="a" original="10.0.0.1" updated="10.0.0.2"'
        ),
    ),
    (
        "name-node-object-missing",
        startup('Failed to read Node from datastore error=nodes "worker-1" not found'),
    ),
    (
        "name-node-object-missing:create",
        startup(
            "Unable to set node resource configuration error=operation Create is not supported on Node(worker)"
        ),
    ),
    ("name-file-not-written", "/var/lib/calico/nodename does not exist, exiting"),
    (
        "name-file-not-written:write",
        startup(
            "Unable to write to /var/lib/calico/nodename error=open /var/lib/calico/nodename: read-only file system"
        ),
    ),
    (
        "name-file-not-written:probe",
        "calico/node is not ready: BIRD is not ready: Failed to stat() nodename file: stat /var/lib/calico/nodename: no such file or directory",
    ),
    # datastore
    (
        "ds-retry",
        startup(
            'Hit error connecting to datastore - retry error=Get "https://10.96.0.1:443/api/v1/nodes/foo": dial tcp 10.96.0.1:443: i/o timeout',
            "INFO",
        ),
    ),
    (
        "ds-unauthorized",
        startup(
            "Connection to the datastore is unauthorized error=connection is unauthorized: Unauthorized"
        ),
    ),
    (
        "ds-kubeadm-config-timeout",
        startup(
            'failed to query kubeadm\'s config map error=Get "https://10.96.0.1:443/api/v1/namespaces/kube-system/configmaps/kubeadm-config?timeout=2s": net/http: request canceled (Client.Timeout exceeded while awaiting headers)',
            "ERROR",
        ),
    ),
    (
        "ds-kubeadm-config-timeout:head",
        startup("failed to query Rancher's cluster state config map", "ERROR"),
    ),
    (
        "ds-migration-or-ipam-upgrade-failed",
        startup("Unable to ensure datastore is migrated.", "ERROR"),
    ),
    (
        "ds-migration-or-ipam-upgrade-failed:host",
        startup("Unable to upgrade host's IPAM resources.", "ERROR"),
    ),
    ("ds-node-read-failed", startup("Unable to query node configuration error=boom")),
    ("ds-node-write-failed", startup("Unable to set node resource configuration error=boom")),
    ("ds-defaults-failed", startup("Unable to set global default configuration error=boom")),
    ("ds-client", "ERROR: Error accessing the Calico datastore: context deadline exceeded"),
    (
        "ds-etcd-without-kubernetes",
        "Failed to build Kubernetes config error=invalid configuration: no configuration has been provided",
    ),
    # addresses
    (
        "ip-dummy-service-address",
        "2024-01-01 00:00:00.000 [INFO][70] monitor-addresses/autodetection_methods.go 103: Using autodetected IPv4 address on interface nodelocaldns: 169.254.25.10/32",
    ),
    (
        "ip-autodetect-none",
        startup(
            "Couldn't autodetect an IPv4 address. If auto-detecting, choose a different autodetection method."
        ),
    ),
    (
        "ip-autodetect-none:any",
        startup(
            "No IPv4 or IPv6 addresses configured or detected, required for Calico networking",
            "ERROR",
        ),
    ),
    (
        "ip-autodetect-none:disabled",
        startup("No IP Addresses configured, and autodetection is not enabled"),
    ),
    (
        "ip-autodetect-none:why",
        startup(
            "Unable to auto-detect an IPv4 address using interface regexes [eth.*]: no valid host interfaces found"
        ),
    ),
    (
        "ip-can-reach-failed",
        startup(
            "Unable to auto-detect IPv4 address by connecting to www.google.com: dial udp4: lookup www.google.com: no such host"
        ),
    ),
    ("ip-method-invalid", startup("Invalid IP autodetection method: eth0", "ERROR")),
    (
        "ip-method-invalid:cidr",
        startup('Invalid CIDR "10.0.0" for IP autodetection method: cidr=10.0.0', "ERROR"),
    ),
    ("ip-method-invalid:regex", startup("Invalid interface regex")),
    (
        "ip-method-invalid:internal-ip",
        startup(
            "Cannot use method 'kubernetes-internal-ip' when not running on a Kubernetes cluster"
        ),
    ),
    (
        "ip-method-invalid:operator",
        "Invalid Installation provided: no more than one node address autodetection method can be specified per-family",
    ),
    (
        "ip-conflict-duplicate",
        startup("Calico node 'master' is already using the IPv4 address 192.168.0.10."),
    ),
    (
        "ip-conflict-duplicate:configured",
        startup(
            "Failed to configure IP addresses error=conflicting node detected: IPv4 address conflict",
            "ERROR",
        ),
    ),
    (
        "ip-changed-or-not-on-host",
        felix(
            "Failed to configure VXLAN tunnel device, retrying... error=Unable to find parent interface with address 10.0.0.5"
        ),
    ),
    (
        "ip6-autodetect-failed",
        startup(
            "Couldn't autodetect an IPv6 address. If auto-detecting, choose a different autodetection method."
        ),
    ),
    (
        "ip-ipv4-missing-in-v6-only",
        "bird: Cannot determine router ID, please configure it manually",
    ),
    # pools
    (
        "pool-env-invalid",
        startup("Invalid CIDR specified in CALICO_IPV4POOL_CIDR '10.244.0.0'", "ERROR"),
    ),
    ("pool-env-invalid:blocksize", startup("Invalid blocksize 16 for version 4", "ERROR")),
    (
        "pool-env-invalid:mode",
        startup("Unrecognized IPIP mode specified in CALICO_IPV4POOL_IPIP 'on'", "ERROR"),
    ),
    (
        "pool-env-invalid:selector",
        startup("Invalid node selector 'a b' for version 4: boom", "ERROR"),
    ),
    (
        "pool-env-invalid:as-number",
        startup("The AS number specified in the environment (AS=x) is not valid", "ERROR"),
    ),
    (
        "pool-env-invalid:no-default-pools",
        startup(
            "Invalid configuration with NO_DEFAULT_POOLS defined and CALICO_IPV4POOL_CIDR or CALICO_IPV6POOL_CIDR defined.",
            "ERROR",
        ),
    ),
    (
        "pool-create-conflict",
        startup(
            "Failed to create default IPv4 IP pool: 10.0.0.0/16 error=error with field IPPool.Spec.CIDR = '10.0.0.0/16' (IPPool(default-ipv4-ippool) CIDR overlaps with IPPool(old) CIDR 10.0.0.0/8)",
            "ERROR",
        ),
    ),
    (
        "pool-exhausted",
        "2020-01-01 00:00:00.000 [FATAL][9] allocateip.go 100: Unable to autoassign an address - pools are likely exhausted.",
    ),
    (
        "pool-exhausted:none-of",
        "2024-01-01 00:00:00.000 [FATAL][9] tunnel-ip-allocator/allocateip.go 100: Unable to autoassign an IPv4 address error=Assigned 0 out of 1 requested IPv4 addresses; no more free",
    ),
    (
        "pool-exhausted:only-none",
        "networkPlugin cni failed: failed to request 1 IPv4 addresses. IPAM allocated only 0",
    ),
    (
        "pool-exhausted:pools",
        "Assigned 0 out of 1 requested IPv4 addresses; No IPs available in pools: [10.9.0.0/24]",
    ),
    ("pool-none-for-node", "error=no configured Calico pools for node worker-1"),
    (
        "pool-none-for-node:tunnel",
        "Unable to autoassign an address error=no configured Calico pools for node worker-1",
    ),
    ("pool-none-for-node:use", "no qualified pool, no pools match the required use (Tunnel)"),
    ("pool-none-for-node:operator", "Message: waiting for enabled IP pools to be created"),
    # upgrade-ipam
    (
        "ipamup-podcidr-empty",
        '2020-01-01 00:00:00.000 [ERROR][1] ipam_plugin.go 95: failed to migrate ipam, retrying... error=PodCIDR  did not parse successfully: invalid CIDR address:  node="a"',
    ),
    (
        "ipamup-node-or-api-unreachable",
        '2020-01-01 00:00:00.000 [ERROR][1] ipam_plugin.go 95: failed to migrate ipam, retrying... error=failed to get calico node resource: Get https://10.96.0.1:443/api/v1/nodes/a: dial tcp 10.96.0.1:443: i/o timeout node="a"',
    ),
    (
        "ipamup-node-or-api-unreachable:later",
        '2024-01-01 00:00:00.000 [ERROR][1] ipam/ipam_plugin.go 95: failed to migrate ipam, retrying... error=failed to list pods: Get "https://10.96.0.1:443/api/v1/pods": dial tcp 10.96.0.1:443: connect: connection refused node="a"',
    ),
    (
        "ipamup-hostlocal-leftover-loop",
        '2020-01-01 00:00:00.000 [ERROR][1] ipam_plugin.go 95: failed to migrate ipam, retrying... error=failed to get add IPIP tunnel addr 10.244.0.1: no pool node="a"',
    ),
    (
        "ipamup-hostlocal-leftover-loop:head",
        '2020-01-01 00:00:00.000 [ERROR][1] ipam_plugin.go 95: failed to migrate ipam, retrying... error=something else node="a"',
    ),
    ("ipamup-datastore-locked", felix("Datastore became unready, need to restart.")),
    (
        "ipamup-datastore-locked:waiting",
        felix("Waiting for datastore to be initialized (or migrated)", "WARNING"),
    ),
    (
        "ipamup-datastore-locked:plugin",
        'plugin type="calico" failed (add): Calico is currently not ready to process requests',
    ),
    # install-cni
    (
        "cni-bin-dir-not-writable",
        "2024-01-01 00:00:00.000 [INFO][1] cni-installer/<nil> <nil>: /host/opt/cni/bin is not writeable, skipping",
    ),
    (
        "cni-bin-dir-not-writable:none",
        "2024-01-01 00:00:00.000 [FATAL][1] cni-installer/<nil> <nil>: found no writeable directory, exiting",
    ),
    (
        "cni-bin-dir-not-writable:file",
        'time="2022-01-01T00:00:00Z" level=error msg="Failed to install /host/opt/cni/bin/calico" error="open /host/opt/cni/bin/calico.tmp: text file busy"',
    ),
    (
        "cni-selinux-denied",
        "Failed to copy /opt/cni/bin/calico to /host/opt/cni/bin. This may be caused by selinux configuration on the host, or something else.",
    ),
    (
        "cni-token-unauthorized",
        "2024-01-01 00:00:00.000 [FATAL][1] cni-installer/<nil> <nil>: Unable to create token for CNI kubeconfig error=Unauthorized",
    ),
    (
        "cni-token-forbidden",
        '2024-01-01 00:00:00.000 [FATAL][1] cni-installer/<nil> <nil>: Unable to create token for CNI kubeconfig error=serviceaccounts "calico-cni-plugin" is forbidden: User "system:serviceaccount:kube-system:calico-node" cannot create resource "serviceaccounts/token" in API group "" in the namespace "kube-system"',
    ),
    (
        "cni-token-not-found",
        '[FATAL][1] cni-installer/<nil> <nil>: Unable to create token for CNI kubeconfig error=serviceaccounts "calico-cni-plugin" not found',
    ),
    (
        "cni-token-failed",
        'Unable to create token for CNI kubeconfig error=Post "https://10.96.0.1:443/api/v1/namespaces/kube-system/serviceaccounts/calico-cni-plugin/token": dial tcp 10.96.0.1:443: i/o timeout',
    ),
    ("cni-config-template-invalid", 'level=fatal msg="{ is not a valid json object\\nerror: x"'),
    ("cni-config-template-invalid:new", "CNI config is not valid JSON: unexpected end"),
    (
        "bpffs-mount-failed",
        "2024-01-01 00:00:00.000 [ERROR][1] init/calico-init_linux.go 48: Failed to mount BPF filesystem. error=boom",
    ),
    ("bpf-network-bootstrap-failed", "Failed to initialize BPF network. error=boom"),
    # CNI plugin
    ("cni-noexec-mount", "fork/exec /opt/cni/bin/calico: permission denied"),
    (
        "cni-kubeconfig-token-stale",
        'plugin type="calico" failed (add): error getting ClusterInformation: connection is unauthorized: Unauthorized',
    ),
    ("cni-kernel-no-xfrm", "failed to create host netlink handle: protocol not supported"),
    # Felix
    (
        "felix-localhost-unresolvable",
        felix(
            "Health endpoint failed, trying to restart it... error=listen tcp: lookup localhost on 8.8.8.8:53: no such host"
        ),
    ),
    (
        "felix-localhost-unresolvable:probe",
        'Readiness probe failed: Get "http://localhost:9099/readiness": dial tcp: lookup localhost on 10.0.0.2:53: no such host',
    ),
    (
        "felix-localhost-foreign-ip",
        felix(
            "Health endpoint failed, trying to restart it... error=listen tcp 203.0.113.5:9099: bind: cannot assign requested address"
        ),
    ),
    (
        "felix-port-9099-in-use",
        felix(
            "Health endpoint failed, trying to restart it... error=listen tcp 127.0.0.1:9099: bind: address already in use"
        ),
    ),
    (
        "felix-not-listening",
        'calico/node is not ready: Felix is not live: Get "http://localhost:9099/liveness": dial tcp 127.0.0.1:9099: connect: connection refused',
    ),
    (
        "felix-nft-incompatible-rules",
        felix(
            "iptables-save failed because there are incompatible nft rules in the table.  Remove the nft rules to continue."
        ),
    ),
    (
        "felix-iptables-module-missing",
        "iptables v1.8.4 (legacy): can't initialize iptables table `filter': Table does not exist (do you need to insmod?)",
    ),
    (
        "felix-iptables-module-missing:save",
        felix("iptables-legacy-save command failed after retries", "PANIC"),
    ),
    (
        "felix-iptables-restore-rejected",
        felix(
            'Failed to execute ip(6)tables-restore command error=exit status 1 errorOutput="iptables-nft-restore: line 5 failed"',
            "WARNING",
        ),
    ),
    (
        "felix-iptables-restore-rejected",
        felix(
            'Failed to execute ip(6)tables-restore command error=exit status 2 errorOutput="iptables-nft-restore v1.8.4 (nf_tables): unknown arguments found on commandline',
            "WARNING",
        ),
    ),
    (
        "felix-iptables-restore-rejected:panic",
        felix("Failed to program iptables, giving up after retries", "PANIC"),
    ),
    (
        "felix-xtables-lock",
        felix("Failed to program iptables, will retry error=exit status 4", "WARNING"),
    ),
    (
        "felix-ipset-userspace-too-old",
        felix(
            "ipset v7.1: Kernel and userspace incompatible: settype hash:ip,port with revision 7 not supported by userspace."
        ),
    ),
    (
        "felix-ipset-userspace-too-old",
        "it says Kernel and userspace incompatible: set type hash:net with revision 7 not supported by userspace",
    ),
    (
        "felix-ipset-type-missing:absent",
        felix('Bad return code ... stderr="ipset v7.11: Kernel error received: Invalid argument"'),
    ),
    ("felix-ip6tables-unavailable", felix("ip6tables-legacy-save command failed", "WARNING")),
    (
        "felix-rpf-loose-fatal",
        felix(
            "Kernel's RPF check is set to 'loose'.  This would allow endpoints to spoof their IP address.",
            "FATAL",
        ),
    ),
    ("felix-config-invalid", felix("Failed to parse/validate configuration from datastore.")),
    (
        "felix-datastore-unreachable",
        felix("Failed to get config from datastore error=context deadline exceeded"),
    ),
    (
        "felix-datastore-unreachable:resync",
        felix(
            'Failed to perform list of current data during resync ListRoot="/calico/resources/v3/projectcalico.org/ippools" error=boom',
            "INFO",
        ),
    ),
    (
        "felix-dataplane-hang",
        "| InternalDataplaneMainLoop | 1m30s   | timed out      | timed out       |        |",
    ),
    (
        "felix-dataplane-hang:probe",
        "calico/node is not ready: Felix is not live: liveness probe reporting 503",
    ),
    (
        "felix-vxlan-module-missing",
        felix("Failed to configure VXLAN tunnel device, retrying... error=operation not supported"),
    ),
    (
        "felix-vxlan-device-conflict",
        felix("Failed to create VXLAN device. Another device with this VNI may already exist"),
    ),
    (
        "felix-ipip-module-missing",
        felix("Failed configure IPIP tunnel device, retrying... error=operation not supported"),
    ),
    (
        "felix-bpf-kernel-unsupported",
        felix("BPF dataplane mode enabled but not supported by the kernel.  Disabling BPF mode."),
    ),
    (
        "felix-panic-netlink-handle:empty",
        "goroutine 71 [running]:\ngithub.com/vishvananda/netlink.(*Handle).newNetlinkRequest(...)",
    ),
    (
        "felix-xdp-wipe-failed:try",
        felix("failed to wipe the XDP state error=failed to detach XDP program: exit 2 try=4"),
    ),
    (
        "felix-xdp-wipe-failed:goes-on",
        felix("failed to disable XDP: Failed to wipe the XDP state after 10 tries over 100ms"),
    ),
    (
        "felix-panic-nil-route-dst",
        "github.com/projectcalico/calico/felix/ifacemonitor.(*InterfaceMonitor).handleNetlinkRouteUpdate(0xc0001)",
    ),
    ("typha-none-ready", felix("Didn't find any ready Typha instances.")),
    (
        "typha-port-blocked",
        felix(
            "Failed to connect to typha endpoint 10.0.0.1:5473.  Will try another if available... error=dial tcp 10.0.0.1:5473: i/o timeout",
            "WARNING",
        ),
    ),
    (
        "typha-none-ready:refused",
        felix(
            "Failed to connect to typha endpoint 10.0.0.1:5473.  Will try another error=dial tcp 10.0.0.1:5473: connect: connection refused",
            "WARNING",
        ),
    ),
    (
        "typha-tls-mismatch",
        felix(
            "Failed to connect to typha endpoint 10.0.0.1:5473. error=x509: certificate signed by unknown authority"
        ),
    ),
    # BGP
    ("bgp-port-179-in-use", "bird: BGP: Socket error: listen: Address already in use"),
    ("bgp-another-bird-instance", "bird: I found another BIRD running."),
    (
        "bgp-probe-with-vxlan-backend",
        "CALICO_NETWORKING_BACKEND is vxlan - no need to run a BGP daemon",
    ),
    (
        "bgp-probe-with-vxlan-backend:live",
        "calico/node is not ready: bird/confd is not live: exit status 1",
    ),
    (
        "bgp-probe-with-vxlan-backend:socket",
        "Error querying BIRD: unable to connect to BIRDv4 socket: dial unix /var/run/bird/bird.ctl: connect: no such file or directory",
    ),
    (
        "bgp-port-179-blocked",
        "| 10.0.0.4 | node-to-node mesh | start | 02:00:00 | Active Socket: No route to host |",
    ),
    (
        "bgp-bird-config-rejected:confd",
        "2024-01-01 00:00:00.000 [ERROR][70] confd/client.go 100: Failed to query current BGP settings: boom",
    ),
    # the rest of the cluster
    (
        "kc-crash-is-consequence",
        "2024-01-01 00:00:00.000 [FATAL][1] main.go 118: Failed to initialize Calico datastore error=boom",
    ),
    (
        "op-two-installations",
        "Existing Calico installation can not be managed by Tigera Operator as it is configured in a way",
    ),
    (
        "rbac-forbidden",
        startup(
            'Unable to query node configuration error=connection is unauthorized: nodes "a" is forbidden: User "system:serviceaccount:kube-system:calico-node" cannot get resource "nodes" in API group "" at the cluster scope'
        ),
    ),
    (
        "rbac-wrong-identity",
        'clusterinformations.crd.projectcalico.org "default" is forbidden: User "system:node:a" cannot get resource "clusterinformations" in API group "crd.projectcalico.org" at the cluster scope',
    ),
    (
        "crd-missing",
        startup(
            "Unable to set global default configuration error=resource does not exist: X with error: the server could not find the requested resource (post clusterinformations.crd.projectcalico.org)"
        ),
    ),
    ("crd-missing:kind", 'no matches for kind "IPAMConfig" in version "crd.projectcalico.org/v1"'),
    (
        "x509-unknown-ca",
        startup(
            'Hit error connecting to datastore - retry error=Get "https://10.96.0.1:443/api/v1/nodes/foo": x509: certificate signed by unknown authority',
            "INFO",
        ),
    ),
    (
        "x509-expired",
        'Get "https://10.96.0.1:443/api": x509: certificate has expired or is not yet valid: current time 2024-02-01T00:00:00Z is after 2024-01-01T00:00:00Z',
    ),
    (
        "host-time-skew",
        'Get "https://10.96.0.1:443/api": x509: certificate has expired or is not yet valid: current time 2020-02-01T00:00:00Z is before 2024-01-01T00:00:00Z',
    ),
    (
        "x509-san-mismatch",
        'Get "https://10.96.0.1:443/api": x509: certificate is valid for 10.96.0.1, 192.168.0.1, not 10.43.0.1',
    ),
    ("host-no-default-route", "dial tcp 10.96.0.1:443: connect: network is unreachable"),
    (
        "host-dns-broken",
        'Get "https://api.example.com:6443/api/v1/nodes/foo": dial tcp: lookup api.example.com on 10.0.0.2:53: no such host',
    ),
    (
        "api-proxy-env",
        'Get "https://10.96.0.1:443/api/v1/nodes": proxyconnect tcp: dial tcp 10.0.0.9:3128: i/o timeout',
    ),
    ("api-overloaded", "etcdserver: request timed out"),
    # runtime, kubelet, kernel
    (
        "rt-cgroup-driver-reverse",
        'runc create failed: expected cgroupsPath to be of format "slice:prefix:name" for systemd cgroups, got "/kubepods/burstable/pod1/abc" instead: unknown',
    ),
    (
        "rt-cgroup-driver-reverse:docker",
        'cgroup-parent for systemd cgroup should be a valid slice named as "xxx.slice"',
    ),
    (
        "rt-cgroup-driver-reverse:kubelet",
        'misconfiguration: kubelet cgroup driver: "systemd" is different from docker cgroup driver: "cgroupfs"',
    ),
    (
        "rt-systemd-cgroup-silent-kill:path",
        "0::/system.slice/kubepods-burstable-pod1.slice:cri-containerd:0123456789abcdef",
    ),
    (
        "rt-runtime-hung:exit-lost",
        'time="2023-01-12T14:41:20+08:00" level=error msg="failed to process event" container=e9b69c3f1449e9e4 error="could not find container" event=exit module=libcontainerd',
    ),
    (
        "rt-runtime-hung:containerd-socket",
        'grpc: addrConn.createTransport failed to connect to {unix:///run/containerd/containerd.sock  <nil> 0 <nil>}. Err :connection error: desc = \\"transport: Error while dialing dial unix:///run/containerd/containerd.sock: timeout\\"',
    ),
    (
        "rt-runtime-hung:rpc",
        "E0112 13:58:02.118442 1 remote_runtime.go:116] RunPodSandbox from runtime service failed: rpc error: code = DeadlineExceeded desc = context deadline exceeded",
    ),
    (
        "rt-pleg-unhealthy",
        "skipping pod synchronization - PLEG is not healthy: pleg was last seen active 3m5.1s ago; threshold is 3m0s",
    ),
    (
        "rt-sandbox-image-unavailable",
        'failed to get sandbox image "registry.k8s.io/pause:3.6": failed to pull image',
    ),
    (
        "rt-hostpath-type-check",
        'MountVolume.SetUp failed for volume "xtables-lock" : hostPath type check failed: /run/xtables.lock is not a file',
    ),
    ("img-pull-rate-limit", "toomanyrequests: You have reached your pull rate limit."),
    (
        "img-pull-rate-limit:status",
        'Failed to pull image "calico/node:v3.25.0": unexpected status: 429 Too Many Requests',
    ),
    (
        "img-pull-unreachable",
        'PullImage "docker.io/calico/cni:v3.27.2" failed error="failed to do request: unexpected EOF"',
    ),
    (
        "img-pull-unreachable:no-answer",
        'Failed to pull image "docker.io/calico/cni:v3.23.1": rpc error: failed to do request: Head "https://registry-1.docker.io/v2/calico/cni/man',
    ),
    (
        "img-pull-unreachable:journal",
        '"PullImage from image service failed" err="rpc error: dial tcp 1.2.3.4:443: i/o timeout" image="calico/node:v3.27.2"',
    ),
    (
        "img-pull-unreachable",
        'Failed to pull image "docker.io/calico/node:v3.25.0": rpc error: code = Unknown desc = failed to do request: dial tcp 1.2.3.4:443: i/o timeout',
    ),
    (
        "host-overload-probe-kill",
        "Liveness probe failed: Get http://localhost:9099/liveness: dial tcp 127.0.0.1:9099: connect: connection refused",
    ),
    ("host-probe-timeout-tight", "Warning  Unhealthy  2m  kubelet  Readiness probe failed: "),
    (
        "host-probe-timeout-tight:command",
        'Liveness probe failed: command "/bin/calico-node -felix-live -bird-live" timed out',
    ),
    ("host-oomkilled:process", "[123.4] Killed process 4242 (calico-node) total-vm:1kB"),
    (
        "kc-crash-is-consequence:readiness",
        "Readiness probe failed: Failed to read status file status.json: open status.json: no such file or directory",
    ),
    (
        "host-oomkilled:cgroup",
        "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=1f,task_memcg=/kubepods/1f,task=calico-node,pid=31221,uid=0",
    ),
    (
        "host-oomkilled:system",
        "Warning  SystemOOM  3m  kubelet  System OOM encountered, victim process: calico-node, pid: 8123",
    ),
    ("host-oomkilled", "calico-node-4kd9z   0/1   OOMKilled   23 (70s ago)   12d"),
    ("host-oomkilled", "on two nodes calico-node gets OOM killed every hour"),
    (
        "host-cpu-throttled:alert",
        "47.2% throttling of CPU in namespace kube-system for container calico-node in pod calico-node-9hx2d.",
    ),
    ("host-conntrack-full", "nf_conntrack: nf_conntrack: table full, dropping packet"),
    (
        "host-swap-on",
        "F0624 13:16:48.816177   13626 server.go:233] failed to run Kubelet: Running with swap on is not supported, please disable swap! or set --fail-swap-on",
    ),
    (
        "host-swap-on",
        'E0205 10:58:14.917245 12704 run.go:72] "command failed" err="failed to run Kubelet: running with swap on is not supported, please disable swap >',
    ),
    (
        "rt-cri-not-served",
        'kubelet[7826]: E0906 20:35:22.866810 7826 run.go:72] "command failed" err="failed to run Kubelet: validate service connection: validate CRI v1 runtime API for endpoint \\"unix:///run/containerd/containerd.sock\\": rpc error: code = Unimplemented desc = unknown service runtime.v1.RuntimeService"',
    ),
    (
        "rt-cri-not-served",
        "FATA[0000] getting status of runtime failed: rpc error: code = Unimplemented desc = unknown service runtime.v1alpha2.RuntimeService",
    ),
    (
        "rt-cri-not-served:load",
        'WARN[2021-04-03T12:08:38.809121400+08:00] failed to load plugin io.containerd.grpc.v1.cri  error="invalid plugin config: `mirrors` cannot be set when `config_path` is provided"',
    ),
    (
        "rt-cri-not-served:load",
        'time="2024-04-10T14:57:55.291345999Z" level=warning msg="failed to load plugin" error="unable to load CRI runtime service plugin dependency: not found" id=io.containerd.grpc.v1.cri type=io.containerd.grpc.v1',
    ),
    ("node-kubelet-dead", "Kubelet stopped posting node status."),
    (
        "etcd-secret-files-missing:bare",
        "ERROR: Error accessing the Calico datastore: open /etc/etcd-certs/node.key: permission denied",
    ),
    (
        "skew-calico-too-old",
        'error: resource mapping not found for name: "calico-node" namespace: "" from "calico.yaml": no matches for kind "PodSecurityPolicy" in',
    ),
    (
        "ipamup-hostlocal-leftover-loop:handle",
        r'2020-01-01 00:00:00.000 [WARNING][1] ipam.go 1300: Failed to create handle, retry error=IPAMHandle.crd.projectcalico.org "net.0a1b\neth0" is invalid: metadata.name: Invalid value',
    ),
    (
        "felix-iptables-module-missing:cannot-run",
        felix("iptables save failed error=exit status 127", "WARNING"),
    ),
    # programs that an image lacks
    (
        "img-command-not-in-image:probe",
        r'Liveness probe failed: OCI runtime exec failed: exec failed: container_linux.go:346: starting container process caused "exec: \"/bin/calico-node\": stat /bin/calico-node: no such file or directory": unknown',
    ),
    (
        "img-command-not-in-image:any",
        r'Error response from daemon: oci runtime error: container_linux.go:247: starting container process caused "exec: \"/usr/local/bin/flexvol.sh\": stat /usr/local/bin/flexvol.sh: no such file or directory"',
    ),
    (
        "img-command-not-in-image:any",
        'OCI runtime create failed: runc create failed: unable to start container process: exec: "hostpath": executable file not found in $PATH: unknown',
    ),
    # pods that are refused
    (
        "sched-psp-denied",
        'Error creating: pods "tigera-operator-7b5dfc9c66-" is forbidden: PodSecurityPolicy: unable to admit pod: []',
    ),
    (
        "sched-scc-denied",
        r"Error creating: pods \"tigera-operator-7b5dfc9c66-\" is forbidden: unable to validate against any security context constraint: []",
    ),
]


@pytest.mark.parametrize(("key", "line"), LINES, ids=[key for key, _ in LINES])
def test_a_line_gives_its_message(key: str, line: str) -> None:
    assert key in keys_in(line)


@pytest.mark.parametrize(
    ("key", "line"),
    [
        # a more precise word for the same thing
        (
            "rbac-forbidden",
            'serviceaccounts "calico-cni-plugin" is forbidden: User "system:serviceaccount:kube-system:calico-node" cannot create resource "serviceaccounts/token" in API group ""',
        ),
        (
            "x509-unknown-ca",
            felix(
                "Failed to connect to typha endpoint 10.0.0.1:5473. error=x509: certificate signed by unknown authority"
            ),
        ),
        (
            "ipamup-hostlocal-leftover-loop",
            "failed to migrate ipam, retrying... error=failed to disable cluster: dial tcp 10.96.0.1:443: i/o timeout",
        ),
        (
            "ipamup-hostlocal-leftover-loop:head",
            "failed to migrate ipam, retrying... error=PodCIDR  did not parse successfully",
        ),
        # harmless twins
        ("cni-bin-dir-not-writable", "/host/secondary-bin-dir is not writeable, skipping"),
        (
            "crd-missing",
            "Error getting resource Key=GlobalFelixConfig(name=CalicoVersion) error=the server could not find the requested resource (get GlobalFelixConfigs.crd.projectcalico.org calicoversion)",
        ),
        (
            "rbac-forbidden",
            '2024-01-01 00:00:00.000 [INFO][9] startup/client.go 253: Unable to initialize default Tier error=connection is unauthorized: tiers.crd.projectcalico.org is forbidden: User "system:serviceaccount:kube-system:calico-node" cannot create resource "tiers" in API group "crd.projectcalico.org"',
        ),
        (
            "bpffs-mount-failed",
            "[ERROR][1] init-best-effort/calico-init_linux.go 48: Failed to mount BPF filesystem. error=boom",
        ),
        (
            "bpffs-mount-failed:any",
            "[ERROR][1] init-best-effort/calico-init_linux.go 48: Failed to mount BPF filesystem. error=boom",
        ),
        (
            "sched-podsecurity-denied",
            'Warning: would violate PodSecurity "restricted:latest": host namespaces (hostNetwork=true)',
        ),
        (
            "etcd-secret-files-missing:bare",
            "ERROR: Error accessing the Calico datastore: open /etc/cni/net.d/calico-kubeconfig.crt: no such file or directory",
        ),
        (
            "ipamup-hostlocal-leftover-loop:handle",
            'Failed to create handle, retry error=IPAMHandle.crd.projectcalico.org "Net.0a1b" is invalid: metadata.name: Invalid value',
        ),
        (
            "felix-iptables-module-missing:cannot-run",
            felix("iptables save failed error=exit status 1", "WARNING"),
        ),
        (
            "img-command-not-in-image:any",
            'OCI runtime exec failed: exec failed: unable to start container process: exec: "bash": executable file not found in $PATH: unknown',
        ),
        (
            "img-command-not-in-image:any",
            'failed to create containerd container: get version: exec: "apparmor_parser": executable file not found in $PATH',
        ),
        (
            "img-command-not-in-image:any",
            'unable to start container process: exec: "/opt/cni/bin/install": stat /opt/cni/bin/install: no such file or directory: unknown',
        ),
        (
            "sched-psp-denied",
            "Warning: policy/v1beta1 PodSecurityPolicy is deprecated in v1.21+, unavailable in v1.25+",
        ),
        ("rt-pleg-unhealthy", "PLEG is not healthy: pleg has yet to be successful"),
        # other people's certificates and names
        (
            "x509-unknown-ca",
            'Failed to pull image "reg.local/app:1": Get "https://reg.local/v2/": x509: certificate signed by unknown authority',
        ),
        (
            "x509-san-mismatch:no-ip",
            'Get "https://10.0.0.5:10250/metrics": x509: cannot validate certificate for 10.0.0.5 because it doesn\'t contain any IP SANs',
        ),
        (
            "host-dns-broken",
            'Failed to pull image "docker.io/library/nginx": dial tcp: lookup registry-1.docker.io on 8.8.8.8:53: no such host',
        ),
        (
            "rt-runtime-hung:rpc",
            "Readiness probe errored: rpc error: code = DeadlineExceeded desc = failed to exec in container: timeout 10s exceeded: context deadline exceeded",
        ),
        # other people's memory and processors
        ("host-oomkilled", "coredns-5d78c9869d-8x2kl   0/1   OOMKilled   4   2d"),
        ("host-oomkilled", "calico-node was not OOMKilled, the last state is Error"),
        ("host-oomkilled", "calico-node runs, but the prometheus pod is OOMKilled"),
        ("host-oomkilled:cgroup", "oom-kill:constraint=CONSTRAINT_NONE,task=java,pid=4711,uid=0"),
        ("host-oomkilled:process", "Killed process 4242 (birdwatcher) total-vm:1kB"),
        ("host-oomkilled:system", "System OOM encountered, victim process: java, pid: 4711"),
        (
            "host-cpu-throttled:alert",
            "61% throttling of CPU in namespace monitoring for container grafana in pod grafana-0.",
        ),
        # one word off
        ("ip-conflict-duplicate", startup("Calico node 'master' was already known", "INFO")),
        (
            "ip-dummy-service-address",
            startup("Using autodetected IPv4 address on interface eth0: 10.0.0.5/24", "INFO"),
        ),
        ("pool-exhausted:none-of", "Assigned 1 out of 1 requested IPv4 addresses"),
        ("pool-exhausted:only-none", "failed to request 2 IPv4 addresses. IPAM allocated only 1"),
        (
            "img-pull-unreachable",
            'Failed to pull image "docker.io/library/redis:7": dial tcp 1.2.3.4:443: i/o timeout',
        ),
        (
            "img-pull-unreachable:no-answer",
            'Failed to pull image "docker.io/library/redis:7": failed to do request: Head "https://registry-1.docker.io/v2/library/redis',
        ),
        (
            "img-pull-unreachable:no-answer",
            'Failed to pull image "docker.io/calico/cni:v3.23.1": failed to do request: Head "https://registry-1.docker.io/v2/": dial tcp 1.2.3.4:443: i/o timeout',
        ),
        (
            "img-pull-unreachable:no-answer",
            'Failed to pull image "docker.io/calico/cni:v3.23.1": failed to resolve reference "docker.io/calico/cni:v3.23.1"',
        ),
        (
            "felix-iptables-restore-rejected",
            "iptables v1.8.4 (nf_tables): unknown arguments found on commandline",
        ),
        (
            "host-probe-timeout-tight",
            "Readiness probe failed: HTTP probe failed with statuscode: 503",
        ),
        (
            "felix-dataplane-hang",
            "| InternalDataplaneMainLoop | 1m30s   | reporting live | reporting ready |        |",
        ),
        (
            "felix-xdp-wipe-failed",
            felix("failed to disable XDP: Failed to wipe the XDP state after 10 tries over 100ms"),
        ),
        (
            "felix-panic-netlink-handle:empty",
            "goroutine 71 [syscall]:\ngithub.com/vishvananda/netlink.(*Handle).newNetlinkRequest(...)",
        ),
        (
            "rt-runtime-hung:containerd-socket",
            "ls: cannot access '/run/k3s/containerd/containerd.sock': No such file or directory",
        ),
    ],
)
def test_a_near_miss_gives_no_such_message(key: str, line: str) -> None:
    assert key not in keys_in(line)


def test_every_message_has_a_word_of_some_length_to_be_found_by() -> None:
    for message in tables():
        if not message.words:
            assert len(trigger_word(message.pattern)) > 3, message.key


def test_every_pattern_compiles_and_matches_no_empty_text() -> None:
    for message in tables():
        assert compiled(message.pattern).search("") is None, message.key


def test_the_words_of_a_pattern_are_those_that_stand_alone_in_every_match() -> None:
    assert sure_words(r"foo bar\W{0,4} (?P<x>baz) qux?") == ("bar",)
    assert sure_words(r"\bone two\W{0,3}three \d+: four\b") == ("one", "four")
    assert sure_words(r"a [xy]b c+d e\.f g") == ("e", "f")
    assert sure_words("one|two") == ()


def test_a_pattern_without_a_sure_word_must_name_one() -> None:
    with pytest.raises(ValueError, match="must name one"):
        trigger_word(r"one\w+")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (
            felix("x509: certificate signed by unknown authority Get https://10.96.0.1:443/api"),
            FelixSaid,
        ),
        (
            startup("x509: certificate signed by unknown authority Get https://10.96.0.1:443/api"),
            StartupSaid,
        ),
        (
            "2024-01-01 00:00:00.000 [ERROR][1] cni-installer/install.go 1: x509: certificate signed by unknown authority",
            CniInstallSaid,
        ),
        (
            "2020-01-01 00:00:00.000 [ERROR][1] ipam_plugin.go 95: x509: certificate signed by unknown authority",
            IpamUpgradeSaid,
        ),
        (
            "2024-01-01 00:00:00.000 [ERROR][1] confd/client.go 95: x509: certificate signed by unknown authority",
            BgpSaid,
        ),
        (
            'plugin type="calico" failed (add): error getting ClusterInformation: x509: certificate signed by unknown authority',
            CniPluginSaid,
        ),
        ("x509: certificate signed by unknown authority", StartupSaid),
    ],
)
def test_what_anyone_may_say_is_the_speakers_word(line: str, kind: type[Said]) -> None:
    assert [
        type(fact) for fact in facts_in(line) if getattr(fact, "key", "") == "x509-unknown-ca"
    ] == [kind]


def test_holes_become_details() -> None:
    found = [
        fact
        for fact in facts_in(
            startup("Calico node 'master' is already using the IPv4 address 192.168.0.10.")
        )
        if isinstance(fact, Said)
    ]
    assert [
        (fact.key, fact.detail("node"), fact.detail("address"), fact.fatal) for fact in found
    ] == [("ip-conflict-duplicate", "master", "192.168.0.10", True)]
