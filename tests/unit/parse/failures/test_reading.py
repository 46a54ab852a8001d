"""One failure in the words of many programs, releases and languages."""

import pytest

from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import NO_THING, Thing
from calicovet.model.failures.thing import ThingClass as Is
from calicovet.model.provenance import Speaker
from calicovet.parse.failures.reading import read_failure

SAME = [
    # (how, class, value, wordings)
    (How.TIMED_OUT, Is.API_SERVER, "service", [
        'Get "https://10.96.0.1:443/api/v1/nodes/foo": dial tcp 10.96.0.1:443: i/o timeout',
        "Get https://10.43.0.1:443/version: dial tcp 10.43.0.1:443: getsockopt: connection timed out",
        'error=Get "https://10.96.0.1:443/api/v1/nodes/w": dial tcp 10.96.0.1:443: connect: connection timed out',
        'Post "https://172.30.0.1:443/apis/x": dial tcp 172.30.0.1:443: i/o timeout (Client.Timeout exceeded while awaiting headers)',
        "failed to list pods: Get https://10.96.0.1:443/api/v1/pods: net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)",
        "连接 https://10.96.0.1:443/api/v1/nodes 超时",
    ]),
    (How.SLOW, Is.API_SERVER, "endpoint", [
        'Get "https://10.0.0.7:6443/api/v1/nodes": net/http: TLS handshake timeout',
        'Get "https://10.0.0.7:6443/api?timeout=32s": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
        "Get https://lb.example.com:6443/version: net/http: request canceled (Client.Timeout exceeded while awaiting headers)",
    ]),
    (How.REFUSED, Is.API_SERVER, "endpoint", [
        "The connection to the server 10.0.0.7:6443 was refused - did you specify the right host or port?",
        "dial tcp 10.0.0.7:6443: connect: connection refused",
        "dial tcp 10.x.x.7:6443: getsockopt: connection refused",
        "curl: (7) Failed to connect to 10.0.0.7 port 6443: Connection refused",
    ]),
    (How.REFUSED, Is.API_SERVER, "localhost", [
        'Get "https://127.0.0.1:6443/api/v1/nodes": dial tcp 127.0.0.1:6443: connect: connection refused',
        "dial tcp [::1]:6444: connect: connection refused",
    ]),
    (How.NO_ROUTE, Is.TYPHA, "", [
        "Failed to connect to Typha, retrying... error=dial tcp 172.29.3.7:5473: connect: no route to host",
        "dial tcp 172.29.**.7:5473: no route to host",
    ]),
    (How.NO_ROUTE, Is.BGP_PEER, "", [
        "bird: Mesh_10_0_0_5: BGP: Connect Socket: No route to host",
        "179 端口被防火墙拦了",
        "安全组没有放行 179 端口",
    ]),
    (How.UNREACHABLE, Is.API_SERVER, "service", [
        "dial tcp 10.96.0.1:443: connect: network is unreachable",
    ]),
    (How.NOT_RESOLVED, Is.HOST_NAME, "localhost", [
        "listen tcp: lookup localhost on 10.0.0.2:53: no such host",
        "dial tcp: lookup localhost: Temporary failure in name resolution",
        "lookup localhost on 10.0.0.2:53: server misbehaving",
        "lookup localhost on 10.0.0.2:53: read udp 10.0.0.4:44547->10.0.0.2:53: i/o timeout",
    ]),
    (How.ADDRESS_IN_USE, Is.PORT, "9099", [
        "listen tcp 127.0.0.1:9099: bind: address already in use",
        "listen tcp [::1]:9099: bind: Address in use",
        "9099 端口已被占用",
    ]),
    (How.ADDRESS_IN_USE, Is.PORT, "179", [
        "bird: BGP: listen: Address already in use",
        "bird: BGP: Cannot open listening socket",
    ]),
    (How.CANNOT_ASSIGN, Is.PORT, "9099", [
        "Health endpoint failed, trying to restart it... error=listen tcp 10.99.0.1:9099: bind: cannot assign requested address",
    ]),
    (How.UNKNOWN_AUTHORITY, Is.TYPHA, "", [
        "Failed to connect to typha endpoint 10.3.1.2:5473. error=tls: failed to verify certificate: x509: certificate signed by unknown authority",
        "dial tcp 10.3.1.2:5473: x509: certificate signed by unknown authority (possibly because of \"crypto/rsa: verification error\")",
    ]),
    (How.CERTIFICATE_EXPIRED, Is.API_SERVER, "service", [
        'Get "https://10.96.0.1:443/version": x509: certificate has expired or is not yet valid: current time 2024-07-19T05:00:13Z is after 2024-07-18T22:41:09Z',
    ]),
    (How.CERTIFICATE_EXPIRED, Is.CERTIFICATE, "", [
        "the certificate expired last night",
        "证书昨晚过期了",
        "kubelet 的证书已经过期",
    ]),
    (How.CLOCK_SKEW, Is.CLOCK, "", ["节点时间不同步", "clock skew detected on the node", "square/go-jose/jwt: validation failed, token not valid yet (nbf)", "[invalid bearer token, service account token is not valid yet]", "jwt: token used before issued"]),
    (How.FORBIDDEN, Is.RESOURCE, "ippools", [
        'ippools.crd.projectcalico.org is forbidden: User "system:serviceaccount:kube-system:calico-node" cannot list resource "ippools" in API group "crd.projectcalico.org" at the cluster scope',
        'User \\"system:serviceaccount:kube-system:canal\\" cannot list ippools.crd.projectcalico.org at the cluster scope',
    ]),
    (How.NOT_SERVED, Is.RESOURCE, "tiers", [
        "the server could not find the requested resource (post tiers.crd.projectcalico.org)",
        'no matches for kind "Tier" in version "crd.projectcalico.org/v1"',
    ]),
    (How.UNAUTHORIZED, Is.API_SERVER, "", [
        "Unable to create token for CNI kubeconfig error=Unauthorized",
        "error: You must be logged in to the server (the server has asked for the client to provide credentials)",
    ]),
    (How.FOREIGN_ANSWER, Is.API_SERVER, "service", [
        'Get "https://10.96.0.1:443/apis/crd.projectcalico.org/v1/clusterinformations/default": Service Unavailable',
        'Get https://10.96.0.1:443/apis/crd.projectcalico.org/v1/ippools: Forbidden',
    ]),
    (How.MISSING, Is.PATH, "nodename", [
        "stat /var/lib/calico/nodename: no such file or directory",
        "open /var/lib/calico/nodename: No such file or directory",
        "cat: /var/lib/calico/nodename: 没有那个文件或目录",
    ]),
    (How.READ_ONLY, Is.PATH, "cni-bin", [
        "open /host/opt/cni/bin/calico-ipam.tmp: read-only file system",
        "mkdir: cannot create directory '/opt/cni/bin': Read-only file system",
        "cp: 无法创建普通文件'/opt/cni/bin/calico': 只读文件系统",
    ]),
    (How.NO_SPACE, Is.CGROUP, "", [
        "mkdir /sys/fs/cgroup/memory/kubepods/burstable/podx: no space left on device",
    ]),
    (How.NOT_EXECUTABLE, Is.PATH, "cni-bin", [
        "fork/exec /opt/cni/bin/calico: permission denied",
        'exec: "/opt/cni/bin/calico": permission denied',
    ]),
    (How.EXIT, Is.PROGRAM, "ip6tables-restore", [
        "ip6tables-legacy-restore command failed error=exit status 2",
        "Failed to execute ip6tables-nft-restore: exit code 2",
        "ip6tables-restore exited with code 2",
    ]),
    (How.EXEC_FORMAT, Is.PROGRAM, "calico-ipam", [
        "exec /opt/cni/bin/calico-ipam: exec format error",
        "/opt/cni/bin/calico-ipam: cannot execute binary file: Exec format error",
    ]),
    (How.MISSING_LIBRARY, Is.LIBRARY, "libpcap.so.0.8", [
        "calico-node: error while loading shared libraries: libpcap.so.0.8: cannot open shared object file: No such file or directory",
    ]),
    (How.ILLEGAL_INSTRUCTION, Is.CPU, "", [
        "Fatal glibc error: CPU does not support x86-64-v2",
        "This program can only be run on AMD64 processors with v2 microarchitecture support.",
    ]),
    (How.NO_THREADS, Is.PROCESSES, "", [
        "runtime: failed to create new OS thread (have 3 already; errno=11)",
        "runtime/cgo: pthread_create failed: Resource temporarily unavailable",
    ]),
    (How.NO_WATCHES, Is.INOTIFY, "", [
        "failed to create fsnotify watcher: too many open files",
        "inotify_add_watch /sys/fs/cgroup/x: no space left on device",
    ]),
    (How.NOT_SUPPORTED, Is.LINK, "vxlan", [
        "Failed to configure VXLAN tunnel device, retrying... error=operation not supported",
        "Failed configure VXLAN tunnel device, retrying... error=operation not supported ipVersion=0x4",
        "Failed to configure tunnel device, retrying... error=operation not supported tunnelDevice=vxlan.calico",
    ]),
    (How.INVALID_VALUE, Is.CONFIG, "swap", [
        "failed to run Kubelet: Running with swap on is not supported, please disable swap! or set --fail-swap-on flag to false.",
        "[ERROR Swap]: running with swap on is not supported. Please disable swap",
        'E0205 10:58:14.917245 12704 run.go:72] "command failed" err="failed to run Kubelet: running with swap on is not supported, please disable swap >',
    ]),
    (How.MODULE_MISSING, Is.MODULE, "vxlan", [
        "modprobe: FATAL: Module vxlan not found in directory /lib/modules/5.13.0",
    ]),
    (How.NOT_PERMITTED, Is.IPSET, "", [
        'Bad return code from \'ipset list -name\'. error=exit status 1 stderr="ipset v7.11: Kernel error received: Operation not permitted\\n"',
    ]),
    (How.TOO_OLD, Is.IPSET, "hash:net", [
        "ipset v7.11: Kernel and userspace incompatible: settype hash:net with revision 8 not supported by userspace.",
    ]),
    (How.CONFLICT, Is.ADDRESS, "", [
        "Calico node 'm1' is already using the IPv4 address 10.5.5.10.",
        "conflicting node detected: IPv4 address conflict",
    ]),
    (How.FULL, Is.POOL, "", [
        "Unable to autoassign an address: pools are likely exhausted. type=\"ipipTunnelAddress\"",
        "Assigned 0 out of 1 requested IPv4 addresses; No more free affine blocks and strict affinity enabled",
        "IP 地址池已经用完",
    ]),
    (How.FULL, Is.CONNTRACK, "", ["nf_conntrack: nf_conntrack: table full, dropping packet", "conntrack 表满了"]),
    (How.OUT_OF_MEMORY, Is.PROGRAM, "calico-node", [
        "Memory cgroup out of memory: Killed process 20117 (calico-node) total-vm:1582940kB",
    ]),
    (How.BEING_DELETED, Is.RESOURCE, "namespaces", [
        "namespace calico-system: some content has finalizers remaining",
    ]),
    (How.BEING_DELETED, Is.RESOURCE, "serviceaccounts", [
        'serviceaccounts "calico-node" is terminating, no token is issued',
        'serviceaccount "calico-cni-plugin" is being deleted',
    ]),
    (How.DENIED, Is.SYSCTL, "net.ipv4.conf.*.rp_filter", [
        "kernel: IPv4: martian source 10.42.0.4 from 10.42.3.9, on dev bond0",
    ]),
    (How.FULL, Is.CONNTRACK, "", [
        "ip_conntrack: table full, dropping packet.",
        "nf_conntrack: the table has reached its maximum",
    ]),
    (How.CORRUPT, Is.PROTOCOL, "vxlan", [
        "kernel: UDP: bad checksum. From 10.3.0.4:39112 to 10.3.0.9:8472 ulen 90",
    ]),
    (How.TOO_OLD, Is.IPSET, "hash:ip", [
        "this set of tools does not support revision 6 of hash:ip",
        "hash:ip: revision 6 is not supported",
    ]),
    (How.OBJECT_MISSING, Is.RULES, "foreign", [
        "iptables v1.8.2: Couldn't load match `tls'",
    ]),
    (How.EXEC_FORMAT, Is.IMAGE, "calico/cni", [
        'Failed to pull image "calico/cni:v3.20.0": no matching manifest for linux/ppc64le',
    ]),
    (How.CORRUPT, Is.IMAGE, "calico/cni", [
        'Failed to pull image "calico/cni:v3.20.0": failed to extract layer sha256:00ff',
        'image "calico/cni:v3.20.0": layer verification failed',
    ]),
    (How.MISMATCH, Is.CONFIG, "podsubnet", [
        "the pool lies outside podSubnet 10.96.0.0/12",
    ]),
    (How.SLOW, Is.BIRD, "graceful-restart", [
        "BIRD is still waiting for the graceful restart",
    ]),
    (How.NOT_READY, Is.CONTAINER, "kube-controller-manager", [
        "kube-controller-manager lost its leader lease",
        "kube-controller-manager: failed to renew lease, leader election lost",
    ]),
    (How.CANNOT_ASSIGN, Is.FELIX, "health-ipv6", [
        'Get "http://localhost:9099/liveness": dial tcp [::1]:9099: connect: can\'t assign requested address',
    ]),
    (How.REFUSED, Is.RUNTIME, "docker", [
        "Cannot connect to the Docker daemon at unix:///run/docker.sock",
    ]),
    (How.MISSING, Is.PROGRAM, "flannel", [
        "open /run/flannel/subnet.env: no such file or directory",
    ]),
    (How.HUNG, Is.KUBELET, "pleg", [
        "PLEG is not healthy: pleg was last seen active 4m31.2s ago; threshold is 3m0s",
    ]),
    (How.RATE_LIMITED, Is.REGISTRY, "", [
        'Failed to pull image "calico/node:v3.19.1": toomanyrequests: You have reached your pull rate limit. https://registry-1.docker.io/v2/x',
    ]),
    (How.MISSING, Is.RUNTIME, "containerd", [
        'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: no such file or directory"',
    ]),
    (How.NOT_SERVED, Is.RUNTIME, "", [
        "rpc error: code = Unimplemented desc = unknown service runtime.v1.RuntimeService",
    ]),
    (How.TIMED_OUT, Is.RUNTIME, "", [
        '"StartContainer from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
        "rpc error: code = DeadlineExceeded desc = context deadline exceeded",
    ]),
    (How.FORBIDDEN, Is.RESOURCE, "serviceaccounts/token", [
        'serviceaccounts "canal" is forbidden: User "system:serviceaccount:kube-system:canal" cannot create resource "serviceaccounts/token" in API group "" in the namespace "kube-system"',
    ]),
    (How.NOT_FOUND, Is.ADDRESS, "ipv6", ["Couldn't autodetect an IPv6 address."]),
    (How.NOT_FOUND, Is.ADDRESS, "ipv4", ["Unable to auto-detect an IPv4 address: no valid IPv4 addresses"]),
    (How.REFUSED, Is.FELIX, "health-ipv6", ["dial tcp [::1]:9099: connect: connection refused"]),
    (How.REFUSED, Is.FELIX, "health", [
        "dial tcp 127.0.0.1:9099: connect: connection refused",
        "Readiness got 127.0.0.1:9099: connection refused",
    ]),
    (How.CORRUPT, Is.PROTOCOL, "vxlan", [
        "10.0.0.5.51220 > 10.0.0.6.4789: [bad udp cksum 0xffff -> 0x1a2b!] VXLAN, flags [I] (0x08), vni 4096",
    ]),
    (How.RATE_LIMITED, Is.CPU, "", ["the container's CPU was throttled 93% of the time"]),
]  # fmt: skip
WORDINGS = [(how, kind, value, words) for how, kind, value, rows in SAME for words in rows]


