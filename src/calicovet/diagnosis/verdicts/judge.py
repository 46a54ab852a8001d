"""A cause on a case: what its signs weigh, and what they come to."""

from collections.abc import Mapping

from calicovet.causes.catalogue import code_of
from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibits_of
from calicovet.diagnosis.evidence.coverage import never_shown
from calicovet.diagnosis.evidence.for_fact import still_wanted
from calicovet.diagnosis.verdicts.peer_comparison import ask_peers
from calicovet.diagnosis.verdicts.sign_strength import rests_on_intent, weigh
from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Strength
from calicovet.model.facts import Claimed
from calicovet.model.finding import NAMED, Contrast, Finding, Verdict
from calicovet.model.stage import Localisation, Shape


class Judges:
    """All causes on one case after another; the one safety net for a cause that crashes."""

    def __init__(
        self, causes: Mapping[str, Cause], evidence_index: EvidenceIndex, strict: bool
    ) -> None:
        self.causes = causes
        self._evidence_index = evidence_index
        self._strict = strict
        self._crashed: dict[str, None] = {}

    @property
    def crashed(self) -> tuple[str, ...]:
        """The causes that crashed, each once."""
        return tuple(self._crashed)

    def judge(
        self, case: Case, stages: Localisation, only: Shape | None = None
    ) -> tuple[Finding, ...]:
        """What can be said of every cause (of those that can have that shape) on that node."""
        found: list[Finding] = []
        for cause in self.causes.values():
            if only is not None and only not in cause.shows_as:
                continue
            fresh = Case(case.node.unread(), case.peers, case.fair)
            try:
                found.append(judge(cause, code_of(cause.name), fresh, stages, self._evidence_index))
            except Exception:
                if self._strict:
                    raise
                self._crashed[cause.name] = None
        return tuple(found)


def judge(
    cause: Cause, code: str, case: Case, stages: Localisation, evidence_index: EvidenceIndex
) -> Finding:
    """What can be said of that cause on that node."""
    signs = tuple(cause.examine(case))
    missing = never_shown(case.node)
    fits = stages.shape is None or stages.shape in cause.shows_as
    contrast = ask_peers(cause, case, signs)
    weighed = tuple(
        (
            sign,
            weigh(sign, case, contrast, fits and stages.shape is not None, evidence_index.spoken),
        )
        for sign in signs
    )
    fair = {peer.name or peer.pod for peer in case.fair}
    only_here = (
        not contrast.shows_on
        and not fair.isdisjoint(contrast.absent_on)
        # That a node is said to be new tells it from the others, and nothing of what ails it.
        and not all(isinstance(fact, Claimed) for sign in signs for fact in sign.facts)
    )
    verdict = _verdict(cause, weighed, contrast, stages, fits, bool(missing), only_here)
    telling = _telling(weighed)
    facts = tuple(fact for sign in telling for fact in sign.facts)
    return Finding(
        name=cause.name,
        code=code,
        verdict=verdict,
        stage=cause.stage,
        signs=signs,
        evidence=exhibits_of(facts, evidence_index),
        contrast=contrast,
        wants=still_wanted(cause, facts, missing, case.node, stages)
        if verdict not in (Verdict.PROVEN, Verdict.RULED_OUT)
        else (),
        details=_details(telling),
        plan=cause.plan(case) if verdict in NAMED else None,
        bystander=cause.bystander,
    )


def _verdict(
    cause: Cause,
    weighed: tuple[tuple[Sign, Strength], ...],
    contrast: Contrast,
    stages: Localisation,
    fits: bool,
    untested: bool,
    only_here: bool,
) -> Verdict:
    strengths = [strength for _, strength in weighed]
    if Strength.DENIES in strengths:
        return Verdict.RULED_OUT
    if not strengths:
        return Verdict.UNTESTED if untested else Verdict.RULED_OUT
    if contrast.exonerated_by:
        dormant = cause.may_lie_dormant or all(rests_on_intent(sign) for sign, _ in weighed)
        return Verdict.POSSIBLE if dormant else Verdict.EXONERATED
    if not stages.entered(cause.stage):
        return Verdict.AHEAD
    if not fits:
        return Verdict.POSSIBLE
    match max(strengths):
        case Strength.PROVES:
            return Verdict.PROVEN
        case Strength.INDICATES:
            return Verdict.LIKELY
        case _:
            # That a sick node lacks it says nothing: it may be sick of something else.
            return Verdict.LIKELY if only_here else Verdict.POSSIBLE


def _telling(weighed: tuple[tuple[Sign, Strength], ...]) -> tuple[Sign, ...]:
    """The signs that decided, strongest first; denials alone where there are any."""
    denials = tuple(sign for sign, strength in weighed if strength is Strength.DENIES)
    if denials:
        return denials
    return tuple(sign for sign, _ in sorted(weighed, key=lambda pair: -pair[1]))


def _details(signs: tuple[Sign, ...]) -> Mapping[str, str]:
    details: dict[str, str] = {}
    for sign in signs:
        for key, value in sign.details.items():
            details.setdefault(key, value)
    return details
