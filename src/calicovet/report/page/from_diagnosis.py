"""`make_page`: a diagnosis to the page that text and Markdown show."""

from dataclasses import replace

from calicovet.model.commands.shell import command
from calicovet.model.diagnosis import (
    Cluster,
    Diagnosis,
    NodeDiagnosis,
    NodeState,
    SummaryVerdict,
)
from calicovet.model.display.natural_order import natural
from calicovet.model.finding import NAMED, Finding, Verdict
from calicovet.model.language import Language
from calicovet.model.stage import Shape
from calicovet.report.cause_sentences import sentence
from calicovet.report.page import rows
from calicovet.report.page.gaps import gaps, left_out
from calicovet.report.page.grouping import groups_of
from calicovet.report.page.headline import headline, is_large, leading
from calicovet.report.page.onset import since
from calicovet.report.page.parts import Block, Line, Page, Row, Tone
from calicovet.report.page.stage_boxes import boxes
from calicovet.report.words import words

_PASTE = (
    "kubectl get nodes -o wide",
    "kubectl get pods -A -o wide | grep -i calico",
    "kubectl -n {namespace} describe pod <calico-node pod>",
    "kubectl -n {namespace} logs <calico-node pod> --all-containers --previous",
)


def make_page(diagnosis: Diagnosis, language: Language, program: str = "calicovet") -> Page:
    """Everything that a person is told, in that language."""
    frame = words(language)
    groups = groups_of(diagnosis)
    told: dict[str, str] = {}
    blocks = [_block(group, diagnosis, language, program, told) for group in groups]
    common = [
        *rows.not_it(diagnosis, language),
        *rows.but(diagnosis, language),
    ]
    if len(blocks) == 1:  # with one block everything belongs to it
        blocks = [_with(blocks[0], common, {frame.say("label.do"), frame.say("label.more")})]
        common = []
    common += [
        *rows.was(diagnosis, language),
        *left_out(diagnosis, language),
        *gaps(diagnosis, language, program),
    ]
    if blocks:
        common += rows.others(diagnosis, language)
        lead = headline(diagnosis, language) if is_large(diagnosis) else ""
        return Page(language=language, headline=lead, blocks=tuple(blocks), rows=tuple(common))
    if diagnosis.cluster is not None:
        common += rows.undecided(diagnosis, language)
    if diagnosis.summary.verdict is SummaryVerdict.HEALTHY:
        healthy = frame.say("page.healthy", nodes=frame.count(diagnosis.summary.healthy))
        return Page(language=language, headline=healthy, rows=tuple(common))
    if diagnosis.other_plugin:
        other = frame.say("page.other-plugin", plugin=diagnosis.other_plugin)
        return Page(language=language, headline=other, rows=tuple(common))
    if diagnosis.cluster is not None:  # there is nothing to paste that was not asked for already
        unseen = _unseen(diagnosis.cluster, language, program)
        return Page(language=language, headline=unseen, rows=tuple(common))
    spoken_of = bool(diagnosis.nodes) or diagnosis.names_calico
    untold = frame.say("page.could-not-look" if spoken_of else "page.nothing-found")
    common.append(_what_to_paste(diagnosis, language, program))
    return Page(language=language, headline=untold, rows=tuple(common))


def _unseen(cluster: Cluster, language: Language, program: str) -> str:
    """Why no calico-node was seen, as a sentence."""
    frame = words(language)
    if not cluster.none_seen:
        return frame.say("page.could-not-look")
    told = frame.say(f"note.{cluster.none_seen}", namespace=cluster.namespace, program=program)
    return f"{told[0].upper()}{told[1:]}{frame.say('page.stop')}"


