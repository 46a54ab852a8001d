"""The rows of a page."""

from collections.abc import Iterator

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState, Passage, Recovery
from calicovet.model.display.natural_order import natural
from calicovet.model.evidence import UNKNOWN_COMMAND, YOU_SAY
from calicovet.model.facts import InternalAddress, NodeListed, PodListed, VersionFact
from calicovet.model.finding import NAMED, Difference, Exhibit, Finding, Verdict
from calicovet.model.language import Language
from calicovet.model.remediation.plan import Offer
from calicovet.report import cause_sentences
from calicovet.report.page.fact_list import describe
from calicovet.report.page.parts import Line, Row
from calicovet.report.page.quotes import quote_of
from calicovet.report.words import close_up, words

_MOST_POSSIBLE = 5
_MOST_DIFFERENCES = 5
_MOST_HERRINGS = 4
_MOST_PAST = 6


def called(node: NodeDiagnosis) -> str:
    """The node's name, or else its pod's; empty: it has neither."""
    return node.node or node.pod.rpartition("/")[2]


def unnamed(language: Language) -> str:
    """What a node is called whose name and pod are not known."""
    return words(language).say("page.no-node")


def proof(finding: Finding, language: Language) -> Iterator[Row]:
    if not finding.evidence:
        return
    lines = tuple(quotation(exhibit, language) for exhibit in finding.evidence)
    yield Row(words(language).say("label.proof"), lines, numbered=True)


def quotation(exhibit: Exhibit, language: Language) -> Line:
    """An exhibit in the reader's words where a person said it."""
    taken_by = exhibit.taken_by
    if taken_by == YOU_SAY:
        line = exhibit.source.rpartition(":")[2]
        taken_by = words(language).say("page.you-say", line=line)
    if taken_by == UNKNOWN_COMMAND:
        taken_by = ""
    quote = quote_of(exhibit, language)
    return Line(quote=quote.text, source=exhibit.source, taken_by=taken_by, deciding=quote.deciding)


def why(finding: Finding, language: Language) -> Iterator[Row]:
    if text := cause_sentences.because(finding, language):
        yield Row(words(language).say("label.why"), (Line(text),))


def peers(finding: Finding, diagnosis: Diagnosis, language: Language) -> Iterator[Row]:
    frame = words(language)
    unseen = finding.contrast.unseen_on
    examined = _examined(diagnosis) if unseen else frozenset()
    asked = (
        ("line.peers-no", finding.contrast.absent_on),
        ("line.peers-yes", finding.contrast.shows_on),
        ("line.peers-silent", tuple(name for name in unseen if name in examined)),
        ("line.peers-unseen", tuple(name for name in unseen if name not in examined)),
    )
    told = tuple(Line(frame.say(key, nodes=frame.listed(nodes))) for key, nodes in asked if nodes)
    if not told and len(diagnosis.nodes) == 1:
        told = (Line(frame.say("line.peers-none")),)
    if told:  # a fault of the whole cluster is asked of no peer
        yield Row(frame.say("label.peers"), told)


def _examined(diagnosis: Diagnosis) -> frozenset[str]:
    """The nodes, and pods without one, of which there is more than a row of a list."""
    return frozenset(
        name
        for fact, _ in diagnosis.facts
        if not isinstance(fact, PodListed | NodeListed | InternalAddress | VersionFact)
        for name in (fact.about.node, fact.about.pod)
        if name
    )


def takes_along(finding: Finding, language: Language) -> Iterator[Row]:
    if finding.explains:
        frame = words(language)
        text = frame.say("line.takes-along", causes=frame.listed(finding.explains))
        yield Row(frame.say("label.takes-along"), (Line(text),))


def bystanders(node: NodeDiagnosis, language: Language) -> Iterator[Row]:
    """What is known to suffer only, where nothing else is known."""
    lines = tuple(
        Line(cause_sentences.sentence(one, language))
        for one in node.findings
        if one.bystander and one.verdict in NAMED
    )
    if lines:
        yield Row(words(language).say("label.takes-along"), lines)


def victims(group: list[NodeDiagnosis], diagnosis: Diagnosis, language: Language) -> Iterator[Row]:
    culprits = {node.node for node in group}
    names = [node.node or "?" for node in diagnosis.nodes if node.victim_of in culprits]
    names = names if None not in culprits else []
    if names:
        frame = words(language)
        text = frame.say("line.victims", nodes=frame.listed(names))
        yield Row(frame.say("label.victims"), (Line(text),))


def alike(group: list[NodeDiagnosis], language: Language) -> Iterator[Row]:
    names = sorted({name for node in group for name in node.alike}, key=natural)
    if names:
        frame = words(language)
        text = frame.say("line.alike", nodes=frame.listed(names))
        yield Row(frame.say("label.alike"), (Line(text),))


