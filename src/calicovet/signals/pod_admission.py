"""Pods that the API server refuses to create."""

from datetime import timedelta

from calicovet.model.case import Case, NodeView
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import EventSeen, KubeletSaid
from calicovet.signals.message_owner import OPERATOR, names_calico_node, names_operator
from calicovet.signals.operator_pod import keeps_from_being_made, pod_of

LONGEST_PAUSE = timedelta(minutes=17)
"""The DaemonSet's controller waits twice as long after each refusal, up to a thousand seconds."""

_MARK = "calicovet/look-again"


def refusal(case: Case, cause: str) -> KubeletSaid | None:
    """The newest refusal in the words of that cause: calico-node's before its operator's, before all others."""
    found = case.node.all(KubeletSaid, lambda said: said.key.partition(":")[0] == cause)
    return max(
        found,
        key=lambda said: (names_calico_node(pod_of(said)), keeps_from_being_made(case, said)),
        default=None,
    )


def account_of(said: KubeletSaid | None) -> str:
    """The account of the refused pod, which is called as its owner is."""
    return OPERATOR if said is not None and names_operator(pod_of(said)) else "calico-node"


def ask_again(
    node: NodeView, namespace: str, refused: KubeletSaid | None = None
) -> tuple[str, ...]:
    """Commands that make the controller of the refused pods try at once, and leave nothing behind."""
    if refused is not None and names_operator(pod_of(refused)):
        return (
            command(
                "kubectl -n {namespace} rollout restart deployment {operator}",
                namespace=namespace,
                operator=OPERATOR,
            ),
        )
    annotate = part(
        "kubectl -n {namespace} annotate daemonset {daemonset}",
        namespace=namespace,
        daemonset=_daemonset(node),
    )
    # Any change of the object makes it look; one outside the pods' template restarts none of them.
    return (
        command("{annotate} {mark}=now --overwrite", annotate=annotate, mark=_MARK),
        command("{annotate} {mark}-", annotate=annotate, mark=_MARK),
    )


def _daemonset(node: NodeView) -> str:
    """Whose pods are refused."""
    refused = node.unread().all(EventSeen, lambda event: event.reason == "FailedCreate")
    names = (event.object.partition("/")[2] for event in refused)
    return next((name for name in names if names_calico_node(name)), "calico-node")
