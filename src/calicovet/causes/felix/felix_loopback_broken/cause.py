"""The host's loopback is down, so Felix cannot be reached on 127.0.0.1."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.facts import FelixLink, HostLink
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import HEALTH_REFUSED, HEALTH_UNANSWERED, PROBE_UNANSWERED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import AskHuman, Plan, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS

_LO = "lo"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    listed = node.one(HostLink, lambda link: link.name == _LO and link.up is not None)
    if listed is not None:
        yield proves(listed) if listed.up is False else denies(listed)
        return
    told = node.one(FelixLink, lambda link: link.name == _LO and bool(link.state))
    if told is not None and told.state.lower() == "down":
        yield indicates(told)


CAUSE = Cause(
    name="felix-loopback-broken",
    code="FLX021",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=FELIX_FAILS,
    reads=(HostLink, FelixLink),
    decided_by=(HostLink,),
    failures=(
        fails(How.LINK_DOWN, thing=ThingClass.LINK, value="lo"),
        fails(
            How.NO_ROUTE,
            How.TIMED_OUT,
            How.UNREACHABLE,
            thing=ThingClass.ADDRESS,
            value="loopback",
            by=Speaker.PERSON,
        ),
        HEALTH_REFUSED,
        HEALTH_UNANSWERED,
        PROBE_UNANSWERED,
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "set-it-up",
                commands=(
                    "ip link set lo up",
                    "ip address show lo | grep -qw 127.0.0.1/8 || ip address add 127.0.0.1/8 dev lo",
                ),
                undo=("ip link set lo down",),
            ),
            AskHuman("find-who-set-it-down"),
        ),
    ),
    prior=0.2,
)
