"""The pod does not tolerate a taint of the node, because its tolerations were changed."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, indicates
from calicovet.model.facts import EventSeen, KubeletSaid
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import Whose, event_of, home_of, told, whose

_NAME = "sched-taint-not-tolerated"
_RESULTS = ("node.kubernetes.io/not-ready", "node.kubernetes.io/network-unavailable")
"""Taints that a node has because calico-node does not run."""
_AIMED = "didn't match"
"""Pods of a DaemonSet are aimed at one node, so all the others do not match."""


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, KubeletSaid, _NAME)
    if said is None or whose(said) is Whose.OTHERS:
        return
    taint = said.detail("taint").strip(" :") or "?"
    event = event_of(case.node, said)
    words = event.message if event else ""
    if whose(said) is Whose.OURS and "Insufficient" not in words:
        # Stock tolerations cover every taint: that it says so at all means that they were changed.
        yield indicates(said, taint=taint)
    elif _AIMED in words and "Insufficient" not in words:
        yield indicates(said, taint=taint)
    elif not taint.startswith(_RESULTS):
        # It may be any pod's event, and every other pod waits for a node without CNI.
        yield hints(said, taint=taint)


def plan(case: Case) -> Plan:
    namespace = home_of(case.node, told(case.node, KubeletSaid, _NAME))
    return Plan(
        steps=(
            RunKubectl(
                "see-the-tolerations",
                commands=(
                    f"kubectl -n {namespace} get daemonset calico-node"
                    " -o jsonpath='{.spec.template.spec.tolerations}'",
                    "kubectl get nodes -o custom-columns=NAME:.metadata.name,TAINTS:.spec.taints",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("restore-the-tolerations", risk=Risk.ROLLS_ALL_NODES),
        ),
        does_not_help=(Vain.DELETE_POD, Vain.RESTART_KUBELET, Vain.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.POD_BOUND,
    shows_as=frozenset({Shape.NOT_CREATED, Shape.PENDING}),
    reads=(KubeletSaid, EventSeen),
    decided_by=(EventSeen,),
    examine=examine,
    plan=plan,
    prior=0.6,
)
