"""Message table: Felix."""

import re

from calicovet.model.facts.base import Fact
from calicovet.model.facts.milestones import Milestone
from calicovet.model.facts.said import ControllersSaid, FelixSaid
from calicovet.parse.messages import felix_iptables
from calicovet.parse.messages.message import Message, Spoken, reached, said

_SAID = FelixSaid
_EMPTY_HANDLE = "felix-panic-netlink-handle:empty"
_CRASHED = re.compile(r"\bgoroutine \d+ \[running\b", re.ASCII)


def _first_frame(match: re.Match[str], spoken: Spoken) -> Fact | None:
    """The frame, where the goroutine that crashed stands right above it; further down it only waits."""
    if not _CRASHED.search(spoken.before):
        return None
    return _SAID(
        about=spoken.about, cited=spoken.cited, at=spoken.at, key=_EMPTY_HANDLE, fatal=True
    )


MILESTONES = (
    reached(r"\bFelix starting up\b", Milestone.FELIX_BEGAN, "felix"),
    reached(r"\bHealth enabled\. +Starting server", Milestone.FELIX_HEALTH_SERVED, "felix"),
    reached(r"\bSuccessfully loaded configuration\b", Milestone.FELIX_CONFIGURED, "felix"),
    reached(
        r"\b(Started Typha client main loop|Server hello message received|Successfully connected to typha)\b",
        Milestone.TYPHA_CONNECTED,
        "felix",
        words=("loop", "hello", "successfully"),
    ),
    reached(r"First time we.ve been in sync", Milestone.FELIX_IN_SYNC, "felix"),
    reached(r"Datastore in sync, flushing the dataplane", Milestone.FELIX_IN_SYNC, "felix"),
    # Felix applies nothing before it is in sync; whether it succeeds, the summary does not say.
    reached(
        r"Summarising \d+ dataplane reconciliation loops over", Milestone.FELIX_IN_SYNC, "felix"
    ),
    reached(r"Completed first update to dataplane", Milestone.DATAPLANE_READY, "felix"),
    reached(r"Received OS signal\b", Milestone.STOPPED_BY_SIGNAL, "felix"),
)

