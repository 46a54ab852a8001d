from datetime import UTC, datetime
from ipaddress import ip_address, ip_interface

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    AccessForbidden,
    AddressAutodetected,
    AddressFromEnvironment,
    AddressNotDetected,
    AddressOnLink,
    ApiCallFailed,
    BgpNotEstablished,
    CalicoVersion,
    CallError,
    Citation,
    ControllersSaid,
    CrdNotServed,
    Fact,
    FatalLine,
    FelixHealth,
    FelixLink,
    HarmlessLine,
    KilledByProbe,
    LookupFailed,
    Milestone,
    MilestoneReached,
    NodeNameUsed,
    Probe,
    ProbeFailed,
    Said,
    VxlanParent,
)
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.parse.messages.scan import facts_in_text, read_messages


def facts_in(text: str, about: Subject = NO_SUBJECT) -> list[Fact]:
    return list(read_messages(Evidence(id="e", kind=EvidenceKind.TEXT, content=text, about=about)))


def log(
    message: str, component: str = "startup/startup.go", second: int = 0, level: str = "INFO"
) -> str:
    return f"2024-01-01 00:00:{second:02}.000 [{level}][9] {component} 100: {message}"


MILESTONES = [
    ("migrating from host-local to calico-ipam...", Milestone.IPAM_UPGRADE_BEGAN),
    ('migration from host-local to calico-ipam complete node="a"', Milestone.IPAM_UPGRADE_DONE),
    (
        "host-local IPAM data dir dir not found; no migration necessary, successfully exiting...",
        Milestone.IPAM_UPGRADE_DONE,
    ),
    ("Running as a Kubernetes pod", Milestone.CNI_INSTALL_BEGAN),
    ("Wrote Calico CNI binaries to /host/opt/cni/bin", Milestone.CNI_BINARIES_WRITTEN),
    ("Done configuring CNI.  Sleep= false", Milestone.CNI_INSTALLED),
    ("Done configuring CNI.  Sleep=false", Milestone.CNI_INSTALLED),
    ("Mounted BPF filesystem.", Milestone.BPF_PREPARED),
    ("Early log level set to info", Milestone.STARTUP_BEGAN),
    ("Starting node n1 with version v3.29.0", Milestone.STARTUP_BEGAN),
    ("Determined node name: n1", Milestone.NODE_NAMED),
    ("Checking datastore connection", Milestone.DATASTORE_CHECK_BEGAN),
    ("Datastore connection verified", Milestone.DATASTORE_REACHED),
    ("Datastore is ready", Milestone.DATASTORE_REACHED),
    ("Skipping datastore connection test", Milestone.DATASTORE_CHECK_SKIPPED),
    ('Building new node resource Name="n1"', Milestone.NODE_READ),
    ("Initialize BGP data", Milestone.NODE_READ),
    ("Using autodetected IPv4 address on interface eth0: 10.0.0.5/24", Milestone.ADDRESS_CHOSEN),
    ("Using IPv4 address from environment: IP=10.0.0.5", Milestone.ADDRESS_CHOSEN),
    ("IPv4 address 10.0.0.5 discovered on interface eth0", Milestone.ADDRESS_CHOSEN),
    (
        "Autodetection for IPv4 disabled, keeping existing value: 10.0.0.5/24",
        Milestone.ADDRESS_CHOSEN,
    ),
    ("No AS number configured on node resource, using global value", Milestone.NODE_CONFIGURED),
    ("Using AS number specified in environment (AS=64512)", Milestone.NODE_CONFIGURED),
    ("Skipping IP pool configuration", Milestone.POOLS_READY),
    ("Created default IPv4 pool (192.168.0.0/16) with NAT outgoing true.", Milestone.POOLS_READY),
    ("FELIX_IPV6SUPPORT is false through environment variable", Milestone.POOLS_READY),
    ("Using node name: n1", Milestone.STARTUP_FINISHED),
    ("Setting NetworkUnavailable to False", Milestone.NETWORK_MARKED_AVAILABLE),
    (
        'Current address is still valid, do nothing currentAddr="10.244.3.0"',
        Milestone.TUNNEL_ADDRESS_KEPT,
    ),
    ("Assigned tunnel address to node", Milestone.TUNNEL_ADDRESS_KEPT),
    ("Felix starting up GOMAXPROCS=4", Milestone.FELIX_BEGAN),
    ('Health enabled.  Starting server. host="localhost" port=9099', Milestone.FELIX_HEALTH_SERVED),
    ("Successfully loaded configuration. GOMAXPROCS=4", Milestone.FELIX_CONFIGURED),
    ("Started Typha client main loop", Milestone.TYPHA_CONNECTED),
    ("First time we've been in sync", Milestone.FELIX_IN_SYNC),
    ("Datastore in sync, flushing the dataplane for the first time...", Milestone.FELIX_IN_SYNC),
    ("Completed first update to dataplane. secsSinceStart=1.2", Milestone.DATAPLANE_READY),
    ("Received OS signal terminated; shutting down", Milestone.STOPPED_BY_SIGNAL),
    ("Starting calico-confd", Milestone.CONFD_BEGAN),
    (
        "Target config /etc/calico/confd/config/bird.cfg has been updated due to change in key: /x",
        Milestone.BIRD_CONFIG_WRITTEN,
    ),
    ("Terminating", Milestone.STARTUP_ENDED),
]


