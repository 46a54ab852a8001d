"""Whether the API server would admit a calico-node pod, by a dry run."""

from collections.abc import Sequence
from typing import Any

import msgspec

from calicovet.model.record import record
from calicovet.world.json_decoding import decode_as
from calicovet.world.kube.client import Client
from calicovet.world.kube.errors import ApiError, ApiRefused

_DAEMONSETS = "/apis/apps/v1/daemonsets"
_OURS = ("calico-node", "canal", "rke2-canal")
_IN_VAIN = ("cannot create resource", "does not support dry run")
"""With this answer it is unknown what would become of the pod."""
_JUDGED = (400, 403, 422, 500)
_STAND_IN = msgspec.Raw(
    b"""{"metadata": {"labels": {"k8s-app": "calico-node"}}, "spec": {
"hostNetwork": true, "priorityClassName": "system-node-critical",
"containers": [{"name": "calico-node", "image": "calico/node",
 "securityContext": {"privileged": true}, "resources": {"requests": {"cpu": "250m"}},
 "volumeMounts": [{"name": "lib-modules", "mountPath": "/lib/modules", "readOnly": true}]}],
"volumes": [{"name": "lib-modules", "hostPath": {"path": "/lib/modules"}}]}}"""
)
"""What any calico-node asks of those who admit pods."""


class _Metadata(msgspec.Struct, gc=False):
    name: str = ""
    namespace: str = ""


class _Reference(msgspec.Struct, gc=False):
    name: str = ""
    key: str = ""
    optional: bool = False


class _From(msgspec.Struct, gc=False, rename="camel"):
    config_map_key_ref: _Reference | None = None


class _Variable(msgspec.Struct, gc=False, rename="camel"):
    value_from: _From | None = None


class _Container(msgspec.Struct, gc=False):
    env: list[_Variable] = []


class _PodSpec(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    containers: list[_Container] = []
    init_containers: list[_Container] = []


class _Template(msgspec.Struct, gc=False):
    spec: _PodSpec = _PodSpec()


class _ConfigMap(msgspec.Struct, gc=False):
    data: dict[str, str] | None = None


class _Spec(msgspec.Struct, gc=False):
    template: msgspec.Raw = msgspec.Raw(b"{}")


class _DaemonSet(msgspec.Struct, gc=False):
    metadata: _Metadata
    spec: _Spec


@record(kw_only=True)
class Tried:
    """As `Asked` has it."""

    refusal: str | None
    daemonsets: tuple[str, ...] | None
    lacking: tuple[str, ...] | None


def try_pod(client: Client, namespace: str) -> Tried:
    """What comes of a pod of calico-node in its namespace; of a stand-in where there is none yet."""
    found = _daemonsets(client)
    template = None if found is None else _template(found, namespace)
    return Tried(
        refusal=_refusal(client, namespace or "kube-system", template),
        daemonsets=None if found is None else tuple(map(_named, found)),
        lacking=_lacking(client, namespace, template) if namespace and template else None,
    )


def _named(found: _DaemonSet) -> str:
    return f"{found.metadata.namespace}/{found.metadata.name}"


def _daemonsets(client: Client) -> tuple[_DaemonSet, ...] | None:
    try:
        return tuple(client.pages(_DAEMONSETS, _DaemonSet, cached=True))
    except (ApiError, msgspec.DecodeError):
        return None


def _template(found: Sequence[_DaemonSet], namespace: str) -> msgspec.Raw | None:
    """What its pods are made of; a stand-in before Calico is installed; None: they are not to be found."""
    if not namespace:
        return _STAND_IN
    own = (one for one in found if one.metadata.namespace == namespace)
    return next((one.spec.template for one in own if one.metadata.name in _OURS), None)


def _refusal(client: Client, namespace: str, template: msgspec.Raw | None) -> str | None:
    if template is None:
        return None
    pod = decode_as(template, dict[str, Any])
    metadata = {"generateName": "calico-node-", "labels": pod.get("metadata", {}).get("labels")}
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": pod.get("spec")}
    path = f"/api/v1/namespaces/{namespace}/pods"
    try:
        client.post(path, msgspec.json.encode(body), query={"dryRun": "All"})
    except ApiRefused as error:
        judged = error.status in _JUDGED and not any(each in error.message for each in _IN_VAIN)
        return error.message if judged else None
    except (ApiError, msgspec.DecodeError):
        return None
    return ""


def _lacking(client: Client, namespace: str, template: msgspec.Raw) -> tuple[str, ...] | None:
    """Of the keys of ConfigMaps that its variables are made of, those that are not there."""
    spec = decode_as(template, _Template).spec
    variables = (each for one in (*spec.init_containers, *spec.containers) for each in one.env)
    wanted = {
        (refers.name, refers.key)
        for each in variables
        if each.value_from is not None
        and (refers := each.value_from.config_map_key_ref) is not None
        and not refers.optional
    }
    lacking = []
    for name in sorted({name for name, _ in wanted}):
        there = _keys(client, f"/api/v1/namespaces/{namespace}/configmaps/{name}")
        if there is None:
            return None
        lacking += [
            f"{name}/{key}" for of, key in sorted(wanted) if of == name and key not in there
        ]
    return tuple(lacking)


def _keys(client: Client, path: str) -> frozenset[str] | None:
    try:
        return frozenset(decode_as(client.get(path).body, _ConfigMap).data or ())
    except ApiRefused as error:
        return frozenset() if error.status == 404 else None
    except (ApiError, msgspec.DecodeError):
        return None
