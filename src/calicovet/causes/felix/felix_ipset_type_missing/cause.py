"""The kernel has no ipset, or not the types of sets that Felix needs."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates
from calicovet.model.facts import FelixSaid, ModuleLoaded
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import SETS_NOT_WRITTEN
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.host_steps import load_modules
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, RestartPod
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.felix_messages import GOT_OVER, felix_said, got_over, proves_unless_over

_TYPE = "felix-ipset-type-missing"
_SESSION = "felix-ipset-type-missing:session"
_ABSENT = "felix-ipset-type-missing:absent"
_PANIC = "felix-ipset-type-missing:panic"
_TOO_OLD = "felix-ipset-userspace-too-old"
_MODULES = "ip_set ip_set_hash_ip ip_set_hash_net ip_set_hash_ipport xt_set"
_ERRORS = {_TYPE: "set type not supported", _SESSION: "Cannot open session to kernel"}


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = felix_said(node, _TYPE, _SESSION)
    if said is not None:
        yield proves_unless_over(node, said, error=_ERRORS[said.key])
        return
    absent, panic = felix_said(node, _ABSENT), felix_said(node, _PANIC)
    vague = absent or panic
    if vague is None or felix_said(node, _TOO_OLD) is not None:
        return
    loaded = node.one(ModuleLoaded, lambda module: module.name.startswith("ip_set_hash_"))
    if loaded is not None:
        yield denies(loaded)
    elif absent is not None and got_over(node, absent) is None:
        yield indicates(absent, error="Invalid argument")
    else:
        yield hints(vague, error="?")


CAUSE = Cause(
    name="felix-ipset-type-missing",
    code="FLX012",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, ModuleLoaded, *GOT_OVER),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.NOT_SUPPORTED,
            How.OBJECT_MISSING,
            How.MODULE_MISSING,
            How.INVALID_ARGUMENT,
            How.MISSING,
            thing=ThingClass.IPSET,
        ),
        fails(
            How.NOT_SUPPORTED,
            How.OBJECT_MISSING,
            How.MODULE_MISSING,
            How.INVALID_ARGUMENT,
            thing=ThingClass.PROGRAM,
            value="ipset",
        ),
        fails(
            How.MODULE_MISSING,
            How.MISSING,
            How.NOT_FOUND,
            thing=ThingClass.MODULE,
            value=("ip_set", "xt_set"),
        ),
        *SETS_NOT_WRITTEN,
        fails(How.TOO_OLD, How.NOT_SUPPORTED, thing=ThingClass.KERNEL),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            load_modules("load-the-modules", "calico-ipset", _MODULES.split()),
            AskHuman("where-there-is-no-module"),
            RestartPod(),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    ),
    prior=0.4,
)
