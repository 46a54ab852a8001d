"""Message table: calico-node -startup, the tunnel allocator, rc.local."""

from calicovet.model.facts.milestones import Milestone
from calicovet.parse.messages.message import reached, said
from calicovet.parse.messages.startup_pools import POOLS

_TRANSPORT = (
    r"(?P<error>i/o timeout|connection refused|no route to host|network is unreachable"
    r"|deadline exceeded|context cancellation|request canceled|Client\.Timeout"
    # A bare `timeout` stands in the query of every URL that this client asks for.
    r"|handshake timeout|timeout awaiting|connection reset|\bEOF\b)"
)

MILESTONES = (
    reached(r"Early log level set to", Milestone.STARTUP_BEGAN, "startup"),
    reached(r"Starting node \S+ with version ", Milestone.STARTUP_BEGAN, "startup"),
    reached(r"\bDetermined node name: ", Milestone.NODE_NAMED, "startup"),
    reached(r"\bChecking datastore connection\b", Milestone.DATASTORE_CHECK_BEGAN, "startup"),
    reached(r"\bDatastore connection verified\b", Milestone.DATASTORE_REACHED, "startup"),
    reached(r"\.go \d+: Datastore is ready\b", Milestone.DATASTORE_REACHED, "startup"),
    reached(
        r"\bSkipping datastore connection test\b", Milestone.DATASTORE_CHECK_SKIPPED, "startup"
    ),
    reached(r"\bBuilding new node resource\b", Milestone.NODE_READ, "startup"),
    reached(r"\bInitialize BGP data\b", Milestone.NODE_READ, "startup"),
    reached(r"Using autodetected IPv[46] address ", Milestone.ADDRESS_CHOSEN, "startup"),
    reached(r"Using IPv[46] address from environment: ", Milestone.ADDRESS_CHOSEN, "startup"),
    reached(r"IPv[46] address \S+ discovered on interface ", Milestone.ADDRESS_CHOSEN, "startup"),
    reached(
        r"\bAutodetection (for|of) IPv[46] .{0,40}keeping existing value: ",
        Milestone.ADDRESS_CHOSEN,
        "startup",
    ),
    reached(r"Node IPv[46] changed, will check for conflicts", Milestone.ADDRESS_CHOSEN, "startup"),
    reached(r"\bNo AS number configured on node resource", Milestone.NODE_CONFIGURED, "startup"),
    reached(r"\.go \d+: Using AS number ", Milestone.NODE_CONFIGURED, "startup"),
    reached(r"\bSkipping IP pool configuration\b", Milestone.POOLS_READY, "startup"),
    reached(r"\bCreated default IPv[46] pool ", Milestone.POOLS_READY, "startup"),
    reached(
        r"FELIX_IPV6SUPPORT is (true|false) .{0,12}through environment variable",
        Milestone.POOLS_READY,
        "startup",
    ),
    reached(r"IPv6 supported on this platform: ", Milestone.POOLS_READY, "startup"),
    reached(r"Using node name: \S", Milestone.STARTUP_FINISHED, "startup"),
    reached(
        r"\bSetting NetworkUnavailable to false\b", Milestone.NETWORK_MARKED_AVAILABLE, "startup"
    ),
    reached(
        r"Current address is still valid, do nothing",
        Milestone.TUNNEL_ADDRESS_KEPT,
        "tunnel-ip-allocator",
    ),
    reached(
        r"\bAssigned tunnel address to node\b",
        Milestone.TUNNEL_ADDRESS_KEPT,
        "tunnel-ip-allocator",
    ),
    reached(
        r"\.go \d+: Set tunnel address\b", Milestone.TUNNEL_ADDRESS_KEPT, "tunnel-ip-allocator"
    ),
    reached(r"Calico node started successfully", Milestone.SERVICES_STARTED, "rc.local"),
    reached(r"Calico started successfully\s*$", Milestone.NETWORK_MARKED_AVAILABLE, "startup"),
    # A pod's status is called so too, hence the demand for the line's form.
    reached(
        r"(^|\.go \d+: |msg\W{1,4})Terminating\W{0,3}\s*$",
        Milestone.STARTUP_ENDED,
        "startup",
        words=("terminating",),
    ),
    reached(r"\bCalico node failed to start\b", Milestone.NODE_FAILED_TO_START, "rc.local"),
)

