"""Kubernetes has no Node of the name that calico-node goes by."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, proves
from calicovet.model.facts import IpamUpgradeSaid, NodeListed, Said, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import API_CLIENTS
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Ineffective, Plan, RestartUnit, SetSetting, Setting
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import Shape, StageId

_NAME = "name-node-object-missing"


def examine(case: Case) -> Iterator[Sign]:
    said = _said(case)
    if said is None:
        return
    name = said.detail("node") or case.node.name or "?"
    listed = next(
        (
            found
            for view in (case.node, *case.peers.sharing(_listed, name))
            for found in view.all(NodeListed, lambda found: found.about.node == name)
        ),
        None,
    )
    yield denies(said, listed) if listed else proves(said, name=name)


def _listed(node: NodeView) -> Iterator[str]:
    return (found.about.node for found in node.all(NodeListed))


def _said(case: Case) -> Said | None:
    return case.node.one(StartupSaid, lambda found: found.key.startswith(_NAME)) or case.node.one(
        IpamUpgradeSaid, lambda found: found.detail("error") == "not found"
    )


def plan(case: Case) -> Plan:
    said = _said(case)
    asked = said.detail("node") if said else ""
    if asked and case.node.name not in (None, asked):
        # The host has its Node; calico-node was only told to ask for another one.
        return Plan(
            steps=(SetSetting(Setting.NODE_NAME, "spec.nodeName"),),
            does_not_help=(
                Ineffective.DELETE_POD,
                Ineffective.RESTART_KUBELET,
                Ineffective.REINSTALL_CALICO,
            ),
        )
    return Plan(
        steps=(RestartUnit(("kubelet",)),),
        instead=Plan(steps=(SetSetting(Setting.NODE_NAME, "spec.nodeName"),)),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name=_NAME,
    code="NAM003",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP, Shape.INIT_STUCK, Shape.INIT_FAILING}),
    reads=(StartupSaid, IpamUpgradeSaid, NodeListed),
    failures=(
        fails(How.NOT_FOUND, thing=(ThingClass.NODE, ThingClass.NODE_NAME), by=API_CLIENTS),
        fails(
            How.NOT_FOUND,
            How.NOT_SUPPORTED,
            thing=ThingClass.RESOURCE,
            value="nodes",
            by=API_CLIENTS,
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.NODE_NAME),),
    explains=("ipamup-node-or-api-unreachable",),
    unforeseen=Unforeseen.BEFORE_REGISTRATION,
)
