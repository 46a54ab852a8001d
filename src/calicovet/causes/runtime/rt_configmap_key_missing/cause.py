"""The ConfigMap that containers of the pod read their settings from is missing, or a key of it."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.facts import KubeletSaid
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import told

_NAME = "rt-configmap-key-missing"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, KubeletSaid, _NAME)
    if said is not None:
        # The map is Calico's own, whichever of its pods complains.
        yield proves(said, map=said.detail("map"), key=said.detail("key") or "*")


def plan(case: Case) -> Plan:
    said = told(case.node, KubeletSaid, _NAME)
    name = said.detail("map") if said else "calico-config"
    namespace = case.node.namespace or "kube-system"
    return Plan(
        steps=(
            RunKubectl(
                "see-the-map",
                commands=(f"kubectl -n {namespace} get configmap {name} -o yaml",),
                risk=Risk.NONE,
            ),
            AskHuman("apply-the-whole-manifest", risk=Risk.ROLLS_ALL_NODES),
        ),
        reaches=StageId.CONTAINER_STARTED,
        does_not_help=(Vain.DELETE_POD, Vain.RESTART_KUBELET, Vain.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.SANDBOX_READY,
    shows_as=frozenset(
        {Shape.PENDING, Shape.CONTAINER_NOT_CREATED, Shape.INIT_STUCK, Shape.INIT_FAILING}
    ),
    reads=(KubeletSaid,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.3,
)