NAMES = (
    said(
        "name-invalid",
        r"field Metadata\.Name = \W{0,4}(?P<name>[^\s'\"\\(]{1,100})[\s\S]{0,60}?name must consist of lower case alphanumeric",
        fatal=True,
    ),
    said(
        "name-invalid:line-break",
        # A line break, escaped or not, has become a space by now; the quote stands behind it.
        r"nodes \W{1,4}(?P<name>[\w.-]+)(\\n| )[\"'`]\W{0,3} not found",
        fatal=True,
        words=("nodes",),
    ),
    said("name-invalid:hostname", r"\bUnable to determine hostname\b", fatal=True),
    said(
        "name-mismatch",
        r"IPv[46] address has changed\. This could happen if there are multiple nodes with the same name(.{0,20}\bnode\W{1,3}(?P<node>[\w.-]+))?(.{0,20}\boriginal\W{1,3}(?P<original>[\w.:]+))?(.{0,30}\bupdated\W{1,3}(?P<updated>[\w.:]+))?",
    ),
    said(
        "name-node-object-missing",
        r"Failed to read Node from datastore\b.{0,160}nodes \W{0,4}(?P<node>[\w.-]+)\W{0,4} not found",
        fatal=True,
        yields_to=("name-invalid",),
    ),
    said(
        "name-node-object-missing:create",
        r"\boperation create is not supported on \W{0,4}node\b(\((name=)?(?P<node>[\w.-]+)\))?",
        fatal=True,
    ),
    said("name-file-not-written", r"/var/lib/calico/nodename does not exist, exiting", fatal=True),
    said(
        "name-file-not-written:write",
        r"\bUnable to write to \W{0,4}/var/lib/calico/nodename\b(.{0,120}?(?P<error>read-only file system|permission denied|no space left on device))?",
        fatal=True,
    ),
    said(
        "name-file-not-written:read",
        r"\bFailed to read \W{0,4}/var/lib/calico/nodename\b",
        fatal=True,
    ),
    said("name-file-not-written:probe", r"failed to stat\(\) nodename file"),
)

DATASTORE = (
    said(
        "ds-retry",
        r"Hit error connecting to datastore \W{0,3}retry\b(.{0,40}?error\W{1,3}(?P<error>.{1,400}))?",
    ),
    said(
        "ds-unauthorized",
        r"Connection to the datastore is unauthorized\b(.{0,40}?error\W{1,3}(?P<error>.{1,300}))?",
        fatal=True,
    ),
    said(
        "ds-kubeadm-config-timeout",
        rf"failed to query (?P<map>kubeadm.s|Rancher.s cluster state) config map\b.{{0,400}}?{_TRANSPORT}",
        fatal=True,
    ),
    said(
        "ds-kubeadm-config-timeout:head",
        r"failed to query (?P<map>kubeadm.s|Rancher.s cluster state) config map\b(.{0,40}?error\W{1,3}(?P<error>.{1,300}))?",
        fatal=True,
        yields_to=("ds-kubeadm-config-timeout", "rbac-forbidden", "rbac-wrong-identity"),
    ),
    said(
        "ds-migration-or-ipam-upgrade-failed",
        r"\bUnable to ensure datastore is migrated\b(.{0,40}?error\W{1,3}(?P<error>.{1,300}))?",
        fatal=True,
        yields_to=("rbac-forbidden", "rbac-wrong-identity", "crd-missing"),
    ),
    said(
        "ds-migration-or-ipam-upgrade-failed:host",
        r"Unable to upgrade host.s IPAM resources\b(.{0,40}?error\W{1,3}(?P<error>.{1,300}))?",
        fatal=True,
        yields_to=("rbac-forbidden", "rbac-wrong-identity", "crd-missing"),
    ),
    said(
        "ds-node-read-failed",
        r"\bUnable to (access datastore to )?query node configuration\b(.{0,40}?error\W{1,3}(?P<error>.{1,300}))?",
        fatal=True,
    ),
    said(
        "ds-node-read-failed:kubernetes",
        r"\bFailed to read Node from datastore\b(.{0,40}?error\W{1,3}(?P<error>.{1,300}))?",
        fatal=True,
        yields_to=("name-node-object-missing",),
    ),
    said(
        "ds-node-write-failed",
        r"\bUnable to set node resource configuration\b(.{0,40}?error\W{1,3}(?P<error>.{1,300}))?",
        fatal=True,
        yields_to=("name-node-object-missing",),
    ),
    said(
        "ds-defaults-failed",
        r"\bUnable to set global default configuration\b(.{0,40}?error\W{1,3}(?P<error>.{1,300}))?",
        fatal=True,
        yields_to=("crd-schema-mismatch", "crd-missing", "rbac-forbidden", "rbac-wrong-identity"),
    ),
    said(
        "ds-networkunavailable-stuck",
        r"\bUnable to set NetworkUnavailable to false\b(.{0,40}?error\W{1,3}(?P<error>.{1,300}))?",
        yields_to=("rbac-forbidden", "rbac-wrong-identity"),
    ),
    said(
        "ds-etcd-without-kubernetes",
        r"Failed to build Kubernetes config\b.{0,200}no configuration has been provided",
        fatal=True,
    ),
    said(
        "ds-client",
        r"ERROR: Error (?P<what>loading datastore config|accessing the Calico datastore): (?P<error>.{1,300})",
        fatal=True,
    ),
    said("ds-directory", r"\bUnable to create \W{0,3}(?P<path>/var/\S+?)\W{0,3}(\s|$)", fatal=True),
)

