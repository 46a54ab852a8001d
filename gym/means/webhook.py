"""A webhook that has to be asked about every pod of Calico's namespace, at a service that is not there."""

from gym.place import Place

NAME = "policy.example.com"


def put_webhook(place: Place, *, failure_policy: str) -> None:
    """`failure_policy` says what happens to a pod when nothing answers: Fail or Ignore."""
    namespace = place.cluster.namespace
    place.cluster.apply(
        {
            "apiVersion": "admissionregistration.k8s.io/v1",
            "kind": "ValidatingWebhookConfiguration",
            "metadata": {"name": NAME},
            "webhooks": [
                {
                    "name": f"pods.{NAME}",
                    "admissionReviewVersions": ["v1"],
                    "sideEffects": "None",
                    "timeoutSeconds": 5,
                    "failurePolicy": failure_policy,
                    "namespaceSelector": {
                        "matchLabels": {"kubernetes.io/metadata.name": namespace}
                    },
                    "clientConfig": {"service": {"name": "policy", "namespace": "policy-system"}},
                    "rules": [
                        {
                            "apiGroups": [""],
                            "apiVersions": ["v1"],
                            "operations": ["CREATE"],
                            "resources": ["pods"],
                        }
                    ],
                }
            ],
        }
    )


def remove_webhook(place: Place) -> None:
    place.cluster.kubectl("delete", "validatingwebhookconfiguration", NAME)
