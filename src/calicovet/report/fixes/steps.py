"""The steps of a plan, once for nodes that share them."""

from collections.abc import Iterator, Mapping, Sequence

from calicovet.model.language import Language
from calicovet.model.remediation.change import PlannedStep
from calicovet.model.remediation.fix import Fix
from calicovet.report import cause_sentences
from calicovet.report.page.parts import Line
from calicovet.report.words import words


def step_lines(fix: Fix, language: Language) -> Iterator[Line]:
    """The steps in their order; with who does them only where not all are the reader's."""
    frame, steps = words(language), fix.plan.steps
    many, several = len(steps) > 1, len({step.node for step in steps}) > 1
    shared = fix.rehearsed is not None and any(_who(step) != "you" for step in steps)
    alike = same_nodes(steps)
    told = {name for names in alike.values() for name in names}
    last = {step.node: number for number, step in enumerate(steps)}
    for number, step in enumerate(steps):
        if step.node in told:
            continue
        text, choices = cause_sentences.choices(
            cause_sentences.step(step.cause, step.offered, language)
        )
        if step.node and several and step.node not in text:
            text = frame.say("fix.of", object=step.node, told=text)
        text = f"{text} [{frame.say(f'fix.who.{_who(step)}')}]" if shared else text
        yield Line(f"{number + 1}. {text}" if many else text, choices=choices)
        # What its owner would write again is not to be typed.
        typed = () if step.elsewhere else step.offered.commands
        yield from (Line(line, command=True) for line in typed)
        if step.node and number == last[step.node] and (others := alike.get(step.node)):
            yield Line(frame.say("fix.same-on", nodes=frame.listed(others)))


def same_nodes(steps: Sequence[PlannedStep]) -> Mapping[str, tuple[str, ...]]:
    """Nodes, and those others on which the very same is to be done by hand."""
    first: dict[object, str] = {}
    found: dict[str, tuple[str, ...]] = {}
    for name in dict.fromkeys(step.node for step in steps if step.node):
        own = [step for step in steps if step.node == name]
        if any(_who(step) != "you" for step in own):
            continue
        known = first.setdefault(tuple(_without(step, name) for step in own), name)
        if known != name:
            found[known] = (*found.get(known, ()), name)
    return found


def _without(step: PlannedStep, node: str) -> object:
    """The step as it would be on a node of no name; what it says about the node's state may differ."""
    lines = (*step.offered.commands, "", *step.offered.undo)
    return step.cause, step.offered.key, tuple(line.replace(node, "\0") for line in lines)


def _who(step: PlannedStep) -> str:
    """Whose hands the step needs."""
    if step.changes or step.together:
        return "calicovet"
    return "owner" if step.elsewhere else "you"