ADDRESSES = (
    said(
        "ip-dummy-service-address",
        r"Using autodetected IPv[46] address (?P<address>\S+ )?on (matching )?interface (?P<link>(nodelocaldns|kube-ipvs|dummy)[^\s:]*)",
    ),
    said("ip-autodetect-none", r"Couldn.t autodetect an? (management )?IPv4 address", fatal=True),
    said(
        "ip-autodetect-none:any",
        r"No IPv4 or IPv6 addresses configured or detected, required for Calico networking",
        fatal=True,
    ),
    said(
        "ip-autodetect-none:disabled",
        r"No IP Addresses configured, and autodetection is not enabled",
        fatal=True,
    ),
    said(
        "ip-autodetect-none:why",
        r"\bUnable to auto-detect an (?P<family>IPv[46]) address\b(?P<filter>.{0,200}?): (?P<error>no valid host interfaces found|no valid IPv[46] addresses found)",
    ),
    said(
        "ip-autodetect-kept",
        r"\bAutodetection of IPv[46] address failed, keeping existing value: (?P<address>\S+)",
    ),
    said(
        "ip-can-reach-failed",
        r"Unable to auto-detect IPv[46] address by connecting to (?P<target>\S+): (?P<error>.{0,200}?(dial udp|lookup|network is unreachable|no such host|does not match any addresses).{0,120})",
    ),
    said(
        "ip-method-invalid",
        r"\bInvalid IP autodetection method\W{1,4}(?P<method>[^\s\"']*)",
        fatal=True,
    ),
    said(
        "ip-method-invalid:cidr",
        # A node that has an address already goes on with that.
        r"Invalid CIDR \W{0,4}(?P<cidr>[^\s\"']+)\W{0,4} for IP autodetection method",
    ),
    said("ip-method-invalid:regex", r"\bInvalid interface regex\b"),
    said(
        "ip-method-invalid:internal-ip",
        r"Cannot use method \W{0,4}kubernetes-internal-ip\W{0,4} when not running on a Kubernetes cluster",
    ),
    said(
        "ip-method-invalid:operator",
        r"no more than one node address autodetection method can be specified",
    ),
    said(
        "ip-internal-ip-not-found",
        r"Unable to find matching host interface for IP (?P<address>[\w.:]+)",
    ),
    said(
        "ip-environment-invalid",
        r"Environment does not contain a valid IPv[46] address: (?P<value>\S+)",
        fatal=True,
    ),
    said(
        "ip-conflict-duplicate",
        r"Calico node \W{0,4}(?P<node>[\w.-]+)\W{0,4} is already using the (?P<family>IPv[46]) address\W{0,4}(?P<address>[0-9a-fx:]+[.:][0-9a-fx.:]*[0-9a-fx])?",
        fatal=True,
    ),
    said(
        "ip-conflict-duplicate:configured",
        r"conflicting node detected: (?P<family>IPv[46]) address conflict",
        fatal=True,
    ),
    said(
        "ip-conflict-duplicate:unparsable",
        r"Error parsing IPv[46] CIDR \W{0,3}(?P<address>[^\s'\"]*)\W{0,3} for node \W{0,3}(?P<node>[\w.-]+)",
        fatal=True,
    ),
    said(
        "ip-changed-or-not-on-host",
        r"\bunable to find parent interface with address (?P<address>[\w.:]+)",
        anyone=True,
    ),
    said(
        "ip-changed-or-not-on-host:parent",
        r"\b(no parent device available|Failed to find parent device)\b",
        anyone=True,
        words=("parent",),
    ),
    said(
        "ip-changed-or-not-on-host:warning",
        r"Unable to confirm IPv[46] address (?P<address>\S+) is assigned to this host",
    ),
    said("ip6-autodetect-failed", r"Couldn.t autodetect an IPv6 address", fatal=True),
    said("ip-ipv4-missing-in-v6-only", r"\bCannot determine router ID\b", anyone=True),
)

TUNNELS = (
    said(
        "tunnel-allocator-failed",
        r"\b(Failed to reconcile tunnel address|Tunnel IP allocator failed|Unable to set tunnel address|Failed to release old addresses)\b",
        words=("tunnel", "addresses"),
        fatal=True,
    ),
    said(
        "tunnel-allocator-failed:read",
        r"failed to fetch node resource \W{0,3}(?P<node>[\w.-]+)",
        fatal=True,
    ),
    said(
        "tunnel-allocator-failed:pools",
        r"\bUnable to query IP pool configuration\b",
        fatal=True,
        yields_to=("rbac-forbidden", "rbac-wrong-identity", "crd-missing"),
    ),
)

MESSAGES = (*MILESTONES, *NAMES, *DATASTORE, *ADDRESSES, *POOLS, *TUNNELS)
