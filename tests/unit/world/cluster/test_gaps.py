"""Why there is no answer, and what would help."""

import pytest

from calicovet.model.evidence import EvidenceKind, GapReason, Request
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.world.cluster.gaps import gap_for
from calicovet.world.kube.errors import ApiError, ApiRefused, ApiUnreachable, Stopped, Why

WISH = Request(EvidenceKind.POD_DESCRIBE, Subject("a", "kube-system", "x"))
PATH = "/api/v1/namespaces/kube-system/pods/x"
LINE = "kubectl -n kube-system get pod x"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ApiRefused(404), GapReason.ABSENT),
        (ApiRefused(400), GapReason.ABSENT),
        (ApiRefused(410), GapReason.ABSENT),
        (ApiRefused(401), GapReason.FORBIDDEN),
        (ApiRefused(429), GapReason.TIMED_OUT),
        (ApiRefused(504), GapReason.TIMED_OUT),
        (ApiRefused(500), GapReason.UNREACHABLE),
        (ApiUnreachable(Why.TIMED_OUT), GapReason.TIMED_OUT),
        (ApiUnreachable(Why.RESET), GapReason.UNREACHABLE),
        (Stopped(), GapReason.STOPPED),
    ],
)
def test_what_no_rule_would_mend_is_closed_by_hand(error: ApiError, reason: GapReason) -> None:
    gap = gap_for(error, WISH, PATH, LINE)
    assert (gap.reason, gap.request, gap.how_to_close) == (reason, WISH, LINE)
    assert gap.detail == "namespaces/kube-system/pods/x"


def test_what_is_forbidden_has_no_subject() -> None:
    gap = gap_for(ApiRefused(403), WISH, PATH, LINE)
    assert (gap.reason, gap.request.about, gap.detail) == (GapReason.FORBIDDEN, NO_SUBJECT, "pods")
    assert gap.how_to_close == 'RBAC {apiGroups: [""], resources: [pods], verbs: [get, list]}'


def test_events_have_one_name_whatever_they_are_read_for() -> None:
    path = "/api/v1/namespaces/kube-system/events"
    wishes = (WISH, Request(EvidenceKind.NODE_DESCRIBE, Subject("b")))
    assert len({gap_for(ApiRefused(403), wish, path, LINE) for wish in wishes}) == 1


def test_a_group_is_named_as_kubectl_names_it() -> None:
    gap = gap_for(ApiRefused(403), WISH, "/apis/apps/v1/daemonsets", LINE)
    assert gap.detail == "daemonsets.apps"


def test_a_path_that_is_no_resource_is_named_as_it_is() -> None:
    assert gap_for(ApiRefused(403), WISH, "/apis", LINE).detail == "/apis"


@pytest.mark.parametrize(
    ("group", "resource"), [("", "users"), ("authentication.k8s.io", "uids"), ("", "groups")]
)
def test_who_may_not_look_in_another_s_name_is_told_that_rule(group: str, resource: str) -> None:
    said = (
        f'{resource} "admin" is forbidden: User "reader" cannot impersonate resource'
        f' "{resource}" in API group "{group}" at the cluster scope'
    )
    gap = gap_for(ApiRefused(403, "Forbidden", said), WISH, PATH, LINE)
    rule = f'{{apiGroups: ["{group}"], resources: [{resource}], verbs: [impersonate]}}'
    assert (gap.reason, gap.how_to_close) == (GapReason.FORBIDDEN, f"RBAC {rule}")


@pytest.mark.parametrize(
    ("path", "close"),
    [
        (
            "/api/v1/namespaces/kube-system/configmaps/kubeadm-config",
            'RBAC {apiGroups: [""], resources: [configmaps],'
            " resourceNames: [kubeadm-config, calico-config, kubernetes-services-endpoint], verbs: [get]}"
            " in namespace kube-system",
        ),
        (
            "/api/v1/namespaces/default/services/kubernetes",
            'RBAC {apiGroups: [""], resources: [services], resourceNames: [kubernetes],'
            " verbs: [get]} in namespace default",
        ),
    ],
)
def test_a_rule_opens_no_more_than_is_read(path: str, close: str) -> None:
    assert gap_for(ApiRefused(403), WISH, path, LINE).how_to_close == close
