"""A calico-node without any Kubernetes wants to mark a Node of Kubernetes."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, indicates, proves
from calicovet.model.facts import CalicoVersion, PodListed, SettingSeen, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known
from calicovet.startup.versions import read_release


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, StartupSaid, "ds-etcd-without-kubernetes")
    if said is None:
        return
    datastore = case.node.one(SettingSeen, lambda found: found.name == "DATASTORE_TYPE")
    if datastore is not None and datastore.value == "kubernetes":
        yield denies(datastore)
        return
    if pod := case.node.one(PodListed):
        # Who lists pods has a Kubernetes.
        yield denies(pod)
        return
    version = case.node.one(CalicoVersion)
    if version is not None and not _may_be_affected(version):
        yield denies(version)
        return
    seen = only_known(datastore, version)
    sign = proves if seen else indicates
    yield sign(said, *seen, version=version.low if version else "v3.31")


def _may_be_affected(version: CalicoVersion) -> bool:
    low, high = read_release(version.low), read_release(version.high or version.low)
    return low is None or high is None or (low < (3, 32) and high >= (3, 31))


CAUSE = Cause(
    name="ds-etcd-without-kubernetes",
    code="DAT004",
    stage=StageId.DATASTORE_REACHED,
    shows_as=frozenset(
        {
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(StartupSaid, SettingSeen, PodListed, CalicoVersion),
    failures=(
        fails(How.MISSING, thing=ThingClass.PATH, value="kubeconfig", by=Speaker.STARTUP),
        fails(
            How.MISSING,
            How.NOT_FOUND,
            How.INVALID_VALUE,
            thing=ThingClass.CONFIG,
            value="kubeconfig",
            by=(
                Speaker.STARTUP,
                Speaker.MONITOR_ADDRESSES,
                Speaker.NODE_SERVICES,
                Speaker.STATUS_REPORTER,
                Speaker.COMPLETE_STARTUP,
            ),
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(AskHuman("change-the-release", risk=Risk.ROLLS_ALL_NODES),),
        instead=Plan(steps=(AskHuman("no-networking", risk=Risk.ROLLS_ALL_NODES),)),
        does_not_help=(Ineffective.REINSTALL_CALICO, Ineffective.CHANGE_ADDRESS),
    ),
    scope=Scope.CLUSTER,
    prior=0.2,
    unforeseen=Unforeseen.OLD_RELEASE,
)
