"""Owners by the labels and annotations that they leave."""

import pytest

from calicovet.model.facts import OwnerKind
from calicovet.parse.pods.owners import owners_by_names
from calicovet.parse.pods.pod_record import Named


@pytest.mark.parametrize(
    ("name", "value", "owner"),
    [
        ("argocd.argoproj.io/instance", "calico", OwnerKind.ARGO_CD),
        ("kustomize.toolkit.fluxcd.io/name", "infra", OwnerKind.FLUX),
        ("meta.helm.sh/release-name", "calico", OwnerKind.HELM),
        ("meta.helm.sh/release-name", "rke2-calico", OwnerKind.HELM_CHART_CONFIG),
        ("operator.tigera.io/status", "x", OwnerKind.OPERATOR),
        ("app.kubernetes.io/managed-by", "Helm", OwnerKind.HELM),
        ("kubectl.kubernetes.io/last-applied-configuration", "{}", OwnerKind.MANIFEST),
    ],
)
def test_a_trace_names_its_owner_alone(name: str, value: str, owner: OwnerKind) -> None:
    (found,) = owners_by_names([Named(name, value, 7)])
    assert (found[0], found[2]) == (owner, 7)
    assert found[1].startswith(name)


@pytest.mark.parametrize(
    ("name", "value"), [("app", "calico"), ("app.kubernetes.io/managed-by", "someone")]
)
def test_other_labels_name_no_owner(name: str, value: str) -> None:
    assert list(owners_by_names([Named(name, value, 7)])) == []
