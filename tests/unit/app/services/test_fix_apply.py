"""Plans of several changes: all of it or nothing, whatever comes between; and the watch that follows."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from calicovet.app.cli import interrupt
from calicovet.app.services import fix_apply as applying
from calicovet.app.services.fix_apply import Cluster, carry_out, is_rolling, watch
from calicovet.app.services.fix_rollback import undo_entries
from calicovet.model.diagnosis import Diagnosis, Summary, SummaryVerdict
from calicovet.model.errors import NoAccess
from calicovet.model.remediation.change import (
    Change,
    CreateObject,
    DeletePod,
    FixPlan,
    ObjectRef,
    Op,
    Operation,
    PatchObject,
    PlannedStep,
)
from calicovet.model.remediation.fix import Applied, Ending, Fix, UndoState
from calicovet.model.remediation.journal import JournalState
from calicovet.model.remediation.outcome import Outcome, Reason, Result
from calicovet.model.remediation.plan import OfferedStep
from calicovet.model.stage import StageId
from calicovet.world.cluster.object_writes import NotOurs
from calicovet.world.journals.journal_file import JournalWriter, read_journal
from tests.support.recording_server import Said, Seen
from tests.support.small_cluster import status
from tests.support.small_objects import daemonset, pod
from tests.support.writable_cluster import WritableCluster
from tests.unit.world.kube.targets import client_of

CAUSE = "api-service-host-override-wrong"
NO_SUBJECT = Diagnosis(summary=Summary(SummaryVerdict.HEALTHY))


def ref(kind: str, plural: str, name: str, version: str = "v1") -> ObjectRef:
    return ObjectRef(
        api_version=version, kind=kind, plural=plural, name=name, namespace="kube-system"
    )


ENDPOINT = CreateObject(
    ref=ref("ConfigMap", "configmaps", "kubernetes-services-endpoint"),
    body={
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "kubernetes-services-endpoint", "namespace": "kube-system"},
        "data": {"KUBERNETES_SERVICE_HOST": "10.0.0.1"},
    },
)
ROLLED = {"calicovet/rolled-for": "5"}
_ANNOTATIONS = "/spec/template/metadata/annotations"
ROLL = PatchObject(
    ref=ref("DaemonSet", "daemonsets", "calico-node", "apps/v1"),
    operations=(
        Operation(Op.TEST, "/metadata/generation", 1),
        Operation(Op.ADD, _ANNOTATIONS, ROLLED),
    ),
    undo=(
        Operation(Op.TEST, _ANNOTATIONS, ROLLED),
        Operation(Op.REMOVE, _ANNOTATIONS),
    ),
)
POD = DeletePod(ref=ref("Pod", "pods", "calico-node-x7k2p"), uid="uid-1")


def fix_of(changes: Sequence[Change]) -> Fix:
    steps = tuple(
        PlannedStep(cause=CAUSE, node=None, offered=OfferedStep(key="set-setting"), changes=(each,))
        for each in changes
    )
    plan = FixPlan(
        id="abc",
        steps=steps,
        reaches=StageId.PROBES_PASSING,
        within=timedelta(minutes=5),
        restarts="restarts.none",
        restarts_count=None,
        owner="",
        chain=(),
    )
    return Fix(causes=(CAUSE,), node="", sick=(), diagnosis=NO_SUBJECT, plan=plan)


class Place:
    """A cluster with a DaemonSet and a pod, and the journals of the user who works on it."""

    def __init__(self, server: WritableCluster, folder: Path) -> None:
        self.server = server
        self.cluster = Cluster(
            client=client_of(server.url), context="here", server=server.url, journals=folder
        )
        self.told: list[str] = []

    def apply(self, *changes: Change) -> Applied:
        return carry_out(
            fix_of(changes), self.cluster, lambda _, each: self.told.append(each.ref.kind)
        )

    def objects(self) -> Any:
        """All of them, without what counts changes."""
        found = json.loads(json.dumps(self.server.objects))
        for each in found:
            del each["metadata"]["generation"], each["metadata"]["resourceVersion"]
        return found

    def journal(self) -> Path:
        [path] = self.cluster.journals.glob("*.jsonl")
        return path

    def state(self) -> JournalState:
        return read_journal(self.journal(), keys=self.cluster.journals).state

    def roll_back(self) -> list[UndoState]:
        path = self.journal()
        journal = read_journal(path, keys=self.cluster.journals)
        writer = JournalWriter(path, self.cluster.journals)
        undone = undo_entries(self.cluster.client, journal, writer)
        return [undo.state for undo in undone]

    def refuse(self, words: str, code: int) -> None:
        """Writes there that are for good are refused; rehearsals are not."""

        def answer(seen: Seen) -> Said:
            if seen.method in ("PATCH", "DELETE", "POST") and "dryRun" not in seen.path:
                return status(code, "no")
            return self.server.answer_without_faults(seen)

        self.server.fail(words, answer)

    def mend(self) -> None:
        self.server._faults.clear()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with WritableCluster([daemonset(1), pod("calico-node-x7k2p", "n1")]) as server:
        yield Place(server, tmp_path / "journals")


def test_all_changes_are_made_in_their_order_and_told(place: Place) -> None:
    applied = place.apply(ENDPOINT, ROLL, POD)
    assert applied.ending is Ending.APPLIED
    assert place.told == ["ConfigMap", "DaemonSet", "Pod"]
    assert [seen.method for seen in place.server.written] == ["POST", "PATCH", "DELETE"]
    assert place.state() is JournalState.APPLIED


def test_all_are_rehearsed_before_the_first_is_sent(place: Place) -> None:
    place.apply(ENDPOINT, ROLL)
    kinds = [seen in place.server.written for seen in place.server.seen]
    assert kinds == [False, False, True, True]


def test_where_one_rehearsal_is_refused_none_is_sent(place: Place) -> None:
    place.server.locked.add("daemonsets.apps")
    applied = place.apply(ENDPOINT, ROLL)
    assert applied.ending is Ending.REFUSED
    assert place.server.written == [] and not place.cluster.journals.exists()


def test_what_is_not_ours_is_not_even_rehearsed(place: Place) -> None:
    secret = CreateObject(ref=ref("Secret", "secrets", "calico"), body={})
    with pytest.raises(NotOurs):
        place.apply(secret)
    assert place.server.seen == []


def test_one_that_is_refused_half_way_takes_those_before_it_back(place: Place) -> None:
    before = place.objects()
    place.refuse("daemonsets", 400)
    applied = place.apply(ENDPOINT, ROLL)
    assert applied.ending is Ending.HALF
    assert [undo.state for undo in applied.undone] == [UndoState.UNDONE]
    assert place.objects() == before
    assert place.state() is JournalState.UNDONE


def test_a_step_without_an_answer_leaves_the_rest_to_a_rollback(place: Place) -> None:
    before = place.objects()
    place.refuse("daemonsets", 500)
    applied = place.apply(ENDPOINT, ROLL)
    assert applied.ending is Ending.HALF and applied.undone == ()
    assert place.state() is JournalState.BROKEN_OFF
    place.mend()
    # The second was never made, which the object shows.
    assert place.roll_back() == [UndoState.AS_BEFORE, UndoState.UNDONE]
    assert place.objects() == before
    assert place.state() is JournalState.UNDONE


class Crash(BaseException):
    """The program is gone."""


@pytest.mark.parametrize(
    ("method", "number", "expected"),
    [
        ("sending", 0, []),
        ("done", 0, [UndoState.UNDONE]),
        ("sending", 1, [UndoState.UNDONE]),
        ("done", 1, [UndoState.UNDONE, UndoState.UNDONE]),
    ],
)
def test_a_crash_anywhere_can_be_rolled_back(
    method: str,
    number: int,
    expected: list[UndoState],
    place: Place,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    really = getattr(JournalWriter, method)

    def crash(self: JournalWriter, at: int, *more: object) -> None:
        if at == number:
            raise Crash
        really(self, at, *more)

    before = place.objects()
    monkeypatch.setattr(JournalWriter, method, crash)
    with pytest.raises(Crash):
        place.apply(ENDPOINT, ROLL)
    monkeypatch.undo()
    assert place.state() is (JournalState.BROKEN_OFF if expected else JournalState.NOTHING_DONE)
    assert place.roll_back() == expected
    assert place.objects() == before


def test_a_rollback_that_crashes_can_be_rolled_back_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(self: JournalWriter, at: int) -> None:
        raise Crash

    before = place.objects()
    place.apply(ENDPOINT, ROLL)
    monkeypatch.setattr(JournalWriter, "undone", crash)
    with pytest.raises(Crash):
        place.roll_back()
    monkeypatch.undo()
    assert place.roll_back() == [UndoState.AS_BEFORE, UndoState.UNDONE]
    assert place.objects() == before


def test_ctrl_c_lets_the_change_under_way_end_and_sends_no_more(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def pressed_after_the_first(stop: Callable[[], None]) -> Iterator[None]:
        place.server.after = lambda _: stop()
        yield
        place.server.after = lambda _: None

    before = place.objects()
    monkeypatch.setattr(interrupt, "first_interrupt", pressed_after_the_first)
    applied = place.apply(ENDPOINT, ROLL)
    assert applied.ending is Ending.STOPPED
    assert applied.done == (ENDPOINT,)
    assert place.state() is JournalState.BROKEN_OFF
    assert place.roll_back() == [UndoState.UNDONE]
    assert place.objects() == before


def test_where_one_cannot_be_undone_nothing_is(place: Place) -> None:
    place.apply(ENDPOINT, ROLL)
    other = {"calicovet/rolled-for": "9"}
    place.server.touch(
        "DaemonSet",
        "calico-node",
        lambda each: each["spec"]["template"]["metadata"].update(annotations=other),
    )
    after = place.objects()
    assert place.roll_back() == [UndoState.CHANGED, UndoState.LEFT]
    assert place.objects() == after
    assert place.state() is JournalState.APPLIED


def test_the_last_change_is_undone_first(place: Place) -> None:
    place.apply(ENDPOINT, ROLL)
    place.roll_back()
    assert [seen.method for seen in place.server.written][2:] == ["PATCH", "DELETE"]


def test_an_object_of_the_same_name_made_by_another_user_is_not_deleted(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(self: JournalWriter, at: int, *_: object) -> None:
        raise Crash

    monkeypatch.setattr(JournalWriter, "done", crash)
    with pytest.raises(Crash):
        place.apply(ENDPOINT)
    monkeypatch.undo()
    made = place.server.object("ConfigMap", "kubernetes-services-endpoint")
    made["metadata"]["managedFields"] = [{"manager": "kubectl"}]
    assert place.roll_back() == [UndoState.AS_BEFORE]
    assert made in place.server.objects


def test_a_pod_that_its_daemonset_has_replaced_meanwhile_needs_no_deleting(place: Place) -> None:
    def replace(seen: Seen) -> None:
        if seen.method == "PATCH":
            place.server.object("Pod", "calico-node-x7k2p")["metadata"]["uid"] = "another"

    place.server.after = replace
    assert place.apply(ROLL, POD).ending is Ending.APPLIED
    assert place.server.object("Pod", "calico-node-x7k2p")
    assert place.roll_back() == [UndoState.NO_UNDO, UndoState.UNDONE]


# The watch


class Looks:
    """What verification says, look by look; the last one again and again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *results: Result | None) -> None:
        self._results = list(results)
        self.count = 0
        self.fallen = "n1"
        monkeypatch.setattr(applying, "PAUSE", 0.0)
        monkeypatch.setattr(applying, "verify", self._verify)

    def _verify(self, *_: object) -> Outcome:
        if self._next is not Result.WORSE:
            return Outcome(self._next)
        return Outcome(Result.WORSE, (Reason(key="fell-sick", node=self.fallen),))

    def __call__(self) -> Diagnosis:
        self.count += 1
        found = self._results[0] if len(self._results) == 1 else self._results.pop(0)
        if found is None:
            raise NoAccess("away")
        self._next = found
        return NO_SUBJECT

    def watch(self, within: float, *, rolling: Sequence[bool] = (False,)) -> tuple[Outcome, bool]:
        rolls = list(rolling)
        return watch(
            fix_of(()),
            self,
            lambda: rolls[0] if len(rolls) == 1 else rolls.pop(0),
            within,
            lambda _: False,
        )