@pytest.mark.parametrize(("message", "milestone"), MILESTONES)
def test_a_line_marks_how_far_the_start_has_come(message: str, milestone: Milestone) -> None:
    reached = [
        fact.milestone for fact in facts_in(log(message)) if isinstance(fact, MilestoneReached)
    ]
    assert milestone in reached


@pytest.mark.parametrize(
    ("line", "milestone"),
    [
        ("Calico node started successfully", Milestone.SERVICES_STARTED),
        ("Calico node failed to start", Milestone.NODE_FAILED_TO_START),
        ("bird: device1: Initializing", Milestone.BIRD_BEGAN),
        ("bird: Mesh_10_0_0_4: State changed to up", Milestone.BGP_ESTABLISHED),
    ],
)
def test_lines_outside_the_grammar_mark_it_too(line: str, milestone: Milestone) -> None:
    (found,) = (fact for fact in facts_in(line) if isinstance(fact, MilestoneReached))
    assert (found.milestone, found.about.container) == (milestone, "calico-node")


@pytest.mark.parametrize(
    "line",
    [
        "calico-node-abc  0/1  Terminating  0  5m",
        "2024-01-01 00:00:00.000 [INFO][1] init-best-effort/startup.go 431: Early log level set to info",
        "Using node name: ",
        "bird: Mesh_10_0_0_4: State changed to start",
        "Did not get hello message from Typha in time",
    ],
)
def test_other_lines_mark_nothing(line: str) -> None:
    assert not [fact for fact in facts_in(line) if isinstance(fact, MilestoneReached)]


