"""Start-up cannot bring the data of an older release up to date, and ends."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import StartupSaid
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message

_NAME = "ds-migration-or-ipam-upgrade-failed"
_WORDS = {
    _NAME: "Unable to ensure datastore is migrated",
    f"{_NAME}:host": "Unable to upgrade host's IPAM resources",
}


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, StartupSaid, *_WORDS)
    if said is not None:
        yield proves(said, line=_WORDS[said.key], error=_short(said.detail("error")))


def _short(error: str) -> str:
    return error.strip(" \"'")[:160] or "?"


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    return Plan(
        steps=(
            RunKubectl(
                "look-first",
                commands=(
                    "kubectl get crd | grep projectcalico.org",
                    command(
                        "kubectl auth can-i list blockaffinities.crd.projectcalico.org"
                        " --as=system:serviceaccount:{namespace}:calico-node",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("apply-the-release", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        reaches=StageId.STARTUP_FINISHED,
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESTART_KUBELET, Ineffective.RESET_NODE),
    )


CAUSE = Cause(
    name=_NAME,
    code="DAT002",
    stage=StageId.DATASTORE_REACHED,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP}),
    reads=(StartupSaid,),
    failures=(
        fails(How.INVALID_VALUE, thing=ThingClass.DATASTORE, by=Speaker.STARTUP, doing=Act.MIGRATE),
        fails(
            How.FAILED,
            thing=(ThingClass.DATASTORE, ThingClass.POOL),
            by=Speaker.STARTUP,
            doing=Act.MIGRATE,
        ),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    caused_by=(
        "api-kube-proxy-down",
        "api-endpoint-unreachable",
        "crd-missing",
        "rbac-forbidden",
        "rbac-wrong-identity",
        "cni-token-unauthorized",
        "x509-unknown-ca",
        "x509-expired",
        "x509-san-mismatch",
    ),
    prior=0.5,
)
