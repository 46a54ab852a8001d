"""Where settings live, and what writes them there."""

from collections.abc import Callable, Mapping

from calicovet.model.plan import Setting
from calicovet.model.record import record
from calicovet.remedy import commands
from calicovet.remedy.owners import Owner


@record(kw_only=True)
class Written:
    """A setting put where it lives."""

    owner: str
    place: str
    """The variable or the field, as the owner calls it."""
    commands: tuple[str, ...] = ()
    """Empty where the owner has no such field: then only a human finds a way."""
    undo: tuple[str, ...] = ()
    value: str = ""
    """The value in the owner's own form, where that is another one."""


Write = Callable[[Owner, str, str | None], Written]
"""Owner, new value, old value where known."""


def write(setting: Setting, value: str, before: str | None, owner: Owner) -> Written:
    """The lines that put a value where it lasts; both ways where the owner is not known."""
    if owner.under_operator:
        return _UNDER_OPERATOR[setting](owner, value, before)
    alone = _IN_MANIFEST[setting](owner, value, before)
    if owner.under_operator is None and setting in _UNDER_OPERATOR:
        # Whichever does not apply is refused: the object it names does not exist.
        other = _UNDER_OPERATOR[setting](owner, value, before)
        return Written(
            owner=f"{other.owner} | {alone.owner}" if other.owner != alone.owner else alone.owner,
            place=alone.place,
            commands=tuple(dict.fromkeys(other.commands + alone.commands)),
            undo=tuple(dict.fromkeys(other.undo + alone.undo)),
            value=alone.value,
        )
    return alone


def installation_method(method: str) -> dict[str, object]:
    """A method of autodetection in the Installation's own field."""
    name, _, value = method.partition("=")
    if name == "cidr":
        return {"cidrs": [cidr.strip() for cidr in value.split(",")]}
    if name.startswith("kubernetes-internal-ip"):
        return {"kubernetes": "NodeInternalIP"}
    field = {"interface": "interface", "skip-interface": "skipInterface", "can-reach": "canReach"}
    return {field[name]: value} if name in field else {"firstFound": True}


def _autodetection_patch(field: str, method: str, before: str) -> str:
    # The operator refuses two methods at once, so the old one is taken away in the same patch;
    # firstFound stands in the object by default, whoever chose what.
    gone = dict.fromkeys(("firstFound", *installation_method(before)), None)
    return commands.patch_installation(
        {"calicoNetwork": {field: {**gone, **installation_method(method)}}}
    )


def _as_yaml(method: Mapping[str, object]) -> str:
    """`{kubernetes: NodeInternalIP}`, as people write it into the Installation."""
    pairs = (
        f"{name}: [{', '.join(value)}]" if isinstance(value, list) else f"{name}: {value}"
        for name, value in method.items()
    )
    return "{" + ", ".join(pairs) + "}"


def _installation_autodetection(field: str) -> Write:
    def written(owner: Owner, value: str, before: str | None) -> Written:
        old = before or "first-found"
        return Written(
            owner=owner.kept("Installation/default"),
            place=f"spec.calicoNetwork.{field}",
            commands=(_autodetection_patch(field, value, old),),
            undo=(_autodetection_patch(field, old, value),),
            value=_as_yaml(installation_method(value)),
        )

    return written


def _environment(name: str) -> Write:
    def written(owner: Owner, value: str, before: str | None) -> Written:
        return _daemonset(owner, name, commands.set_env(owner, name, value))

    return written


def _daemonset(owner: Owner, place: str, command: str) -> Written:
    return Written(
        owner=owner.kept(f"DaemonSet/{owner.daemonset} in {owner.namespace}"),
        place=place,
        commands=(command,),
        undo=(commands.rollout(owner, "undo"),),
    )


def _node_name(owner: Owner, value: str, before: str | None) -> Written:
    name = {"name": "NODENAME", "value": None, "valueFrom": {"fieldRef": {"fieldPath": value}}}
    return _daemonset(owner, "NODENAME", commands.patch_container(owner, {"env": [name]}))


def _probe(field: str) -> Write:
    """The value is a list such as `timeoutSeconds=10,failureThreshold=6`."""

    def written(owner: Owner, value: str, before: str | None) -> Written:
        pairs = (pair.partition("=") for pair in value.split(","))
        probe = {name.strip(): int(number) for name, _, number in pairs}
        return _daemonset(owner, field, commands.patch_container(owner, {field: probe}))

    return written


def _limit(resource: str) -> Write:
    """The value `0` takes the limit away."""

    def written(owner: Owner, value: str, before: str | None) -> Written:
        command = (
            f"kubectl -n {owner.namespace} set resources daemonset/{owner.daemonset} "
            f"-c calico-node --limits={resource}={value}"
        )
        return _daemonset(owner, f"resources.limits.{resource}", command)

    return written