@pytest.mark.parametrize(
    ("how", "kind", "value", "words"), WORDINGS, ids=lambda each: str(each)[:60]
)
def test_the_same_failure_is_read_from_each_wording(
    how: How, kind: Is, value: str, words: str
) -> None:
    found = read_failure(words)
    assert found is not None
    assert (found.how, found.thing.kind, found.thing.value) == (how, kind, value)


@pytest.mark.parametrize(
    ("how", "kind", "value", "words"), WORDINGS, ids=lambda each: str(each)[:60]
)
@pytest.mark.parametrize(
    "worn",
    [
        "“{}”",
        "报错：{}",
        "\t{}",
        "E0101 00:00:00.000000 1 x.go:9] {}",
        "{}2024-01-01 00:00:00.000 [INFO][1] felix/x.go 1: next",
    ],
)
def test_what_stands_around_a_failure_does_not_change_it(
    how: How, kind: Is, value: str, words: str, worn: str
) -> None:
    if worn.startswith("{}") and not (words[-1].isascii() and words[-1].isalnum()):
        worn = "{}"
    found = read_failure(worn.format(words))
    assert found is not None
    assert (found.how, found.thing.kind, found.thing.value) == (how, kind, value)


@pytest.mark.parametrize(
    "line",
    [
        "calico-node is ready on all nodes",
        "no errors were found",
        "sync finished error=<nil> failed=0",
        "Successfully connected to typha address=10.5.0.7:5473",
        "没有报错，一切正常",
        'failurePolicy: Fail onFailure: "Ignore"',
        "BIRD is up and running",
        "/opt /dev/mapper/vg0-opt xfs rw,nosuid,nodev,noexec,relatime",
        'Error from server (BadRequest): container "calico-node" in pod "calico-node-d7xxm" is waiting to start: PodInitializing',
        '"RuntimeConfig from runtime service failed" err="rpc error: code = Unimplemented desc = unknown method RuntimeConfig for service runtime.v1.RuntimeService"',
        '"Partial failure issuing cadvisor.ContainerInfoV2" err="partial failures: ["/kubepods/besteffort/pod1c/9f": RecentStats: unable to find data in memory cache]"',
        'value=&v3.IPPool{ObjectMeta:v1.ObjectMeta{Name:"b", DeletionTimestamp:<nil>, Finalizers:[]string(nil)}}',
        '"creationTimestamp": "2026-01-04T08:00:00Z", "deletionTimestamp": null, "finalizers": []',
        "rpc error: code = Unimplemented desc = unknown method ListMetricDescriptors for service runtime.v1.RuntimeService",
    ],
)
def test_what_states_no_failure_gives_none(line: str) -> None:
    assert read_failure(line) is None


