"""The pod does not tolerate a taint of the node, because its tolerations were changed."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    DaemonSetTolerates,
    EventSeen,
    KubeletSaid,
    NodeTaint,
    PodMissing,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import EditPods, Field, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.remediation.write_examples import edits_pods
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.message_owner import Whose, event_of, home_of, told, whose

_NAME = "sched-taint-not-tolerated"
_RESULTS = ("node.kubernetes.io/not-ready", "node.kubernetes.io/network-unavailable")
"""Taints that a node has because calico-node does not run."""
_OF_CONDITIONS = "node.kubernetes.io/"
"""Taints that Kubernetes itself sets and takes away; a DaemonSet's pods tolerate most of them anyway."""
_AIMED = "didn't match"
"""Pods of a DaemonSet are aimed at one node, so all the others do not match."""


def examine(case: Case) -> Iterator[Sign]:
    missing, tolerates = case.node.one(PodMissing), case.node.one(DaemonSetTolerates)
    refused = case.node.one(NodeTaint, lambda taint: _keeps_away(taint, tolerates))
    if missing is not None and tolerates is not None and refused is not None:
        # No event shows it: the DaemonSet creates no pod for such a node.
        yield proves(missing, refused, tolerates, taint=str(refused))
        return
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


def _keeps_away(taint: NodeTaint, tolerates: DaemonSetTolerates | None) -> bool:
    """Whether a person set the taint, not a controller for a condition, and it is not tolerated."""
    if tolerates is None or taint.effect == "PreferNoSchedule":
        return False
    return not taint.key.startswith(_OF_CONDITIONS) and not tolerates.covers(taint)


_TOLERATIONS = (
    {"effect": "NoSchedule", "operator": "Exists"},
    {"key": "CriticalAddonsOnly", "operator": "Exists"},
    {"effect": "NoExecute", "operator": "Exists"},
)
"""Those of every manifest of Calico."""


def plan(case: Case) -> Plan:
    namespace = home_of(case.node, told(case.node, KubeletSaid, _NAME))
    return Plan(
        steps=(
            RunKubectl(
                "see-the-tolerations",
                commands=(
                    command(
                        "kubectl -n {namespace} get daemonset calico-node"
                        " -o jsonpath='{{.spec.template.spec.tolerations}}'",
                        namespace=namespace,
                    ),
                    "kubectl get nodes -o custom-columns=NAME:.metadata.name,TAINTS:.spec.taints",
                ),
                risk=Risk.NONE,
            ),
            EditPods(
                key="restore-the-tolerations", fields=(Field(("tolerations",), _TOLERATIONS),)
            ),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    code="SCH001",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(KubeletSaid, EventSeen, PodMissing, NodeTaint, DaemonSetTolerates),
    decided_by=(EventSeen,),
    failures=(fails(How.MISMATCH, How.DENIED, thing=ThingClass.NODE, value="taint"),),
    examine=examine,
    plan=plan,
    writes=(edits_pods("tolerations"),),
    prior=0.6,
)
