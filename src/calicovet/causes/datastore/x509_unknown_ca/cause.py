"""The API server's certificate was signed by an authority that the caller does not know."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import ApiCallFailed, CallError
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_OR_TRAFFIC_FAILS
from calicovet.signals.api_route import is_calicos_own, is_for_etcd

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


_SHOWN = part("openssl x509 -noout -subject -enddate -fingerprint -sha256")


CAUSE = Cause(
    name="x509-unknown-ca",
    code="DAT007",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_OR_TRAFFIC_FAILS,
    reads=(ApiCallFailed,),
    failures=(
        fails(
            How.UNKNOWN_AUTHORITY,
            thing=(ThingClass.API_SERVER, ThingClass.DATASTORE, ThingClass.CERTIFICATE),
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "compare-the-authorities",
                commands=tuple(
                    command(
                        "grep certificate-authority-data {file} | awk '{{print $2}}'"
                        " | base64 -d | {shown}",
                        file=file,
                        shown=_SHOWN,
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
                        shown=_SHOWN,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("clean-or-republish", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
            Ineffective.CHANGE_ADDRESS,
        ),
    ),
    explains=("ipamup-node-or-api-unreachable", "felix-datastore-unreachable"),
    unforeseen=Unforeseen.NEEDS_SESSION,
)
