"""The API server admits no privileged containers at all."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, indicates, proves
from calicovet.model.facts import KubeletSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import NOT_SCHEDULED
from calicovet.signals.message_owner import told

_NAME = "sched-privileged-disallowed"
_MANIFEST = "/etc/kubernetes/manifests/kube-apiserver.yaml"


def examine(case: Case) -> Iterator[Sign]:
    said = told(case.node, KubeletSaid, _NAME)
    if said is not None:
        # Where the line above was torn off, it does not say which DaemonSet was refused.
        yield indicates(said) if said.key.endswith(":line") else proves(said)


CAUSE = Cause(
    name=_NAME,
    code="SCH009",
    stage=StageId.POD_CREATED,
    shows_as=NOT_SCHEDULED,
    reads=(KubeletSaid,),
    failures=(
        fails(
            How.INVALID_OBJECT,
            How.DENIED,
            How.FORBIDDEN,
            thing=ThingClass.CONFIG,
            value="privileged",
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-the-flag", commands=(f"grep -n allow-privileged {_MANIFEST}",), risk=Risk.NONE
            ),
            RunOnNode(
                "set-the-flag",
                commands=(
                    f"sed -i 's/--allow-privileged=false/--allow-privileged=true/' {_MANIFEST}",
                    f"grep -q allow-privileged= {_MANIFEST}"
                    f" || sed -i -E 's/^( *)- kube-apiserver$/&\\n\\1- --allow-privileged=true/'"
                    f" {_MANIFEST}",
                ),
                edits=(_MANIFEST,),
                risk=Risk.CLUSTER_WIDE,
            ),
        ),
        reaches=StageId.POD_CREATED,
        does_not_help=(
            Ineffective.RESTART_KUBELET,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESET_NODE,
        ),
    ),
    scope=Scope.CLUSTER,
    prior=0.2,
)
