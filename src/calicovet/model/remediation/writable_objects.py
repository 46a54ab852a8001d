"""The kinds, namespaces and names of objects that calicovet may write."""

import re
from collections.abc import Mapping
from urllib.parse import quote

_LABEL = r"[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?"
NAMESPACE = re.compile(_LABEL)
NAME = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*")
"""A DNS subdomain, as the API server demands it of all kinds that are written here."""

_CALICOS = re.compile(r"(?:[a-z0-9]+-)*(?:calico|canal|tigera)(?:-[a-z0-9-]+)?")
_RBAC = "rbac.authorization.k8s.io"
_OF_CALICO = ("felixconfigurations", "ippools", "bgpconfigurations", "clusterinformations")

WRITTEN: Mapping[tuple[str, str], re.Pattern[str]] = {
    ("operator.tigera.io", "installations"): NAME,
    ("apps", "daemonsets"): re.compile(r"(?:[a-z0-9]+-)*(?:calico-node|canal)"),
    **{
        (group, resource): NAME
        for group in ("crd.projectcalico.org", "projectcalico.org")
        for resource in _OF_CALICO
    },
    (_RBAC, "clusterroles"): _CALICOS,
    (_RBAC, "clusterrolebindings"): _CALICOS,
    ("", "configmaps"): re.compile(
        r"(?:[a-z0-9]+-)*(?:calico|canal)-config|kubernetes-services-endpoint"
    ),
}
DELETED_POD = re.compile(r"(?:[a-z0-9]+-)*(?:calico-node|canal)-[a-z0-9]{1,10}")
"""Pods that a plan restarts; nothing else of a pod is ever written."""


def group_of(api_version: str) -> str:
    """`apps` of `apps/v1`; empty for the core group."""
    return api_version.rpartition("/")[0]


def segment(part: str) -> str:
    """One segment of an API path; ValueError where it would lead to another path."""
    if part in ("", ".", ".."):
        raise ValueError(f"{part!r} is no segment of a path")
    return quote(part, safe=":")
