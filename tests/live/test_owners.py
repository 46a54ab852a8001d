"""Who keeps an object is read off the object as each tool really writes it, and gets the change in its own form."""

import json
from dataclasses import field
from pathlib import Path
from typing import Any

import pytest
import yaml

from calicovet.model.record import record
from tests.live.cluster import Cluster
from tests.live.test_fix import DAEMONSET, INSTALLATION, SICK, Shell, operated, shell

__all__ = ["operated", "shell"]

_HELM = "meta.helm.sh/release-name", "meta.helm.sh/release-namespace"
_BY_HELM = {"app.kubernetes.io/managed-by": "Helm"}


@record(kw_only=True)
class Kept:
    """What a tool leaves on the object it writes, and what it is to be told."""

    manager: str
    labels: dict[str, str] = field(default_factory=dict)
    annotations: dict[str, str] = field(default_factory=dict)
    keeper: str
    form: str


def _release(name: str, namespace: str) -> dict[str, str]:
    return dict(zip(_HELM, (name, namespace), strict=True))


ABOVE_THE_INSTALLATION = {
    "helm": Kept(
        manager="helm",
        labels=_BY_HELM,
        annotations=_release("calico", "tigera-operator"),
        keeper="Helm (calico in tigera-operator)",
        form="values",
    ),
    "argo-by-annotation": Kept(
        manager="argocd-controller",
        annotations={
            "argocd.argoproj.io/tracking-id": "cni:operator.tigera.io/Installation:argocd/default"
        },
        keeper="Argo CD (cni)",
        form="manifest",
    ),
    "argo-by-label": Kept(
        manager="argocd-controller",
        labels={"app.kubernetes.io/instance": "cni"},
        keeper="Argo CD (cni)",
        form="manifest",
    ),
    "flux-kustomization": Kept(
        manager="kustomize-controller",
        labels={
            "kustomize.toolkit.fluxcd.io/name": "infra",
            "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
        },
        keeper="Flux (Kustomization infra in flux-system)",
        form="manifest",
    ),
    "flux-helm-release": Kept(
        manager="helm-controller",
        labels={
            **_BY_HELM,
            "helm.toolkit.fluxcd.io/name": "calico",
            "helm.toolkit.fluxcd.io/namespace": "flux-system",
        },
        annotations=_release("calico", "tigera-operator"),
        keeper="Flux (HelmRelease calico in flux-system)",
        form="helm-release",
    ),
    "rke2": Kept(
        manager="helm",
        labels=_BY_HELM,
        annotations=_release("rke2-calico", "kube-system"),
        keeper="HelmChartConfig (rke2-calico in kube-system)",
        form="helm-chart-config",
    ),
}
ABOVE_THE_DAEMONSET = {
    "helm": Kept(
        manager="helm",
        labels=_BY_HELM,
        annotations=_release("cni", "kube-system"),
        keeper="Helm (cni in kube-system)",
        form="manifest",
    ),
    "argo": Kept(
        manager="argocd-controller",
        annotations={
            "argocd.argoproj.io/tracking-id": "cni:apps/DaemonSet:kube-system/calico-node"
        },
        keeper="Argo CD (cni)",
        form="manifest",
    ),
    "rke2-canal": Kept(
        manager="helm",
        labels=_BY_HELM,
        annotations=_release("rke2-canal", "kube-system"),
        keeper="HelmChartConfig (rke2-canal in kube-system)",
        form="helm-chart-config",
    ),
}


def _keep(cluster: Cluster, what: tuple[str, ...], kept: Kept) -> None:
    metadata = {"labels": kept.labels, "annotations": kept.annotations}
    patch = json.dumps({"metadata": metadata})
    cluster.control_plane.kubectl(
        *("patch", *what, "--type", "merge", f"--field-manager={kept.manager}", "-p", patch)
    )


def _holds(shell: Shell, kept: Kept, path: str) -> dict[str, Any]:
    """The change is for its owner; nothing is sent without --even-if-managed."""
    before = shell.get(path)
    told = shell.planned()
    (step,) = told["plan"]["steps"]
    assert told["plan"]["chain"][-1] == kept.keeper
    assert (step["elsewhere"]["form"], told["rehearsed"]) == (kept.form, [])
    assert shell.fix("--apply", "--plan", told["plan"]["id"]).returncode == 3
    assert shell.get(path) == before
    insisting = shell.planned("--even-if-managed")
    assert [each["taken"] for each in insisting["rehearsed"]] == [True]
    text: dict[str, Any] = yaml.safe_load(step["elsewhere"]["text"])
    return text


@pytest.mark.parametrize("name", ABOVE_THE_INSTALLATION)
def test_above_the_installation(name: str, operated: Shell) -> None:
    kept = ABOVE_THE_INSTALLATION[name]
    _keep(operated.cluster, ("installation", "default"), kept)
    untouched = operated.get(DAEMONSET)
    text = _holds(operated, kept, INSTALLATION)
    assert "firstFound: false" in json.dumps(text).replace('"', "")
    assert "NodeInternalIP" in json.dumps(text)
    assert operated.get(DAEMONSET) == untouched


@pytest.mark.parametrize("name", ABOVE_THE_DAEMONSET)
def test_above_the_daemonset(name: str, shell: Shell) -> None:
    kept = ABOVE_THE_DAEMONSET[name]
    _keep(shell.cluster, ("-n", "kube-system", "daemonset", "calico-node"), kept)
    assert "kubernetes-internal-ip" in json.dumps(_holds(shell, kept, DAEMONSET))


def test_kubespray_above_the_daemonset(shell: Shell) -> None:
    """It leaves its mark on the pods only, and only where Calico keeps its data in etcd."""
    annotations = {"kubespray.etcd-cert/serial": "6DB3F1C4"}
    patch = json.dumps({"spec": {"template": {"metadata": {"annotations": annotations}}}})
    where = ("-n", "kube-system", "patch", "daemonset", "calico-node", "--type", "merge")
    shell.control_plane.kubectl(*where, "-p", patch)
    kept = Kept(manager="", keeper="kubespray", form="inventory")
    text = _holds(shell, kept, DAEMONSET)
    assert text == {"calico_ip_auto_method": "kubernetes-internal-ip"}


def test_a_manifest_that_a_user_applied_is_changed_itself(shell: Shell, tmp_path: Path) -> None:
    found = shell.get(DAEMONSET)
    kept = {"name": "calico-node", "namespace": "kube-system"}
    manifest = {"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": kept}
    file = tmp_path / "calico.yaml"
    file.write_text(json.dumps({**manifest, "spec": found["spec"]}), encoding="utf-8")
    shell.control_plane.kubectl("apply", "-f", str(file))
    told = shell.planned()
    assert told["plan"]["chain"] == ["DaemonSet/calico-node in kube-system (kubectl apply)"]
    assert [each["taken"] for each in told["rehearsed"]] == [True]
    assert told["findings"][0]["node"] == f"node-{SICK}"


def test_outside_its_namespace_a_daemonset_without_owner_is_not_the_operators(
    operated: Shell,
) -> None:
    lost = json.dumps({"metadata": {"ownerReferences": None}})
    where = ("-n", "kube-system", "patch", "daemonset", "calico-node", "--type", "merge")
    operated.control_plane.kubectl(*where, "-p", lost)
    told = operated.planned()
    assert [each["object"] for each in told["rehearsed"]] == [
        "DaemonSet/calico-node in kube-system"
    ]
