"""Journals: what is written before and after each change, and what a crash leaves."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from calicovet.model.errors import BadInput, BadUsage, CannotGoOn
from calicovet.model.remediation.change import (
    Change,
    CreateObject,
    DeletePod,
    ObjectRef,
    Op,
    Operation,
    PatchObject,
)
from calicovet.model.remediation.journal import Fate, Journal, JournalState
from calicovet.model.remediation.outcome import Outcome, Result
from calicovet.model.remediation.send_result import Made, Refusal, Refused
from calicovet.world.journals.journal_file import (
    JournalWriter,
    begin_journal,
    find_journal,
    journals_folder,
    list_journals,
    read_journal,
)


def ref(kind: str, plural: str, name: str) -> ObjectRef:
    return ObjectRef(api_version="v1", kind=kind, plural=plural, name=name, namespace="kube-system")


PATCH = PatchObject(
    ref=ref("ConfigMap", "configmaps", "calico-config"),
    operations=(Operation(Op.TEST, "/data/mtu", None), Operation(Op.REPLACE, "/data/mtu", "1440")),
    undo=(Operation(Op.REMOVE, "/data/mtu"),),
)
CHANGES: tuple[Change, ...] = (
    PATCH,
    CreateObject(ref=ref("ConfigMap", "configmaps", "x"), body={"data": {"a": [1, None, True]}}),
    DeletePod(ref=ref("Pod", "pods", "calico-node-x7k2p"), uid="u"),
)
GONE = Refused(why=Refusal.GONE, said="not found")
DARK = Refused(why=Refusal.NO_ANSWER, said="timed out")


def begun(folder: Path, plan: str = "abc123", hour: int = 7) -> JournalWriter:
    return begin_journal(
        folder,
        plan=plan,
        causes=("ip-wrong-bridge",),
        nodes=("node-2",),
        context="lab",
        server="https://lab",
        authority="",
        changes=CHANGES,
        clock=lambda: datetime(2026, 11, 16, hour, tzinfo=UTC),
    )


def read(path: Path) -> Journal:
    return read_journal(path, keys=path.parent)


def fates(journal: JournalWriter) -> list[Fate]:
    return [entry.fate for entry in read(journal.path).entries]


def state(journal: JournalWriter) -> JournalState:
    return read(journal.path).state


def all_done(journal: JournalWriter) -> None:
    for number in range(len(CHANGES)):
        journal.sending(number)
        journal.done(number, Made(uid=f"uid-{number}", resource_version="7"))


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    found = read(journal.path)
    assert tuple(entry.change for entry in found.entries) == CHANGES
    assert (found.plan, found.causes, found.nodes) == ("abc123", ("ip-wrong-bridge",), ("node-2",))
    assert (found.context, found.server) == ("lab", "https://lab")
    assert found.id == journal.id == "20261116T070000Z-abc123"
    assert found.began == datetime(2026, 11, 16, 7, tzinfo=UTC)


def test_no_other_user_can_read_it(tmp_path: Path) -> None:
    journal = begun(tmp_path / "state" / "journals")
    assert journal.path.stat().st_mode & 0o777 == 0o600
    assert journal.path.parent.stat().st_mode & 0o777 == 0o700


def test_every_line_is_on_the_disk_before_the_next_thing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    really = os.fsync

    def note(file: int) -> None:
        synced.append(file)
        really(file)

    monkeypatch.setattr(os, "fsync", note)
    journal = begun(tmp_path)
    assert len(synced) == 3  # the key, the line, and the file's name
    journal.sending(0)
    assert len(synced) == 4
    assert json.loads(journal.path.read_text().splitlines()[-1])["entry"] == "sending"


def test_a_change_that_was_sent_and_never_answered_is_told_as_such(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    journal.sending(0)
    journal.done(0, Made(uid="uid-0", resource_version="7"))
    journal.sending(1)
    assert fates(journal) == [Fate.DONE, Fate.SENT, Fate.PLANNED]
    assert state(journal) is JournalState.BROKEN_OFF
    assert read(journal.path).entries[0].made == Made(uid="uid-0", resource_version="7")


def test_a_line_that_a_crash_cut_off_is_left_out(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    journal.sending(0)
    with journal.path.open("ab") as file:
        file.write(b'{"entry":"done","number":0,"ui')
    assert fates(journal)[0] is Fate.SENT


def test_what_comes_after_a_line_that_was_cut_off_is_read(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    journal.sending(0)
    with journal.path.open("ab") as file:
        file.write(b'{"entry":"done","number":0,"ui')
    journal.done(0, Made(uid="uid-0", resource_version="7"))
    assert fates(journal)[0] is Fate.DONE


def test_no_answer_is_not_a_refusal(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    for number, no in enumerate((GONE, DARK)):
        journal.sending(number)
        journal.refused(number, no)
    assert fates(journal)[:2] == [Fate.REFUSED, Fate.SENT]


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (None, JournalState.APPLIED),
        (Result.KEPT, JournalState.KEPT),
        (Result.NOT_KEPT, JournalState.NOT_KEPT),
        (Result.UNDECIDED, JournalState.NOT_KEPT),
        (Result.WORSE, JournalState.WORSE),
    ],
)
def test_the_state_is_what_came_of_it(
    result: Result | None, expected: JournalState, tmp_path: Path
) -> None:
    journal = begun(tmp_path)
    assert state(journal) is JournalState.NOTHING_DONE
    all_done(journal)
    if result is not None:
        journal.verified(Outcome(result))
    assert state(journal) is expected


def test_undone_in_part_and_undone(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    all_done(journal)
    journal.verified(Outcome(Result.WORSE))
    journal.undoing(2)
    journal.undone(2)
    journal.undoing(1)
    journal.not_undone(1, GONE)
    assert fates(journal) == [Fate.DONE, Fate.DONE, Fate.UNDONE]
    assert state(journal) is JournalState.PARTLY_UNDONE
    for number in (1, 0):
        journal.undoing(number)
        journal.undone(number)
    assert state(journal) is JournalState.UNDONE


def test_the_list_has_the_newest_first_and_nothing_that_is_no_journal(tmp_path: Path) -> None:
    begun(tmp_path, "aaa", 7)
    begun(tmp_path, "bbb", 9)
    (tmp_path / "notes.jsonl").write_text('{"entry": "begun"}\n')
    assert [each.plan for each in list_journals(tmp_path)] == ["bbb", "aaa"]
    assert list_journals(tmp_path / "nowhere") == ()


def test_a_journal_is_found_by_path_by_its_id_and_by_its_plan(tmp_path: Path) -> None:
    path = begun(tmp_path, "aaa").path
    assert find_journal(tmp_path, str(path)) == path
    assert find_journal(tmp_path, path.name.removesuffix(".jsonl")) == path
    assert find_journal(tmp_path, "aaa") == path


def test_a_plan_of_which_several_journals_tell_has_to_be_told_apart(tmp_path: Path) -> None:
    for hour in (7, 9):
        begun(tmp_path, "aaa", hour)
    with pytest.raises(BadUsage) as caught:
        find_journal(tmp_path, "aaa")
    assert caught.value.details["names"] == "20261116T090000Z-aaa, 20261116T070000Z-aaa"


@pytest.mark.parametrize("name", ["zzz", "*", ".."])
def test_a_journal_that_is_not_there_is_wrong_usage(name: str, tmp_path: Path) -> None:
    begun(tmp_path, "aaa")
    with pytest.raises(BadUsage):
        find_journal(tmp_path, name)


@pytest.mark.parametrize(
    "text", ["", "no json", '{"schema": "other"}', '{"schema": "calicovet-journal/v1"}']
)
def test_another_file_is_no_journal(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(BadInput):
        read(path)


def test_where_nothing_can_be_written_nothing_begins(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotGoOn):
        begun(tmp_path / "file" / "journals")


def test_two_at_the_same_second_do_not_share_a_journal(tmp_path: Path) -> None:
    begun(tmp_path)
    with pytest.raises(CannotGoOn):
        begun(tmp_path)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "/home/ada/.local/state/calicovet/journals"),
        ({"XDG_STATE_HOME": "/state"}, "/state/calicovet/journals"),
        ({"XDG_STATE_HOME": "relative"}, "/home/ada/.local/state/calicovet/journals"),
    ],
)
def test_journals_are_where_state_belongs(environment: dict[str, str], expected: str) -> None:
    assert journals_folder(environment, Path("/home/ada")) == Path(expected)