def _block(
    group: list[NodeDiagnosis],
    diagnosis: Diagnosis,
    language: Language,
    program: str,
    told: dict[str, str],
) -> Block:
    node, finding = group[0], leading(group[0])
    detailed: list[Row] = []
    if finding is None:
        detailed += rows.bystanders(node, language)
        detailed += rows.next_question(node, language)
        detailed += rows.look_at(node, language)
        detailed += rows.differences(node, language)
        detailed += rows.possible(node, language)
    else:
        detailed += rows.proof(finding, language)
        detailed += rows.why(finding, language)
        detailed += rows.peers(finding, diagnosis, language)
        detailed += rows.takes_along(finding, language)
        detailed += rows.next_question(node, language)
        if finding.verdict is not Verdict.PROVEN:
            detailed += rows.look_at(node, language)
            detailed += rows.differences(node, language)
            detailed += rows.possible(node, language)
    detailed += since(group, diagnosis, language)
    detailed += rows.ahead(node, language)
    detailed += rows.victims(group, diagnosis, language)
    detailed += rows.alike(group, language)
    # Where only what suffers is known, its document still says where to look instead.
    known = finding or next((one for one in node.findings if one.verdict in NAMED), None)
    if known is not None:
        detailed += rows.remedy(known, node, language, program, told)
    return replace(head_of(group, diagnosis, language), rows=tuple(detailed))


def head_of(group: list[NodeDiagnosis], diagnosis: Diagnosis, language: Language) -> Block:
    """The block of these nodes without rows: who, how, and the verdict in one sentence."""
    frame = words(language)
    node, finding = group[0], leading(group[0])
    name = node.node or frame.say("page.no-node")
    if len(group) > 1:
        names = sorted((rows.called(other) or "?" for other in group), key=natural)
        name = frame.say("page.several", nodes=frame.listed(names), count=frame.count(len(names)))
    return Block(
        node=name,
        pod=node.pod if len(group) == 1 else "",
        status=_status(group, language),
        owner=frame.say(f"owner.{diagnosis.owner}") if diagnosis.owner else "",
        tone=_tone(finding),
        verdict=frame.say(f"verdict.{_tone(finding)}"),
        sentence=sentence(finding, language) if finding else unknown_cause(node, language),
        cause=f"{finding.name} ({finding.code})" if finding else "",
        boxes=boxes(node.stages, finding, frame),
    )


def _status(group: list[NodeDiagnosis], language: Language) -> str:
    """How the pod is listed; of several, what all have in common."""
    frame = words(language)
    parts = []
    for node in group:
        told = [node.status]
        if node.restarts is not None:
            key = "page.restart-one" if node.restarts == 1 else "page.restart-many"
            told.append(frame.say(key, count=str(node.restarts)))
        parts.append([*told, node.age])
    common = [part for part in parts[0] if part and all(part in others for others in parts)]
    return frame.say("page.aside").join(common)


def _tone(finding: Finding | None) -> Tone:
    if finding is None:
        return Tone.UNKNOWN
    return Tone.PROVEN if finding.verdict is Verdict.PROVEN else Tone.LIKELY


def unknown_cause(node: NodeDiagnosis, language: Language) -> str:
    """How a node looks whose cause is not known."""
    frame = words(language)
    if node.state is NodeState.UNCLEAR:
        return frame.say("unknown.unclear")
    shape: Shape | str = node.stages.shape or "unknown"
    key = f"broken.{node.broken}" if node.broken else f"shape.{shape}"
    told = frame.say(key, container=node.stages.container)
    return frame.say("unknown.tail", shape=told)


def _with(block: Block, common: list[Row], before: set[str]) -> Block:
    """The block with rows put in before what is to be done, which stays last."""
    at = next((i for i, row in enumerate(block.rows) if row.label in before), len(block.rows))
    return replace(block, rows=(*block.rows[:at], *common, *block.rows[at:]))


def _what_to_paste(diagnosis: Diagnosis, language: Language, program: str) -> Row:
    frame = words(language)
    namespace = diagnosis.namespace or "kube-system"
    lines = tuple(Line(command(line, namespace=namespace), command=True) for line in _PASTE)
    return Row(frame.say("label.paste"), (Line(frame.say("page.paste", program=program)), *lines))
