"""Whether operator or manifest owns calico-node's DaemonSet."""

import re
from collections.abc import Mapping

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis
from calicovet.model.facts.settings import OwnerKind
from calicovet.model.record import record

_OPERATORS_NAMESPACE = "calico-system"
_DAEMONSET = re.compile(r"((?:[a-z0-9]+-){0,3}?(?:calico-node|canal))-[a-z0-9]{1,10}")

KEEPERS: Mapping[OwnerKind, str] = {
    OwnerKind.HELM: "Helm",
    OwnerKind.ARGO_CD: "Argo CD",
    OwnerKind.FLUX: "Flux",
    OwnerKind.KUBESPRAY: "kubespray",
    OwnerKind.HELM_CHART_CONFIG: "HelmChartConfig",
}
"""Those who write the object again from their own source, sooner or later."""


@record(kw_only=True)
class Owner:
    """Where a change must be made to last."""

    kind: OwnerKind | None
    under_operator: bool | None
    """None: not known."""
    namespace: str
    daemonset: str = "calico-node"

    def kept(self, thing: str) -> str:
        """The object's name, with its owner."""
        keeper = KEEPERS.get(self.kind) if self.kind is not None else None
        return f"{thing}, kept by {keeper}" if keeper else thing


def owner_of(node: NodeDiagnosis, diagnosis: Diagnosis) -> Owner:
    """The owner, as far as the evidence shows it."""
    namespace, pod = split_pod(node.pod)
    namespace = namespace or diagnosis.namespace
    named = _DAEMONSET.fullmatch(pod)
    return Owner(
        kind=diagnosis.owner,
        under_operator=_under_operator(diagnosis.owner, namespace),
        namespace=namespace or "kube-system",
        daemonset=named[1] if named else "calico-node",
    )


def split_pod(pod: str) -> tuple[str, str]:
    """Namespace and name of a pod; either may be empty."""
    namespace, _, name = pod.rpartition("/")
    return namespace, name


def _under_operator(kind: OwnerKind | None, namespace: str) -> bool | None:
    if kind is OwnerKind.OPERATOR or namespace == _OPERATORS_NAMESPACE:
        return True
    # A DaemonSet in another namespace is not managed by the operator.
    return False if kind is not None or namespace else None
