"""Changes, refusals and undo, line by line."""

from collections.abc import Iterable, Iterator, Sequence

from calicovet.model.diagnosis import NodeDiagnosis
from calicovet.model.display.natural_order import natural
from calicovet.model.finding import Finding
from calicovet.model.language import Language
from calicovet.model.remediation.change import (
    Change,
    CreateObject,
    DeletePod,
)
from calicovet.model.remediation.fix import Fix, Undo, UndoState
from calicovet.model.remediation.outcome import Reason
from calicovet.model.remediation.send_result import Refused, Rehearsed
from calicovet.report.page.onset import span_text
from calicovet.report.page.parts import Line
from calicovet.report.words import Words, words


def undo_lines(undone: Sequence[Undo], language: Language) -> tuple[Line, ...]:
    """Each change, and what became of its undo."""
    frame = words(language)
    lines = []
    for undo in undone:
        told = frame.say(f"rollback.{undo.state}")
        lines.append(Line(frame.say("fix.of", object=undo.change.ref.title, told=told)))
        if undo.refused is not None and undo.state is UndoState.REFUSED:
            lines += why_refused(undo.refused, frame)
        lines += [Line(line, command=True) for line in undo.commands]
    return tuple(lines)


def promise(fix: Fix, language: Language) -> str:
    """What the plan promises, where, and by when."""
    frame = words(language)
    return frame.say(
        "fix.promised",
        nodes=frame.listed(affected_nodes(fix.sick, frame)),
        stage=fix.plan.reaches,
        span=span_text(fix.plan.within, frame.language),
    )


def reason_text(reason: Reason, language: Language) -> str:
    """Why a promise counts as kept or not."""
    frame = words(language)
    node = reason.node or frame.say("page.no-node")
    return frame.say(f"fix.reason.{reason.key}", node=node, detail=reason.detail)


def affected_nodes(sick: Sequence[tuple[NodeDiagnosis, Finding]], frame: Words) -> list[str]:
    names = dict.fromkeys(node.node or frame.say("page.no-node") for node, _ in sick)
    return sorted(names, key=natural)


def refusals(refused: Iterable[Rehearsed], frame: Words) -> Iterator[Line]:
    for each in refused:
        if each.refused is None:
            continue
        told = frame.say(f"fix.refusal.{each.refused.why}")
        yield Line(frame.say("fix.of", object=each.change.ref.title, told=told))
        yield from why_refused(each.refused, frame)


def why_refused(refused: Refused, frame: Words) -> Iterator[Line]:
    """The right that is missing, and the server's own words."""
    if refused.rule:
        yield Line(frame.say("fix.needs"))
        yield Line(refused.rule, command=True)
    yield Line(quote=refused.said, source=frame.say("fix.server-says"))


def change_text(change: Change, frame: Words) -> str:
    """`DaemonSet/calico-node in kube-system: changed`."""
    match change:
        case CreateObject():
            key = "fix.created"
        case DeletePod():
            key = "fix.deleted"
        case _:
            key = "fix.changed"
    return frame.say("fix.of", object=change.ref.title, told=frame.say(key))
