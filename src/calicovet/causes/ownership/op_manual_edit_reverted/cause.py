"""A change was made in the DaemonSet, and the operator takes it back."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, indicates
from calicovet.model.facts import Claimed, ControllersSaid, Fact, ManagedBy, OwnerKind, Topic
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_KEY = "op-manual-edit-reverted"
_BY_HAND = frozenset({OwnerKind.MANIFEST, OwnerKind.KUBESPRAY})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    done = message(node, ControllersSaid, _KEY)
    told = node.one(
        Claimed, lambda found: found.topic is Topic.TRIED and found.value == "edit-daemonset"
    )
    edit: Fact | None = done or told
    if edit is None:
        return
    operator = node.one(ManagedBy, lambda found: found.owner is OwnerKind.OPERATOR)
    if operator is not None:
        yield indicates(edit, operator)
        return
    other = node.one(ManagedBy, lambda found: found.owner in _BY_HAND)
    if other is not None or node.namespace == "kube-system":
        # No operator manages that DaemonSet.
        yield denies(other or edit)
    elif node.namespace == "calico-system":
        yield indicates(edit)
    else:
        yield hints(edit)


CAUSE = Cause(
    name="op-manual-edit-reverted",
    code="OWN002",
    stage=StageId.POD_CREATED,
    shows_as=frozenset(
        {
            Shape.PENDING,
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(ControllersSaid, ManagedBy),
    decided_by=(ManagedBy,),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "see-who-owns-it",
                commands=(
                    "kubectl -n calico-system get daemonset calico-node"
                    " -o jsonpath='{.metadata.ownerReferences}'",
                    "kubectl get installation default -o yaml",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("change-the-owner", risk=Risk.ROLLS_ALL_NODES),
        ),
        does_not_help=(Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR, Ineffective.DELETE_POD),
    ),
    scope=Scope.CLUSTER,
    bystander=True,
    prior=0.2,
    unforeseen=Unforeseen.CHANGE_TO_COME,
)
