from typing import Any

import pytest

from calicovet.model.facts import OwnerKind
from calicovet.remedy import object_refs
from calicovet.remedy.gitops.owner_chain import Chain, chain_of, is_operators, keeper_of
from tests.unit.remedy.objects import (
    APPLIED,
    MANIFEST,
    OPERATOR,
    Object,
    daemonset,
    installation,
    made,
)


def _chain(found: Object, above: Object | None = None) -> Chain:
    owner = OPERATOR if above is not None else MANIFEST
    ref = object_refs.daemonset(owner)
    chain = chain_of(ref, object_refs.INSTALLATION, {ref: found, object_refs.INSTALLATION: above})
    assert chain is not None
    return chain


def _written_by(manager: str, **entry: str) -> dict[str, Any]:
    return {"managedFields": [{"manager": manager, "operation": "Update", **entry}]}


_HELM = {"meta.helm.sh/release-name": "calico", "meta.helm.sh/release-namespace": "tigera-operator"}
_TRACKED = {"argocd.argoproj.io/tracking-id": "net:apps/DaemonSet:kube-system/calico-node"}


def test_a_manifest_that_was_applied_decides_itself() -> None:
    chain = _chain(daemonset(annotations=APPLIED))
    assert chain.links == ("DaemonSet/calico-node in kube-system (kubectl apply)",)
    assert (chain.under_operator, chain.keeper) == (False, None)


def test_the_installation_decides_where_the_daemonset_belongs_to_it() -> None:
    chain = _chain(daemonset(OPERATOR), installation(**_written_by("kubectl-create")))
    assert chain.links == (
        "DaemonSet/calico-node in calico-system (ownerReferences: Installation/default)",
        "Installation/default (managedFields: kubectl-create)",
    )
    assert chain.under_operator


def test_helm_stands_above_the_installation_that_its_chart_holds() -> None:
    chain = _chain(daemonset(OPERATOR), installation(annotations=_HELM))
    assert chain.links[1:] == (
        "Installation/default (meta.helm.sh/release-name: calico)",
        "Helm (calico in tigera-operator)",
    )
    assert chain.keeper is not None
    assert chain.keeper.kind is OwnerKind.HELM


@pytest.mark.parametrize(
    ("metadata", "kind", "name"),
    [
        ({"annotations": _HELM}, OwnerKind.HELM, "calico"),
        ({"labels": {"app.kubernetes.io/managed-by": "Helm"}}, OwnerKind.HELM, ""),
        (_written_by("helm"), OwnerKind.HELM, ""),
        ({"annotations": _TRACKED}, OwnerKind.ARGO_CD, "net"),
        ({"labels": {"argocd.argoproj.io/instance": "net"}}, OwnerKind.ARGO_CD, "net"),
        (
            {
                "labels": {"app.kubernetes.io/instance": "net"},
                **_written_by("argocd-controller"),
            },
            OwnerKind.ARGO_CD,
            "net",
        ),
        (
            {
                "labels": {
                    "kustomize.toolkit.fluxcd.io/name": "net",
                    "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
                }
            },
            OwnerKind.FLUX,
            "net",
        ),
        ({"labels": {"helm.toolkit.fluxcd.io/name": "calico"}}, OwnerKind.FLUX, "calico"),
        (
            {
                "annotations": {
                    "meta.helm.sh/release-name": "rke2-calico",
                    "meta.helm.sh/release-namespace": "kube-system",
                }
            },
            OwnerKind.HELM_CHART_CONFIG,
            "rke2-calico",
        ),
        ({"labels": {"objectset.rio.cattle.io/hash": "1"}}, OwnerKind.HELM_CHART_CONFIG, ""),
    ],
)
def test_the_keeper_of_an_object_is_known_by_its_traces(
    metadata: dict[str, Any], kind: OwnerKind, name: str
) -> None:
    keeper = keeper_of(daemonset(**metadata))
    assert keeper is not None
    assert (keeper.kind, keeper.name) == (kind, name)
    assert keeper.shown_by


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"annotations": APPLIED},
        {"labels": {"app.kubernetes.io/instance": "net"}},
        {"labels": {"app.kubernetes.io/managed-by": "tigera-operator"}},
        _written_by("kubectl-client-side-apply"),
        # A controller that writes the status does not keep the object.
        _written_by("argocd-controller", subresource="status"),
    ],
)
def test_other_traces_name_no_keeper(metadata: dict[str, Any]) -> None:
    assert keeper_of(daemonset(**metadata)) is None


def test_who_runs_helm_is_named_and_not_helm() -> None:
    found = keeper_of(daemonset(annotations={**_HELM, **_TRACKED}))
    assert found is not None
    assert found.kind is OwnerKind.ARGO_CD


def test_flux_labels_show_which_of_its_two_kinds_keeps_the_object() -> None:
    labels = {
        "helm.toolkit.fluxcd.io/name": "calico",
        "helm.toolkit.fluxcd.io/namespace": "flux-system",
    }
    found = keeper_of(daemonset(labels=labels, annotations=_HELM))
    assert found is not None
    assert found.title == "Flux (HelmRelease calico in flux-system)"


def test_beside_an_installation_the_operators_namespace_is_the_operators() -> None:
    """A DaemonSet that was restored from a copy has lost its owner."""
    ref = object_refs.daemonset(OPERATOR)
    lost = made(ref, spec={})
    with_it = chain_of(
        ref, object_refs.INSTALLATION, {ref: lost, object_refs.INSTALLATION: installation()}
    )
    without = chain_of(ref, object_refs.INSTALLATION, {ref: lost, object_refs.INSTALLATION: None})
    assert with_it is not None and with_it.under_operator
    assert without is not None and not without.under_operator


def test_a_daemonset_that_the_operator_was_told_to_leave_alone_decides_itself() -> None:
    ignored = {"unsupported.operator.tigera.io/ignore": "true"}
    chain = _chain(daemonset(OPERATOR, annotations=ignored), installation())
    assert not chain.under_operator
    assert "the operator leaves it alone" in chain.links[0]
    assert not is_operators(daemonset(OPERATOR, annotations=ignored))


def test_kubespray_is_known_by_an_annotation_of_the_pods() -> None:
    found = daemonset()
    found["spec"]["template"]["metadata"]["annotations"] = {"kubespray.etcd-cert/serial": "B1"}
    assert (keeper := keeper_of(found)) is not None
    assert keeper.kind is OwnerKind.KUBESPRAY


def test_without_the_daemonset_nothing_is_known() -> None:
    assert chain_of(object_refs.daemonset(MANIFEST), object_refs.INSTALLATION, {}) is None


def test_a_pool_that_the_operator_made_is_the_operators() -> None:
    ref = object_refs.role("x")
    labels = {"app.kubernetes.io/managed-by": "tigera-operator"}
    assert is_operators(made(ref, metadata={"labels": labels}))
    assert not is_operators(made(ref))