def next_question(node: NodeDiagnosis, language: Language) -> Iterator[Row]:
    """The one command line that would decide, where to run it, and what each answer means."""
    asked = node.next
    if asked is None:
        return
    frame = words(language)
    text = cause_sentences.question(asked, node.node or "", node.pod, language)
    if asked.node:
        where = frame.say(
            "line.on-node-and-peer" if asked.compare else "line.on-node", node=asked.node
        )
        text = close_up(f"{text} {where}")
    answers = (
        Line(
            frame.say(
                "line.answer",
                **{"if": cause_sentences.tell(answer.then, language)},
                then=answer.then,
            )
        )
        for answer in asked.answers
    )
    yield Row(frame.say("label.next"), (Line(text), Line(asked.command, command=True), *answers))


def look_at(node: NodeDiagnosis, language: Language) -> Iterator[Row]:
    if node.look_at:
        lines = tuple(quotation(exhibit, language) for exhibit in node.look_at)
        yield Row(words(language).say("label.look-at"), lines)


def differences(node: NodeDiagnosis, language: Language) -> Iterator[Row]:
    if node.differences:
        lines = (_difference(found, language) for found in node.differences[:_MOST_DIFFERENCES])
        yield Row(words(language).say("label.differs"), tuple(lines))


def _difference(found: Difference, language: Language) -> Line:
    key = "line.differs" if found.share_of_peers else "line.differs-none"
    # A line of JSON ends with a comma, which our own words must not follow.
    quote = " ".join(found.exhibit.excerpt.split()).rstrip(",") or describe(found.fact)
    return Line(
        words(language).say(key, share=f"{found.share_of_peers:.0%}"),
        quote=quote,
        source=found.exhibit.source,
        taken_by=found.exhibit.taken_by,
    )


def possible(node: NodeDiagnosis, language: Language) -> Iterator[Row]:
    found = [
        one.name for one in node.findings if one.verdict is Verdict.POSSIBLE and not one.bystander
    ]
    if found:
        frame = words(language)
        yield Row(frame.say("label.possible"), (Line(frame.listed(found, _MOST_POSSIBLE)),))


def ahead(node: NodeDiagnosis, language: Language) -> Iterator[Row]:
    frame = words(language)
    lines = tuple(
        Line(frame.say("line.ahead", cause=cause_sentences.clause(one, language)))
        for one in node.findings
        if one.verdict is Verdict.AHEAD
    )
    if lines:
        yield Row(frame.say("label.ahead"), lines)


def not_it(diagnosis: Diagnosis, language: Language, most: int = _MOST_HERRINGS) -> Iterator[Row]:
    """Alarming lines that are harmless here."""
    frame = words(language)
    lines: dict[str, Line] = {}
    for herring in diagnosis.red_herrings:
        why_not = cause_sentences.particulars("herring", herring.key, herring.details, language)
        excerpt = shortened(herring.exhibit.excerpt) or herring.exhibit.taken_by
        line = Line(why_not, quote=excerpt, source=herring.exhibit.source)
        lines.setdefault(f"{herring.key} {excerpt}", line)
    shown = list(lines.values())
    if not shown:
        return
    if len(shown) > most:
        more = frame.say("page.more", count=str(len(shown) - most))
        shown = [*shown[:most], Line(more)]
    yield Row(frame.say("label.not-it"), tuple(shown))


def shortened(excerpt: str, most: int = 90) -> str:
    """The words of a log line without its head, cut where it grows long."""
    text = " ".join(excerpt.split())
    _, found, message = text.partition(".go ")
    if found and message[:1].isdigit():
        text = message.partition(": ")[2] or text
    return text if len(text) <= most else f"{text[: most - 1]}…"


def but(diagnosis: Diagnosis, language: Language) -> Iterator[Row]:
    """Pieces of evidence that cannot both be true."""
    lines = tuple(
        Line(
            cause_sentences.particulars("contradiction", found.key, found.details, language),
            source=", ".join(exhibit.source for exhibit in found.exhibits),
        )
        for found in diagnosis.contradictions
    )
    if lines:
        yield Row(words(language).say("label.but"), lines)


def was(diagnosis: Diagnosis, language: Language, most: int = _MOST_PAST) -> Iterator[Row]:
    """What is over: from what each node recovered, and by what; what a restart left behind."""
    frame = words(language)
    over: dict[str, list[str]] = {}
    ended: dict[Exhibit, None] = {}
    for node in diagnosis.nodes:
        told = []
        if node.recovery is not None:
            told.append(_past(node.recovery, language))
            ended |= dict.fromkeys(node.recovery.ended_by)
        elif node.state is NodeState.HEALTHY:
            told += [cause_sentences.sentence(finding, language) for finding in node.findings]
        for text in told:
            over.setdefault(text, []).append(called(node) or frame.say("page.no-node"))
    lines = [
        Line(frame.say("line.was-on", nodes=frame.listed(nodes), what=text))
        for text, nodes in over.items()
    ]
    if len(lines) > most:
        more = frame.say("page.more", count=str(len(lines) - most))
        lines = [*lines[:most], Line(more)]
    if lines:
        yield Row(frame.say("label.was"), tuple(lines))
    if ended:
        found = tuple(quotation(exhibit, language) for exhibit in ended)
        yield Row(frame.say("label.ended"), found)


