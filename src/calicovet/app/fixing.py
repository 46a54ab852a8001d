"""From a cause that somebody wants put right to a plan that the API server has rehearsed."""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from calicovet.app.settings import Settings
from calicovet.model.change import Change, FixPlan, ObjectRef, Value
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis
from calicovet.model.errors import BadUsage, NothingToDo
from calicovet.model.finding import NAMED, Finding, Verdict
from calicovet.model.fix import Fix
from calicovet.model.sent import Refused, Rehearsed
from calicovet.model.shell import Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.world.kube.client import Client
    from calicovet.world.kube.target import Target

Sick = tuple[NodeDiagnosis, Finding]

_MOST_NEAR = 3


def named_causes(words: str) -> tuple[str, ...]:
    """The causes that were asked for, several with commas between; BadUsage where one is not known."""
    from calicovet.causes.catalogue import codes, find

    names = []
    for word in words.split(","):
        cause = find(word.strip())
        if cause is None:
            from calicovet.app.near import names_like

            near = names_like(word.strip(), tuple(codes()))[:_MOST_NEAR]
            key = "no-cause" if near else "no-cause-like"
            raise BadUsage("no such cause", key=key, cause=word.strip(), near=", ".join(near))
        names.append(cause.name)
    return tuple(dict.fromkeys(names))


def look(arguments: Namespace, settings: Settings, target: "Target") -> Diagnosis:
    """The whole cluster: a change meant for one node may hurt the others."""
    from calicovet.app.live import look_at_cluster

    also = (settings.node,) if settings.node else ()
    everywhere = replace(settings, node="")
    return look_at_cluster(arguments, everywhere, target=target, also=also).diagnosis


def look_again(
    arguments: Namespace, settings: Settings, target: "Target", nodes: tuple[str, ...]
) -> Diagnosis:
    """The same some time after a change, with those nodes; what was brought from hosts tells of before."""
    from calicovet.app.live import look_at_cluster

    fresh = Namespace(
        **{**vars(arguments), "host_facts": [], "ssh": None, "debug_pod": None, "exec": False}
    )
    quietly = replace(settings, node="", verbose=False)
    return look_at_cluster(fresh, quietly, shown=True, target=target, also=nodes).diagnosis


def choose(diagnosis: Diagnosis, causes: Sequence[str], node: str = "") -> tuple[Sick, ...]:
    """The findings to be put right: the named ones, else those that are possible; NothingToDo where none is."""
    from calicovet.app.incident import only_node
    from calicovet.report.headline import leading

    nodes = only_node(diagnosis, node).nodes
    found = [
        (each, finding) for each in nodes for finding in each.findings if finding.name in causes
    ]
    for verdicts in (NAMED, frozenset({Verdict.POSSIBLE})):
        if chosen := tuple(pair for pair in found if pair[1].verdict in verdicts):
            return chosen
    named = dict.fromkeys(one.name for each in nodes if (one := leading(each)) is not None)
    key = "not-named" if named else "nothing-named"
    raise NothingToDo(
        f"{', '.join(causes)} is not named here",
        key=key,
        cause=", ".join(causes),
        named=", ".join(named),
    )


def make_plan(
    diagnosis: Diagnosis,
    causes: Sequence[str],
    *,
    node: str = "",
    client: "Client | None" = None,
    kept: Mapping[ObjectRef, Value] | None = None,
    even_if_managed: bool = False,
    where: Sequence[Part] = (),
    how: Sequence[Part] = (),
) -> Fix:
    """What would be done; read and rehearsed where there is a cluster, else on paper, by the objects that were kept."""
    from calicovet.remedy.resolve import resolve, wanted

    sick = choose(diagnosis, causes, node)
    findings = tuple(finding for _, finding in sick)
    objects: dict[ObjectRef, Value] = dict(kept or {})
    unread: list[tuple[ObjectRef, Refused]] = []
    if client is not None:
        from calicovet.world.write import read

        for ref in wanted(findings, diagnosis):
            found = read(client, ref)
            if isinstance(found, Refused):
                unread.append((ref, found))
            else:
                objects[ref] = found
    plan = resolve(findings, diagnosis, objects, even_if_managed=even_if_managed)
    if not plan.steps:
        raise NothingToDo("no plan", key="no-plan", cause=", ".join(causes))
    chosen = {finding.name for finding in findings}
    return Fix(
        causes=tuple(cause for cause in causes if cause in chosen),
        left_out=tuple(cause for cause in causes if cause not in chosen),
        node=node,
        sick=sick,
        diagnosis=diagnosis,
        plan=plan,
        diffs=tuple(_diffs(plan, objects)),
        rehearsed=rehearse_all(client, _changes(plan)) if client is not None else None,
        unread=tuple(unread),
        even_if_managed=even_if_managed,
        where=tuple(where),
        how=tuple(how),
    )


def rehearse_all(client: "Client", changes: Sequence[Change]) -> tuple[Rehearsed, ...]:
    """What the server says to each of them."""
    from calicovet.world.write import rehearse

    answers = ((change, rehearse(client, change)) for change in changes)
    return tuple(
        Rehearsed(change=change, refused=answer if isinstance(answer, Refused) else None)
        for change, answer in answers
    )


def _changes(plan: FixPlan) -> tuple[Change, ...]:
    return tuple(change for step in plan.steps for change in step.changes)


def _diffs(plan: FixPlan, objects: Mapping[ObjectRef, Value]) -> Iterator[str]:
    from calicovet.remedy.diff import diff
    from calicovet.world.redact import redact_text

    for change in _changes(plan):
        if text := diff(change, objects.get(change.ref)):
            yield redact_text(text)


def concerned(fix: Fix) -> Diagnosis:
    """The diagnosis before, in which only the nodes that are to be healed have the causes."""
    chosen = {id(finding) for _, finding in fix.sick}

    def without(node: NodeDiagnosis) -> NodeDiagnosis:
        kept = tuple(
            each for each in node.findings if each.name not in fix.causes or id(each) in chosen
        )
        return replace(node, findings=kept)

    return replace(fix.diagnosis, nodes=tuple(map(without, fix.diagnosis.nodes)))