def detected(link: str, address: str, method: str, process: str = "startup") -> AddressAutodetected:
    return AddressAutodetected(
        link=link, address=ip_interface(address), method=method, process=process
    )


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        (
            log("Using autodetected IPv4 address on interface nerdctl0: 10.4.0.1/24"),
            detected("nerdctl0", "10.4.0.1/24", "first-found"),
        ),
        (
            log("Using autodetected IPv4 address 10.0.0.5/24 on matching interface eth0"),
            detected("eth0", "10.0.0.5/24", "interface"),
        ),
        (
            log(
                "Using autodetected IPv4 address on interface eth0: 10.0.0.5/24 while skipping matching interfaces"
            ),
            detected("eth0", "10.0.0.5/24", "skip-interface"),
        ),
        (
            log(
                "Using autodetected IPv4 address 10.0.0.5/24 on interface eth0 matching cidrs [10.0.0.0/8]"
            ),
            detected("eth0", "10.0.0.5/24", "cidr"),
        ),
        (
            log(
                "Using autodetected IPv6 address fd00::5/64, detected by connecting to 2001:4860::8888"
            ),
            detected("", "fd00::5/64", "can-reach"),
        ),
        (
            log(
                "Using autodetected IPv4 address on interface eth1: 10.9.9.9/24",
                "monitor-addresses/autodetection_methods.go",
            ),
            detected("eth1", "10.9.9.9/24", "first-found", "monitor-addresses"),
        ),
        (
            log("Using IPv4 address from environment: IP=172.16.0.3"),
            AddressFromEnvironment(address=ip_interface("172.16.0.3/32")),
        ),
        (
            log("IPv4 address 172.16.0.3 discovered on interface bond0"),
            AddressOnLink(address=ip_address("172.16.0.3"), link="bond0"),
        ),
        (log("Couldn't autodetect an IPv6 address."), AddressNotDetected(family=6)),
        (
            log('Linux interface state changed. ifIndex=686 ifaceName="nerdctl0" state="up"'),
            FelixLink(name="nerdctl0", index=686, state="up"),
        ),
        (
            log(
                'Linux interface addrs changed. addrs=set.Set{10.4.0.1,fe80::1} ifaceName="nerdctl0"'
            ),
            FelixLink(name="nerdctl0", addresses=(ip_address("10.4.0.1"), ip_address("fe80::1"))),
        ),
        (
            log(
                'Linux interface addrs changed. addrs=set.mapSet{"10.4.0.1":set.empty{}} ifaceName="br0"'
            ),
            FelixLink(name="br0", addresses=(ip_address("10.4.0.1"),)),
        ),
        (
            log(
                'Received interface update msg=&intdataplane.ifaceStateUpdate{Name:"ens160", State:"up", Index:2}'
            ),
            FelixLink(name="ens160", index=2, state="up"),
        ),
        (
            log(
                'Received interface addresses update msg=&intdataplane.ifaceAddrsUpdate{Name:"ens160", Addrs:set.Typed[string]{"10.51.0.101":set.v{}}}'
            ),
            FelixLink(name="ens160", addresses=(ip_address("10.51.0.101"),)),
        ),
        (
            log('VXLAN device parent changed from "" to "nerdctl0" ipVersion=0x4'),
            VxlanParent(link="nerdctl0"),
        ),
        (log('parent device changed from "" to "eth0"'), VxlanParent(link="eth0")),
        (log("Determined node name: n1"), NodeNameUsed(name="n1")),
        (
            log("Using NODENAME environment for node name n1"),
            NodeNameUsed(name="n1", via="NODENAME"),
        ),
        (
            log(
                'Successfully loaded configuration. config=&config.Config{FelixHostname:"node13.example.com", X:1}'
            ),
            NodeNameUsed(name="node13.example.com"),
        ),
        (log("Starting node n1 with version v3.28.5"), CalicoVersion(low="v3.28.5", by="log")),
        (
            log('Felix starting up GOMAXPROCS=4 gitcommit="x" version="v3.27.0-0.dev-263-g25"'),
            CalicoVersion(low="v3.27.0-0.dev-263-g25", by="log"),
        ),
        (
            log("Overall health status changed: live=true ready=false", "felix/health.go"),
            FelixHealth(live=True, ready=False),
        ),
        (
            log(
                "Overall health status changed newStatus=&health.HealthReport{Live:true, Ready:true}",
                "felix/health.go",
            ),
            FelixHealth(live=True, ready=True),
        ),
        (
            "Readiness probe failed: Number of node(s) with BGP peering established = 0 calico/node is not ready: BIRD is not ready: BGP not established with 10.0.0.1,10.0.0.2",
            BgpNotEstablished(peers=("10.0.0.1", "10.0.0.2"), established=0),
        ),
        (
            log("Number of node(s) with BGP peering established = 1")
            + "\ncalico/node is not ready: BIRD is not ready: BGP not established with 10.0.0.1",
            BgpNotEstablished(peers=("10.0.0.1",), established=1),
        ),
        ("BGP not established with 10.0.0.1", BgpNotEstablished(peers=("10.0.0.1",))),
    ],
)
def test_a_line_gives_its_typed_fact(line: str, fact: Fact) -> None:
    assert fact in facts_in(line)


