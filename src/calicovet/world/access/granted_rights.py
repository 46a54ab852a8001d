"""Which of the required rights the user has."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

import msgspec

from calicovet.model.rights import AnsweredRight, AnsweredRights, Right, Where
from calicovet.world.access.access_reviews import may
from calicovet.world.access.rbac_rules import Rule
from calicovet.world.access.required_rights import RIGHTS
from calicovet.world.cluster.api_paths import (
    CRD_GROUP,
    OPERATOR_GROUP,
    OPERATOR_NAMESPACE,
    USUAL_NAMESPACES,
    V3_GROUP,
    calico_lists,
)
from calicovet.world.cluster.object_fields import ApiGroups
from calicovet.world.cluster.worker_pool import Pool
from calicovet.world.json_decoding import decode_as
from calicovet.world.kube.client import Client
from calicovet.world.kube.errors import ApiError, ApiRefused

_RULES = "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews"
_SELF = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
_CALICOS = frozenset({CRD_GROUP, V3_GROUP, OPERATOR_GROUP})


class _Granted(msgspec.Struct, frozen=True, rename="camel"):
    verbs: list[str] = []
    api_groups: list[str] = []
    resources: list[str] = []
    resource_names: list[str] = []


class _RulesStatus(msgspec.Struct, frozen=True, rename="camel"):
    resource_rules: list[_Granted] | None = None
    incomplete: bool = False


class _RulesReview(msgspec.Struct):
    status: _RulesStatus = _RulesStatus(incomplete=True)


class _UserInfo(msgspec.Struct, frozen=True):
    username: str = ""


class _SelfStatus(msgspec.Struct, frozen=True, rename="camel"):
    user_info: _UserInfo = _UserInfo()


class _SelfReview(msgspec.Struct):
    status: _SelfStatus = _SelfStatus()


def ask_rights(client: Client, pool: Pool, namespace: str = "") -> AnsweredRights:
    """What the user may do of all that we ask for; ApiError where the server cannot be reached."""
    groups = _groups(client)
    places = (namespace,) if namespace else USUAL_NAMESPACES
    beside = (OPERATOR_NAMESPACE,) if OPERATOR_GROUP in groups else ()
    listed = tuple(dict.fromkeys((*places, "default", "kube-system", *beside)))
    found = pool.run([partial(_rules_in, client, place) for place in listed])
    reviews = dict(zip(listed, found, strict=True))
    served = [right for right in RIGHTS if right.group not in _CALICOS or right.group in groups]
    rules = {
        right: some
        for right in served
        if (some := tuple(_rules_for(right, places, namespace, beside)))
    }
    known = {
        rule: _listed(rule, reviews.get(rule.namespace)) for some in rules.values() for rule in some
    }
    unsaid = [rule for rule, allowed in known.items() if allowed is None]
    known |= zip(unsaid, pool.run([partial(may, client, rule) for rule in unsaid]), strict=True)
    return AnsweredRights(
        user=_own_name(client),
        namespaces=places,
        answers=tuple(_answer(right, some, known) for right, some in rules.items()),
    )


def _groups(client: Client) -> frozenset[str]:
    """Calico's groups that a look would ask; a refusal to list them says nothing about them."""
    try:
        body = client.get("/apis").body
        served = frozenset(group.name for group in decode_as(body, ApiGroups).groups)
    except ApiRefused as error:
        if error.status != 403:
            raise
        served = frozenset({CRD_GROUP, OPERATOR_GROUP})
    except msgspec.DecodeError:
        served = frozenset({CRD_GROUP, OPERATOR_GROUP})
    return frozenset(path.split("/")[2] for path in calico_lists(served))


def _own_name(client: Client) -> str:
    body = b'{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}'
    try:
        answer = decode_as(client.post(_SELF, body), _SelfReview)
    except (ApiError, msgspec.DecodeError):  # servers before 1.28 have no such review
        return ""
    return answer.status.user_info.username


def _rules_in(client: Client, namespace: str) -> _RulesStatus | None:
    """All rules that hold in the namespace; None where the server does not list them."""
    body = msgspec.json.encode(
        {
            "apiVersion": "authorization.k8s.io/v1",
            "kind": "SelfSubjectRulesReview",
            "spec": {"namespace": namespace},
        }
    )
    try:
        return decode_as(client.post(_RULES, body), _RulesReview).status
    except (ApiError, msgspec.DecodeError):
        return None


def _rules_for(
    right: Right, places: tuple[str, ...], asked: str, beside: tuple[str, ...]
) -> Iterator[Rule]:
    where = {
        Where.CLUSTER: ("",),
        Where.CALICO: places,
        Where.ASKED: (asked,),
        Where.OPERATOR: beside,
        Where.BESIDE: (*places, *beside),
        Where.DEFAULT: ("default",),
        Where.KUBE_SYSTEM: ("kube-system",),
    }[right.where]
    for namespace in where:
        for verb in right.verbs:
            for name in right.names or ("",):
                yield Rule(right.group, right.resource, verb, namespace, name)


def _listed(rule: Rule, review: _RulesStatus | None) -> bool | None:
    """Whether the list of rules has it; None where there is none, or it may lack some."""
    if review is None:
        return None
    if any(_covers(granted, rule) for granted in review.resource_rules or ()):
        return True
    return None if review.incomplete else False


def _covers(granted: _Granted, rule: Rule) -> bool:
    below = rule.resource.partition("/")[2]
    resources = ("*", rule.resource, f"*/{below}") if below else ("*", rule.resource)
    return (
        _has(granted.verbs, ("*", rule.verb))
        and _has(granted.api_groups, ("*", rule.group))
        and _has(granted.resources, resources)
        and (not granted.resource_names or rule.name in granted.resource_names)
    )


def _has(granted: Iterable[str], any_of: tuple[str, ...]) -> bool:
    return any(each in any_of for each in granted)


def _answer(
    right: Right, rules: tuple[Rule, ...], known: Mapping[Rule, bool | None]
) -> AnsweredRight:
    said = [known[rule] for rule in rules]
    if False not in said:
        return AnsweredRight(right=right, allowed=None if None in said else True)
    denied = {rule.namespace for rule in rules if not known[rule]}
    only = dict.fromkeys(rule.namespace for rule in rules if rule.namespace not in denied)
    return AnsweredRight(right=right, allowed=False, only_in=tuple(only))
