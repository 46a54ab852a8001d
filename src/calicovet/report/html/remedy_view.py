"""What to do: the plan with its commands and the way back, or the command whose output decides."""

from calicovet.model.diagnosis import NodeDiagnosis
from calicovet.model.finding import Answer, Finding, NextQuestion
from calicovet.model.language import Language
from calicovet.model.record import record
from calicovet.model.remediation.plan import Offer, OfferedStep, Risk
from calicovet.report import cause_sentences
from calicovet.report.html.both import NOTHING, Both, frame, in_both, label


@record
class StepView:
    text: Both
    choices: tuple[Both, ...]
    commands: tuple[str, ...]


@record(kw_only=True)
class PlanView:
    steps: tuple[StepView, ...]
    restarts: Both
    risky: bool
    instead: Both = NOTHING
    instead_choices: tuple[Both, ...] = ()
    undo: tuple[str, ...] = ()
    no_undo: tuple[Both, ...] = ()
    in_vain: tuple[Both, ...] = ()
    untried: str = ""


@record(kw_only=True)
class QuestionView:
    text: Both
    where: Both
    command: str
    answers: tuple[tuple[Both, str], ...]


def plan_view(finding: Finding) -> PlanView | None:
    """The finding's plan as it is offered."""
    offer = finding.offer
    if offer is None:
        return None
    other, other_choices = _with_choices(
        in_both(lambda language: cause_sentences.instead(finding.name, offer, language))
    )
    nothing = offer.restarts in ("", "restarts.none")
    return PlanView(
        steps=tuple(_step(finding.name, step) for step in offer.steps),
        restarts=in_both(lambda language: _restarts(offer, nothing, language)),
        risky=offer.risk > Risk.RESTARTS_ONE_POD,
        instead=other,
        instead_choices=other_choices,
        undo=cause_sentences.undo(offer.steps),
        no_undo=tuple(
            Both(*told)
            for told in zip(
                cause_sentences.no_undo(offer.steps, Language.EN),
                cause_sentences.no_undo(offer.steps, Language.ZH),
                strict=True,
            )
        ),
        in_vain=tuple(frame(f"vain.{what}") for what in offer.does_not_help),
        untried=", ".join(offer.untried),
    )


def _restarts(offer: Offer, nothing: bool, language: Language) -> str:
    if nothing:
        return label("fix.restarts-nothing").within(language)
    told = cause_sentences.restarts(offer, language)
    return label("fix.restarts", what=told).within(language)


def _step(cause: str, step: OfferedStep) -> StepView:
    text, choices = _with_choices(
        in_both(lambda language: cause_sentences.step(cause, step, language))
    )
    return StepView(text, choices, step.commands)


def _with_choices(told: Both) -> tuple[Both, tuple[Both, ...]]:
    en, en_choices = cause_sentences.choices(told.en)
    zh, zh_choices = cause_sentences.choices(told.zh)
    if len(en_choices) != len(zh_choices):
        return told, ()
    return Both(en, zh), tuple(Both(*both) for both in zip(en_choices, zh_choices, strict=True))


def question_view(node: NodeDiagnosis) -> QuestionView | None:
    """The one command line that would decide, and what each outcome means."""
    asked = node.next
    if asked is None:
        return None
    return QuestionView(
        text=in_both(
            lambda language: cause_sentences.question(asked, node.node or "", node.pod, language)
        ),
        where=_where(asked),
        command=asked.command,
        answers=tuple((_outcome(answer), answer.then) for answer in asked.answers),
    )


def _outcome(answer: Answer) -> Both:
    return in_both(lambda language: cause_sentences.tell(answer.then, language))


def _where(asked: NextQuestion) -> Both:
    if not asked.node:
        return NOTHING
    key = "line.on-node-and-peer" if asked.compare else "line.on-node"
    told = frame(key, node=asked.node)
    return Both(told.en.rstrip(":"), told.zh.rstrip("：:"))
