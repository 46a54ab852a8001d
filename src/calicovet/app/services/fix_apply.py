"""Sends the changes of a plan, journals each, and diagnoses again to verify the result."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from time import monotonic

from calicovet.app.services.fix_plan import concerned, rehearse_all
from calicovet.app.services.fix_rollback import reach_in, undo_entries
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.errors import NoAccess
from calicovet.model.record import record
from calicovet.model.remediation.change import Change, DeletePod
from calicovet.model.remediation.fix import Applied, Ending, Fix
from calicovet.model.remediation.outcome import Outcome, Result
from calicovet.model.remediation.send_result import Refusal, Refused, Rehearsed, made_of
from calicovet.remedy.verification import verify
from calicovet.remedy.write_limits.permitted_changes import is_permitted
from calicovet.world.cluster import object_writes
from calicovet.world.journals.journal_file import JournalWriter, begin_journal, read_journal
from calicovet.world.kube.client import Client

PAUSE = 5.0
"""Seconds between two looks at a cluster that is to get well."""


@record(kw_only=True)
class Cluster:
    """Where the plan is applied."""

    client: Client
    context: str
    server: str
    journals: Path
    authority: str = ""
    """A digest of the certificates by which it is known."""


def carry_out(fix: Fix, cluster: Cluster, tell: Callable[[str, Change], None]) -> Applied:
    """All changes of the plan, or none: rehearsed once more, sent, and taken back where one is refused half-way.

    `tell` hears of each change that was made. Ctrl-C lets the change that is under way come to its end.
    """
    from calicovet.app.cli.interrupt import first_interrupt

    changes = fix.changes
    _need_reach(fix)
    refused = tuple(each for each in rehearse_all(cluster.client, changes) if each.refused)
    if refused:
        return Applied(ending=Ending.REFUSED, refused=refused)
    journal = begin_journal(
        cluster.journals,
        plan=fix.plan.id,
        causes=fix.causes,
        nodes=fix.nodes,
        context=cluster.context,
        server=cluster.server,
        authority=cluster.authority,
        changes=changes,
    )
    begun = Applied(ending=Ending.APPLIED, journal=journal.id, path=str(journal.path))
    stop = Event()
    with first_interrupt(stop.set):
        done, failed = _send(cluster.client, changes, journal, stop, tell)
    if failed is None:
        ending = Ending.APPLIED if len(done) == len(changes) else Ending.STOPPED
        return replace(begun, ending=ending, done=done)
    half = replace(begun, ending=Ending.HALF, done=done, refused=(failed,))
    if failed.refused is None or failed.refused.why is Refusal.NO_ANSWER:
        return half
    # Half a plan may be worse than none, and what was just made can be taken back now.
    written = read_journal(journal.path, keys=cluster.journals)
    return replace(half, undone=undo_entries(cluster.client, written, journal))


def _need_reach(fix: Fix) -> None:
    """NotOurs where a plan changes what its causes do not declare: a rollback would refuse to undo it."""
    reach = reach_in(fix.causes)
    for change in fix.changes:
        if not is_permitted(change, reach):
            raise object_writes.NotOurs(
                f"{change.ref.title} is not declared by {', '.join(fix.causes)}"
            )


def _send(
    client: Client,
    changes: Sequence[Change],
    journal: JournalWriter,
    stop: Event,
    tell: Callable[[str, Change], None],
) -> tuple[tuple[Change, ...], Rehearsed | None]:
    """What was done, and what was refused."""
    done: list[Change] = []
    for number, change in enumerate(changes):
        if stop.is_set():
            break
        journal.sending(number)
        answer = object_writes.apply(client, change)
        if isinstance(answer, Refused) and not _is_gone_anyway(change, answer):
            journal.refused(number, answer)
            return tuple(done), Rehearsed(change=change, refused=answer)
        journal.done(number, made_of(answer))
        tell("changed", change)
        done.append(change)
    return tuple(done), None


def _is_gone_anyway(change: Change, refused: Refused) -> bool:
    """Whether the pod was replaced by its DaemonSet before we came to it."""
    return isinstance(change, DeletePod) and refused.why in (Refusal.GONE, Refusal.DRIFT)


def watch(
    fix: Fix,
    look: Callable[[], Diagnosis],
    rolling: Callable[[], bool],
    within: float,
    wait: Callable[[float], bool],
) -> tuple[Outcome, bool]:
    """What became of the promise, and whether pods are still being replaced.

    Looks until it is kept everywhere and nothing rolls any more, a node has fallen sick and stays so, or the time is up;
    or until `wait` says that the user no longer waits.
    """
    before = concerned(fix)
    until = monotonic() + within
    outcome = Outcome(Result.UNDECIDED)
    fallen: set[str | None] = set()
    while True:
        if wait(max(0.0, min(PAUSE, until - monotonic()))):
            return outcome, False
        late = monotonic() >= until
        try:
            outcome = verify(fix.plan, before, look())
        except NoAccess:
            # A cluster whose network is being mended may not answer for a moment.
            if late:
                return outcome, False
            continue
        worse = outcome.result is Result.WORSE
        now = {reason.node for reason in outcome.reasons} if worse else set()
        # A pod that is replaced is not ready for a moment: one look is not enough.
        if now & fallen:
            return outcome, False
        fallen = now
        if outcome.result is Result.KEPT or late:
            still = rolling()
            if late or not still:
                return outcome, still


def is_rolling(client: Client, fix: Fix) -> bool:
    """Whether a DaemonSet of the plan has not replaced all of its pods yet; False where that is not known."""
    from calicovet.remedy.changes_for_causes import objects_to_read

    findings = tuple(finding for _, finding in fix.sick)
    refs = [ref for ref in objects_to_read(findings, fix.diagnosis) if ref.kind == "DaemonSet"]
    return any(_rolls(object_writes.read(client, ref)) for ref in refs)


def _rolls(daemonset: object) -> bool:
    if not isinstance(daemonset, dict):
        return False
    spec, status = daemonset.get("spec", {}), daemonset.get("status", {})
    if (
        spec.get("updateStrategy", {}).get("type") == "OnDelete"
        or "observedGeneration" not in status
    ):
        return False
    behind = status["observedGeneration"] < daemonset.get("metadata", {}).get("generation", 0)
    objects_to_read = status.get("desiredNumberScheduled", 0)
    return bool(behind or status.get("updatedNumberScheduled", 0) < objects_to_read)
