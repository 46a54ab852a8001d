"""Autodetection of an IPv4 address came to nothing, and there is none from before."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    AddressAutodetected,
    AddressFromEnvironment,
    AutodetectionMethod,
    CalicoAddress,
    Claimed,
    Fact,
    HostLink,
    InternalAddress,
    StartupSaid,
)
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import drop_in
from calicovet.model.remediation.plan import Ineffective, Plan, Risk, RunOnNode, SetSetting, Setting
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known
from calicovet.startup.autodetection.ip_families import says_ipv6_only, shows_ipv4, shows_only_ipv6
from calicovet.startup.autodetection.recommend import right_method
from calicovet.startup.autodetection.select import detect_address
from calicovet.startup.autodetection.what_if import known_links
from calicovet.startup.node_config import read_running_release

_NOTHING_FOUND = "ip-autodetect-none"
_ENDED = (_NOTHING_FOUND, "ip-autodetect-none:any", "ip-autodetect-none:disabled")
_WHY = "ip-autodetect-none:why"
_KEPT = "ip-autodetect-kept"
_TOLD_BETTER = (
    "ip-can-reach-failed",
    "ip-method-invalid",
    "ip-internal-ip-not-found",
    "ip-environment-invalid",
)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    ended = message(node, StartupSaid, *_ENDED)
    why = node.one(StartupSaid, lambda said: said.key == _WHY and said.detail("family") == "IPv4")
    if ended is None and why is None:
        taken = node.one(AddressAutodetected) or node.one(AddressFromEnvironment)
        if taken is not None and taken.address.version == 4:
            yield denies(taken)
        return
    if (better := _told_better(node)) is not None:
        yield denies(better)
        return
    facts = only_known(ended, why)
    words = _words(node, why)
    if (told := says_ipv6_only(node)) is not None and shows_ipv4(node) is None:
        # Then nothing is wrong with the method: it should not look for IPv4 at all.
        yield hints(*facts, told, **words)
    elif ended is not None:
        # Every method logs a separate line why it found nothing; without that line it may be any.
        untold = ended.key == _NOTHING_FOUND and why is None
        yield (indicates if untold else proves)(*facts, **words)
    elif message(node, StartupSaid, _KEPT) is None:
        # With an address from before, the same warning ends nothing.
        yield indicates(*facts, **words)


def _told_better(node: NodeView) -> Fact | None:
    """What names the reason: a line of the same start, or a host that has no IPv4 at all."""
    said = node.one(StartupSaid, lambda found: found.key.startswith(_TOLD_BETTER))
    return said or shows_only_ipv6(node)


def _words(node: NodeView, why: StartupSaid | None) -> dict[str, object]:
    set_to = node.one(AutodetectionMethod, lambda found: found.family == 4)
    method = set_to.method if set_to else _method_of(why)
    words: dict[str, object] = {"method": method or "IP_AUTODETECTION_METHOD"}
    node.one(HostLink)
    links, complete = known_links(node)
    if not (method and links and complete):
        return words
    choice = detect_address(method, links, release=read_running_release(node.facts))
    if choice.error:
        words |= {"links": ", ".join(link.name for link in links), "error": choice.error}
    return words


def _method_of(why: StartupSaid | None) -> str:
    """The method that the warning belongs to: each has its own wording."""
    if why is None:
        return ""
    told = why.detail("filter").strip()
    for head, name in (
        ("using interface regexes", "interface"),
        ("using interface cidr", "cidr"),
        ("while excluding", "skip-interface"),
    ):
        if told.startswith(head):
            return f"{name}={','.join(told.removeprefix(head).strip(' []').split())}"
    return "" if told else "first-found"


def plan(case: Case) -> Plan:
    method = right_method(case)
    return Plan(
        steps=(
            RunOnNode("compare-with-the-links", commands=("ip -br addr",), risk=Risk.NONE),
            SetSetting(Setting.ADDRESS_AUTODETECTION_V4, method.value if method else "cidr=<CIDR>"),
        ),
        instead=Plan(
            steps=(
                drop_in(
                    "wait-for-the-network",
                    "kubelet",
                    "50-network",
                    "[Unit]\\nWants=network-online.target\\nAfter=network-online.target\\n",
                ),
            )
        ),
        untried=method.untried if method else (),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESET_NODE,
        ),
    )


CAUSE = Cause(
    name="ip-autodetect-none",
    code="ADR007",
    stage=StageId.ADDRESS_CHOSEN,
    shows_as=frozenset({Shape.EXITS_AT_STARTUP}),
    reads=(
        StartupSaid,
        AddressAutodetected,
        AddressFromEnvironment,
        AutodetectionMethod,
        HostLink,
        InternalAddress,
        CalicoAddress,
        Claimed,
    ),
    failures=(
        fails(How.MISMATCH, How.INVALID_VALUE, thing=ThingClass.LINK, value="nic"),
        fails(
            How.NOT_FOUND,
            How.FAILED,
            How.MISSING,
            thing=ThingClass.ADDRESS,
            value=("ipv4", ""),
            by=Speaker.STARTUP,
            doing=Act.DETECT,
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.ADDRESS_AUTODETECTION_V4),),
    prior=1.0,
)