def test_the_goal_is_what_the_outer_verb_is_about() -> None:
    found = read_failure(
        'Failed to pull image "quay.io/calico/cni:v3.27.9": failed to do request: Head "https://quay.io/v2/calico/cni/manifests/v3.27.9": dial tcp 203.0.113.7:443: i/o timeout',
        Speaker.KUBELET,
    )
    assert found is not None
    assert (found.by, found.doing, found.how) == (Speaker.KUBELET, Act.PULL, How.TIMED_OUT)
    assert (found.thing.kind, found.thing.text) == (Is.REGISTRY, "203.0.113.7:443")
    assert (found.goal.kind, found.goal.value) == (Is.IMAGE, "calico/cni")


def test_the_innermost_reason_decides() -> None:
    found = read_failure(
        "failed to migrate ipam, retrying... error=failed to get add IPIP tunnel addr 10.244.4.1: Get https://172.30.0.1:443/apis/crd.projectcalico.org/v1/ippools: dial tcp 172.30.0.1:443: connect: no route to host"
    )
    assert found is not None
    assert (found.doing, found.how, found.thing.kind) == (Act.MIGRATE, How.NO_ROUTE, Is.API_SERVER)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("iptables-restore failed error=exit status 4", "4"),
        ("iptables-restore failed error=exit status 42024-01-01 00:00:00.000 [INFO][1] x", "4"),
        ("felix is not ready: readiness probe reporting 503", "503"),
        ('User "system:node:n1" cannot list resource "pods" in API group', "list"),
    ],
)
def test_what_belongs_to_the_how_is_its_value(line: str, value: str) -> None:
    found = read_failure(line)
    assert found is not None
    assert found.value == value