@pytest.mark.parametrize(
    "line",
    [
        "Using autodetected IPv4 address on interface eth0: 999.0.0.5/24",
        "Using IPv4 address from environment: IP=...",
        "IPv4 address ... discovered on interface eth0",
        'Linux interface addrs changed. addrs=set.Set{} ifaceName="eth0"',
        "BGP not established with ::::",
    ],
)
def test_a_broken_address_gives_no_fact(line: str) -> None:
    typed = (
        AddressAutodetected,
        AddressFromEnvironment,
        AddressOnLink,
        FelixLink,
        BgpNotEstablished,
    )
    assert not [fact for fact in facts_in(line) if isinstance(fact, typed)]


NODE = 'Get "https://10.96.0.1:443/api/v1/nodes/foo": '
CALLS = [
    (NODE + "dial tcp 10.96.0.1:443: i/o timeout", CallError.TIMEOUT),
    (NODE + "dial tcp 10.96.0.1:443: connect: connection timed out", CallError.TIMEOUT),
    (NODE + "context deadline exceeded", CallError.TIMEOUT),
    (
        NODE
        + "net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)",
        CallError.TIMEOUT,
    ),
    (
        NODE + "net/http: request canceled (Client.Timeout exceeded while awaiting headers)",
        CallError.SLOW,
    ),
    (
        NODE + "context deadline exceeded (Client.Timeout exceeded while awaiting headers)",
        CallError.SLOW,
    ),
    (NODE + "read tcp 10.0.0.5:4444->10.96.0.1:443: i/o timeout", CallError.SLOW),
    (NODE + "net/http: TLS handshake timeout", CallError.SLOW),
    (NODE + "dial tcp 10.96.0.1:443: connect: connection refused", CallError.REFUSED),
    (NODE + "dial tcp 10.96.0.1:443: connect: no route to host", CallError.NO_ROUTE),
    (NODE + "dial tcp 10.96.0.1:443: connect: network is unreachable", CallError.UNREACHABLE),
    (
        NODE + "read tcp 10.0.0.5:4444->10.96.0.1:443: read: connection reset by peer",
        CallError.RESET,
    ),
    (NODE + "x509: certificate signed by unknown authority", CallError.TLS_UNKNOWN_CA),
    (
        NODE
        + "x509: certificate has expired or is not yet valid: current time 2024-02-01T00:00:00Z is after 2024-01-01T00:00:00Z",
        CallError.TLS_EXPIRED,
    ),
    (
        NODE
        + "x509: certificate has expired or is not yet valid: current time 2020-02-01T00:00:00Z is before 2024-01-01T00:00:00Z",
        CallError.TLS_NOT_YET,
    ),
    (NODE + "x509: certificate has expired or is not yet valid", CallError.TLS_DATES),
    (NODE + "x509: certificate is valid for 10.96.0.1, not 10.43.0.1", CallError.TLS_WRONG_NAME),
    (NODE + "EOF", CallError.EOF),
]


@pytest.mark.parametrize(("text", "error"), CALLS)
def test_the_tail_shows_how_a_call_failed(text: str, error: CallError) -> None:
    line = log(f"Hit error connecting to datastore - retry error={text}")
    (call,) = (fact for fact in facts_in(line) if isinstance(fact, ApiCallFailed))
    assert (call.error, call.target, call.process) == (error, "10.96.0.1:443", "startup")


