"""The probes ask for BIRD, which a VXLAN installation does not run."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Scope, Sign, denies, proves
from calicovet.model.facts import BgpSaid, Fact, ProbeFailed, ProbeSpec, SettingSeen
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import BIRD_SOCKET_UNANSWERED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import EditPods, Field, Ineffective, Plan
from calicovet.model.remediation.write_examples import edits_pods
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.messages import message, only_known
from calicovet.startup.pod_readiness import is_main

_KEY = "bgp-probe-with-vxlan-backend"
_COMPLAINTS = (f"{_KEY}:socket", f"{_KEY}:live")
_BACKENDS = frozenset({"CALICO_NETWORKING_BACKEND", "calico_backend"})
_WITHOUT_BIRD = frozenset({"vxlan", "none"})
_PROGRAM = "/bin/calico-node"
_BIRD_IS_DOWN = ("BIRDv4 socket", "BIRDv6 socket", "bird/confd is not live", "bird6/confd is not")


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    asks = node.one(ProbeSpec, lambda found: "-bird-" in found.asks)
    fails = message(node, BgpSaid, *_COMPLAINTS) or node.one(
        ProbeFailed, lambda found: is_main(found) and any(w in found.text for w in _BIRD_IS_DOWN)
    )
    if asks is None and fails is None:
        return
    backend = _backend(node)
    if backend is None:
        return
    told, name = backend
    if name not in _WITHOUT_BIRD:
        yield denies(told)
        return
    witnesses = only_known(told, asks, fails)
    yield proves(*witnesses, backend=name)


def _backend(node: NodeView) -> tuple[Fact, str] | None:
    """The backend by the log's own word, or as it was set; a reference to a config map is no value."""
    said = message(node, BgpSaid, _KEY)
    if said is not None:
        return said, said.detail("backend").lower()
    setting = node.one(
        SettingSeen,
        lambda found: found.name in _BACKENDS and found.value.lower() in {*_WITHOUT_BIRD, "bird"},
    )
    return (setting, setting.value.lower()) if setting is not None else None


CAUSE = Cause(
    name="bgp-probe-with-vxlan-backend",
    code="BGP004",
    stage=StageId.PROBES_PASSING,
    shows_as=FELIX_FAILS,
    reads=(ProbeSpec, ProbeFailed, BgpSaid, SettingSeen),
    decided_by=(SettingSeen, ProbeSpec),
    failures=(
        fails(
            How.NOT_READY,
            How.MISSING,
            How.REFUSED,
            How.FAILED,
            thing=ThingClass.CONFIG,
            value="calico_networking_backend",
        ),
        fails(How.DISABLED, thing=ThingClass.BIRD),
        BIRD_SOCKET_UNANSWERED,
    ),
    examine=examine,
    plan=Plan(
        steps=(
            EditPods(
                key="drop-the-bird-probes",
                container="calico-node",
                fields=(
                    Field(("livenessProbe", "exec", "command"), (_PROGRAM, "-felix-live")),
                    Field(("readinessProbe", "exec", "command"), (_PROGRAM, "-felix-ready")),
                ),
            ),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LONGER_PROBE,
            Ineffective.CHANGE_ADDRESS,
            Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR,
        ),
    ),
    writes=(
        edits_pods(
            "livenessProbe.exec.command", "readinessProbe.exec.command", container="calico-node"
        ),
    ),
    scope=Scope.CLUSTER,
    prior=0.5,
)