@pytest.mark.parametrize("level", ["INFO", "DEBUG"])
def test_a_quiet_level_needs_a_failure_that_the_program_calls_one(level: str) -> None:
    line = "Table does not exist, will create it"
    assert read_failure(line, Speaker.FELIX, level) is None
    retried = "Hit error connecting to datastore - retry error=dial tcp 10.96.0.1:443: i/o timeout"
    assert read_failure(retried, Speaker.STARTUP, level) is not None


@pytest.mark.parametrize("port", ["9443", "443"])
def test_a_strangers_server_at_the_apis_port_is_not_the_api(port: str) -> None:
    found = read_failure(
        f"dial tcp 203.0.113.7:{port}: connect: connection refused", Speaker.STRANGER
    )
    assert found is not None
    assert found.thing.kind is Is.PORT


@pytest.mark.parametrize("level", ["ERROR", "FATAL"])
def test_what_calicos_program_calls_an_error_fails_though_it_names_no_thing(level: str) -> None:
    line = "Failed to do what was asked"
    found = read_failure(line, Speaker.CONFD, level)
    assert found is not None
    assert (found.by, found.how, found.thing) == (Speaker.CONFD, How.FAILED, NO_THING)


@pytest.mark.parametrize(
    ("by", "level"),
    [
        (Speaker.CONFD, "WARNING"),
        (Speaker.CONFD, ""),
        (Speaker.KUBELET, "ERROR"),
        (Speaker.STRANGER, "ERROR"),
        (Speaker.UNKNOWN, "ERROR"),
    ],
)
def test_of_others_and_at_other_levels_a_failure_names_its_thing(by: Speaker, level: str) -> None:
    assert read_failure("Failed to do what was asked", by, level) is None


