"""Makes the plan for a cause, dry-run by the API server."""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from calicovet.app.cli.settings import Settings
from calicovet.model.commands.shell import Part
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis
from calicovet.model.errors import BadUsage, NothingToDo
from calicovet.model.finding import NAMED, Finding, Verdict
from calicovet.model.remediation.change import Change, FixPlan, ObjectRef, Value
from calicovet.model.remediation.fix import Fix
from calicovet.model.remediation.send_result import Refused, Rehearsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.world.kube.client import Client
    from calicovet.world.kube.target import Target

Sick = tuple[NodeDiagnosis, Finding]

_MOST_NEAR = 3


def named_causes(words: str) -> tuple[str, ...]:
    """The causes that were asked for, several with commas between; BadUsage where one is not known."""
    from calicovet.causes.catalogue import find, names

    found: list[str] = []
    for word in words.split(","):
        cause = find(word.strip())
        if cause is None:
            from calicovet.api.near_names import names_like

            near = names_like(word.strip(), names())[:_MOST_NEAR]
            key = "no-cause" if near else "no-cause-like"
            raise BadUsage("no such cause", key=key, cause=word.strip(), near=", ".join(near))
        found.append(cause.name)
    return tuple(dict.fromkeys(found))


def look(arguments: Namespace, settings: Settings, target: "Target") -> Diagnosis:
    """The whole cluster: a change meant for one node may hurt the others."""
    from calicovet.app.services.live import look_at_cluster

    also = (settings.node,) if settings.node else ()
    everywhere = replace(settings, node="")
    return look_at_cluster(arguments, everywhere, target=target, also=also).diagnosis


def look_again(
    arguments: Namespace, settings: Settings, target: "Target", nodes: tuple[str, ...]
) -> Diagnosis:
    """The same some time after a change, with those nodes; output brought from hosts is from before the change."""
    from calicovet.app.services.live import look_at_cluster

    fresh = Namespace(
        **{**vars(arguments), "host_facts": [], "ssh": None, "debug_pod": None, "exec": False}
    )
    quietly = replace(settings, node="", verbose=False)
    return look_at_cluster(fresh, quietly, shown=True, target=target, also=nodes).diagnosis


def choose(diagnosis: Diagnosis, causes: Sequence[str], node: str = "") -> tuple[Sick, ...]:
    """The findings to be put right: the named ones, else those that are possible; NothingToDo where none is."""
    from calicovet.api import restrict_to_node
    from calicovet.report.page.headline import leading

    nodes = restrict_to_node(diagnosis, node).nodes
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
    from calicovet.remedy.changes_for_causes import objects_to_read, resolve

    sick = choose(diagnosis, causes, node)
    findings = tuple(finding for _, finding in sick)
    objects: dict[ObjectRef, Value] = dict(kept or {})
    unread: list[tuple[ObjectRef, Refused]] = []
    if client is not None:
        from calicovet.world.cluster.object_writes import read

        for ref in objects_to_read(findings, diagnosis):
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
    from calicovet.world.cluster.object_writes import rehearse

    answers = ((change, rehearse(client, change)) for change in changes)
    return tuple(
        Rehearsed(change=change, refused=answer if isinstance(answer, Refused) else None)
        for change, answer in answers
    )


def _changes(plan: FixPlan) -> tuple[Change, ...]:
    return tuple(change for step in plan.steps for change in step.changes)


def _diffs(plan: FixPlan, objects: Mapping[ObjectRef, Value]) -> Iterator[str]:
    from calicovet.remedy.patches.diff import diff
    from calicovet.world.redaction.redact import redact_text

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
