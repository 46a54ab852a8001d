"""A migration that was cut off left the datastore locked: datastoreReady is false."""

from collections.abc import Iterator
from datetime import timedelta

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, proves
from calicovet.model.facts import (
    BgpSaid,
    CniPluginSaid,
    ControllersSaid,
    DatastoreReady,
    FelixSaid,
    IpamUpgradeSaid,
    KubeletSaid,
    LogShown,
    Milestone,
    MilestoneReached,
    Said,
    StartupSaid,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Plan, Risk, SetSetting, Setting
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import Shape, StageId
from calicovet.signals.cni_plugin_log import went_on
from calicovet.signals.messages import message

_NAME = "ipamup-datastore-locked"
_WAITS = f"{_NAME}:waiting"
_LAST_WORDS = timedelta(seconds=2)
"""The plugin asks for the flag first, and ends its call with the complaint."""
_LOCKING = "ipamup-step:locking-datastore"
_SPEAKERS: tuple[type[Said], ...] = (
    FelixSaid,
    CniPluginSaid,
    StartupSaid,
    BgpSaid,
    ControllersSaid,
    KubeletSaid,
)


def examine(case: Case) -> Iterator[Sign]:
    ready = case.node.one(DatastoreReady)
    if ready is not None and ready.ready:
        yield denies(ready)
        return
    refused = _said(case.node, _NAME)
    if ready is not None:
        yield proves(ready, *refused[:1], *_said(case.node, _WAITS)[:1])
    elif refused and (since := went_on(case.node, _NAME, _LAST_WORDS)):
        yield denies(since)
    elif refused:
        yield proves(refused[0])
    elif waits := _said(case.node, _WAITS):
        # A first install says so too, until ClusterInformation is made.
        yield hints(waits[0])
    elif locking := _locked_and_not_ended(case.node):
        yield hints(locking)


def _said(node: NodeView, key: str) -> tuple[Said, ...]:
    """Who says that the flag is not set; waiting alone says less than the rest."""
    return tuple(
        said
        for kind in _SPEAKERS
        for said in node.all(kind)
        if said.key.startswith(key) and (key == _WAITS or said.key != _WAITS)
    )


def _locked_and_not_ended(node: NodeView) -> IpamUpgradeSaid | None:
    done = node.one(
        MilestoneReached, lambda reached: reached.milestone is Milestone.IPAM_UPGRADE_DONE
    )
    return None if done else message(node, IpamUpgradeSaid, _LOCKING)


CAUSE = Cause(
    name=_NAME,
    code="INI004",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.READY_BUT_BROKEN,
            Shape.READY_BUT_FLAPPING,
            Shape.RUNNING_NOT_READY,
            Shape.KILLED_WHILE_READY,
        }
    ),
    reads=(DatastoreReady, *_SPEAKERS, IpamUpgradeSaid, MilestoneReached, LogShown),
    decided_by=(DatastoreReady,),
    failures=(fails(How.NOT_READY, How.BUSY, How.DISABLED, thing=ThingClass.DATASTORE),),
    examine=examine,
    plan=Plan(
        steps=(
            AskHuman("no-migration"),
            SetSetting(Setting.DATASTORE_READY, "true", risk=Risk.CLUSTER_WIDE),
        ),
        reaches=StageId.NETWORK_AVAILABLE,
    ),
    writes=(sets(Setting.DATASTORE_READY, "true"),),
    scope=Scope.CLUSTER,
    prior=0.5,
)