@pytest.mark.parametrize(
    ("line", "how", "goal"),
    [
        ("Failed to list IP Pools error=context deadline exceeded", How.TIMED_OUT, "ippools"),
        ("Error getting Felix node config error=EOF", How.EOF, "felixconfigurations"),
        (
            "Cannot go on: the server is currently unable to handle the request (get nodes n1)",
            How.SERVER_ERROR,
            "nodes",
        ),
        ("Cannot go on: an error on the server has prevented it", How.SERVER_ERROR, ""),
    ],
)
def test_calicos_program_that_asks_for_an_object_asks_the_datastore(
    line: str, how: How, goal: str
) -> None:
    found = read_failure(line, Speaker.FELIX, "ERROR")
    assert found is not None
    assert (found.how, found.thing.kind, found.goal.value) == (how, Is.DATASTORE, goal)
    # For an unknown speaker, the server is unknown, too.
    other = read_failure(line, Speaker.UNKNOWN, "ERROR")
    assert other is not None
    assert other.thing.kind is not Is.DATASTORE


def test_what_follows_a_conflict_is_in_conflict_not_what_was_to_be_set() -> None:
    set_to = "Unable to set the node IP address"
    object_changed = read_failure(f"{set_to}: update conflict: Node(n1)", Speaker.STARTUP)
    assert object_changed is not None
    assert (object_changed.how, object_changed.thing) == (How.CONFLICT, Thing(Is.RESOURCE, "nodes"))
    address_taken = read_failure(f"{set_to}: address conflict with another node", Speaker.STARTUP)
    assert address_taken is not None
    assert address_taken.thing.kind is Is.ADDRESS


@pytest.mark.parametrize(
    ("by", "thing"),
    [
        (Speaker.FELIX, Thing(Is.PROGRAM, "felix")),
        (Speaker.STRANGER, NO_THING),
        (Speaker.UNKNOWN, NO_THING),
    ],
)
def test_a_panic_is_that_of_the_program_whose_log_it_is(by: Speaker, thing: Thing) -> None:
    failure = read_failure("panic: runtime error: index out of range [3] with length 3", by)
    assert failure is not None
    assert (failure.how, failure.thing) == (How.PANIC, thing)


@pytest.mark.parametrize(
    ("line", "thing"),
    [
        ("unexpected status code 403 Forbidden", Is.UNKNOWN),
        ("Get https://10.0.0.7:6443/api/v1/nodes: 403 Forbidden", Is.RESOURCE),
        ("failed to list nodes: Forbidden", Is.RESOURCE),
    ],
)
def test_a_bare_refusal_is_a_missing_right(line: str, thing: Is) -> None:
    failure = read_failure(line)
    assert failure is not None
    assert (failure.how, failure.thing.kind) == (How.FORBIDDEN, thing)