def test_an_unauthorized_call_needs_no_address() -> None:
    line = log(
        "Connection to the datastore is unauthorized error=connection is unauthorized: Unauthorized"
    )
    (call,) = (fact for fact in facts_in(line) if isinstance(fact, ApiCallFailed))
    assert call == ApiCallFailed(error=CallError.UNAUTHORIZED, process="startup")


def test_a_refused_token_is_told_by_a_look_up_that_is_harmless_without_it() -> None:
    line = log("Unauthorized to query rancher configmap, assuming not on rancher. error={}")
    refused, allowed = (
        facts_in(line.format(tail))
        for tail in ("Unauthorized", 'configmaps "full-cluster-state" is forbidden')
    )
    assert refused == [ApiCallFailed(error=CallError.UNAUTHORIZED, process="startup")]
    assert [type(fact) for fact in allowed] == [HarmlessLine]


def test_a_proxy_in_the_way_is_told_as_such() -> None:
    line = NODE + "proxyconnect tcp: dial tcp 10.0.0.9:3128: connect: connection refused"
    assert [fact.error for fact in facts_in(line) if isinstance(fact, ApiCallFailed)] == [
        CallError.PROXY
    ]


@pytest.mark.parametrize(
    "line",
    [
        'Felix is not live: Get "http://localhost:9099/liveness": dial tcp 127.0.0.1:9099: connect: connection refused',
        'Readiness probe failed: Get "http://10.244.0.3:8080/ready": dial tcp 10.244.0.3:8080: connect: connection refused',
        'Failed to pull image "docker.io/calico/node:v3.25.0": dial tcp 1.2.3.4:443: i/o timeout',
        "Failed to connect to typha endpoint error=dial tcp 10.0.0.1:5473: i/o timeout",
        "unable to connect to BIRDv4 socket: dial unix /var/run/calico/bird.ctl: connect: connection refused",
        'failed calling webhook "x.y": Post "https://hook.ns.svc:443/validate": context deadline exceeded',
        "dial tcp 10.0.0.1:3306: connect: connection refused",
        "context deadline exceeded",
        'Get "https://api.example.com:6443/api": dial tcp: lookup api.example.com: i/o timeout',
    ],
)
def test_what_is_not_for_the_api_server_is_no_failed_call(line: str) -> None:
    assert not [fact for fact in facts_in(line) if isinstance(fact, ApiCallFailed)]


def test_a_refusal_shows_who_may_not_do_what() -> None:
    line = 'nodes "n1" is forbidden: User "system:serviceaccount:kube-system:calico-node" cannot get resource "nodes" in API group "" at the cluster scope'
    assert AccessForbidden(
        user="system:serviceaccount:kube-system:calico-node",
        verb="get",
        resource="nodes",
        name="n1",
    ) in facts_in(line)


def test_an_old_api_server_words_a_refusal_without_the_group() -> None:
    line = 'ippools.crd.projectcalico.org is forbidden: User "system:serviceaccount:kube-system:calico-node" cannot list ippools.crd.projectcalico.org at the cluster scope'
    (found,) = (fact for fact in facts_in(line) if isinstance(fact, AccessForbidden))
    assert (found.verb, found.resource, found.group) == ("list", "ippools", "crd.projectcalico.org")


def test_a_resource_that_is_not_served_is_named() -> None:
    line = "the server could not find the requested resource (post clusterinformations.crd.projectcalico.org)"
    assert CrdNotServed(resource="clusterinformations", verb="post") in facts_in(line)


def test_a_name_that_does_not_resolve_is_told_with_its_server() -> None:
    line = "dial tcp: lookup localhost on 10.0.0.2:53: no such host"
    assert LookupFailed(name="localhost", server="10.0.0.2:53", why="no such host") in facts_in(
        line
    )


