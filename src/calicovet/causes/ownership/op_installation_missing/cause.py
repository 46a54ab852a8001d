"""The operator runs, and there is no Installation object, so it does not install Calico."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, indicates, proves
from calicovet.model.facts import (
    ControllersSaid,
    Fact,
    NoInstallation,
    OperatorStatus,
    SettingSeen,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AN_INSTALLATION, AskHuman, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.messages import message, only_known
from calicovet.signals.operator_pod import is_not_made_yet

_NAME = "op-installation-missing"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    if (there := _installation(node)) is not None:
        yield denies(there)
        return
    if not is_not_made_yet(case):
        # Calico runs: by a manifest, or an Installation was there before.
        return
    none = node.one(NoInstallation)
    said = message(node, ControllersSaid, _NAME)
    facts = only_known(none, said)
    if facts:
        # Each alone leaves a doubt: the operator says so before the Installation is created, too, and
        # a cluster whose Calico is a manifest's may have kept the operator's CRDs.
        yield (proves if len(facts) > 1 else indicates)(*facts)


def _installation(node: NodeView) -> Fact | None:
    """What only an Installation can have given: a field of it, or the status of Calico itself."""
    field = node.one(SettingSeen, lambda found: found.where == "installation")
    return field or node.one(OperatorStatus, lambda found: found.component == "calico")


CAUSE = Cause(
    name=_NAME,
    code="OWN012",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(ControllersSaid, NoInstallation, OperatorStatus, SettingSeen),
    decided_by=(NoInstallation,),
    failures=(fails(How.NOT_FOUND, How.MISSING, thing=ThingClass.RESOURCE, value="installations"),),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "see-what-is-there",
                commands=(
                    "kubectl get installations.operator.tigera.io,tigerastatuses.operator.tigera.io",
                    "kubectl get daemonsets -A | grep -e calico-node -e canal",
                    "kubectl -n kube-system get configmap kubeadm-config -o yaml | grep podSubnet",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("write-it"),
            RunKubectl(
                "create-it",
                commands=("kubectl create -f custom-resources.yaml",),
                undo=("kubectl delete -f custom-resources.yaml",),
                risk=Risk.CLUSTER_WIDE,
            ),
        ),
        within=AN_INSTALLATION,
    ),
    scope=Scope.CLUSTER,
    explains=("rt-cni-conf-not-loaded",),
    prior=0.5,
    unforeseen=Unforeseen.CHANGE_TO_COME,
)
