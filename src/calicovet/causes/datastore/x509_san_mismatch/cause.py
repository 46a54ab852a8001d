"""The API server's certificate does not hold the address that it is called by."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import ApiCallFailed, CallError, Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_OR_TRAFFIC_FAILS
from calicovet.signals.api_route import is_calicos_own, is_for_etcd

_CERTIFICATE = "/etc/kubernetes/pki/apiserver.crt"
_PRIVATE_KEY = "/etc/kubernetes/pki/apiserver.key"


def examine(case: Case) -> Iterator[Sign]:
    refused = case.node.all(
        ApiCallFailed,
        lambda call: call.error is CallError.TLS_WRONG_NAME and not is_for_etcd(call.target),
    )
    if own := [call for call in refused if is_calicos_own(call) or call.process == "cni-plugin"]:
        yield proves(own[0], **_words(case.node, own[0]))
    elif free := [call for call in refused if not call.process]:
        yield indicates(free[0], **_words(case.node, free[0]))
    elif by_kubelet := [call for call in refused if call.process == "kubelet"]:
        yield hints(by_kubelet[0], **_words(case.node, by_kubelet[0]))


def _words(node: NodeView, call: ApiCallFailed) -> dict[str, object]:
    told = node.one(Said, lambda said: said.key.startswith("x509-san-mismatch"))
    name = told.detail("name") if told else ""
    return {
        "name": name or call.target.rpartition(":")[0] or "?",
        "names": (told.detail("names") if told else "") or "?",
    }


def plan(case: Case) -> Plan:
    told = case.node.one(Said, lambda said: said.key.startswith("x509-san-mismatch"))
    name = (told.detail("name") if told else "") or part("<address>")
    return Plan(
        steps=(
            RunOnNode(
                "look-at-the-names",
                commands=(
                    "openssl x509 -noout -text -in /etc/kubernetes/pki/apiserver.crt"
                    " | grep -A1 'Subject Alternative Name'",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "issue-again",
                commands=(
                    # Whatever names it holds must stay in it.
                    f"names=$(openssl x509 -noout -ext subjectAltName -in {_CERTIFICATE}"
                    " | tr ',' '\\n' | sed -nE 's/^ *(DNS|IP Address)://p' | paste -sd, -)",
                    f"rm {_CERTIFICATE} {_PRIVATE_KEY}",
                    command(
                        "kubeadm init phase certs apiserver"
                        ' --apiserver-cert-extra-sans="$names,{address}"',
                        address=part("{address}", address=name),
                    ),
                ),
                edits=(_CERTIFICATE, _PRIVATE_KEY),
                # Only control-plane nodes have them.
                saw=f"[ -e {_PRIVATE_KEY} ]",
                risk=Risk.CLUSTER_WIDE,
            ),
            AskHuman("restart-the-api-server", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESET_NODE,
        ),
    )


CAUSE = Cause(
    name="x509-san-mismatch",
    code="DAT009",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_OR_TRAFFIC_FAILS,
    reads=(ApiCallFailed, Said),
    failures=(
        fails(
            How.CERTIFICATE_WRONG_NAME,
            thing=(ThingClass.API_SERVER, ThingClass.DATASTORE, ThingClass.CERTIFICATE),
        ),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("ipamup-node-or-api-unreachable", "felix-datastore-unreachable"),
    prior=0.6,
    unforeseen=Unforeseen.NEEDS_SESSION,
)
