"""Checks of the whole cluster: Calico's resources, service account, release."""

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    ApiEndpoint,
    CrdListed,
    DatastoreReady,
    KubeletVersion,
    OperatorStatus,
    Said,
    ServiceAddress,
)
from calicovet.parse.messages.scan import read_messages
from calicovet.preflight.check import (
    NOT_KNOWN,
    Check,
    Group,
    Result,
    Site,
    bad,
    not_known,
    ok,
    risk,
    was_shown,
)
from calicovet.startup.node_config import read_config, read_running_release
from calicovet.startup.versions import read_release

_NEEDED = (
    "clusterinformations",
    "felixconfigurations",
    "bgpconfigurations",
    "ippools",
    "ipamblocks",
    "blockaffinities",
    "globalnetworkpolicies",
    "networkpolicies",
    "hostendpoints",
)
"""Resources that calico-node of any release asks for before it is ready."""
_SINCE = {"ipreservations": (3, 22), "caliconodestatuses": (3, 21), "tiers": (3, 29)}
_OTHERS = frozenset(
    {
        *("antrea-agent", "aws-node", "cilium", "kindnet", "kube-flannel-ds", "kube-flannel"),
        *("kube-ovn-cni", "kube-router", "ovnkube-node", "weave-net"),
    }
)
"""DaemonSets of other networks."""
_MOST_SAID = 300
_TESTED: dict[tuple[int, int], tuple[int, int]] = {
    (3, 22): (21, 23),
    (3, 25): (23, 26),
    (3, 26): (24, 28),
    (3, 27): (24, 28),
    (3, 28): (27, 30),
    (3, 29): (29, 32),
    (3, 31): (32, 35),
    (3, 32): (34, 36),
    (3, 33): (35, 37),
}
"""By release of Calico, the first and the last 1.x of Kubernetes that its documents name as tested."""
_NO_LONGER_WORKS = (3, 26)
_FIRST_THAT_WORKS = 21
"""Calico from v3.26 on needs Kubernetes v1.21, by its own documents."""


def _endpoints(site: Site) -> Result | None:
    service, endpoint = site.node.one(ServiceAddress), site.node.one(ApiEndpoint)
    if service is None or (endpoint is None and not was_shown(site.node, ApiEndpoint)):
        return NOT_KNOWN
    if endpoint is None:
        return bad("api-endpoint-unreachable", service, address=service.address)
    return ok(service, endpoint)


def _resources(site: Site) -> Result | None:
    # Before Calico is installed they are not missing: they come with it.
    if not site.asked.account:
        return None
    listed = site.node.all(CrdListed)
    if not listed:
        return NOT_KNOWN
    # Those of a release that is still to come, come with it.
    release = read_running_release(site.node.facts)
    names = {found.name.partition(".")[0] for found in listed}
    since = (name for name, first in _SINCE.items() if release is not None and release >= first)
    missing = [name for name in (*_NEEDED, *since) if name not in names]
    if not missing:
        return ok(listed[0])
    return bad("crd-missing", resources=", ".join(missing))


def _datastore(site: Site) -> Result | None:
    found = site.node.one(DatastoreReady)
    if found is None:
        return None
    return ok(found) if found.ready else bad("ds-migration-or-ipam-upgrade-failed", found)


def _account(site: Site) -> Result | None:
    asked = site.asked.account
    if not asked:
        return None
    refused = [each for each in asked if each.allowed is False]
    if len(refused) == len(asked):
        return bad("rbac-forbidden", key="bad-all", account=refused[0].account)
    if refused:
        what = ", ".join(f"{each.verb} {each.resource}" for each in refused)
        return bad("rbac-forbidden", account=refused[0].account, rights=what)
    return not_known("not-allowed") if any(each.allowed is None for each in asked) else ok()


def _skew(site: Site) -> Result | None:
    calico = site.release
    kubelets = [found for node in site.others for found in node.all(KubeletVersion)]
    releases = {found: read_release(found.version) for found in kubelets}
    known = {found: release for found, release in releases.items() if release is not None}
    if calico is None:
        return None
    if not known:
        return NOT_KNOWN
    newest = max(known, key=lambda found: known[found])
    oldest = min(known, key=lambda found: known[found])
    words = {"calico": str(calico), "kubernetes": newest.version}
    if calico >= _NO_LONGER_WORKS and known[oldest].minor < _FIRST_THAT_WORKS:
        words["kubernetes"] = oldest.version
        return bad("skew-calico-too-new", oldest, **words)
    tested = _TESTED.get((calico.major, calico.minor))
    if tested is None or tested[0] <= known[newest].minor <= tested[1]:
        return ok(newest)
    cause = "skew-calico-too-old" if known[newest].minor > tested[1] else "skew-calico-too-new"
    return risk(cause, newest, first=f"v1.{tested[0]}", last=f"v1.{tested[1]}", **words)


