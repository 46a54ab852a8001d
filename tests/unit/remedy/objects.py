"""Objects of a cluster, with only what plans look at."""

from typing import Any

from calicovet.model.remediation.change import ObjectRef
from calicovet.remedy import object_refs
from calicovet.remedy.ownership import Owner

Object = dict[str, Any]

MANIFEST = Owner(kind=None, under_operator=False, namespace="kube-system")
OPERATOR = Owner(kind=None, under_operator=True, namespace="calico-system")
OPERATORS = {"apiVersion": "operator.tigera.io/v1", "kind": "Installation", "name": "default"}
NODENAME = {"fieldRef": {"apiVersion": "v1", "fieldPath": "spec.nodeName"}}
APPLIED = {"kubectl.kubernetes.io/last-applied-configuration": "{}"}


def made(ref: ObjectRef, **body: Any) -> Object:
    metadata = body.pop("metadata", {})
    place = {"namespace": ref.namespace} if ref.namespace else {}
    return {
        "apiVersion": ref.api_version,
        "kind": ref.kind,
        "metadata": {
            "name": ref.name,
            **place,
            "uid": f"uid-of-{ref.name}",
            "generation": 3,
            "resourceVersion": "77",
            **metadata,
        },
        **body,
    }


def daemonset(
    owner: Owner = MANIFEST, *, strategy: str = "RollingUpdate", **metadata: Any
) -> Object:
    owned = {"ownerReferences": [{**OPERATORS, "controller": True}]} if owner.under_operator else {}
    container = {
        "name": "calico-node",
        "image": "docker.io/calico/node:v3.28.5",
        "env": [
            {"name": "NODENAME", "valueFrom": NODENAME},
            {"name": "IP", "value": "autodetect"},
        ],
        "resources": {"requests": {"cpu": "250m"}},
        "livenessProbe": {
            "exec": {"command": ["/bin/calico-node", "-felix-live", "-bird-live"]},
            "timeoutSeconds": 1,
        },
        "readinessProbe": {
            "exec": {"command": ["/bin/calico-node", "-felix-ready", "-bird-ready"]},
            "timeoutSeconds": 1,
        },
    }
    pods = {
        "nodeSelector": {"kubernetes.io/os": "linux"},
        "tolerations": [{"key": "CriticalAddonsOnly", "operator": "Exists"}],
        "containers": [{"name": "flannel"}, container],
    }
    spec = {"updateStrategy": {"type": strategy}, "template": {"metadata": {}, "spec": pods}}
    return made(object_refs.daemonset(owner), metadata={**owned, **metadata}, spec=spec)


def installation(**metadata: Any) -> Object:
    pools = [{"cidr": "192.168.0.0/16", "encapsulation": "VXLAN"}]
    network = {"nodeAddressAutodetectionV4": {"firstFound": True}, "ipPools": pools}
    return made(object_refs.INSTALLATION, metadata=metadata, spec={"calicoNetwork": network})


def pod(name: str, namespace: str = "kube-system") -> Object:
    return made(object_refs.pod(namespace, name))


def env_of(found: Object) -> dict[str, Any]:
    """The variables of container calico-node by their names."""
    return {each["name"]: each for each in container_of(found)["env"]}


def container_of(found: Object) -> Object:
    containers = found["spec"]["template"]["spec"]["containers"]
    return next(each for each in containers if each["name"] == "calico-node")
