"""What holds for the whole cluster: Calico's resources, its account, its release."""

from calicovet.diagnosis.preflight.form import (
    NOT_KNOWN,
    Check,
    Group,
    Result,
    Site,
    bad,
    ok,
    risk,
    was_shown,
)
from calicovet.model.facts import (
    ApiEndpoint,
    CrdListed,
    DatastoreReady,
    KubeletVersion,
    ServiceAddress,
)
from calicovet.startup.config import read_running_release
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
_TESTED: dict[tuple[int, int], tuple[int, int]] = {
    (3, 22): (21, 23),
    (3, 25): (23, 26),
    (3, 26): (24, 28),
    (3, 27): (24, 28),
    (3, 28): (27, 30),
    (3, 29): (29, 32),
    (3, 32): (34, 36),
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
    # Before Calico is installed nobody misses them: they come with it.
    if not site.asked.account:
        return None
    listed = site.node.all(CrdListed)
    if not listed:
        return NOT_KNOWN
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
    return NOT_KNOWN if any(each.allowed is None for each in asked) else ok()


def _skew(site: Site) -> Result | None:
    calico = read_running_release(site.node.facts)
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


CHECKS = (
    Check(name="api-service", group=Group.CLUSTER, ask=_endpoints, of_cluster=True),
    Check(name="resources", group=Group.CLUSTER, ask=_resources, of_cluster=True),
    Check(name="datastore", group=Group.CLUSTER, ask=_datastore, of_cluster=True),
    Check(name="account", group=Group.CLUSTER, ask=_account, of_cluster=True),
    Check(name="releases", group=Group.CLUSTER, ask=_skew, of_cluster=True),
)