def _past(recovery: Recovery, language: Language) -> str:
    """The cause of an incident that is over, or else how it looked."""
    frame = words(language)
    causes = [
        frame.say(
            f"line.was-{finding.verdict}",
            sentence=cause_sentences.sentence(finding, language).rstrip(".。"),
            cause=finding.name,
        )
        for finding in recovery.findings[:1]
    ]
    if recovery.victim_of:
        causes = [frame.say("line.was-victim", node=recovery.victim_of)]
    status = [recovery.status] if recovery.status else []
    return frame.say("page.separator").join([*status, *causes]) or frame.say("line.was-unhealthy")


def others(diagnosis: Diagnosis, language: Language) -> Iterator[Row]:
    """How the nodes are that have no block."""
    frame = words(language)
    lines = []
    if diagnosis.summary.healthy:
        nodes = frame.count(diagnosis.summary.healthy)
        lines.append(Line(frame.say("page.others-healthy", nodes=nodes)))
    lines += _undecided(diagnosis, language)
    if lines:
        yield Row(frame.say("label.others"), tuple(lines))


def undecided(diagnosis: Diagnosis, language: Language) -> Iterator[Row]:
    """The same where the healthy are told already."""
    if lines := tuple(_undecided(diagnosis, language)):
        yield Row(words(language).say("label.others"), lines)


def _undecided(diagnosis: Diagnosis, language: Language) -> Iterator[Line]:
    frame = words(language)
    unclear = [
        node.node
        for node in diagnosis.nodes
        if node.node
        and node.state is NodeState.UNCLEAR
        and node.passage is None
        and not node.findings
    ]
    if unclear:
        yield Line(frame.say("page.others-unclear", nodes=frame.listed(unclear)))
    for passage in Passage:
        under_way = [node.node or node.pod for node in diagnosis.nodes if node.passage is passage]
        if under_way:
            yield Line(frame.say(f"page.others-{passage}", nodes=frame.listed(under_way)))


def remedy(
    finding: Finding,
    node: NodeDiagnosis,
    language: Language,
    program: str,
    told: dict[str, str],
) -> Iterator[Row]:
    """What to do, what that restarts, and what does not help; once for nodes with the same cause."""
    frame = words(language)
    if finding.name in told:
        text = frame.say("line.same-plan", node=told[finding.name])
        yield Row(frame.say("label.do"), (Line(text),))
        return
    told[finding.name] = called(node) or unnamed(language)
    if finding.offer is not None:
        yield from _offered(finding.name, finding.offer, language)
    explain = frame.say("line.explain", program=program, cause=finding.name)
    yield Row(frame.say("label.more"), (Line(explain, command=True),))


def _offered(cause: str, offered: Offer, language: Language) -> Iterator[Row]:
    frame = words(language)
    nothing = offered.restarts in ("", "restarts.none")
    reach = frame.say(
        "line.restarts-nothing" if nothing else "line.restarts",
        restarts=cause_sentences.restarts(offered, language),
    )
    lines: list[Line] = []
    many = len(offered.steps) > 1
    said = [
        cause_sentences.choices(cause_sentences.step(cause, step, language))
        for step in offered.steps
    ]
    apart = many or any(choices for _, choices in said)
    for number, (step, (text, choices)) in enumerate(zip(offered.steps, said, strict=True), 1):
        told = f"{number}. {text}" if many else text
        told = told if apart else cause_sentences.joined((text, reach), language)
        lines.append(Line(told, choices=choices))
        lines += [Line(line, command=True) for line in step.commands]
    if apart:
        lines.append(Line(reach))
    if way := cause_sentences.instead(cause, offered, language):
        text, choices = cause_sentences.choices(way)
        lines.append(Line(text, choices=choices))
    if offered.does_not_help:
        vain = frame.listed(
            [cause_sentences.vain(what, language) for what in offered.does_not_help]
        )
        lines.append(Line(frame.say("line.vain", vain=vain)))
    if offered.untried:
        lines.append(Line(frame.say("line.untried", nodes=frame.listed(offered.untried))))
    yield Row(frame.say("label.do"), tuple(lines))
    back = [Line(line, command=True) for line in cause_sentences.undo(offered.steps)]
    back += [Line(text) for text in cause_sentences.no_undo(offered.steps, language)]
    if back:
        yield Row(frame.say("label.undo"), tuple(back))
