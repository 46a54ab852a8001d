"""The kernel has no vxlan module, so vxlan.calico cannot be made."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, proves
from calicovet.model.facts import FelixSaid, HostLink, ModuleLoaded, ModuleNotLoaded
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.host_steps import load_modules
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_OR_TRAFFIC_FAILS
from calicovet.signals.felix_messages import felix_said
from calicovet.signals.messages import only_known

_LOG = "felix-vxlan-module-missing"
_MODPROBE = "felix-vxlan-module-missing:modprobe"
_MODULE = "vxlan"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said, absent = felix_said(node, _LOG), felix_said(node, _MODPROBE)
    loaded = node.one(ModuleLoaded, lambda module: module.name == _MODULE)
    made = node.one(HostLink, lambda link: link.name == "vxlan.calico")
    told = only_known(said, absent)
    if told and loaded is None and made is None:
        yield proves(*told)
    elif told:
        yield hints(*told)
    elif loaded is not None or made is not None:
        yield from (denies(fact) for fact in (loaded or made,) if fact is not None)
    else:
        idle = node.one(ModuleNotLoaded, lambda module: module.name == _MODULE)
        if idle is not None:
            yield hints(idle)


CAUSE = Cause(
    name="felix-vxlan-module-missing",
    code="FLX015",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_OR_TRAFFIC_FAILS,
    reads=(FelixSaid, HostLink, ModuleLoaded, ModuleNotLoaded),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.NOT_SUPPORTED,
            How.MODULE_MISSING,
            How.OBJECT_MISSING,
            thing=ThingClass.LINK,
            value="vxlan",
        ),
        fails(
            How.MODULE_MISSING, How.MISSING, How.NOT_FOUND, thing=ThingClass.MODULE, value="vxlan"
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode("look", commands=("uname -r", "modprobe -n -v vxlan"), risk=Risk.NONE),
            load_modules("load-the-module", "calico-vxlan", ("vxlan",)),
            AskHuman("install-the-module", risk=Risk.MOVES_WORKLOADS),
            RestartPod(),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.CHANGE_ADDRESS,
        ),
    ),
    prior=0.4,
)
