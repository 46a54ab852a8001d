"""Calico's and its operator's kinds, with their names and no schema: anything recorded fits."""

from typing import Any

from lab.objects import Object

_CALICO = "crd.projectcalico.org"
_OPERATOR = "operator.tigera.io"


def calico_crds() -> tuple[Object, ...]:
    """Kinds that every installation has."""
    return (
        _cluster_wide(_CALICO, "BGPConfiguration"),
        _cluster_wide(_CALICO, "BGPPeer"),
        _cluster_wide(_CALICO, "BlockAffinity", plural="blockaffinities"),
        _cluster_wide(_CALICO, "ClusterInformation"),
        _cluster_wide(_CALICO, "FelixConfiguration"),
        _cluster_wide(_CALICO, "IPAMBlock"),
        _cluster_wide(_CALICO, "IPAMConfig"),
        _cluster_wide(_CALICO, "IPPool"),
    )


def operator_crds() -> tuple[Object, ...]:
    """Kinds of an installation by the operator."""
    return (
        _cluster_wide(_OPERATOR, "Installation", has_status=True),
        _cluster_wide(_OPERATOR, "TigeraStatus", plural="tigerastatuses", has_status=True),
    )


def _cluster_wide(group: str, kind: str, *, plural: str = "", has_status: bool = False) -> Object:
    plural = plural or f"{kind.lower()}s"
    names = {"kind": kind, "plural": plural, "singular": kind.lower(), "listKind": f"{kind}List"}
    schema = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    version: dict[str, Any] = {
        "name": "v1",
        "served": True,
        "storage": True,
        "schema": {"openAPIV3Schema": schema},
    }
    if has_status:
        version["subresources"] = {"status": {}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{group}"},
        "spec": {"group": group, "names": names, "scope": "Cluster", "versions": [version]},
    }
