"""The template of the CNI configuration is not JSON."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, hints, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import CniInstallSaid, ManagedBy, OwnerKind
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import INIT_FAILS

_NAME = "cni-config-template-invalid"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = node.one(CniInstallSaid, lambda found: found.key.partition(":")[0] == _NAME)
    if said is None or said.about.container not in ("", "install-cni", "calico-node"):
        return
    # The operator writes the template itself, and writes it right.
    rendered = node.one(ManagedBy, lambda found: found.owner is OwnerKind.OPERATOR)
    error = said.detail("error") or "not a valid json object"
    yield (proves if rendered is None else hints)(said, error=error)


def plan(case: Case) -> Plan:
    node = case.node
    operator = node.one(ManagedBy, lambda found: found.owner is OwnerKind.OPERATOR)
    rendered = operator is not None or node.namespace == "calico-system"
    kubectl = part(
        "kubectl -n {namespace}",
        namespace=node.namespace or ("calico-system" if rendered else "kube-system"),
    )
    configmap, key = "cni-config", "config"
    if not rendered:
        configmap, key = "calico-config", "cni_network_config"
    return Plan(
        steps=(
            RunKubectl(
                "look-at-the-template",
                commands=(
                    command(
                        "{kubectl} get configmap {configmap} -o jsonpath={template}"
                        " | sed -E 's/__[A-Z0-9_]+__/0/g' | jq .",
                        kubectl=kubectl,
                        configmap=configmap,
                        template=f"{{.data.{key}}}",
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("correct-the-template", risk=Risk.CLUSTER_WIDE),
            RunKubectl(
                "roll-it-out",
                commands=(
                    command("{kubectl} rollout restart daemonset/calico-node", kubectl=kubectl),
                ),
                undo=(command("{kubectl} rollout undo daemonset/calico-node", kubectl=kubectl),),
                risk=Risk.ROLLS_ALL_NODES,
            ),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.RESTART_KUBELET),
    )


CAUSE = Cause(
    name=_NAME,
    code="INI011",
    stage=StageId.CNI_INSTALLED,
    shows_as=INIT_FAILS,
    reads=(CniInstallSaid, ManagedBy),
    failures=(
        fails(How.INVALID_VALUE, How.CORRUPT, thing=ThingClass.CNI_CONFIG, by=Speaker.INSTALL_CNI),
    ),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.3,
    unforeseen=Unforeseen.ONLY_READER_JUDGES,
)
