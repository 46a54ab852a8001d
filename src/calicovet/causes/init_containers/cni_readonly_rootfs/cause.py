"""A container of calico-node was made with a read-only root, and it has to write there."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, proves
from calicovet.model.facts import Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import EditPods, Field, Ineffective, Plan
from calicovet.model.remediation.write_examples import ANY, edits_pods
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message_unless_others

_NAME = "cni-readonly-rootfs"


def examine(case: Case) -> Iterator[Sign]:
    said = _said(case)
    if said is not None:
        yield proves(said, path=said.detail("path"), container=_container(said))


def _said(case: Case) -> Said | None:
    return message_unless_others(case.node, Said, _NAME)


def _container(said: Said | None) -> str:
    if said is None:
        return "calico-node"
    guess = "install-cni" if "calico.conf" in said.detail("path") else "calico-node"
    return said.about.container or guess


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            EditPods(
                key="let-it-write",
                container=_container(_said(case)),
                fields=(
                    Field(("securityContext", "readOnlyRootFilesystem"), value=False, before=True),
                ),
            ),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESET_NODE,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="INI018",
    stage=StageId.CNI_INSTALLED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
        }
    ),
    reads=(Said,),
    decided_by=(Said,),
    failures=(
        fails(How.READ_ONLY, thing=ThingClass.PATH, value="container-root"),
        fails(How.READ_ONLY, thing=ThingClass.PATH),
    ),
    examine=examine,
    plan=plan,
    writes=(edits_pods("securityContext.readOnlyRootFilesystem", container=ANY),),
    scope=Scope.CLUSTER,
    prior=0.02,
    unforeseen=Unforeseen.CHANGE_TO_COME,
)
