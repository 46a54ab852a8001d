"""The kernel has no ipip module, so tunl0 cannot be made."""

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

_DECISIVE = (
    "felix-ipip-module-missing",
    "felix-ipip-module-missing:new-error",
    "felix-ipip-module-missing:modprobe",
)
_VAGUE = ("felix-ipip-module-missing:add", "felix-ipip-module-missing:new")


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said, vague = felix_said(node, *_DECISIVE), felix_said(node, *_VAGUE)
    made = node.one(HostLink, lambda link: link.name == "tunl0") or node.one(
        ModuleLoaded, lambda module: module.name == "ipip"
    )
    if said is not None:
        yield (proves if made is None else hints)(said)
    elif made is not None:
        yield denies(made)
    elif vague is not None:
        yield hints(vague)
    else:
        idle = node.one(ModuleNotLoaded, lambda module: module.name == "ipip")
        if idle is not None:
            yield hints(idle)


CAUSE = Cause(
    name="felix-ipip-module-missing",
    code="FLX019",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_OR_TRAFFIC_FAILS,
    reads=(FelixSaid, HostLink, ModuleLoaded, ModuleNotLoaded),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.NOT_SUPPORTED,
            How.MODULE_MISSING,
            How.OBJECT_MISSING,
            How.NOT_FOUND,
            thing=ThingClass.LINK,
            value="ipip",
        ),
        fails(
            How.MODULE_MISSING, How.MISSING, How.NOT_FOUND, thing=ThingClass.MODULE, value="ipip"
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode("look", commands=("uname -r", "modprobe -n -v ipip"), risk=Risk.NONE),
            load_modules("load-the-module", "calico-ipip", ("ipip",)),
            AskHuman("install-or-change", risk=Risk.MOVES_WORKLOADS),
            RestartPod(),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.CHANGE_ADDRESS,
        ),
    ),
    prior=0.3,
)