@pytest.mark.parametrize(
    ("line", "pod", "timed_out", "text"),
    [
        (
            'I0101 00:00:00.000000 1 prober.go:107] "Probe failed" probeType="Liveness" pod="kube-system/calico-node-x" podUID=1 containerName="calico-node" probeResult=failure output="calico/node is not ready: bird is not live"',
            "calico-node-x",
            False,
            "calico/node is not ready: bird is not live",
        ),
        (
            'E0101 00:00:00.000000 1 prober.go:104] "Probe errored" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" probeType="Liveness" pod="kube-system/calico-node-x" podUID=1 containerName="calico-node"',
            "calico-node-x",
            True,
            "",
        ),
        (
            'prober.go:117] Liveness probe for "calico-node-x_kube-system(1-2):calico-node" failed (failure): calico/node is not ready',
            "calico-node-x",
            False,
            "calico/node is not ready",
        ),
        (
            "Liveness probe failed: calico/node is not ready: Felix is not live",
            "",
            False,
            "calico/node is not ready: Felix is not live",
        ),
    ],
)
def test_a_failed_probe_is_read_from_the_kubelets_words(
    line: str, pod: str, timed_out: bool, text: str
) -> None:
    (found,) = (fact for fact in facts_in(line) if isinstance(fact, ProbeFailed))
    assert (found.probe, found.about.pod, found.timed_out, found.text) == (
        Probe.LIVENESS,
        pod,
        timed_out,
        text,
    )


@pytest.mark.parametrize(
    "line",
    [
        '"Probe failed" probeType="Liveness" pod="default/web-x" podUID=1 containerName="web" probeResult=failure output="boom"',
        "Liveness probe failed: HTTP probe failed with statuscode: 500",
    ],
)
def test_another_pods_probe_is_not_ours(line: str) -> None:
    assert not [fact for fact in facts_in(line) if isinstance(fact, ProbeFailed)]


def test_one_message_string_gives_facts_but_not_what_its_own_reader_gives() -> None:
    cited = (Citation("e", 7),)
    at = datetime(2024, 1, 1, tzinfo=UTC)
    text = "Couldn't autodetect an IPv6 address"
    (found,) = (
        fact
        for fact in facts_in_text(text, Subject(node="n1"), cited, at)
        if isinstance(fact, Said)
    )
    assert (found.cited, found.at, found.about.node) == (cited, at, "n1")
    killed = "Container calico-node failed liveness probe, will be restarted"
    assert not any(
        isinstance(fact, KilledByProbe)
        for fact in facts_in_text(killed, Subject(node="n1"), cited, at)
    )
    assert KilledByProbe(probe=Probe.LIVENESS) in facts_in(killed)


def test_a_message_counts_once_citing_its_last_place() -> None:
    text = "\n".join(
        log("Hit error connecting to datastore - retry", second=second) for second in range(5)
    )
    (found,) = (fact for fact in facts_in(text) if isinstance(fact, Said))
    assert (found.count, found.cited, found.at) == (
        5,
        (Citation("e", 5),),
        datetime(2024, 1, 1, 0, 0, 4, tzinfo=UTC),
    )


def test_the_same_message_with_other_details_is_another_fact_within_bounds() -> None:
    few = "\n".join(
        log(f"Calico node 'n{number}' is already using the IPv4 address 10.0.0.{number}.")
        for number in range(3)
    )
    many = "\n".join(
        log(f"Calico node 'n{number}' is already using the IPv4 address 10.0.0.1.")
        for number in range(500)
    )
    assert [fact.detail("node") for fact in facts_in(few) if isinstance(fact, Said)] == [
        "n0",
        "n1",
        "n2",
    ]
    found = [fact for fact in facts_in(many) if isinstance(fact, Said)]
    assert len(found) < 100
    assert sum(fact.count for fact in found) == 500


