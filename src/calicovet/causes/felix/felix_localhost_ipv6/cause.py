"""The name localhost leads to ::1, where Felix does not listen."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    ContainerExit,
    ContainerState,
    CurlAnswered,
    FelixHealth,
    FelixSaid,
    KilledByProbe,
    ProbeFailed,
    SocketListening,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Plan, RestartPod, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.health_endpoint import PORT, Dial, dials, lasts

_V6 = "::1"
_BOTH_FAMILIES = frozenset({"*", "::", "::1", ""})
_BY_V4 = f"127.0.0.1:{PORT}"
_OWN_PROBE = "calico/node is not ready"
"""How calico-node begins when it asks for itself, for liveness and readiness alike; the kubelet does not."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    unbound = node.one(FelixSaid, _could_not_bind)
    if unbound is not None:
        # Felix itself was sent to ::1, and the loopback has no such address.
        yield proves(unbound, address=_V6)
        return
    found = tuple(dial for dial in dials(node) if _leads_to_v6(dial))
    if not found:
        return
    failed, long = found[0].failed, lasts(node, found)
    well = node.one(ContainerState, _is_ready)
    if well is not None and _OWN_PROBE in failed.text:
        # The same program asks by the same name now and is answered: Felix was merely not up then.
        yield denies(well)
        return
    if (memory := node.one(ContainerExit, _is_out_of_memory)) is not None:
        # A Felix that is killed over and over is refused at either address most of the time.
        yield denies(memory)
        return
    # A try that was seen counts; one that was not is nothing to ask for.
    by_v4 = node.unread().one(CurlAnswered, lambda tried: tried.target == _BY_V4)
    if by_v4 is not None and not by_v4.ok:
        yield denies(by_v4)
        return
    listening = node.all(SocketListening, lambda found: found.port == PORT)
    if open_to_both := [found for found in listening if found.address in _BOTH_FAMILIES]:
        yield denies(*open_to_both[:1])
        return
    seen = listening[0] if listening else by_v4
    if seen is not None:
        # In the first seconds neither address has a listener, and ::1 is the one that is reported.
        yield (proves if long else hints)(failed, seen, address=_V6)
        return
    # Calico's own probe asks in the same way in every run: an earlier run that was well proves nothing.
    own = _OWN_PROBE in failed.text
    health = node.one(FelixHealth, lambda found: not (own and found.about.previous))
    if health is not None and health.live and long:
        # Felix is live, but not reached; only its socket shows where it listens.
        yield indicates(failed, health, address=_V6)
    elif long:
        # A Felix that is not there at all is refused at ::1 as well.
        yield hints(failed, address=_V6)


def _is_out_of_memory(ended: ContainerExit) -> bool:
    return ended.about.container == "calico-node" and ended.reason == "OOMKilled"


def _is_ready(state: ContainerState) -> bool:
    return state.about.container == "calico-node" and state.ready is True


def _could_not_bind(said: FelixSaid) -> bool:
    return said.key == "felix-localhost-foreign-ip" and said.detail("address").strip("[]") == _V6


def _leads_to_v6(dial: Dial) -> bool:
    return dial.asked == "localhost" and str(dial.address) == _V6 and "refused" in dial.failed.text


CAUSE = Cause(
    name="felix-localhost-ipv6",
    code="FLX002",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=FELIX_FAILS,
    reads=(
        ProbeFailed,
        KilledByProbe,
        SocketListening,
        CurlAnswered,
        FelixHealth,
        FelixSaid,
        ContainerState,
        ContainerExit,
    ),
    decided_by=(SocketListening,),
    failures=(
        fails(How.CANNOT_ASSIGN, thing=ThingClass.FELIX, value="health-ipv6"),
        fails(How.CANNOT_ASSIGN, thing=ThingClass.PORT, value=("9099", "9098")),
        fails(How.REFUSED, thing=ThingClass.FELIX, value="health-ipv6"),
        fails(How.MISMATCH, thing=ThingClass.HOST_NAME, value="localhost"),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "compare-both-ways",
                commands=(
                    f"ss -ltnp 'sport = :{PORT}'",
                    f"curl -sw '%{{http_code}}\\n' http://127.0.0.1:{PORT}/liveness",
                    "getent ahosts localhost",
                    "grep -n localhost /etc/hosts",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "ipv4-first",
                commands=(
                    "sed -i '1i 127.0.0.1 localhost' /etc/hosts",
                    # The last name of the line: ip6-localhost and the like are other names.
                    "sed -i -E 's/^(::1[[:space:]](.*[[:space:]])?)localhost([[:space:]]|$)/\\1\\3/'"
                    " /etc/hosts",
                ),
                edits=("/etc/hosts",),
                saw="! head -n 1 /etc/hosts | grep -qx '127.0.0.1 localhost'",
            ),
            RestartPod(),
        ),
    ),
    prior=0.4,
)
