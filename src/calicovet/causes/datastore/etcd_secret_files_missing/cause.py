"""The certificates for etcd are not where calico-node is told to look, or it may not read them."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import Said, SettingSeen
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS
from calicovet.signals.message_owner import home_of
from calicovet.signals.messages import message_unless_others

_NAME = "etcd-secret-files-missing"
_BARE = f"{_NAME}:bare"
"""Without a word on whose client it is: the one for Kubernetes reads certificates, too."""


def examine(case: Case) -> Iterator[Sign]:
    said = _said(case)
    if said is None:
        return
    words = {"path": said.detail("path"), "error": said.detail("error")}
    if said.key == _NAME:
        yield proves(said, **words)
    elif case.node.one(SettingSeen, _says_kubernetes) is None:
        yield indicates(said, **words)


def _said(case: Case) -> Said | None:
    return message_unless_others(case.node, Said, _NAME, _BARE)


def _says_kubernetes(setting: SettingSeen) -> bool:
    return setting.name == "DATASTORE_TYPE" and setting.value.strip("\"'").lower() == "kubernetes"


def plan(case: Case) -> Plan:
    namespace = home_of(case.node, _said(case))
    return Plan(
        steps=(
            RunKubectl(
                "compare-names",
                commands=(
                    command(
                        "kubectl -n {namespace} get configmap calico-config -o yaml | grep etcd_",
                        namespace=namespace,
                    ),
                    command(
                        "kubectl -n {namespace} get secret calico-etcd-secrets"
                        " -o go-template='{{{{range $key, $_ := .data}}}}{{{{$key}}}}{{{{\"\\n\"}}}}{{{{end}}}}'",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("bring-them-together", risk=Risk.ROLLS_ALL_NODES),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.RESTART_KUBELET),
    )


CAUSE = Cause(
    name=_NAME,
    code="DAT027",
    stage=StageId.DATASTORE_REACHED,
    shows_as=DATASTORE_FAILS,
    reads=(Said, SettingSeen),
    decided_by=(Said,),
    failures=(
        fails(
            How.MISSING,
            How.PERMISSION_DENIED,
            How.NOT_A_DIRECTORY,
            How.IS_A_DIRECTORY,
            How.CORRUPT,
            thing=(ThingClass.PATH, ThingClass.CERTIFICATE),
            value=("etcd-certificates", "etcd"),
        ),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("etcd-datastore-tls-or-unreachable",),
    prior=0.06,
    unforeseen=Unforeseen.IN_SECRETS,
)
