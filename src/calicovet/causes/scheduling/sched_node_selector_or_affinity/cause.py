"""No node, or not the one in question, matches what the DaemonSet selects."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    DaemonSetSelects,
    KubeletSaid,
    NodeLabels,
    PodListed,
    PodMissing,
    WorkloadListed,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    EditPods,
    Field,
    Plan,
    Risk,
    RunKubectl,
    Step,
)
from calicovet.model.remediation.write_examples import ANY, edits_pods
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.message_owner import Whose, home_of, names_calico_node, told, whose

_NAME = "sched-node-selector-or-affinity"
_STOCK = "kubernetes.io/os=linux"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    missing, lacking = node.one(PodMissing), _lacking(case)
    if missing is not None and lacking:
        # No event shows it: the DaemonSet creates no pod for such a node.
        shown = (*node.all(DaemonSetSelects)[:1], *node.all(NodeLabels)[:1])
        yield proves(missing, *shown, label=lacking[0])
        return
    said = told(node, KubeletSaid, _NAME)
    if said is not None and whose(said) is not Whose.OTHERS and _matches_nowhere(said):
        sign = indicates if whose(said) is Whose.OURS else hints
        yield sign(said, label="?")
        return
    bound = node.one(
        PodListed, lambda pod: names_calico_node(pod.about.pod) and bool(pod.about.node)
    )
    if bound is not None:
        # A pod that is on a node was selected for it.
        yield denies(bound)
        return
    listed = node.one(WorkloadListed, lambda found: names_calico_node(found.name))
    if listed is not None and listed.desired == 0:
        # Taints, or an API server that knows no node, give the same.
        yield hints(listed, label="?")


def _lacking(case: Case) -> tuple[str, ...]:
    """What the DaemonSet selects nodes by and this one does not have, as far as both are known."""
    selects, labels = case.node.one(DaemonSetSelects), case.node.one(NodeLabels)
    return selects.lacks(labels) if selects and labels else ()


def _matches_nowhere(said: KubeletSaid) -> bool:
    """Whether all nodes fail to match: a DaemonSet's pod never matches more than its own."""
    return said.detail("nodes") in ("", said.detail("unmatched"))


def _match(case: Case) -> Step:
    extra = [label for label in _lacking(case) if label != _STOCK]
    if not extra:
        # Without the stock label it is the node that is to be changed, or the affinity: a choice.
        return AskHuman("make-them-match", risk=Risk.ROLLS_ALL_NODES)
    fields = (Field(("nodeSelector", label.partition("=")[0])) for label in extra)
    return EditPods(key="make-them-match", fields=tuple(fields))


def plan(case: Case) -> Plan:
    namespace = home_of(case.node, told(case.node, KubeletSaid, _NAME))
    node, label = case.node.name, next(iter(_lacking(case)), _STOCK)
    return Plan(
        steps=(
            RunKubectl(
                "compare-the-labels",
                commands=(
                    command(
                        "kubectl -n {namespace} get daemonset calico-node -o jsonpath="
                        "'{{.spec.template.spec.nodeSelector}}{{.spec.template.spec.affinity}}'",
                        namespace=namespace,
                    ),
                    "kubectl get nodes --show-labels",
                ),
                risk=Risk.NONE,
            ),
            _match(case),
        ),
        instead=Plan(
            steps=(
                RunKubectl(
                    "label-the-node",
                    commands=(
                        command("kubectl label node {node} {label}", node=node, label=label),
                    ),
                    undo=(
                        command(
                            "kubectl label node {node} {key}-",
                            node=node,
                            key=label.partition("=")[0],
                        ),
                    ),
                    risk=Risk.NONE,
                ),
            )
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="SCH002",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(KubeletSaid, PodListed, WorkloadListed, PodMissing, DaemonSetSelects, NodeLabels),
    decided_by=(WorkloadListed,),
    failures=(fails(How.MISMATCH, thing=ThingClass.CONFIG, value="node-selector"),),
    examine=examine,
    plan=plan,
    writes=(edits_pods(f"nodeSelector.{ANY}"),),
    scope=Scope.CLUSTER,
    prior=0.6,
)
