"""IPv6 was asked for, and the host has no IPv6 address that Calico could take."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.facts import AutodetectionMethod, SettingSeen, StartupSaid, Sysctl
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import set_kernel
from calicovet.model.remediation.plan import Ineffective, Plan, SetSetting, Setting
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known

_KEPT = "ip-autodetect-kept"
_TOLD_BETTER = ("ip-can-reach-failed", "ip-method-invalid")


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    ended = message(node, StartupSaid, "ip6-autodetect-failed")
    why = node.one(
        StartupSaid,
        lambda said: said.key == "ip-autodetect-none:why" and said.detail("family") == "IPv6",
    )
    if ended is None and why is None:
        off = node.one(SettingSeen, lambda found: found.name == "IP6" and found.value == "none")
        if off is not None:
            yield denies(off)
        return
    better = node.one(StartupSaid, lambda found: found.key.startswith(_TOLD_BETTER))
    if better is not None:
        yield denies(better)
        return
    set_to = node.one(AutodetectionMethod, lambda found: found.family == 6)
    disabled = node.one(
        Sysctl, lambda found: found.name.endswith("disable_ipv6") and found.value == "1"
    )
    facts = only_known(ended, why, disabled)
    words = {"method": set_to.method if set_to else "IP6_AUTODETECTION_METHOD"}
    if disabled is not None:
        words["sysctl"] = disabled.name
    if ended is not None:
        yield proves(*facts, **words)
    elif message(node, StartupSaid, _KEPT) is None:
        yield indicates(*facts, **words)


CAUSE = Cause(
    name="ip6-autodetect-failed",
    code="ADR011",
    stage=StageId.ADDRESS_CHOSEN,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP}),
    reads=(StartupSaid, SettingSeen, AutodetectionMethod, Sysctl),
    failures=(
        fails(
            How.NOT_FOUND,
            How.FAILED,
            How.MISSING,
            thing=ThingClass.ADDRESS,
            value=("ipv6", ""),
            by=Speaker.STARTUP,
            doing=Act.DETECT,
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            set_kernel(
                "give-it-ipv6",
                "calico-ipv6",
                ("net.ipv6.conf.all.disable_ipv6", 0),
                ("net.ipv6.conf.default.disable_ipv6", 0),
                saw="grep -q 1 /proc/sys/net/ipv6/conf/all/disable_ipv6",
            ),
        ),
        instead=Plan(steps=(SetSetting(Setting.IP6, "none"),)),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO),
    ),
    writes=(sets(Setting.IP6),),
    prior=0.5,
)