def _admitted(site: Site) -> Result | None:
    """What the API server said when it was asked, on trial, for a pod of calico-node."""
    said = site.asked.refusal
    if said is None:
        return not_known("not-allowed")
    if not said:
        return ok()
    return bad(_refused_by(said), said=said[:_MOST_SAID], key="bad")


def _refused_by(said: str) -> str:
    """The cause that this message belongs to; empty where it is unknown."""
    if "disallowed by cluster policy" in said:
        return "sched-privileged-disallowed"
    piece = Evidence(id="", kind=EvidenceKind.TEXT, content=said)
    for fact in read_messages(piece):
        if isinstance(fact, Said):
            return fact.key.partition(":")[0]
    return ""


def _config_maps(site: Site) -> Result | None:
    lacking = site.asked.lacking
    if lacking is None:
        return None
    return bad("rt-configmap-key-missing", keys=", ".join(lacking)) if lacking else ok()


def _operator(site: Site) -> Result | None:
    shown = site.node.all(OperatorStatus, lambda found: found.component == "calico")
    if not shown:
        return None
    ill = next((each for each in shown if each.type == "Degraded" and each.status == "True"), None)
    if ill is None:
        return ok(*shown[:1])
    return risk(_refused_by(ill.message), ill, said=(ill.message or ill.reason)[:_MOST_SAID])


def _other_networks(site: Site) -> Result | None:
    asked = site.asked.daemonsets
    if asked is None:
        return None
    found = next((name for name in asked if name.partition("/")[2] in _OTHERS), None)
    backend = read_config(site.node).backend
    # Beside `none` Calico only keeps the policies, and another network is meant to be there.
    if found is None or backend == "none":
        return ok()
    return risk("rt-cni-leftover-config", daemonset=found)


CHECKS = (
    Check(
        name="api-service",
        group=Group.CLUSTER,
        ask=_endpoints,
        foresees=("api-endpoint-unreachable",),
        of_cluster=True,
    ),
    Check(
        name="resources",
        group=Group.CLUSTER,
        ask=_resources,
        foresees=("crd-missing",),
        of_cluster=True,
    ),
    Check(
        name="datastore",
        group=Group.CLUSTER,
        ask=_datastore,
        foresees=("ds-migration-or-ipam-upgrade-failed", "ipamup-datastore-locked"),
        of_cluster=True,
    ),
    Check(
        name="account",
        group=Group.CLUSTER,
        ask=_account,
        foresees=("rbac-forbidden",),
        of_cluster=True,
    ),
    Check(
        name="admission",
        group=Group.CLUSTER,
        ask=_admitted,
        foresees=(
            *("sched-podsecurity-denied", "sched-psp-denied", "sched-scc-denied"),
            *("sched-critical-priority-quota", "sched-quota-exceeded", "sched-limitrange-conflict"),
            *("sched-admission-webhook-failing", "sched-serviceaccount-missing"),
            "sched-privileged-disallowed",
        ),
        of_cluster=True,
    ),
    Check(
        name="config-maps",
        group=Group.CLUSTER,
        ask=_config_maps,
        foresees=("rt-configmap-key-missing",),
        of_cluster=True,
    ),
    Check(
        name="operator",
        group=Group.CLUSTER,
        ask=_operator,
        foresees=(
            *("op-crd-apply-failed", "op-kubeadm-podsubnet-missing", "op-migration-stalled"),
            *("op-provider-or-cni-mismatch", "op-unreachable-api"),
        ),
        of_cluster=True,
    ),
    Check(
        name="releases",
        group=Group.CLUSTER,
        ask=_skew,
        foresees=("skew-calico-too-new", "skew-calico-too-old"),
        of_cluster=True,
    ),
    Check(
        name="other-networks",
        group=Group.CLUSTER,
        ask=_other_networks,
        foresees=("rt-cni-leftover-config",),
        of_cluster=True,
    ),
)
