"""Whether a plan reached its expected result, from the diagnoses before and after."""

from collections.abc import Iterator

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState
from calicovet.model.finding import NAMED
from calicovet.model.remediation.change import FixPlan
from calicovet.model.remediation.outcome import Outcome, Reason, Result
from calicovet.model.stage import StageState

_THERE = (StageState.PASSED, StageState.SKIPPED)


def verify(plan: FixPlan, before: Diagnosis, after: Diagnosis) -> Outcome:
    """WORSE first, then NOT_KEPT, then UNDECIDED; KEPT only where every concerned node shows it."""
    worse = tuple(_fell_sick(before, after))
    if worse:
        return Outcome(Result.WORSE, worse)
    causes = {step.cause for step in plan.steps}
    judged = [_judge(node, causes, plan, after) for node in _concerned(plan, causes, before)]
    for result in (Result.NOT_KEPT, Result.UNDECIDED):
        found = tuple(reason for said, reason in judged if said is result)
        # A node that still has the cause decides before one that is still starting.
        if found:
            return Outcome(result, found)
    return Outcome(Result.KEPT, tuple(reason for _, reason in judged))


def _concerned(plan: FixPlan, causes: set[str], before: Diagnosis) -> tuple[str | None, ...]:
    """The nodes that have one of the causes, and those that a step is about."""
    sick = [node.node for node in before.nodes if _named(node, causes)]
    return tuple(dict.fromkeys([*sick, *(step.node for step in plan.steps if step.node)]))


def _judge(
    name: str | None, causes: set[str], plan: FixPlan, after: Diagnosis
) -> tuple[Result, Reason]:
    node = next((each for each in after.nodes if each.node == name), None)
    if node is None:
        return Result.UNDECIDED, Reason(key="not-seen", node=name)
    if node.passage is not None or node.state is NodeState.UNCLEAR:
        return Result.UNDECIDED, Reason(key="still-starting", node=name)
    still = _named(node, causes)
    if still:
        return Result.NOT_KEPT, Reason(key="cause-still-named", node=name, detail=still)
    state = node.stages.states.get(plan.reaches, StageState.UNKNOWN)
    unheard = state is StageState.UNKNOWN and node.state is NodeState.HEALTHY
    if state in _THERE or unheard:
        return Result.KEPT, Reason(key="stage-passed", node=name, detail=plan.reaches)
    return Result.NOT_KEPT, Reason(key="stage-not-passed", node=name, detail=plan.reaches)


def _fell_sick(before: Diagnosis, after: Diagnosis) -> Iterator[Reason]:
    """Nodes that are sick and were not; who is only another one's victim was made so by that one."""
    known = {node.node: node for node in before.nodes}
    grouped = {name for node in before.nodes for name in node.alike}
    for node in after.nodes:
        was = known.get(node.node)
        healthy = was.state is NodeState.HEALTHY if was else node.node not in grouped
        if node.node and node.state is NodeState.SICK and node.victim_of is None and healthy:
            yield Reason(key="fell-sick", node=node.node)


def _named(node: NodeDiagnosis, causes: set[str]) -> str:
    """The first of the causes that is proven or likely there; empty: none is."""
    found = (each.name for each in node.findings if each.name in causes)
    named = {each.name for each in node.findings if each.verdict in NAMED}
    return next((name for name in found if name in named), "")
