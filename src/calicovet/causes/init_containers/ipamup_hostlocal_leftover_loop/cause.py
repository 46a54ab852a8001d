"""Addresses that host-local left on the node cannot be migrated, and upgrade-ipam tries for ever."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import IpamUpgradeSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import Plan, RestartPod, RunKubectl, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import INIT_FAILS
from calicovet.signals.ipam_upgrade import (
    HOST_LOCAL,
    READS,
    complaint,
    ended_after,
    leftover,
    nothing_to_migrate,
)
from calicovet.signals.messages import only_known

_NAME = "ipamup-hostlocal-leftover-loop"
_HEAD = f"{_NAME}:head"
_PANIC = f"{_NAME}:panic"
_HANDLE = f"{_NAME}:handle"
_LOCK = "ipamup-step:waiting-for-lock"


def examine(case: Case) -> Iterator[Sign]:
    said = complaint(case.node, _NAME, _HEAD, _PANIC, _HANDLE)
    if said is None:
        yield from _without_a_complaint(case.node)
        return
    if ended := ended_after(case.node, said):
        yield denies(ended)
        return
    directory = leftover(case.node)
    seen = only_known(directory)
    if said.key == _NAME:
        yield proves(said, *seen, directory=HOST_LOCAL, error=_words(said))
    elif said.detail("error"):
        # The error is told, and it is none of the network, of a permission, of the podCIDR;
        # old releases crash where later ones have an error to tell.
        yield indicates(said, *seen, directory=HOST_LOCAL, error=_words(said))


def _without_a_complaint(node: NodeView) -> Iterator[Sign]:
    if instead := nothing_to_migrate(node):
        yield denies(instead)
        return
    newest = node.one(IpamUpgradeSaid)
    directory = leftover(node)
    if newest is not None and newest.key == _LOCK:
        # It waits without end where a hung host-local holds the lock.
        yield hints(newest, directory=HOST_LOCAL, error="flock")
    elif directory is not None and newest is None:
        yield hints(directory, directory=HOST_LOCAL, error="?")


def _words(said: IpamUpgradeSaid) -> str:
    tail = said.detail("tail").partition(' node="')[0].rstrip(" \"'\\")
    return f"{said.detail('error')}{tail}"[:160]


CAUSE = Cause(
    name=_NAME,
    code="INI001",
    stage=StageId.IPAM_UPGRADED,
    shows_as=INIT_FAILS,
    reads=READS,
    failures=(
        fails(
            How.FAILED,
            How.MISSING,
            How.NOT_FOUND,
            How.INVALID_VALUE,
            How.CORRUPT,
            How.NOT_A_DIRECTORY,
            How.PERMISSION_DENIED,
            How.BUSY,
            thing=ThingClass.PATH,
            value="host-local",
            by=Speaker.UPGRADE_IPAM,
        ),
        fails(
            How.FAILED,
            How.INVALID_VALUE,
            How.CONFLICT,
            How.ALREADY_EXISTS,
            How.NOT_FOUND,
            How.INVALID_OBJECT,
            thing=(ThingClass.POOL, ThingClass.ADDRESS),
            by=Speaker.UPGRADE_IPAM,
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "move-the-directory",
                moves=(HOST_LOCAL,),
            ),
            RestartPod(),
            RunKubectl(
                "unlock-the-datastore",
                commands=(
                    "kubectl get clusterinformations.crd.projectcalico.org default"
                    " -o jsonpath='{.spec.datastoreReady}'",
                    "kubectl patch clusterinformations.crd.projectcalico.org default --type merge"
                    ' -p \'{"spec":{"datastoreReady":true}}\'',
                ),
                undo=(
                    "kubectl patch clusterinformations.crd.projectcalico.org default --type merge"
                    ' -p \'{"spec":{"datastoreReady":false}}\'',
                ),
            ),
        ),
    ),
    explains=("ipamup-datastore-locked",),
)
