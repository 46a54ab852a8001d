"""A HostEndpoint for the node's card: Calico's policy then applies to the host itself."""

from gym.cluster import Object
from gym.place import Place

LABEL = "gym-host"
_API = "crd.projectcalico.org/v1"
_GROUP = "crd.projectcalico.org"
_POLICY = "allow-nodes-to-hosts"
_CHAIN = "cali-fh-eth0"


def protect(place: Place) -> None:
    """Without a policy, only failsafe ports and established connections pass from then on."""
    spec = {"node": place.node.name, "interfaceName": "eth0"}
    place.cluster.apply(_object("HostEndpoint", _name(place), spec, labels={LABEL: "true"}))


def unprotect(place: Place) -> None:
    place.cluster.kubectl("delete", f"hostendpoints.{_GROUP}", _name(place), "--ignore-not-found")


def allow_everything(place: Place) -> None:
    """A policy for host endpoints that allows all traffic in both directions."""
    rules = [{"action": "Allow"}]
    spec = {"selector": f"has({LABEL})", "order": 1, "ingress": rules, "egress": rules}
    place.cluster.apply(_object("GlobalNetworkPolicy", _POLICY, {**spec, "types": _BOTH}))


def remove_policy(place: Place) -> None:
    place.cluster.kubectl("delete", f"globalnetworkpolicies.{_GROUP}", _POLICY)


def is_programmed(place: Place) -> bool:
    """Whether Felix has written the rules of the endpoint."""
    return f":{_CHAIN} " in place.sh("iptables-save -t filter")


def await_programmed(place: Place) -> None:
    place.cluster.await_true(lambda: is_programmed(place), "Felix has written the rules", 30)


def await_unprogrammed(place: Place) -> None:
    place.cluster.await_true(lambda: not is_programmed(place), "Felix has removed the rules", 60)


_BOTH = ["Ingress", "Egress"]


def _name(place: Place) -> str:
    return f"{place.node.name}-eth0"


def _object(kind: str, name: str, spec: Object, *, labels: dict[str, str] | None = None) -> Object:
    metadata = {"name": name, "labels": labels or {}}
    return {"apiVersion": _API, "kind": kind, "metadata": metadata, "spec": spec}
