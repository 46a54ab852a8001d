"""calico-node runs as an ordinary container, and the kernel refuses what Felix asks of it."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import ContainerPrivileged, FelixSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import IP6TABLES, IPTABLES, SETS_NOT_WRITTEN
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    CalicoKind,
    EditObject,
    EditPods,
    Field,
    Ineffective,
    Plan,
)
from calicovet.model.remediation.write_examples import edits, edits_pods
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over

_NAME = "felix-not-privileged"
_REFUSED = (_NAME, f"{_NAME}:iptables")
_PROGRAM = {_NAME: "ipset", f"{_NAME}:iptables": "iptables"}


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    set_to = _set_to(node)
    refused = felix_said(node, *_REFUSED)
    if refused is None:
        if set_to is not None and not set_to.privileged:
            # With added capabilities, as the operator grants them, it need not be privileged.
            yield hints(set_to, program="?")
        return
    program = _PROGRAM[refused.key]
    if (over := got_over(node, refused)) is not None:
        yield denies(refused, over)
    elif set_to is None:
        # One DaemonSet makes them all alike; but a rollout begins with one.
        yield (hints if case.fair else indicates)(refused, program=program)
    elif set_to.privileged:
        # Something else takes its rights: user namespaces, or a runtime that takes no notice of it.
        yield hints(refused, set_to, program=program)
    else:
        yield proves(set_to, refused, program=program)


def _set_to(node: NodeView) -> ContainerPrivileged | None:
    return node.one(ContainerPrivileged, lambda found: found.about.container == "calico-node")


def plan(case: Case) -> Plan:
    step: EditPods | EditObject = EditPods(
        key="give-it-back",
        container="calico-node",
        fields=(Field(("securityContext", "privileged"), value=True, before=False),),
    )
    if case.node.namespace == "calico-system":
        step = EditObject(
            key="give-it-back",
            kind=CalicoKind.INSTALLATION,
            fields=(Field(("spec", "nonPrivileged"), "Disabled", before="Enabled"),),
        )
    return Plan(
        steps=(step,),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LOAD_MODULE, Ineffective.LONGER_PROBE),
    )


CAUSE = Cause(
    name=_NAME,
    code="FLX039",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, ContainerPrivileged, *GOT_OVER),
    decided_by=(ContainerPrivileged,),
    failures=(
        fails(How.NOT_PERMITTED, thing=ThingClass.SYSCTL, by=Speaker.FELIX),
        fails(
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            thing=(ThingClass.IPSET, ThingClass.RULES, ThingClass.NETLINK),
            by=Speaker.FELIX,
        ),
        fails(
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            thing=ThingClass.PROGRAM,
            value=(*IPTABLES, *IP6TABLES, "ipset", "nft"),
            by=Speaker.FELIX,
        ),
        fails(How.READ_ONLY, thing=ThingClass.SYSCTL, by=Speaker.FELIX),
        *SETS_NOT_WRITTEN,
    ),
    examine=examine,
    plan=plan,
    writes=(
        edits_pods("securityContext.privileged", container="calico-node"),
        edits(CalicoKind.INSTALLATION, "spec.nonPrivileged"),
    ),
    explains=("felix-ipset-type-missing", "rt-nested-readonly-proc"),
    scope=Scope.CLUSTER,
    prior=0.06,
    unforeseen=Unforeseen.CHANGE_TO_COME,
)
