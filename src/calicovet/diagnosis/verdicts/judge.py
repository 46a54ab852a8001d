"""The verdict of a cause on a node, from its signs, peers and stage."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from traceback import format_exception

from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibits_of
from calicovet.diagnosis.evidence.coverage import never_shown
from calicovet.diagnosis.evidence.for_fact import still_wanted
from calicovet.diagnosis.silences import Silence, Silences
from calicovet.diagnosis.verdicts.outdated_pod import for_present_template
from calicovet.diagnosis.verdicts.peer_comparison import ask_peers
from calicovet.diagnosis.verdicts.sign_strength import rests_on_intent, weigh
from calicovet.diagnosis.wishes import NodeWishes, Wanted, Wishes
from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Strength
from calicovet.model.evidence import Request
from calicovet.model.facts import Claimed, Fact
from calicovet.model.facts.failure import Failure
from calicovet.model.finding import NAMED, Contrast, Finding, Verdict
from calicovet.model.stage import Localisation, Shape
from calicovet.startup.node_readiness import is_of_readiness

_Step = tuple[Cause, Finding | None, tuple[Wanted, ...] | None]
"""A cause with its finding where it is ruled out, or what it wants where it is untested; with neither it is examined."""


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
        self._crashed: dict[str, str] = {}
        self._silences = Silences()
        self._wishes = Wishes()
        self._ruled_out: dict[str, Finding] = {}
        self._known_steps: dict[tuple[int, int, Shape | None], Sequence[_Step]] = {}

    @property
    def crashed(self) -> Mapping[str, str]:
        """The causes that crashed, each with the traceback of its first crash."""
        return self._crashed

    def judge(
        self, case: Case, stages: Localisation, only: Shape | None = None
    ) -> tuple[Finding, ...]:
        """What can be said of every cause (of those that can have that shape) on that node."""
        found: list[Finding] = []
        wishes = self._wishes.of(case.node, stages)
        silences = self._silences.of(case.node)
        for cause, silent, wanted in self._steps(silences, wishes, only):
            if silent is not None:
                found.append(silent)
            elif wanted is not None:
                found.append(_silent(cause, Verdict.UNTESTED, wishes.named(wanted)))
            else:
                found += self._examined(cause, case, stages, silences, wishes)
        return tuple(map(_less_than_proven, found)) if self._nameless else tuple(found)

    def _steps(self, silences: Silence, wishes: NodeWishes, only: Shape | None) -> Sequence[_Step]:
        """How each cause is judged on such a node; worked out once for nodes that are alike."""
        key = silences.form, wishes.form, only
        steps = self._known_steps.get(key)
        if steps is None:
            causes = [
                cause for cause in self.causes.values() if only is None or only in cause.shows_as
            ]
            steps = [self._step(cause, silences, wishes) for cause in causes]
            if silences.knows(cause.name for cause in causes):
                self._known_steps[key] = steps
        return steps

    def _step(self, cause: Cause, silences: Silence, wishes: NodeWishes) -> _Step:
        asked = silences.get(cause.name)
        if asked is None:
            return cause, None, None
        wanted = wishes.to_test(cause, asked)
        return cause, self._out(cause) if wanted is None else None, wanted

    def _examined(
        self,
        cause: Cause,
        case: Case,
        stages: Localisation,
        silences: Silence,
        wishes: NodeWishes,
    ) -> Iterator[Finding]:
        """What the cause finds; nothing where it crashes."""
        try:
            fresh = Case(case.node.unread(), case.peers, case.fair)
            signs = silences.examine(cause, fresh)
            if signs:
                yield judge_signs(cause, signs, fresh, stages, self._evidence_index)
                return
            # Ruled out where all that was asked for had been looked for; else untested.
            wanted = wishes.to_test(cause, frozenset(fresh.node.asked))
            if wanted is None:
                yield self._out(cause)
            else:
                yield _silent(cause, Verdict.UNTESTED, wishes.named(wanted))
        except Exception as error:
            if self._strict:
                raise
            if cause.name not in self._crashed:
                self._crashed[cause.name] = "".join(format_exception(error))

    def _out(self, cause: Cause) -> Finding:
        """The same for every node."""
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
    details = _details(telling)
    return Finding(
        name=cause.name,
        code=cause.code,
        verdict=verdict,
        stage=cause.stage,
        signs=signs,
        evidence=exhibits_of(facts, evidence_index, details.values()),
        contrast=contrast,
        wants=still_wanted(cause, facts, missing, case.node, stages)
        if verdict not in (Verdict.PROVEN, Verdict.RULED_OUT)
        else (),
        details=details,
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
