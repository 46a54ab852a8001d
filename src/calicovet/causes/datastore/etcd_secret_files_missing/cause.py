"""The certificates for etcd are not where calico-node is told to look, or it may not read them."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, indicates, proves
from calicovet.model.facts import Said, SettingSeen
from calicovet.model.plan import AskHuman, Plan, Risk, RunKubectl, Vain
from calicovet.model.shell import command
from calicovet.model.stage import Shape, StageId
from calicovet.startup.messages_of import Whose, home_of, whose

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
    return case.node.one(
        Said, lambda found: found.key in (_NAME, _BARE) and whose(found) is not Whose.OTHERS
    )


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
        does_not_help=(Vain.DELETE_POD, Vain.RESET_NODE, Vain.RESTART_KUBELET),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.DATASTORE_REACHED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=(Said, SettingSeen),
    decided_by=(Said,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    explains=("etcd-datastore-tls-or-unreachable",),
    prior=0.06,
)
