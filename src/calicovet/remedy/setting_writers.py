"""The command that writes a setting at its owner."""

from collections.abc import Callable, Mapping

from calicovet.model.commands.shell import command, compact_json
from calicovet.model.record import record
from calicovet.model.remediation.plan import Setting
from calicovet.remedy.field_locations import (
    ENDPOINT,
    LIMITS,
    METHODS,
    PROBES,
    VARIABLES,
    installation_method,
    probe_of,
)
from calicovet.remedy.kubectl import commands
from calicovet.remedy.object_refs import INSTALLATION
from calicovet.remedy.ownership import Owner


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
        if not other.commands:
            return alone
        return Written(
            owner=f"{other.owner} | {alone.owner}" if other.owner != alone.owner else alone.owner,
            place=alone.place,
            commands=tuple(dict.fromkeys(other.commands + alone.commands)),
            undo=tuple(dict.fromkeys(other.undo + alone.undo)),
            value=alone.value,
        )
    return alone


def _autodetection_patch(field: str, method: str, before: str | None) -> str:
    # The operator refuses two methods at once: the old one goes in the same patch.
    new = installation_method(method)
    if before is None:
        place = f"/spec/calicoNetwork/{field}"
        return commands.json_patch(INSTALLATION, [{"op": "add", "path": place, "value": new}])
    # firstFound stands in the object by default.
    gone = dict.fromkeys(("firstFound", *installation_method(before)), None)
    return commands.patch_installation({"calicoNetwork": {field: {**gone, **new}}})


def _as_yaml(method: Mapping[str, object]) -> str:
    """`{kubernetes: NodeInternalIP}`, as people write it into the Installation."""
    pairs = (
        f"{name}: [{', '.join(value)}]" if isinstance(value, list) else f"{name}: {value}"
        for name, value in method.items()
    )
    return "{" + ", ".join(pairs) + "}"


def _installation_autodetection(field: str) -> Write:
    def written(owner: Owner, value: str, before: str | None) -> Written:
        return Written(
            owner=owner.kept("Installation/default"),
            place=f"spec.calicoNetwork.{field}",
            commands=(_autodetection_patch(field, value, before),),
            undo=(_autodetection_patch(field, before or "first-found", value),),
            value=_as_yaml(installation_method(value)),
        )

    return written


def _environment(name: str) -> Write:
    def written(owner: Owner, value: str, before: str | None) -> Written:
        return _daemonset(owner, name, commands.set_env(owner, name, value))

    return written


def _daemonset(owner: Owner, place: str, line: str) -> Written:
    return Written(
        owner=owner.kept(f"DaemonSet/{owner.daemonset} in {owner.namespace}"),
        place=place,
        commands=(line,),
        undo=(commands.rollout(owner, "undo"),),
    )


def _node_name(owner: Owner, value: str, before: str | None) -> Written:
    name = {"name": "NODENAME", "value": None, "valueFrom": {"fieldRef": {"fieldPath": value}}}
    return _daemonset(owner, "NODENAME", commands.patch_container(owner, {"env": [name]}))


def _probe(field: str) -> Write:
    """The value is a list such as `timeoutSeconds=10,failureThreshold=6`."""

    def written(owner: Owner, value: str, before: str | None) -> Written:
        line = commands.patch_container(owner, {field: probe_of(value)})
        return _daemonset(owner, field, line)

    return written


def _limit(resource: str) -> Write:
    """The value `0` takes the limit away."""

    def written(owner: Owner, value: str, before: str | None) -> Written:
        # A limit of 0 would be refused where something is requested: it is taken away.
        limits = {resource: None if value == "0" else value}
        line = commands.patch_container(owner, {"resources": {"limits": limits}})
        return _daemonset(owner, f"resources.limits.{resource}", line)

    return written


