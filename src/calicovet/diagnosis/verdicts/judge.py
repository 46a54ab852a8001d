"""The verdict of a cause on a node, from its signs, peers and stage."""

from collections.abc import Mapping
from dataclasses import replace

from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibits_of
from calicovet.diagnosis.evidence.coverage import never_shown
from calicovet.diagnosis.evidence.for_fact import still_wanted
from calicovet.diagnosis.silences import Silences
from calicovet.diagnosis.verdicts.outdated_pod import for_present_template
from calicovet.diagnosis.verdicts.peer_comparison import ask_peers
from calicovet.diagnosis.verdicts.sign_strength import rests_on_intent, weigh
from calicovet.diagnosis.wishes import NodeWishes, Wishes
from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Strength
from calicovet.model.evidence import Request
from calicovet.model.facts import Claimed, Fact
from calicovet.model.facts.failure import Failure
from calicovet.model.finding import NAMED, Contrast, Finding, Verdict
from calicovet.model.stage import Localisation, Shape
from calicovet.startup.node_readiness import is_of_readiness


class Judges:
    """All causes on one case after another; the one safety net for a cause that crashes."""

    def __init__(
        self,
        causes: Mapping[str, Cause],
        evidence_index: EvidenceIndex,
        strict: bool,
        *,
        nameless: bool = False,
        short: bool = False,
    ) -> None:
        """`nameless`: the text does not name Calico, and proves nothing of it; `short`: it is a few lines."""
        self.causes = causes
        self.short = short
        self._nameless = nameless
        self._evidence_index = evidence_index
        self._strict = strict
        self._crashed: dict[str, None] = {}
        self._silences = Silences()
        self._wishes = Wishes()
        self._ruled_out: dict[str, Finding] = {}

    @property
    def crashed(self) -> tuple[str, ...]:
        """The causes that crashed, each once."""
        return tuple(self._crashed)

    def judge(
        self, case: Case, stages: Localisation, only: Shape | None = None
    ) -> tuple[Finding, ...]:
        """What can be said of every cause (of those that can have that shape) on that node."""
        found: list[Finding] = []
        wishes = self._wishes.of(case.node, stages)
        silences = self._silences.of(case.node)
        for cause in self.causes.values():
            if only is not None and only not in cause.shows_as:
                continue
            try:
                asked = silences.get(cause.name)
                if asked is None:
                    fresh = Case(case.node.unread(), case.peers, case.fair)
                    signs = silences.examine(cause, fresh)
                    if signs:
                        found.append(judge_signs(cause, signs, fresh, stages, self._evidence_index))
                        continue
                    asked = frozenset(fresh.node.asked)
                found.append(self._without_signs(cause, asked, wishes))
            except Exception:
                if self._strict:
                    raise
                self._crashed[cause.name] = None
        return tuple(map(_less_than_proven, found)) if self._nameless else tuple(found)

    def _without_signs(
        self, cause: Cause, asked: frozenset[type[Fact]], wishes: NodeWishes
    ) -> Finding:
        """Ruled out where all that was asked for had been looked for; else untested."""
        wants = wishes.to_test(cause, asked)
        if wants is not None:
            return _silent(cause, Verdict.UNTESTED, wants)
        if cause.name not in self._ruled_out:
            self._ruled_out[cause.name] = _silent(cause, Verdict.RULED_OUT, ())
        return self._ruled_out[cause.name]


def _less_than_proven(finding: Finding) -> Finding:
    return (
        replace(finding, verdict=Verdict.LIKELY) if finding.verdict is Verdict.PROVEN else finding
    )


def _silent(cause: Cause, verdict: Verdict, wants: tuple[Request, ...]) -> Finding:
    return Finding(
        name=cause.name,
        code=cause.code,
        verdict=verdict,
        stage=cause.stage,
        wants=wants,
        bystander=cause.bystander,
    )


def judge(cause: Cause, case: Case, stages: Localisation, evidence_index: EvidenceIndex) -> Finding:
    """What can be said of that cause on that node."""
    judges = Judges({cause.name: cause}, evidence_index, strict=True)
    return judges.judge(case, stages)[0]


def judge_signs(
    cause: Cause,
    signs: tuple[Sign, ...],
    case: Case,
    stages: Localisation,
    evidence_index: EvidenceIndex,
) -> Finding:
    """What the signs of a cause come to on that node."""
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
        and not all(_parts_no_causes(fact) for sign in signs for fact in sign.facts)
    )
    verdict = _verdict(cause, weighed, contrast, stages, fits, only_here)
    telling = _telling(weighed)
    facts = tuple(fact for sign in telling for fact in sign.facts)
    return Finding(
        name=cause.name,
        code=cause.code,
        verdict=verdict,
        stage=cause.stage,
        signs=signs,
        evidence=exhibits_of(facts, evidence_index),
        contrast=contrast,
        wants=still_wanted(cause, facts, missing, case.node, stages)
        if verdict not in (Verdict.PROVEN, Verdict.RULED_OUT)
        else (),
        details=_details(telling),
        plan=for_present_template(cause.plan_for(case), case.node) if verdict in NAMED else None,
        bystander=cause.bystander,
    )


def _parts_no_causes(fact: Fact) -> bool:
    """Whether that healthy nodes lack it says nothing of the cause.

    A node that is said to be new differs from the others, whatever ails it; a failure that several causes share does
    not choose between them; and that the node is not ready is the symptom.
    """
    return isinstance(fact, Claimed | Failure) or is_of_readiness(fact)


def _verdict(
    cause: Cause,
    weighed: tuple[tuple[Sign, Strength], ...],
    contrast: Contrast,
    stages: Localisation,
    fits: bool,
    only_here: bool,
) -> Verdict:
    strengths = [strength for _, strength in weighed]
    if Strength.DENIES in strengths:
        return Verdict.RULED_OUT
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
