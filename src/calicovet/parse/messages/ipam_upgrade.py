"""Message table: calico-ipam -upgrade in init container upgrade-ipam."""

from calicovet.model.facts.milestones import Milestone
from calicovet.model.facts.said import FelixSaid, IpamUpgradeSaid
from calicovet.parse.messages.message import reached, said

_TROUBLE = (
    r"i/o timeout|connection refused|no route to host|network is unreachable|deadline exceeded"
    r"|forbidden|unauthorized|x509|TLS handshake timeout|Client\.Timeout|\bEOF\b|connection reset"
    r"|no such host|server misbehaving"
)
_MORE_PRECISE = ("ipamup-podcidr-empty", "ipamup-node-or-api-unreachable")

MESSAGES = (
    reached(
        r"migrating from host-local to calico-ipam",
        Milestone.IPAM_UPGRADE_BEGAN,
        "upgrade-ipam",
    ),
    reached(
        r"migration from host-local to calico-ipam complete",
        Milestone.IPAM_UPGRADE_DONE,
        "upgrade-ipam",
    ),
    reached(
        r"no migration necessary, successfully exiting",
        Milestone.IPAM_UPGRADE_DONE,
        "upgrade-ipam",
    ),
    said("ipamup-podcidr-empty", r"PodCIDR\W{0,6}did not parse successfully", IpamUpgradeSaid),
    said(
        "ipamup-podcidr-empty",
        r"cannot pick an IPv4 tunnel address from the given CIDR\W{0,4}$",
        IpamUpgradeSaid,
    ),
    said(
        "ipamup-node-or-api-unreachable",
        rf"\bfailed to get (?P<what>calico|k8s) node resource\b.{{0,400}}?(?P<error>{_TROUBLE}|not found)(.{{0,200}}?\bnode=\W{{0,4}}(?P<node>[\w.-]+))?",
        IpamUpgradeSaid,
    ),
    said(
        "ipamup-node-or-api-unreachable:later",
        rf"failed to migrate ipam, retrying\b.{{0,400}}?(?P<error>{_TROUBLE})",
        IpamUpgradeSaid,
        yields_to=("ipamup-node-or-api-unreachable",),
    ),
    said(
        "ipamup-hostlocal-leftover-loop",
        r"failed to migrate ipam, retrying\b.{0,60}?(?P<error>failed to (get add IPIP tunnel addr|assign IP to calico backend|parse IP|re-enable cluster|disable cluster|open host-local|read|close|remove|initialize host-local|acquire lock|fetch cluster information)|cannot pick an IPv4 tunnel address)(?P<tail>.{0,200})",
        IpamUpgradeSaid,
        yields_to=_MORE_PRECISE,
    ),
    said(
        "ipamup-hostlocal-leftover-loop:head",
        r"failed to migrate ipam, retrying\b(.{0,30}?error\W{1,4}(?P<error>.{1,300}))?",
        IpamUpgradeSaid,
        yields_to=("ipamup-hostlocal-leftover-loop", *_MORE_PRECISE),
    ),
    said(
        "ipamup-hostlocal-leftover-loop:panic",
        r"\bcni-plugin/pkg/upgrade\.(?P<error>Migrate)\(",
        IpamUpgradeSaid,
        fatal=True,
    ),
    # host-local writes the container and its interface on two lines; only leftovers bring both into a name.
    # The escaped break between them is read as a space.
    said(
        "ipamup-hostlocal-leftover-loop:handle",
        r"Failed to create handle, retry\b.{0,20}?(?P<error>IPAMHandle\S{0,40} \W{0,4}[\w.-]{1,160}(\\r)?\s{1,3}\w{1,15}\W{1,4} is invalid: metadata\.name)",
        IpamUpgradeSaid,
    ),
    said(
        "ipamup-config",
        r"KUBERNETES_NODE_NAME not specified, refusing to migrate",
        IpamUpgradeSaid,
        fatal=True,
    ),
    said(
        "ipamup-config:client",
        r"\bfailed to (load api client config|initialize api client)\b",
        IpamUpgradeSaid,
        fatal=True,
        words=("api",),
    ),
    said(
        "ipamup-step:looking",
        r"checking host-local IPAM data dir (dir )?existence",
        IpamUpgradeSaid,
    ),
    said("ipamup-step:reading-node", r"retrieving node for IPIP tunnel address", IpamUpgradeSaid),
    said("ipamup-step:locking-datastore", r"setting datastore readiness to false", IpamUpgradeSaid),
    said("ipamup-step:removing-binaries", r"\bremoving cni binaries\b", IpamUpgradeSaid),
    said("ipamup-step:waiting-for-lock", r"\bacquiring lock on host-local IPAM", IpamUpgradeSaid),
    said("ipamup-step:listing-pods", r"\bmapping pod ips to pods\b", IpamUpgradeSaid),
    said(
        "ipamup-datastore-locked",
        r"Datastore became unready, need to restart",
        FelixSaid,
        anyone=True,
    ),
    said(
        "ipamup-datastore-locked:waiting",
        r"Waiting for datastore to be initialized \(or migrated\)",
        FelixSaid,
        anyone=True,
    ),
    said(
        "ipamup-datastore-locked:plugin",
        r"Calico is currently not ready to process requests",
        FelixSaid,
        anyone=True,
    ),
    said(
        "ipamup-datastore-locked:flag",
        r"Upgrade may be in progress, ready flag is not set",
        FelixSaid,
        anyone=True,
    ),
)