def test_facts_come_in_the_order_in_which_they_were_last_said() -> None:
    text = "\n".join(
        (
            log("Overall health status changed: live=true ready=true", "felix/health.go", 1),
            log("Overall health status changed: live=true ready=false", "felix/health.go", 2),
            log("Overall health status changed: live=true ready=true", "felix/health.go", 3),
        )
    )
    assert [fact.ready for fact in facts_in(text) if isinstance(fact, FelixHealth)] == [False, True]


@pytest.mark.parametrize(
    "text",
    [
        "Calico node 'master' is already\nusing the IPv4 address 10.0.0.1.",
        "Calico node 'master' is already using the IPv4 addr\ness 10.0.0.1.",
    ],
)
def test_a_wrapped_line_is_read_across_its_end(text: str) -> None:
    (found,) = (fact for fact in facts_in(text) if isinstance(fact, Said))
    assert (found.key, found.cited) == ("ip-conflict-duplicate", (Citation("e", 1, 2),))


def test_two_log_lines_are_not_joined() -> None:
    text = "Calico node 'master' is already\n" + log("using the IPv4 address 10.0.0.1.")
    assert not [fact for fact in facts_in(text) if isinstance(fact, Said)]


def test_long_lines_are_not_joined() -> None:
    text = "Calico node 'master' is already" + " " * 9_000 + "x\nusing the IPv4 address 10.0.0.1."
    assert not [fact for fact in facts_in(text) if isinstance(fact, Said)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (log("Strange end", level="FATAL"), "Strange end"),
        ("panic: everything is lost", "panic: everything is lost"),
        (
            log("Nobody knows this", level="WARNING")
            + "\n"
            + log("Terminating", level="WARNING")
            + "\nCalico node failed to start",
            "Nobody knows this",
        ),
    ],
)
def test_an_unknown_fatal_line_is_the_place_to_look(text: str, told: str) -> None:
    assert [fact.text for fact in facts_in(text) if isinstance(fact, FatalLine)] == [told]


@pytest.mark.parametrize(
    "text",
    [
        log("Invalid IP autodetection method: eth0", level="ERROR")
        + "\n"
        + log("Terminating", level="WARNING"),
        log(
            "Found no writeable directory, exiting".lower(),
            "cni-installer/install.go",
            level="FATAL",
        ),
        log("Something", level="INFO") + "\n" + log("Terminating", level="WARNING"),
        log("failsafe: panic: mentioned only", level="INFO"),
        "we see a panic here",
    ],
)
def test_a_known_or_absent_complaint_gives_no_fatal_line(text: str) -> None:
    assert not [fact for fact in facts_in(text) if isinstance(fact, FatalLine)]


@pytest.mark.parametrize(
    ("ports", "empty"),
    [
        ('[]config.ProtoPort{config.ProtoPort{Net:"", Protocol:"tcp", Port:0x16}}', False),
        ("[]config.ProtoPort{}", True),
        ("[]", True),
        ("none", True),
    ],
)
def test_a_list_of_ports_is_empty_only_where_go_prints_it_so(ports: str, empty: bool) -> None:
    line = log(
        f"Creating rule renderer. config=rules.Config{{FailsafeInboundHostPorts:{ports}, A:1}}"
    )
    said = [fact for fact in facts_in(line) if isinstance(fact, ControllersSaid)]
    assert bool(said) is empty


def test_a_harmless_line_gives_no_trouble() -> None:
    line = log(
        'Unauthorized to query kubeadm configmap, assuming not on kubeadm. CIDR detection will not occur. error=configmaps "kubeadm-config" is forbidden: User "system:serviceaccount:kube-system:calico-node" cannot get resource "configmaps"'
    )
    assert [type(fact) for fact in facts_in(line)] == [HarmlessLine]