MESSAGES = (
    *MILESTONES,
    said(
        "felix-localhost-ipv6",
        r"(Liveness|Readiness) probe failed\b.{0,200}?dial tcp \[::1\]:9099: (connect|getsockopt): connection refused",
        _SAID,
        anyone=True,
    ),
    said(
        "felix-localhost-unresolvable",
        r"Health endpoint failed\b.{0,120}?lookup localhost\b(.{0,80}?(?P<error>no such host|connection refused|i/o timeout|server misbehaving))?",
        _SAID,
    ),
    said(
        "felix-localhost-unresolvable:probe",
        r"(localhost:(?P<port>909[89])/\S{0,40} )?dial tcp: lookup localhost\b",
        _SAID,
        anyone=True,
        yields_to=("felix-localhost-unresolvable",),
    ),
    said(
        "felix-localhost-foreign-ip",
        r"Health endpoint failed\b.{0,120}?listen tcp (?P<address>\S+):(?P<port>909[89]): bind: cannot assign requested address",
        _SAID,
    ),
    said(
        "felix-port-9099-in-use",
        r"Health endpoint failed\b.{0,100}?(listen tcp\d? \S{0,60}?:(?P<port>\d{2,5}): )?bind: address already in use",
        _SAID,
    ),
    said(
        "felix-not-listening",
        r"\bdial tcp (?P<address>\S+):9099: .{0,20}?connection refused",
        _SAID,
        yields_to=("felix-localhost-ipv6",),
    ),
    *felix_iptables.MESSAGES,
    said(
        "felix-rpf-loose-fatal",
        r"Kernel.s RPF check is set to \W{0,4}loose",
        _SAID,
        fatal=True,
        yields_to=("felix-rpf-loose-ignored",),
    ),
    said(
        "felix-rpf-loose-ignored",
        r"Kernel.s RPF check is set to \W{0,4}loose\W{0,4} and IgnoreLooseRPF set to true",
        _SAID,
    ),
    said(
        "felix-rpf-loose-fatal:unreadable",
        r"Failed to read kernel.s rp_filter value",
        _SAID,
        fatal=True,
    ),
    said(
        "felix-config-invalid",
        r"\bFailed to parse/validate configuration from datastore\b(.{0,80}?config parameter (?P<name>\w{1,60}); value (?P<value>\"[^\"\n]{1,120}\"|[^:\s]{1,80}))?",
        _SAID,
    ),
    said(
        "felix-config-invalid:value",
        r"\bInvalid \(required\) config value\b(.{0,80}?config parameter (?P<name>\w{1,60}); value (?P<value>\"[^\"\n]{1,120}\"|[^:\s]{1,80}))?",
        _SAID,
    ),
    said(
        "felix-config-invalid:environment",
        r"\bFailed to parse configuration (environment variable|file)\b(.{0,80}?config parameter (?P<name>\w{1,60}); value (?P<value>\"[^\"\n]{1,120}\"|[^:\s]{1,80}))?",
        _SAID,
    ),
    said("felix-config-invalid:mark", r"MarkMask\S{0,20} doesn.t cover bits", _SAID, fatal=True),
    said(
        "felix-config-invalid:mark-bits", r"\bNot enough mark bits available\b", _SAID, fatal=True
    ),
    said(
        "felix-config-invalid:options",
        r"\[FATAL\]\[\d+\] felix/\S+ \d+: Invalid options\b",
        _SAID,
        fatal=True,
    ),
    said(
        "felix-datastore-unreachable",
        r"\b(?P<head>Failed to create datastore client|Failed to get config from datastore|Failed to list IP Pools|Couldn.t read server version from server|Failed to connect to datastore)\b(.{0,60}?error\W{1,3}(?P<error>.{1,300}))?",
        _SAID,
        words=("datastore", "pools", "server"),
    ),
    said(
        "felix-datastore-unreachable:resync",
        r"Failed to perform list of current data during resync\b(.{0,10}?ListRoot\W{1,3}(?P<root>[^\s\"']+))?(.{0,40}?error\W{1,3}(?P<error>.{1,300}))?",
        _SAID,
    ),
    said(
        "felix-dataplane-hang",
        r"(?P<component>InternalDataplaneMainLoop|CalculationGraph|AsyncCalcGraph|int_dataplane|async_calc_graph) \|.{0,40}?(?P<state>timed out|reporting non-live)",
        _SAID,
        words=(
            "internaldataplanemainloop",
            "calculationgraph",
            "asynccalcgraph",
            "dataplane",
            "graph",
        ),
    ),
    said(
        "felix-dataplane-hang:reporter",
        r"\bReporter is not live\b(: (?P<state>timed out))?(.{0,10}?name\W{1,3}(?P<component>\w+))?",
        _SAID,
    ),
    said(
        "felix-dataplane-hang:old",
        r"\bReport timed out\b(.{0,10}?name\W{1,3}(?P<component>\w+))?",
        _SAID,
    ),
    said("felix-dataplane-hang:probe", r"liveness probe reporting 503", _SAID),
    said(
        "felix-vxlan-module-missing",
        r"\bFailed (to )?configure (VXLAN )?tunnel device, retrying\b.{0,200}?operation not supported",
        _SAID,
        yields_to=("felix-ipip-module-missing",),
    ),
    said("felix-vxlan-module-missing:modprobe", r"Module vxlan not found", _SAID),
    said("felix-vxlan-device-conflict", r"Another device with this VNI may already exist", _SAID),
    said(
        "felix-vxlan-device-conflict:in-use",
        r"\bFailed (to )?configure (VXLAN )?tunnel device\b.{0,200}?(?P<error>file exists|address (already )?in use)",
        _SAID,
        yields_to=("felix-ipip-module-missing",),
    ),
    said("felix-vxlan-device-conflict:nic", r"vxlan add port 4789\b.{0,80}?EEXIST", _SAID),
    said(
        "felix-ipip-module-missing",
        r"\bFailed (to )?configure IPIP tunnel device\b.{0,200}?(?P<error>operation not supported|no such device)",
        _SAID,
    ),
    said("felix-ipip-module-missing:add", r"\bFailed to add IPIP tunnel device\b", _SAID),
    said("felix-ipip-module-missing:modprobe", r"\bModule ipip not found", _SAID),
    said(
        "felix-ipip-module-missing:new-error",
        r"\bFailed to (configure|get) tunnel device, retrying\b.{0,120}?(?P<error>operation not supported|no such device).{0,80}?tunnelDevice\W{1,3}tunl0",
        _SAID,
    ),
    said(
        "felix-ipip-module-missing:new",
        r"\bFailed to (configure|get) tunnel device, retrying\b.{0,200}?tunnelDevice\W{1,3}tunl0",
        _SAID,
        yields_to=("felix-ipip-module-missing:new-error",),
    ),
    said(
        "felix-tunnel-retry",
        r"\bFailed (to )?(configure|get) (VXLAN |IPIP )?tunnel device, retrying\b(.{0,60}?error\W{1,3}(?P<error>.{1,200}))?",
        _SAID,
        yields_to=(
            "felix-vxlan-module-missing",
            "felix-vxlan-device-conflict",
            "felix-ipip-module-missing",
            "ip-changed-or-not-on-host",
        ),
    ),
    said(
        "felix-bpf-kernel-unsupported",
        r"BPF dataplane mode enabled but not supported by the kernel",
        _SAID,
    ),
    said(
        "felix-bpf-kernel-unsupported:version",
        r"kernel is too old \(have: (?P<have>.{1,60}?) but want at least: (?P<want>[^)\s]+)",
        _SAID,
    ),
    said(
        "felix-bpf-kubeproxy-conflict",
        r"\bhealthz on \S*:10256\b.{0,80}?address already in use",
        _SAID,
    ),
    said(
        "felix-bpf-attach-failed",
        r"\b(?P<what>error creating bpf maps|Failed to create BPF endpoint manager|Failed to configure BPF devices|BPFConnTimeLBEnabled but failed to attach connect-time load balancer)",
        _SAID,
        fatal=True,
        words=("bpf", "balancer"),
    ),
    said(
        "felix-bpf-attach-failed:table",
        r"\bBPFEndpointManager \|.{0,80}?reporting non-ready",
        _SAID,
    ),
    said(
        "felix-panic-netlink-handle",
        r"vxlanManager\)\.getParentInterface\b",
        _SAID,
        fatal=True,
        words=("getparentinterface",),
    ),
    said(
        "felix-panic-netlink-handle:trace",
        r"netlink\.\(\*Handle\)\.(LinkList|newNetlinkRequest)\b",
        _SAID,
        words=("linklist", "newnetlinkrequest"),
    ),
    Message(
        key=_EMPTY_HANDLE,
        pattern=r"netlink\.\(\*Handle\)\.newNetlinkRequest\b",
        make=_first_frame,
        words=("newnetlinkrequest",),
    ),
    said(
        "felix-panic-nil-route-dst",
        r"InterfaceMonitor\)\.handleNetlinkRouteUpdate\b",
        _SAID,
        fatal=True,
        words=("handlenetlinkrouteupdate",),
    ),
    said(
        "felix-panic",
        r"panic: runtime error: invalid memory address or nil pointer dereference",
        _SAID,
        fatal=True,
    ),
    said(
        "felix-netlink",
        r"\b(Failed to do netlink feature detection|Repeatedly failed to connect to netlink|Unable to detect host MTU, shutting down)\b",
        _SAID,
        fatal=True,
        words=("netlink", "shutting"),
    ),
    said(
        "felix-nftables-unknown",
        r"\bUnable to determine whether to use the nftables dataplane\b",
        _SAID,
        fatal=True,
    ),
    said("felix-iptables-not-found", r"\bFailed to find iptables command\b", _SAID, fatal=True),
    said(
        "felix-log-file",
        r"\bFailed to (create log file directory|open log file)\b",
        _SAID,
        fatal=True,
        words=("log",),
    ),
    said(
        "felix-shutting-down",
        r"\bFelix is shutting down\b(.{0,10}?reason\W{1,3}(?P<reason>[^\"]{1,80}))?",
        _SAID,
    ),
    said("host-external-killer:resync", r"Detected out-of-sync .{0,120}?marking for resync", _SAID),
    said(
        "dp-mtu-too-large",
        r"Configured MTU is larger than detected host interface MTU\b(.{0,20}?hostMTU=(?P<room>\d{2,6}))?(.{0,20}?mtu=(?P<mtu>\d{2,6}))?",
        _SAID,
    ),
    said(
        "dp-mtu-too-large:not-detected",
        r"Failed to auto-detect host MTU - no interfaces matched",
        _SAID,
    ),
    said(
        "rt-nested-readonly-proc:forwarding", r"\bFailed to set IPv[46] forwarding sysctl\b", _SAID
    ),
    # Typha, as its clients Felix and confd tell of it.
    said("typha-none-ready", r"Didn.t find any ready Typha instances", _SAID, anyone=True),
    said(
        "typha-none-ready:discovery",
        r"Typha discovery enabled but discovery failed\b(.{0,20}?error\W{1,3}(?P<error>.{1,300}))?",
        _SAID,
        anyone=True,
    ),
    said(
        "typha-none-ready:refused",
        r"\bdial tcp (?P<address>\S+):5473: .{0,40}?connection refused",
        _SAID,
        anyone=True,
    ),
    said(
        "typha-port-blocked",
        r"\bdial tcp (?P<address>\S+):5473: .{0,40}?(?P<error>i/o timeout|no route to host)",
        _SAID,
        anyone=True,
    ),
    said(
        "typha-port-blocked:gave-up",
        r"\bFailed to connect to Typha, giving up after timeout",
        _SAID,
        anyone=True,
        fatal=True,
        yields_to=("typha-tls-mismatch", "typha-port-blocked", "typha-none-ready"),
    ),
    said(
        "typha-hung:hello",
        r"Did not get hello message from Typha in time",
        _SAID,
        anyone=True,
        fatal=True,
    ),
    said("typha-lost", r"\bConnection to Typha failed\b", _SAID, anyone=True),
    said(
        "typha-tls-mismatch",
        r"\b(typha|5473)\b.{0,300}?x509: certificate (?P<error>signed by unknown authority|has expired|is valid for)",
        _SAID,
        anyone=True,
        words=("certificate",),
    ),
    said(
        "typha-tls-mismatch:refused",
        r"\b(typha|5473)\b.{0,300}?remote error: tls: (?P<error>bad certificate|unknown certificate( authority)?|expired certificate|certificate required)",
        _SAID,
        anyone=True,
        words=("tls",),
    ),
    said(
        "typha-tls-mismatch:name",
        r"\bpeer certificate does not have required (?P<what>CN|URI SAN)\b",
        _SAID,
        anyone=True,
    ),
    said(
        "typha-tls-mismatch:files",
        r"\bFailed to (load certificate and key|read CA data|add CA data to pool)\b",
        ControllersSaid,
        words=("certificate", "ca"),
    ),
)