def _installation_limit(resource: str) -> Write:
    """A limit is there because a person put it into the Installation: nothing else sets one."""
    first = "/spec/calicoNodeDaemonSet/spec/template/spec/containers/0"
    # A merge would drop what else stands in the list.
    test = {"op": "test", "path": f"{first}/name", "value": "calico-node"}
    path = f"{first}/resources/limits/{resource}"

    def written(owner: Owner, value: str, before: str | None) -> Written:
        change = {"op": "remove"} if value == "0" else {"op": "replace", "value": value}
        patch = [test, {**change, "path": path}]
        return Written(
            owner=owner.kept("Installation/default"),
            place=f"spec.calicoNodeDaemonSet: calico-node, resources.limits.{resource}",
            commands=(
                commands.save(INSTALLATION),
                commands.json_patch(INSTALLATION, patch),
            ),
            undo=(commands.give_back(INSTALLATION),),
        )

    return written


def _installation_pool(owner: Owner, value: str, before: str | None) -> Written:
    def patched(cidr: str) -> str:
        # Only the range of the first pool: a merge would drop its other fields.
        patch = [{"op": "replace", "path": "/spec/calicoNetwork/ipPools/0/cidr", "value": cidr}]
        return commands.json_patch(INSTALLATION, patch)

    return Written(
        owner=owner.kept("Installation/default"),
        place="spec.calicoNetwork.ipPools",
        commands=(patched(value),),
        undo=(patched(before),) if before else (),
    )


def _not_there(place: str) -> Write:
    """The operator sets it by itself and has no field for it."""

    def written(owner: Owner, value: str, before: str | None) -> Written:
        return Written(owner=owner.kept("Installation/default"), place=place)

    return written


def _api_endpoint(of_operator: str = "") -> Write:
    """The value is host:port of an API server that is reached without a service."""

    def written(owner: Owner, value: str, before: str | None) -> Written:
        host, _, port = value.rpartition(":")
        namespace = of_operator or owner.namespace
        made = command(
            "{kubectl} create configmap {configmap}"
            " --from-literal=KUBERNETES_SERVICE_HOST={host:API server}"
            " --from-literal=KUBERNETES_SERVICE_PORT={port}"
            # There may be one with another address.
            " --dry-run=client -o yaml | kubectl apply -f -",
            kubectl=commands.kubectl(namespace),
            configmap=ENDPOINT,
            host=host.strip("[]"),
            port=port,
        )
        # The operator's watch rolls the DaemonSet; elsewhere nothing does.
        rolled = () if owner.under_operator else (commands.rollout(owner, "restart"),)
        gone = command(
            "{kubectl} delete configmap {configmap}",
            kubectl=commands.kubectl(namespace),
            configmap=ENDPOINT,
        )
        return Written(
            owner=f"ConfigMap/{ENDPOINT} in {namespace}",
            place="KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT",
            commands=(made, *rolled),
            undo=(gone, *rolled),
            value=f"{host.strip('[]')}, {port}",
        )

    return written


def _datastore_ready(owner: Owner, value: str, before: str | None) -> Written:
    def patched(ready: bool) -> str:
        return command(
            "kubectl patch clusterinformations.crd.projectcalico.org default --type merge -p {patch}",
            patch=compact_json({"spec": {"datastoreReady": ready}}),
        )

    ready = value == "true"
    return Written(
        owner="ClusterInformation/default",
        place="spec.datastoreReady",
        commands=(patched(ready),),
        undo=(patched(not ready),),
    )


_IN_MANIFEST: Mapping[Setting, Write] = {
    **{setting: _environment(name) for setting, name in VARIABLES.items()},
    **{setting: _probe(field) for setting, field in PROBES.items()},
    **{setting: _limit(resource) for setting, resource in LIMITS.items()},
    Setting.NODE_NAME: _node_name,
    Setting.API_ENDPOINT: _api_endpoint(),
    Setting.DATASTORE_READY: _datastore_ready,
}

_UNDER_OPERATOR: Mapping[Setting, Write] = {
    **{setting: _installation_autodetection(field) for setting, field in METHODS.items()},
    **{setting: _installation_limit(resource) for setting, resource in LIMITS.items()},
    **{setting: _not_there(field) for setting, field in PROBES.items()},
    Setting.IP: _not_there("IP"),
    Setting.IP6: _not_there("IP6"),
    Setting.NODE_NAME: _not_there("NODENAME"),
    Setting.IPV4_POOL_CIDR: _installation_pool,
    Setting.API_ENDPOINT: _api_endpoint("tigera-operator"),
    Setting.DATASTORE_READY: _datastore_ready,
}
