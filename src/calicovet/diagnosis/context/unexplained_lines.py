"""Lines to look at where no cause is found: fatal lines, failed container starts, repeated errors."""

from collections.abc import Iterable, Iterator

from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibits_of
from calicovet.model.case import NodeView
from calicovet.model.facts import (
    BgpSaid,
    CniInstallSaid,
    EventSeen,
    Fact,
    FatalLine,
    FelixSaid,
    IpamUpgradeSaid,
    Said,
    StartupSaid,
)
from calicovet.model.finding import NAMED, Exhibit, Finding, Verdict
from calicovet.model.stage import BEFORE_ANY_LOG, Localisation, Shape, StageId, StageState
from calicovet.startup.data_path import refused_by_calico, sessions_down
from calicovet.startup.event_reasons import is_image_trouble, is_sandbox_trouble

_MOST = 3
_NO_POD = ("FailedCreate", "FailedScheduling")
_OWN = (StartupSaid, FelixSaid, BgpSaid, IpamUpgradeSaid, CniInstallSaid)
_REPEATED = 2


def look_at(
    node: NodeView, stages: Localisation, findings: Iterable[Finding], evidence_index: EvidenceIndex
) -> tuple[Exhibit, ...]:
    """Lines that no cause explains, fatal ones and the newest first; never dressed up as a cause."""
    findings = tuple(findings)
    if any(finding.verdict in NAMED for finding in findings):
        return ()
    view = node.unread()
    fatal: tuple[Fact, ...] = (*view.all(FatalLine), *view.all(Said, lambda said: said.fatal))
    if not fatal and _may_not_have_run(stages):
        fatal = tuple(event for event in view.all(EventSeen) if _says_why(event, stages))
    refused = refused_by_calico(view.facts)
    down = sessions_down(view.facts) if stages.shape is Shape.READY_BUT_BROKEN else ()
    shown = (*fatal, *refused, *down, *_repeated(view, findings))
    return exhibits_of(shown, evidence_index)[:_MOST]


def _may_not_have_run(stages: Localisation) -> bool:
    """Whether an event may still be the last word: nothing shows that a container has run."""
    if stages.shape is not None:
        return stages.shape in BEFORE_ANY_LOG
    return stages.states.get(StageId.IMAGES_PRESENT) is not StageState.PASSED


def _says_why(event: EventSeen, stages: Localisation) -> bool:
    """Whether an event has the reason in it, and is not only its echo (`Error: ErrImagePull`)."""
    has_sandbox = stages.states.get(StageId.SANDBOX_READY) is StageState.PASSED
    return (
        event.type == "Warning"
        and (
            event.reason in ("Failed", *_NO_POD)
            or is_image_trouble(event)
            or (is_sandbox_trouble(event) and not has_sandbox)
        )
        and len(event.message.split()) > 2
    )


def _repeated(view: NodeView, findings: Iterable[Finding]) -> Iterator[Said]:
    """What calico-node complains of again and again; not what healthy nodes say as well."""
    harmless = {
        fact
        for finding in findings
        if finding.verdict is Verdict.EXONERATED
        for sign in finding.signs
        for fact in sign.facts
    }
    for said in view.all(Said, lambda said: said.count >= _REPEATED and not said.fatal):
        if isinstance(said, _OWN) and said not in harmless:
            yield said
