"""The API server's certificate was signed by an authority that the caller does not know."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, indicates, proves
from calicovet.model.facts import ApiCallFailed, CallError
from calicovet.model.plan import (
    A_REBOOT,
    AskHuman,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
    RunOnNode,
    Vain,
)
from calicovet.model.shell import command, part
from calicovet.model.stage import Shape, StageId
from calicovet.startup.api_path import is_calicos_own, is_for_etcd

_KUBECONFIGS = ("/etc/cni/net.d/calico-kubeconfig", "/etc/kubernetes/kubelet.conf")


def examine(case: Case) -> Iterator[Sign]:
    refused = case.node.all(
        ApiCallFailed,
        lambda call: call.error is CallError.TLS_UNKNOWN_CA and not is_for_etcd(call.target),
    )
    # The plugin has its own file with the authority in it, which may outlive a cluster.
    if own := [call for call in refused if is_calicos_own(call) or call.process == "cni-plugin"]:
        yield proves(own[0], target=_target(own[0]), process=own[0].process or "calico-node")
    elif free := [call for call in refused if not call.process]:
        yield indicates(free[0], target=_target(free[0]), process="calico-node")
    elif by_kubelet := [call for call in refused if call.process == "kubelet"]:
        yield hints(by_kubelet[0], target=_target(by_kubelet[0]), process="kubelet")


def _target(call: ApiCallFailed) -> str:
    return call.target or "kube-apiserver"


def plan(case: Case) -> Plan:
    shown = part("openssl x509 -noout -subject -enddate -fingerprint -sha256")
    return Plan(
        steps=(
            RunOnNode(
                "compare-the-authorities",
                commands=tuple(
                    command(
                        "grep certificate-authority-data {file} | awk '{{print $2}}'"
                        " | base64 -d | {shown}",
                        file=file,
                        shown=shown,
                    )
                    for file in _KUBECONFIGS
                ),
                risk=Risk.NONE,
            ),
            # Workers seldom have a kubectl that may ask for it.
            RunKubectl(
                "see-the-published-one",
                commands=(
                    command(
                        "kubectl -n kube-system get configmap kube-root-ca.crt"
                        " -o jsonpath='{{.data.ca\\.crt}}' | {shown}",
                        shown=shown,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("clean-or-republish", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        within=A_REBOOT,
        does_not_help=(Vain.REINSTALL_CALICO, Vain.RESTART_KUBELET, Vain.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name="x509-unknown-ca",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(ApiCallFailed,),
    examine=examine,
    plan=plan,
    explains=("ipamup-node-or-api-unreachable", "felix-datastore-unreachable"),
)
