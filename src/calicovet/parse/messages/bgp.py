"""Message table: confd, BIRD, and the BGP readiness probe."""

from calicovet.model.facts.milestones import Milestone
from calicovet.model.facts.said import BgpSaid
from calicovet.parse.messages.message import reached, said

_SAID = BgpSaid

MESSAGES = (
    reached(r"\bStarting calico-confd\b", Milestone.CONFD_BEGAN, "confd"),
    reached(
        r"Target config \S{0,120}bird6?\.cfg has been updated",
        Milestone.BIRD_CONFIG_WRITTEN,
        "confd",
    ),
    reached(r"\bbird6?: device1: (Initializing|Starting)\b", Milestone.BIRD_BEGAN, "bird"),
    reached(
        r"\bbird6?: (Mesh|Node|Global)_\w+: .{0,40}?(State changed to up|established)\b",
        Milestone.BGP_ESTABLISHED,
        "bird",
        words=("up", "established"),
    ),
    said(
        "bgp-port-179-blocked:peers",
        r"BIRD6? is not ready: BGP not established with (?P<peers>[\d.,a-f:]+)",
        _SAID,
    ),
    said(
        "bgp-port-179-blocked",
        r"\b(Connect|Active|Idle)\W{1,12}Socket: (?P<error>No route to host|Connection timed out|Operation timed out)",
        _SAID,
        words=("socket",),
    ),
    said("dp-mesh-disabled-no-peers", r"^\W{0,3}No IPv4 peers found", _SAID),
    said("bgp-port-179-in-use", r"BGP: (Socket error: )?listen: Address (already )?in use", _SAID),
    said("bgp-port-179-in-use:open", r"\bCannot open listening socket\b", _SAID),
    said("bgp-port-179-in-use:status", r"Error: No listening socket\b", _SAID),
    said("bgp-another-bird-instance", r"I found another BIRD running", _SAID),
    said(
        "bgp-probe-with-vxlan-backend",
        r"CALICO_NETWORKING_BACKEND is (?P<backend>vxlan|none)\b",
        _SAID,
        words=("backend",),
    ),
    said(
        "bgp-probe-with-vxlan-backend:socket",
        r"unable to connect to (?P<what>BIRDv[46]) socket: dial unix (?P<path>\S+\.ctl): connect: (?P<error>no such file or directory|connection refused)",
        _SAID,
    ),
    said(
        "bgp-probe-with-vxlan-backend:live",
        r"\bbird6?/confd is not live: (?P<error>.{1,160})",
        _SAID,
        words=("live",),
    ),
    said(
        "bgp-bird-config-rejected",
        # On the very first start a file that it includes is not there yet; that mends itself.
        r"\bError from checkcmd .{0,200}?bird.{0,600}?(, line \d+|:\d+:\d+):? (?!\s*Unable to open)(?P<error>[^\"\\]{1,120})",
        _SAID,
        words=("checkcmd",),
    ),
    said(
        "bgp-bird-config-rejected:bird",
        r"\bbird6?: (?P<path>/etc/calico/confd/config/\S{1,80}?)(, line \d+|:\d+:\d+):? (?!\s*Unable to open)(?P<error>[^\"\\]{1,120})",
        _SAID,
        words=("bird",),
        yields_to=("bgp-bird-config-rejected",),
    ),
    said(
        "bgp-bird-config-rejected:confd",
        r"\bFailed to (?P<what>load Calico client configuration|create main Calico client|query current BGP settings)\b",
        _SAID,
        fatal=True,
        words=("client", "settings"),
    ),
    said("bgp-bird-config-rejected:check", r"\bConfig check failed: (?P<error>.{1,200})", _SAID),
    said(
        "bgp-bird-config-rejected:no-file",
        r"Unable to open configuration file \W{0,4}(?P<path>/etc/calico/confd/config/bird6?\.cfg)\W{1,3} ?No such file or directory",
        _SAID,
    ),
    said(
        "bgp-as-or-peer-mismatch",
        r"\b(Error|Received): (?P<error>Bad peer AS|Unacceptable hold time)",
        _SAID,
        words=("peer", "unacceptable"),
    ),
    said(
        "bgp-as-or-peer-mismatch:closed",
        r"\b(BGP Error|Received): (?P<error>Cease|Hold timer expired)",
        _SAID,
        words=("cease", "timer"),
    ),
    said(
        "bgp-source-masqueraded",
        r"BGP: Unexpected connect from unknown address (?P<address>\S+)",
        _SAID,
    ),
    said(
        "bgp-source-masqueraded:rule",
        r"(?P<rule>-A POSTROUTING( -m comment --comment (\"[^\"]{0,80}\"|[^\s\"]{1,80}))? -j MASQUERADE)( --random(-fully)?)?\s*$",
        _SAID,
        words=("masquerade",),
    ),
    said(
        "bgp-password-secret",
        r"Can.t read password (for|referenced by) (?P<what>BGPPeer|BGP Configuration)\b",
        _SAID,
    ),
    said(
        "bgp-password-secret:kernel",
        r"\bMD5 Hash (?P<error>not found|mismatch|failed)\b.{0,160}?[^\d]179\b",
        _SAID,
        words=("md",),
    ),
    said("bgp-graceful-restart-wait", r"BIRD6? is not ready: graceful restart in progress", _SAID),
    said(
        "bgp-control-socket-dir-missing",
        r"Cannot create control socket \W{0,4}(?P<path>(/var)?/run/calico/bird6?\.ctl)(?!: (another|address already))(: (?P<error>[a-z][a-z -]{2,60}))?",
        _SAID,
    ),
)
