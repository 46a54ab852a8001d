"""ebpf-bootstrap cannot set up the path to the API server before it takes kube-proxy's place."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, indicates, proves
from calicovet.model.facts import CniInstallSaid, ContainerExit, ContainerState, OperatorStatus
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_KEY = "bpf-network-bootstrap-failed"
_WHY = f"{_KEY}:why"
_OPERATOR = f"{_KEY}:operator"
_CONTAINER = "ebpf-bootstrap"
_CODE = 4
_REQUIREMENTS = "bpfNetworkBootstrap is Enabled but the requirements are not met"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    failed = message(node, CniInstallSaid, _KEY)
    refused = message(node, CniInstallSaid, _OPERATOR) or node.one(
        OperatorStatus, lambda found: _REQUIREMENTS in found.message
    )
    if failed is not None:
        why = message(node, CniInstallSaid, _WHY)
        tail = failed.detail("error") or (why.detail("error") if why is not None else "")
        yield proves(failed, what=tail.strip() or "?")
    elif refused is not None:
        yield proves(refused, what=_REQUIREMENTS)
    elif (ended := _exit(node)) is not None:
        yield indicates(ended, what=f"{_CONTAINER}: exit {_CODE}")


def _exit(node: NodeView) -> ContainerState | ContainerExit | None:
    return node.one(ContainerState, _ended) or node.one(ContainerExit, _ended)


def _ended(found: ContainerState | ContainerExit) -> bool:
    return found.about.container == _CONTAINER and found.exit_code == _CODE


_FIELD = ("spec", "calicoNetwork", "bpfNetworkBootstrap")


CAUSE = Cause(
    name="bpf-network-bootstrap-failed",
    code="INI014",
    stage=StageId.BPF_PREPARED,
    shows_as=frozenset({Shape.NOT_CREATED, Shape.INIT_STUCK, Shape.INIT_FAILING}),
    reads=(CniInstallSaid, OperatorStatus, ContainerState, ContainerExit),
    decided_by=(CniInstallSaid,),
    failures=(
        fails(
            How.NO_SERVER,
            thing=ThingClass.API_SERVER,
            value=("service", "endpoint", ""),
            by=Speaker.MOUNT_BPFFS,
            doing=(Act.CONFIGURE, Act.RESOLVE, Act.RESTORE, Act.WRITE),
        ),
        fails(
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            How.NO_SERVER,
            How.FAILED,
            How.INVALID_VALUE,
            How.NOT_SUPPORTED,
            thing=ThingClass.BPF,
            value=("", "connect-time-lb"),
            by=Speaker.MOUNT_BPFFS,
        ),
        fails(How.INVALID_VALUE, thing=ThingClass.CONFIG, value="kubernetes_apiserver_endpoints"),
        fails(
            How.FAILED,
            How.MISSING,
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            How.NOT_SUPPORTED,
            How.BUSY,
            How.VERIFIER_REFUSED,
            How.INVALID_ARGUMENT,
            thing=ThingClass.BPF,
            value=("map", "program", "connect-time-lb"),
            by=Speaker.MOUNT_BPFFS,
        ),
        fails(How.EXIT, thing=ThingClass.CONTAINER, value="ebpf-bootstrap", saying="4"),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "compare-the-addresses",
                commands=(
                    "kubectl -n tigera-operator get configmap kubernetes-services-endpoint -o yaml",
                    "kubectl -n default get service kubernetes -o wide",
                    "kubectl -n default get endpointslices"
                    " -l kubernetes.io/service-name=kubernetes",
                    "kubectl get nodes -o wide",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("correct-the-addresses", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        instead=Plan(
            steps=(
                EditObject(
                    key="switch-it-off",
                    kind=CalicoKind.INSTALLATION,
                    fields=(Field(_FIELD, "Disabled", before="Enabled"),),
                ),
            )
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.CHANGE_ADDRESS,
        ),
    ),
    writes=(edits(CalicoKind.INSTALLATION, "spec.calicoNetwork.bpfNetworkBootstrap"),),
    scope=Scope.CLUSTER,
    caused_by=("bpffs-mount-failed",),
    prior=0.1,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
