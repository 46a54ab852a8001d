"""The name localhost does not resolve on the host."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, hints, proves
from calicovet.model.facts import FelixSaid, KubeletSaid, LookupFailed, ProbeFailed, Said
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.messages import only_known
from calicovet.startup.pod_readiness import is_main

_KEY = "felix-localhost-unresolvable"
_ASKED_BY_PROBE = f"{_KEY}:probe"
_LOOKUP = "lookup localhost"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    lookup = node.one(LookupFailed, lambda found: found.name == "localhost")
    server = (lookup.server if lookup else "") or "?"
    told = node.one(FelixSaid, _is_of_health) or node.one(KubeletSaid, _is_of_health)
    probe = node.one(ProbeFailed, lambda found: is_main(found) and _LOOKUP in found.text)
    if told is not None or probe is not None:
        yield proves(*only_known(told, probe), server=server)
    elif lookup is not None:
        # That look-up was not for Felix' health.
        yield hints(lookup, server=server)


def _is_of_health(said: Said) -> bool:
    return said.key == _KEY or (said.key == _ASKED_BY_PROBE and bool(said.detail("port")))


CAUSE = Cause(
    name="felix-localhost-unresolvable",
    code="FLX003",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, KubeletSaid, ProbeFailed, LookupFailed),
    failures=(fails(How.NOT_RESOLVED, thing=ThingClass.HOST_NAME, value="localhost"),),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-at-hosts",
                commands=("grep -nw localhost /etc/hosts", "getent ahosts localhost"),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "add-localhost",
                commands=(r"printf '\n127.0.0.1 localhost\n' >> /etc/hosts",),
                edits=("/etc/hosts",),
                saw="! grep -qE '^127[.0-9]+[[:space:]]+localhost' /etc/hosts",
            ),
            RestartPod(),
        ),
    ),
    prior=0.4,
)
