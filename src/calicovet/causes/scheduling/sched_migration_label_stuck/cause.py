"""The label of a migration to the operator keeps the node out of the new DaemonSet."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    ControllersSaid,
    DaemonSetSelects,
    MigrationLabel,
    PodListed,
    PodMissing,
    WorkloadListed,
)
from calicovet.model.plan import Plan, Risk, RunKubectl, Vain
from calicovet.model.shell import command, part
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import names_calico_node

_NAME = "sched-migration-label-stuck"
_LABEL = "projectcalico.org/operator-node-migration"
_DONE = "migrated"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    selects = node.one(DaemonSetSelects)
    label = node.one(MigrationLabel)
    if selects is None or label is None:
        said = node.one(ControllersSaid, lambda found: found.key == _NAME)
        if said is not None:
            yield hints(said, label="?")
        return
    if dict(selects.labels).get(_LABEL) != _DONE or label.value == _DONE:
        yield denies(selects, label)
        return
    placed = node.one(
        PodListed, lambda pod: names_calico_node(pod.about.pod) and bool(pod.about.node)
    )
    if placed is not None:
        # The migration has not come to this node yet; the old pod still serves it.
        yield denies(placed)
        return
    words = {"label": label.value or "-"}
    missing = node.one(PodMissing)
    listed = node.one(WorkloadListed, lambda found: names_calico_node(found.name))
    if missing is not None:
        yield proves(missing, selects, label, **words)
    elif listed is not None and listed.desired == 0:
        yield proves(listed, selects, label, **words)
    else:
        yield indicates(selects, label, **words)


def plan(case: Case) -> Plan:
    node = case.node.name
    label = case.node.one(MigrationLabel)
    was = label.value if label is not None else ""
    before = part("={was}", was=was) if was else part("-")
    return Plan(
        steps=(
            RunKubectl(
                "see-how-far-it-came",
                commands=(
                    f"kubectl get nodes -L {_LABEL}",
                    "kubectl -n kube-system get daemonset calico-node",
                    "kubectl -n tigera-operator logs deploy/tigera-operator --tail=40",
                ),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "let-it-be-selected",
                commands=(
                    command(
                        "kubectl label node {node} {label}={done} --overwrite",
                        node=node,
                        label=_LABEL,
                        done=_DONE,
                    ),
                ),
                undo=(
                    command(
                        "kubectl label node {node} {label}{before} --overwrite",
                        node=node,
                        label=_LABEL,
                        before=before,
                    ),
                ),
                risk=Risk.RESTARTS_ONE_POD,
            ),
        ),
        does_not_help=(Vain.DELETE_POD, Vain.RESTART_KUBELET, Vain.EDIT_DAEMONSET_UNDER_OPERATOR),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.POD_CREATED,
    shows_as=frozenset({Shape.NOT_CREATED, Shape.PENDING}),
    reads=(
        DaemonSetSelects,
        MigrationLabel,
        ControllersSaid,
        PodListed,
        PodMissing,
        WorkloadListed,
    ),
    decided_by=(MigrationLabel,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("sched-node-selector-or-affinity",),
    caused_by=("op-migration-stalled",),
    prior=0.1,
)
