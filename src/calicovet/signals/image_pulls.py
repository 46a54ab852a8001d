"""Missing images of the calico-node pod."""

import re

from calicovet.model.case import Case, NodeView
from calicovet.model.facts import ContainerState, Fact, KubeletSaid, PodListed
from calicovet.signals.message_owner import names_operator
from calicovet.signals.operator_pod import is_not_made_yet
from calicovet.startup.event_reasons import IMAGE_TROUBLE

READS: tuple[type[Fact], ...] = (KubeletSaid, ContainerState, PodListed)

_CALICOS = re.compile(r"calico|tigera", re.IGNORECASE)
_OF_OTHER_PODS = re.compile(
    r"(?:kube-controllers|typha|apiserver|operator|csi|node-driver-registrar|ctl|dikastes"
    r"|goldmane|whisker[\w-]*|guardian|compliance[\w-]*)(?:[:@]|$)",
    re.IGNORECASE,
)
_OF_OPERATOR = re.compile(r"(?:^|[/-])operator(?:[:@]|$)", re.IGNORECASE)


def refused_pull(node: NodeView, cause: str) -> KubeletSaid | None:
    """A pull that failed in the way of that cause: for its pod, or else of an image of Calico."""
    failed = node.all(
        KubeletSaid, lambda said: said.key.partition(":")[0] == cause and _may_concern(said)
    )
    return next((said for said in failed if is_for_calico_node(said)), next(iter(failed), None))


def _may_concern(said: KubeletSaid) -> bool:
    image = said.detail("image")
    return is_for_calico_node(said) or not image or _CALICOS.search(image) is not None


def is_for_calico_node(said: KubeletSaid) -> bool:
    """Whether the pull was for a pod of calico-node, or for an image that only such a pod has."""
    pod, image = said.about.pod, said.detail("image")
    if pod:
        return "calico-node" in pod or "canal" in pod
    return _CALICOS.search(image) is not None and _OF_OTHER_PODS.search(image) is None


def keeps_operator_away(case: Case, said: KubeletSaid) -> bool:
    """Whether it is the operator that has no image, and no calico-node was made yet."""
    pod, image = said.about.pod, said.detail("image")
    # Other operators have images of that name, too.
    of_image = _CALICOS.search(image) is not None and _OF_OPERATOR.search(image) is not None
    return (names_operator(pod) if pod else of_image) and is_not_made_yet(case)


def waits_for_an_image(node: NodeView) -> Fact | None:
    """What shows that a container of the pod has no image yet, without a word why."""
    return node.one(ContainerState, lambda state: state.reason in IMAGE_TROUBLE) or node.one(
        PodListed, lambda pod: pod.status.removeprefix("Init:") in IMAGE_TROUBLE
    )
