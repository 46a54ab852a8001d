"""The cryptography that is built into Calico's programs fails its own test on this machine."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, proves
from calicovet.model.facts import Said, Sysctl
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import A_REBOOT, AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known

_KEYS = {
    "img-crypto-selftest": "CRNGT failed",
    "img-crypto-selftest:fips": "FIPS SELFTEST FAILURE",
}
_FIPS = "crypto.fips_enabled"


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, Said, *_KEYS)
    fips = case.node.one(Sysctl, lambda found: found.name == _FIPS)
    mode = fips.value if fips is not None else "?"
    if said is not None:
        told = (said, *only_known(fips))
        yield proves(*told, error=_KEYS[said.key], fips=mode)
    elif fips is not None and fips.value == "1":
        yield hints(fips, error="?", fips=mode)


CAUSE = Cause(
    name="img-crypto-selftest",
    code="IMG007",
    stage=StageId.CNI_INSTALLED,
    shows_as=frozenset(
        {
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(Said, Sysctl),
    decided_by=(Said,),
    failures=(
        fails(How.PANIC, How.NOT_SUPPORTED, How.MISMATCH, thing=ThingClass.LIBRARY, value="crypto"),
        fails(How.FAILED, How.CORRUPT, thing=ThingClass.LIBRARY, value="crypto"),
        fails(How.EXIT, thing=ThingClass.CONTAINER, saying="134"),
        fails(How.KILLED, saying="aborted"),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-at-the-machine",
                commands=(
                    "cat /proc/sys/crypto/fips_enabled",
                    "grep -m1 'model name' /proc/cpuinfo",
                    "dmesg | grep -iE 'rdrand|fips'",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("which-side-gives-way", risk=Risk.MOVES_WORKLOADS),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    ),
    may_lie_dormant=True,
    prior=0.05,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