@pytest.mark.parametrize(
    ("key", "never", "line"),
    [
        (
            "sctp-modprobe",
            True,
            "attempted to modprobe nf_conntrack_proto_sctp error=exit status 1",
        ),
        (
            "in-cluster-config",
            True,
            "W0715 07:51:58.079000 9 client_config.go:617] Neither --kubeconfig nor --master was specified.",
        ),
        (
            "bird-config-not-yet",
            False,
            "bird: Unable to open configuration file /etc/calico/confd/config/bird.cfg: No such file or directory",
        ),
        ("felix-config-restart", False, log("Exiting for config change rc=129")),
        (
            "device-not-yet",
            False,
            log("Failed to get VXLAN tunnel device, assuming it isn't present"),
        ),
        (
            "api-deprecation",
            True,
            "policy/v1beta1 PodSecurityPolicy is deprecated in v1.21+, unavailable in v1.25+",
        ),
        ("pleg-not-yet", False, "PLEG is not healthy: pleg has yet to be successful"),
        ("secondary-bin-dir", True, "/host/secondary-bin-dir is non-writeable, skipping"),
    ],
)
def test_an_alarming_line_is_known_as_harmless(key: str, never: bool, line: str) -> None:
    assert HarmlessLine(key=key, never=never) in facts_in(line)


def test_prefixes_name_the_pod_and_the_journal_the_node() -> None:
    (prefixed,) = (
        fact
        for fact in facts_in(
            "[pod/calico-node-x/install-cni] "
            + log("Running as a Kubernetes pod", "cni-installer/install.go")
        )
        if isinstance(fact, MilestoneReached)
    )
    assert (prefixed.about.pod, prefixed.about.container) == ("calico-node-x", "install-cni")
    (journal,) = (
        fact
        for fact in facts_in("Jan 12 13:58:02 host-1 dockerd[1]: transport is closing")
        if isinstance(fact, Said)
    )
    assert journal.about.node == "host-1"


def test_a_rows_time_is_that_of_the_line_above_the_table() -> None:
    text = (
        log("Overall health status changed: live=true ready=true", "felix/health.go")
        + "\n+---+\n| CalculationGraph | 30s | reporting live | reporting ready | |"
    )
    row = facts_in(text)[-1]
    assert (row.at, row.about.container) == (datetime(2024, 1, 1, tzinfo=UTC), "calico-node")
    assert (
        facts_in("| CalculationGraph | 30s | reporting live | reporting ready | |")[-1].at is None
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "日志 Calico node failed to start 失败",
        "\\" * 100_000,
        '"' * 200_000,
        "dial tcp " * 40_000,
        "a" * 1_000_000,
    ],
)
def test_any_text_is_read_without_harm_and_says_nothing(text: str) -> None:
    assert not [fact for fact in facts_in(text) if isinstance(fact, Said)]


def test_chinese_around_a_message_does_not_hide_it() -> None:
    assert MilestoneReached(
        milestone=Milestone.NODE_FAILED_TO_START, process="rc.local"
    ) in facts_in("报错：Calico node failed to start，怎么办")


TEARDOWN = (
    'failed to destroy network for sandbox \\"9c1\\": plugin type=\\"{plugin}\\" failed (delete): '
)
TIMEOUT = 'Get \\"https://10.96.0.1:443/api/v1/{path}\\": dial tcp 10.96.0.1:443: i/o timeout'


@pytest.mark.parametrize(
    ("plugin", "path", "process"),
    [
        ("calico", "namespaces/shop", "cni-plugin"),
        ("calico-ipam", "namespaces/shop", "cni-plugin"),
        ("portmap", "namespaces/shop", "cni-plugin"),
        # Multus hands on what Calico told it.
        ("multus", "clusterinformations/default", "cni-plugin"),
        ("multus", "namespaces/shop", "stranger"),
        ("cilium-cni", "namespaces/shop", "stranger"),
    ],
)
def test_a_network_is_taken_away_by_calicos_plugin_or_another(
    plugin: str, path: str, process: str
) -> None:
    text = TEARDOWN.format(plugin=plugin) + TIMEOUT.format(path=path)
    calls = [fact for fact in facts_in(text) if isinstance(fact, ApiCallFailed)]
    assert [call.process for call in calls] == [process]