def test_it_waits_until_the_promise_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks(monkeypatch, Result.UNDECIDED, Result.NOT_KEPT, Result.KEPT)
    assert looks.watch(60.0) == (Outcome(Result.KEPT), False)
    assert looks.count == 3


def test_who_will_not_wait_hears_what_was_seen_last(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks(monkeypatch, Result.NOT_KEPT)
    outcome, _ = watch(fix_of(()), looks, lambda: False, 60.0, lambda _: looks.count == 1)
    assert (outcome.result, looks.count) == (Result.NOT_KEPT, 1)


def test_it_waits_until_the_last_pod_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks(monkeypatch, Result.KEPT)
    assert looks.watch(60.0, rolling=(True, True, False)) == (Outcome(Result.KEPT), False)
    assert looks.count == 3


def test_when_the_time_is_up_it_says_what_it_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Looks(monkeypatch, Result.NOT_KEPT).watch(0.0)[0].result is Result.NOT_KEPT
    assert Looks(monkeypatch, Result.KEPT).watch(0.0, rolling=(True,)) == (
        Outcome(Result.KEPT),
        True,
    )


def test_one_bad_look_is_not_worse_two_in_a_row_are(monkeypatch: pytest.MonkeyPatch) -> None:
    once = Looks(monkeypatch, Result.WORSE, Result.UNDECIDED, Result.KEPT)
    assert once.watch(60.0)[0].result is Result.KEPT
    twice = Looks(monkeypatch, Result.WORSE, Result.WORSE, Result.KEPT)
    assert twice.watch(60.0)[0].result is Result.WORSE


def test_another_node_in_each_look_is_not_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks(monkeypatch, Result.WORSE, Result.WORSE, Result.KEPT)

    def next_node() -> Diagnosis:
        looks.fallen = f"n{looks.count}"
        return looks()

    outcome, _ = watch(fix_of(()), next_node, lambda: False, 60.0, lambda _: False)
    assert outcome.result is Result.KEPT


def test_a_server_that_is_away_for_a_moment_decides_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = Looks(monkeypatch, None, None, Result.KEPT)
    assert looks.watch(60.0)[0].result is Result.KEPT
    assert Looks(monkeypatch, None).watch(0.0)[0].result is Result.UNDECIDED


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ({}, False),
        ({"observedGeneration": 1, "desiredNumberScheduled": 3}, True),
        ({"observedGeneration": 2, "desiredNumberScheduled": 3}, True),
        (
            {"observedGeneration": 2, "desiredNumberScheduled": 3, "updatedNumberScheduled": 3},
            False,
        ),
        (
            {"observedGeneration": 1, "desiredNumberScheduled": 3, "updatedNumberScheduled": 3},
            True,
        ),
    ],
)
def test_a_daemonset_rolls_until_all_of_its_pods_are_of_today(
    status: dict[str, int], expected: bool
) -> None:
    found = {"metadata": {"generation": 2}, "spec": {}, "status": status}
    assert applying._rolls(found) is expected


def test_one_that_replaces_pods_only_when_they_are_deleted_does_not_roll() -> None:
    found = {
        "metadata": {"generation": 2},
        "spec": {"updateStrategy": {"type": "OnDelete"}},
        "status": {"observedGeneration": 2, "desiredNumberScheduled": 3},
    }
    assert not applying._rolls(found)


def test_where_nothing_is_known_nothing_rolls(place: Place) -> None:
    assert not is_rolling(place.cluster.client, fix_of(()))
