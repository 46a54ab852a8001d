"""Collects what calico-node needs from the API server: resources and its account's rights."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial

import msgspec

from calicovet.model.commands.shell import command
from calicovet.model.evidence import Evidence, EvidenceKind, Request
from calicovet.model.preflight_answers import AccountMay, Asked
from calicovet.world.cluster.api_paths import CRD_GROUP, V3_GROUP
from calicovet.world.cluster.worker_pool import Pool
from calicovet.world.collectors.calls import Calls
from calicovet.world.collectors.pod_dry_run import try_pod
from calicovet.world.json_decoding import decode_as
from calicovet.world.kube.client import Client
from calicovet.world.kube.errors import ApiError

THE_RESOURCES = Request(EvidenceKind.OTHER_DESCRIBE)
"""The wish for the names of Calico's resources."""
_REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews"
_VERSION = "/version"
_DATE = "%a, %d %b %Y %H:%M:%S GMT"
_RIGHTS: tuple[tuple[str, str, str], ...] = (
    ("get", "", "nodes"),
    ("watch", "", "pods"),
    ("watch", "", "namespaces"),
    ("patch", "", "nodes/status"),
    ("watch", "networking.k8s.io", "networkpolicies"),
    ("watch", CRD_GROUP, "ippools"),
    ("watch", CRD_GROUP, "felixconfigurations"),
    ("get", CRD_GROUP, "clusterinformations"),
    ("update", CRD_GROUP, "clusterinformations"),
    ("create", CRD_GROUP, "ipamblocks"),
)
"""Of what every calico-node does, so much that a role of another release or a broken one shows."""


class _Resource(msgspec.Struct, gc=False):
    name: str = ""


class _Resources(msgspec.Struct, gc=False):
    resources: list[_Resource] = []


class _Status(msgspec.Struct, frozen=True):
    allowed: bool = False


class _Review(msgspec.Struct):
    status: _Status = _Status()


def resources(calls: Calls, request: Request) -> Iterator[Evidence]:
    """The names of Calico's resources that the API server knows, as kubectl prints them."""
    for group, version in ((CRD_GROUP, "v1"), (V3_GROUP, "v3")):
        line = command("kubectl api-resources --api-group={group} -o name", group=group)
        answer = calls.get(request, f"/apis/{group}/{version}", line, optional=True)
        if answer is None:
            continue
        try:
            found = decode_as(answer.body, _Resources).resources
        except msgspec.DecodeError:
            continue
        names = sorted(f"{each.name}.{group}" for each in found if "/" not in each.name)
        yield calls.writer.piece(
            EvidenceKind.OTHER_TABLE,
            "\n".join(("NAME", *names)),
            source=f"{group}/{version}",
            taken_by=line,
            # Tables of this kind may show endpoints as well: this one does not tell that there are none.
            whole=False,
        )
        return


def ask_ahead(client: Client, pool: Pool, namespace: str) -> Asked:
    """The server's clock, what calico-node's account may do, and whether its pods would be admitted.

    `namespace` is calico-node's own; empty: there is none. Nothing is made: pods are sent for trial only.
    """
    answers = pool.run(_reviews(client, namespace))
    (now,) = pool.run([partial(_now, client)])
    (tried,) = pool.run([partial(try_pod, client, namespace)])
    return Asked(
        now=now,
        account=tuple(each for each in answers if each is not None),
        refusal=tried.refusal if tried else None,
        daemonsets=tried.daemonsets if tried else None,
        lacking=tried.lacking if tried else None,
    )


def _now(client: Client) -> datetime | None:
    try:
        return datetime.strptime(client.get(_VERSION).date, _DATE).replace(tzinfo=UTC)
    except (ApiError, ValueError):
        return None


def _reviews(client: Client, namespace: str) -> Sequence[partial[AccountMay]]:
    if not namespace:
        return ()
    account = f"system:serviceaccount:{namespace}:calico-node"
    return [partial(_review, client, account, *right) for right in _RIGHTS]


def _review(client: Client, account: str, verb: str, group: str, what: str) -> AccountMay:
    resource, _, below = what.partition("/")
    attributes = {"verb": verb, "group": group, "resource": resource, "subresource": below}
    body = msgspec.json.encode(
        {
            "apiVersion": "authorization.k8s.io/v1",
            "kind": "SubjectAccessReview",
            "spec": {
                "user": account,
                "groups": [
                    "system:serviceaccounts",
                    f"system:serviceaccounts:{account.split(':')[2]}",
                    "system:authenticated",
                ],
                "resourceAttributes": {key: said for key, said in attributes.items() if said},
            },
        }
    )
    allowed: bool | None
    try:
        allowed = decode_as(client.post(_REVIEWS, body), _Review).status.allowed
    except (ApiError, msgspec.DecodeError):
        allowed = None
    named = f"{what}.{group}" if group else what
    return AccountMay(account=account, verb=verb, resource=named, allowed=allowed)
