"""What Felix says."""

import re

from calicovet.model.facts.base import Fact
from calicovet.model.facts.milestones import Milestone
from calicovet.model.facts.said import ControllersSaid, FelixSaid
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
    said(
        "felix-nft-incompatible-rules",
        r"iptables-save failed because there are incompatible nft rules in the table\b(.{0,600}? table\W{1,3}(?P<table>\w{1,20}))?",
        _SAID,
    ),
    said(
        "felix-nft-incompatible-rules:table",
        r"Table \W{0,4}(?P<table>filter|nat|mangle|raw)\W{0,4} is incompatible, use \W{0,4}nft\W{0,4} tool",
        _SAID,
    ),
    said(
        "felix-iptables-module-missing",
        r"can.t initialize iptables table \W{0,4}(?P<table>\w+)?(\W{1,4}(?P<error>[A-Za-z][^?()\\\n]{2,60}))?",
        _SAID,
    ),
    said(
        "felix-iptables-module-missing:who",
        r"iptables\S{0,20} v\S+ .{0,12}?Cannot initialize: (?P<error>iptables who|Table does not exist)",
        _SAID,
    ),
    said(
        "felix-iptables-module-missing:nft",
        r"iptables\S{0,20} v?\S{0,12} ?.{0,14}?(Failed to initialize nft: (?P<error>Protocol not supported)|Could not fetch rule set generation id: (Invalid argument|Operation not supported|Protocol not supported))",
        _SAID,
        words=("nft", "generation"),
    ),
    said(
        "felix-iptables-module-missing:modprobe",
        r"\bModule (?P<module>x_tables|nf_tables|ip_tables|iptable_(filter|nat|mangle|raw)) not found",
        _SAID,
    ),
    said(
        "felix-iptables-module-missing:insmod",
        r"\b(do you need to insmod|Table does not exist)\b",
        _SAID,
        words=("insmod", "exist"),
        yields_to=("felix-iptables-module-missing", "felix-ip6tables-unavailable"),
    ),
    said(
        "felix-iptables-module-missing:save",
        r"\biptables(-(?P<backend>legacy|nft))?-save command failed after retries(.{0,600}?ipVersion\W{1,3}(?P<family>0x[46]))?",
        _SAID,
        fatal=True,
        yields_to=("felix-iptables-module-missing", "felix-nft-incompatible-rules"),
    ),
    # The status of a program that could not run at all: it has not asked the kernel anything.
    said(
        "felix-iptables-module-missing:cannot-run",
        r"\bip6?tables(-(legacy|nft))?[- ]save( command)? failed\b.{0,30}?error\W{1,3}(?P<error>exit status 12[67])\b",
        _SAID,
        words=("save",),
    ),
    said(
        "felix-iptables-backend-mismatch",
        r"Iptables backend specified does not match the detected backend\b(.{0,60}?detectedBackend\W{1,3}(?P<detected>\w+))?(.{0,40}?specifiedBackend\W{1,3}(?P<specified>\w+))?",
        _SAID,
    ),
    said(
        "felix-iptables-backend-mismatch:both",
        r"# Warning: (ip6?tables-)?(?P<backend>legacy|nft) tables present, use ",
        _SAID,
        words=("present",),
    ),
    said(
        "felix-iptables-restore-rejected",
        r"Failed to execute ip\W{0,2}6?\W{0,2}tables-restore command\b.{0,600}?(?P<error>Couldn.t load (match|target) \W{0,4}(?P<module>[\w-]{1,40})|No chain/target/match by that name|unknown arguments found on commandline|RULE_\w{3,10} failed( \([^)]{1,60}\))?|line \d+ failed)",
        _SAID,
    ),
    said(
        "felix-iptables-restore-rejected:extension",
        r"\bExtension (?P<module>[\w-]{1,40}) revision \d+ not supported, missing kernel module\b",
        _SAID,
    ),
    said(
        "felix-iptables-restore-rejected:panic",
        r"\bFailed to program iptables, giving up after retries\b(.{0,200}?ipVersion\W{1,3}(?P<family>0x[46]))?",
        _SAID,
        fatal=True,
        yields_to=("felix-xtables-lock", "felix-ip6tables-unavailable"),
    ),
    said(
        "felix-xtables-lock",
        r"\bFailed to program iptables\b.{0,80}?error\W{1,4}(writing out buffer: )?exit status 4\b(.{0,80}?ipVersion\W{1,3}(?P<family>0x[46]))?",
        _SAID,
    ),
    said(
        "felix-xtables-lock:open",
        r"\b(failed to open iptables lock|can.t open lock file) \W{0,4}/run/xtables\.lock",
        _SAID,
        words=("lock",),
    ),
    said("felix-xtables-lock:held", r"Another app is currently holding the xtables lock", _SAID),
    said("felix-xtables-lock:acquire", r"\bFailed to acquire iptables lock\b", _SAID, fatal=True),
    said(
        "felix-ipset-userspace-too-old",
        r"Kernel and userspace incompatible: (settype|set type) (?P<type>hash:\S+) with revision \d+ not supported by userspace",
        _SAID,
    ),
    said("felix-ipset-type-missing", r"Kernel error received: set type not supported", _SAID),
    said("felix-ipset-type-missing:session", r"ipset v\S+: Cannot open session to kernel", _SAID),
    # Netlink's answer to a message for a part of the kernel that is not there.
    said(
        "felix-ipset-type-missing:absent",
        r"\bipset\b.{0,40}?Kernel error received: Invalid argument\b",
        _SAID,
    ),
    said(
        "felix-not-privileged",
        r"\bipset v\S+: Kernel error received: Operation not permitted\b",
        _SAID,
    ),
    said(
        "felix-not-privileged:iptables",
        r"\bip6?tables\S{0,12}( v\S+)?.{0,120}?: Permission denied \(you must be root\)",
        _SAID,
    ),
    said(
        "felix-ipset-type-missing:panic",
        r"\bFailed to update IP sets after multiple retries\b",
        _SAID,
        fatal=True,
    ),
    said(
        "felix-ip6tables-unavailable",
        r"\bip6tables(-\w+)?-save command failed\b(.{0,30}?error\W{1,3}(?P<error>signal: \w+|exit status \d{1,3}))?",
        _SAID,
    ),
    said(
        "felix-ip6tables-unavailable:table",
        r"(can.t initialize ip6tables table\b \W{0,4}(\w{1,20})?|ip6tables\S{0,20} v\S+ .{0,12}?Cannot initialize)\W{1,4}(?P<error>[A-Za-z][^?()\\\n]{2,60})",
        _SAID,
        words=("initialize",),
    ),
    said(
        "felix-ip6tables-unavailable:program",
        r"\bFailed to program iptables\b.{0,60}?(error\W{1,4}(?P<error>exit status \d{1,3}))?.{0,120}?ipVersion\W{1,3}0x6",
        _SAID,
    ),
    said(
        "felix-iptables-foreign-extension",
        r"\bip6?tables(-(?P<backend>legacy|nft))?-save command failed\b(.{0,30}?error\W{1,3}(?P<error>signal: \w+|exit status \d{1,3}))?",
        _SAID,
        words=("save",),
        yields_to=(
            "felix-iptables-module-missing",
            "felix-ip6tables-unavailable",
            "felix-nft-incompatible-rules",
        ),
    ),
    said(
        "felix-iptables-foreign-extension:library",
        r"Can.t find library for (?P<kind>match|target) \W{0,4}(?P<extension>[\w-]{1,40})",
        _SAID,
    ),
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
    said("felix-config-invalid:mark", r"MarkMask\S{0,20} doesn.t cover bits", _SAID),
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
    said("host-external-killer", r"Detected out-of-sync .{0,120}?marking for resync", _SAID),
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
