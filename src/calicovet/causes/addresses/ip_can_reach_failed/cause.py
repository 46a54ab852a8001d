"""The method can-reach has no way to its target, or cannot resolve it."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import AutodetectionMethod, StartupSaid
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import Ineffective, Plan, Risk, RunOnNode, SetSetting, Setting
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message
from calicovet.startup.autodetection.recommend import right_method


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, StartupSaid, "ip-can-reach-failed")
    if said is None:
        method = case.node.one(AutodetectionMethod, lambda found: found.family == 4)
        if method is not None and not method.method.startswith("can-reach="):
            yield denies(method)
        return
    kept = message(case.node, StartupSaid, "ip-autodetect-kept")
    # With an address from before the node goes on; only a new one ends here.
    sign = proves if kept is None else hints
    yield sign(said, target=said.detail("target"), error=said.detail("error"))


def plan(case: Case) -> Plan:
    said = message(case.node.unread(), StartupSaid, "ip-can-reach-failed")
    target = said.detail("target") if said else "$TARGET"
    method = right_method(case)
    value = method.value if method else "cidr=<CIDR>"
    return Plan(
        steps=(SetSetting(Setting.ADDRESS_AUTODETECTION_V4, value),),
        instead=Plan(
            steps=(
                RunOnNode(
                    "look-for-a-way",
                    commands=(
                        command("ip route get {target}", target=target),
                        command("getent hosts {target}", target=target),
                        "ip route",
                    ),
                    risk=Risk.NONE,
                ),
            )
        ),
        untried=method.untried if method else (),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESET_NODE,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name="ip-can-reach-failed",
    code="ADR008",
    stage=StageId.ADDRESS_CHOSEN,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP}),
    reads=(StartupSaid, AutodetectionMethod),
    failures=(
        fails(
            How.UNREACHABLE,
            How.NO_ROUTE,
            How.TIMED_OUT,
            How.NOT_RESOLVED,
            How.REFUSED,
            thing=ThingClass.CONFIG,
            value="can-reach",
        ),
        fails(
            How.UNREACHABLE,
            How.NO_ROUTE,
            How.NOT_RESOLVED,
            How.TIMED_OUT,
            thing=ThingClass.ADDRESS,
            by=Speaker.STARTUP,
            doing=Act.DETECT,
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.ADDRESS_AUTODETECTION_V4),),
    explains=("ip-autodetect-none", "ip6-autodetect-failed"),
    caused_by=("host-dns-broken",),
    prior=0.4,
)
