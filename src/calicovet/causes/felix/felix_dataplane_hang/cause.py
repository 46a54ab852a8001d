"""Felix' main loop takes so long that its own watchdog calls it dead."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, proves
from calicovet.model.facts import (
    Fact,
    FelixHealth,
    FelixHealthRow,
    FelixSaid,
    KilledByProbe,
    Probe,
    ProbeFailed,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import KILLED_BY_PROBE
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    Risk,
    RunOnNode,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.messages import message
from calicovet.startup.pod_readiness import is_main

_LOOPS = frozenset(
    {
        *("InternalDataplaneMainLoop", "CalculationGraph", "AsyncCalcGraph"),
        *("int_dataplane", "async_calc_graph"),
    }
)
_NOT_LIVE = frozenset({"timed out", "reporting non-live"})
_REPORTER = "felix-dataplane-hang:reporter"
_OLD = "felix-dataplane-hang:old"
_PROBE = "felix-dataplane-hang:probe"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    hung = node.one(FelixHealthRow, _hangs) or node.one(FelixSaid, _tells_of_a_loop)
    if hung is None:
        yield from _without_a_name(node)
        return
    later = node.one(FelixHealth, lambda found: found.live and _is_later(found, hung))
    if later is not None and not _is_killed(node):
        # One slow round is no hang: it came round again.
        yield hints(hung, component=_component(hung))
    else:
        yield proves(hung, component=_component(hung))


def _without_a_name(node: NodeView) -> Iterator[Sign]:
    live = node.one(FelixHealthRow, lambda row: row.component in _LOOPS)
    unanswered = message(node, FelixSaid, _PROBE) or node.one(
        ProbeFailed,
        lambda found: found.probe is Probe.LIVENESS and is_main(found) and _is_503(found.text),
    )
    if live is not None:
        yield denies(live)
    elif unanswered is not None:
        yield hints(unanswered, component="?")


def _is_503(text: str) -> bool:
    return "reporting 503" in text or "statuscode: 503" in text


def _hangs(row: FelixHealthRow) -> bool:
    return row.component in _LOOPS and row.liveness in _NOT_LIVE


def _tells_of_a_loop(said: FelixSaid) -> bool:
    component = said.detail("component")
    of_a_loop = not component or component in _LOOPS
    return (said.key == _REPORTER and bool(said.detail("state")) and of_a_loop) or (
        said.key == _OLD and component in _LOOPS
    )


def _component(hung: FelixHealthRow | FelixSaid) -> str:
    name = hung.component if isinstance(hung, FelixHealthRow) else hung.detail("component")
    return name or "?"


def _is_later(health: FelixHealth, hung: Fact) -> bool:
    return health.at is not None and hung.at is not None and health.at > hung.at


def _is_killed(node: NodeView) -> bool:
    return node.one(KilledByProbe) is not None or (
        node.one(ProbeFailed, lambda found: found.probe is Probe.LIVENESS and is_main(found))
        is not None
    )


_PATIENCE = EditObject(
    key="raise-the-watchdog",
    kind=CalicoKind.FELIX_CONFIGURATION,
    fields=(Field(("spec", "dataplaneWatchdogTimeout"), "5m"),),
)


CAUSE = Cause(
    name="felix-dataplane-hang",
    code="FLX006",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixHealthRow, FelixSaid, FelixHealth, ProbeFailed, KilledByProbe),
    decided_by=(FelixSaid, FelixHealthRow),
    failures=(
        fails(
            How.HUNG,
            How.TIMED_OUT,
            How.SLOW,
            How.NOT_READY,
            thing=ThingClass.FELIX,
            value="main-loop",
        ),
        fails(How.HUNG, thing=ThingClass.FELIX),
        fails(How.SERVER_ERROR, thing=ThingClass.PROBE, value="liveness"),
        KILLED_BY_PROBE,
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "find-what-is-slow",
                commands=(
                    "uptime; nproc",
                    "time iptables-save | wc -l",
                    "ip -o link | wc -l",
                    "conntrack -C",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("make-it-less", risk=Risk.TOUCHES_HOST),
        ),
        instead=Plan(steps=(_PATIENCE,)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.CHANGE_ADDRESS,
            Ineffective.REINSTALL_CALICO,
        ),
    ),
    writes=(edits(CalicoKind.FELIX_CONFIGURATION, "spec.dataplaneWatchdogTimeout"),),
    caused_by=("host-overload-probe-kill", "host-cpu-throttled"),
    prior=0.4,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
