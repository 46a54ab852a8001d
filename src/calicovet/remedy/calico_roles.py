"""The ClusterRoles of Calico's accounts, by release."""

from collections.abc import Iterator, Mapping

from calicovet.model.remediation.change import Value
from calicovet.model.remediation.plan import GrantRule

_CALICO = "crd.projectcalico.org"
_READ = ("get", "list", "watch")
_READ_ONLY = (
    "globalfelixconfigs",
    "bgpfilters",
    "globalbgpconfigs",
    "ipreservations",
    "globalnetworkpolicies",
    "stagedglobalnetworkpolicies",
    "stagedkubernetesnetworkpolicies",
    "stagednetworkpolicies",
    "globalnetworksets",
    "networkpolicies",
    "networksets",
    "hostendpoints",
    "tiers",
)
_WRITTEN = (
    "ippools",
    "felixconfigurations",
    "clusterinformations",
    "bgpconfigurations",
    "bgppeers",
)
_ALLOCATION = ("blockaffinities", "ipamblocks", "ipamhandles")

_NODE: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("", "serviceaccounts/token"): ("create",),
    ("", "pods"): _READ,
    ("", "nodes"): _READ,
    ("", "namespaces"): _READ,
    ("", "serviceaccounts"): ("list", "watch"),
    ("", "endpoints"): _READ,
    ("", "services"): _READ,
    ("", "configmaps"): ("get",),
    ("", "nodes/status"): ("patch", "update"),
    ("", "pods/status"): ("patch",),
    ("discovery.k8s.io", "endpointslices"): ("list", "watch"),
    ("networking.k8s.io", "networkpolicies"): ("list", "watch"),
    ("apps", "daemonsets"): ("get",),
    **{(_CALICO, each): _READ for each in _READ_ONLY},
    **{(_CALICO, each): (*_READ, "create", "update") for each in _WRITTEN},
    **{(_CALICO, each): (*_READ, "create", "update", "delete") for each in _ALLOCATION},
    (_CALICO, "caliconodestatuses"): (*_READ, "update"),
    (_CALICO, "ipamconfigs"): ("get",),
}
_PLUGIN: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("", "pods"): ("get",),
    ("", "nodes"): ("get",),
    ("", "namespaces"): ("get",),
    ("", "pods/status"): ("patch",),
    **{(_CALICO, each): (*_READ, "create", "update", "delete") for each in _ALLOCATION},
    (_CALICO, "clusterinformations"): ("get", "list"),
    (_CALICO, "ippools"): ("get", "list"),
    (_CALICO, "ipreservations"): ("get", "list"),
    (_CALICO, "ipamconfigs"): ("get", "list"),
}
_STOCK = {"calico-node": _NODE, "calico-cni-plugin": _PLUGIN}


def role_of(account: str) -> str:
    """The role of an account has its name, in every manifest of Calico."""
    return account.rpartition(":")[2]


def namespace_of(account: str) -> str:
    return account.split(":")[2] if account.count(":") == 3 else "kube-system"


def verbs_for(step: GrantRule) -> tuple[str, ...]:
    """All verbs that the account uses on the resource: where one is missing, mostly all are."""
    stock = _STOCK.get(role_of(step.account), {}).get((step.group, step.resource), ())
    return stock if step.verb in stock else (*stock, step.verb)


def rule_for(step: GrantRule, verbs: tuple[str, ...]) -> dict[str, Value]:
    rule: dict[str, Value] = {"apiGroups": [step.group], "resources": [step.resource]}
    if step.name:
        rule["resourceNames"] = [step.name]
    return {**rule, "verbs": list(verbs)}


def missing(step: GrantRule, role: Value) -> tuple[str, ...]:
    """The verbs that the role does not give."""
    granted = set(_granted(step, role))
    return () if "*" in granted else tuple(v for v in verbs_for(step) if v not in granted)


def _granted(step: GrantRule, role: Value) -> Iterator[str]:
    for rule in role.get("rules") or ():
        names = rule.get("resourceNames") or ()
        if names and step.name not in names:
            continue
        if _speaks_of(rule.get("apiGroups"), step.group) and _speaks_of(
            rule.get("resources"), step.resource
        ):
            yield from rule.get("verbs") or ()


def _speaks_of(named: Value, wanted: str) -> bool:
    return wanted in (named or ()) or "*" in (named or ())


def binds(binding: Value, account: str) -> bool:
    """Whether the binding is about that account."""
    return any(_is_subject(each, account) for each in binding.get("subjects") or ())


def subject(account: str) -> dict[str, Value]:
    return {
        "kind": "ServiceAccount",
        "name": role_of(account),
        "namespace": namespace_of(account),
    }


def _is_subject(found: Value, account: str) -> bool:
    return all(found.get(key) == value for key, value in subject(account).items())
