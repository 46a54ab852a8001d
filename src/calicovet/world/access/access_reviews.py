"""SelfSubjectAccessReviews: what the user may do."""

import msgspec

from calicovet.world.access.rbac_rules import Rule
from calicovet.world.json_decoding import decode_as
from calicovet.world.kube.client import Client
from calicovet.world.kube.errors import ApiError

_ACCESS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"


class _Status(msgspec.Struct, frozen=True):
    allowed: bool = False


class _Review(msgspec.Struct):
    status: _Status = _Status()


def may(client: Client, rule: Rule) -> bool | None:
    """Whether the user may do it; None where the server does not say."""
    resource, _, below = rule.resource.partition("/")
    attributes = {
        "group": rule.group,
        "resource": resource,
        "subresource": below,
        "verb": rule.verb,
        "namespace": rule.namespace,
        "name": rule.name,
    }
    body = msgspec.json.encode(
        {
            "apiVersion": "authorization.k8s.io/v1",
            "kind": "SelfSubjectAccessReview",
            "spec": {"resourceAttributes": {key: said for key, said in attributes.items() if said}},
        }
    )
    try:
        return decode_as(client.post(_ACCESS, body), _Review).status.allowed
    except (ApiError, msgspec.DecodeError):
        return None