def _installation_limit(resource: str) -> Write:
    def patched(value: str | None) -> str:
        limits = {resource: None if value in (None, "0") else value}
        container = {"name": "calico-node", "resources": {"limits": limits}}
        template = {"spec": {"template": {"spec": {"containers": [container]}}}}
        return commands.patch_installation({"calicoNodeDaemonSet": template})

    def written(owner: Owner, value: str, before: str | None) -> Written:
        return Written(
            owner=owner.kept("Installation/default"),
            place="spec.calicoNodeDaemonSet",
            commands=(patched(value),),
            undo=(patched(before),),
        )

    return written


def _installation_pool(owner: Owner, value: str, before: str | None) -> Written:
    def patched(cidr: str) -> str:
        # Only the range of the first pool: a merge would drop its other fields.
        patch = [{"op": "replace", "path": "/spec/calicoNetwork/ipPools/0/cidr", "value": cidr}]
        return f"kubectl patch installation default --type json -p {commands.quoted(patch)}"

    return Written(
        owner=owner.kept("Installation/default"),
        place="spec.calicoNetwork.ipPools",
        commands=(patched(value),),
        undo=(patched(before),) if before else (),
    )


def _not_there(place: str) -> Write:
    """The operator sets it by itself and leaves nobody a field for it."""

    def written(owner: Owner, value: str, before: str | None) -> Written:
        return Written(owner=owner.kept("Installation/default"), place=place)

    return written


def _api_endpoint(namespace: str) -> Write:
    """The value is host:port of an API server that is reached without a service."""

    def written(owner: Owner, value: str, before: str | None) -> Written:
        host, _, port = value.rpartition(":")
        made = (
            f"kubectl -n {namespace} create configmap kubernetes-services-endpoint"
            f" --from-literal=KUBERNETES_SERVICE_HOST={host.strip('[]')}"
            f" --from-literal=KUBERNETES_SERVICE_PORT={port}"
        )
        # Under the operator its own watch rolls the DaemonSet; elsewhere nobody does.
        rolled = () if owner.under_operator else (commands.rollout(owner, "restart"),)
        gone = f"kubectl -n {namespace} delete configmap kubernetes-services-endpoint"
        return Written(
            owner=f"ConfigMap/kubernetes-services-endpoint in {namespace}",
            place="KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT",
            commands=(made, *rolled),
            undo=(gone, *rolled),
            value=f"{host.strip('[]')}, {port}",
        )

    return written


def _datastore_ready(owner: Owner, value: str, before: str | None) -> Written:
    def patched(ready: bool) -> str:
        patch = commands.quoted({"spec": {"datastoreReady": ready}})
        kind = "clusterinformations.crd.projectcalico.org"
        return f"kubectl patch {kind} default --type merge -p {patch}"

    ready = value == "true"
    return Written(
        owner="ClusterInformation/default",
        place="spec.datastoreReady",
        commands=(patched(ready),),
        undo=(patched(not ready),),
    )


_IN_MANIFEST: Mapping[Setting, Write] = {
    Setting.ADDRESS_AUTODETECTION_V4: _environment("IP_AUTODETECTION_METHOD"),
    Setting.ADDRESS_AUTODETECTION_V6: _environment("IP6_AUTODETECTION_METHOD"),
    Setting.IP: _environment("IP"),
    Setting.IP6: _environment("IP6"),
    Setting.NODE_NAME: _node_name,
    Setting.IPV4_POOL_CIDR: _environment("CALICO_IPV4POOL_CIDR"),
    Setting.LIVENESS_PROBE: _probe("livenessProbe"),
    Setting.READINESS_PROBE: _probe("readinessProbe"),
    Setting.CPU_LIMIT: _limit("cpu"),
    Setting.MEMORY_LIMIT: _limit("memory"),
    Setting.API_ENDPOINT: _api_endpoint("kube-system"),
    Setting.DATASTORE_READY: _datastore_ready,
}

_UNDER_OPERATOR: Mapping[Setting, Write] = {
    Setting.ADDRESS_AUTODETECTION_V4: _installation_autodetection("nodeAddressAutodetectionV4"),
    Setting.ADDRESS_AUTODETECTION_V6: _installation_autodetection("nodeAddressAutodetectionV6"),
    Setting.IP: _not_there("IP"),
    Setting.IP6: _not_there("IP6"),
    Setting.NODE_NAME: _not_there("NODENAME"),
    Setting.IPV4_POOL_CIDR: _installation_pool,
    Setting.LIVENESS_PROBE: _not_there("livenessProbe"),
    Setting.READINESS_PROBE: _not_there("readinessProbe"),
    Setting.CPU_LIMIT: _installation_limit("cpu"),
    Setting.MEMORY_LIMIT: _installation_limit("memory"),
    Setting.API_ENDPOINT: _api_endpoint("tigera-operator"),
    Setting.DATASTORE_READY: _datastore_ready,
}
