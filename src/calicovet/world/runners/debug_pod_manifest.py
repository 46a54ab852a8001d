"""The manifest of the debug pod: one node, two minutes, host read-only."""

import msgspec

LIVES = 120
"""Seconds after which the kubelet ends the pod, if nothing else does."""
LABELS = {"app.kubernetes.io/managed-by": "calicovet", "app.kubernetes.io/component": "debug-pod"}
SELECTOR = ",".join(f"{key}={value}" for key, value in LABELS.items())
_ENTER = """\
if command -v chroot >/dev/null; then exec chroot /host /bin/sh -c "$1"; fi
exec coreutils --coreutils-prog=chroot /host /bin/sh -c "$1"
"""
"""calico-node's own image has no chroot by its name, but the program that contains it."""


def manifest(name: str, node: str, image: str, script: str) -> bytes:
    """The pod as JSON; its image should be on the node already, such as calico-node's own."""
    container = {
        "name": "look",
        "image": image,
        "imagePullPolicy": "IfNotPresent",
        "command": ["sh", "-c", _ENTER, "sh", script],
        "env": [{"name": "CALICOVET_SECONDS", "value": str(LIVES - 30)}],
        # The processes and kernel messages of the host are shown to root only.
        "securityContext": {"privileged": True, "runAsUser": 0},
        "resources": {
            "requests": {"cpu": "10m", "memory": "32Mi"},
            "limits": {"cpu": "500m", "memory": "256Mi"},
        },
        "volumeMounts": [{"name": "host", "mountPath": "/host", "readOnly": True}],
    }
    return msgspec.json.encode(
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": name, "labels": LABELS},
            "spec": {
                "nodeName": node,
                "restartPolicy": "Never",
                "activeDeadlineSeconds": LIVES,
                "terminationGracePeriodSeconds": 0,
                "hostNetwork": True,
                "hostPID": True,
                "automountServiceAccountToken": False,
                "enableServiceLinks": False,
                "tolerations": [{"operator": "Exists"}],
                "containers": [container],
                "volumes": [{"name": "host", "hostPath": {"path": "/", "type": "Directory"}}],
            },
        }
    )
