"""--wait and --watch: looked at again and again, and only changes are shown."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from calicovet.app.cli.interrupt import Terminated
from calicovet.app.commands import diagnose
from calicovet.app.services.watch import PAUSE, change_lines, repeat
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.language import Language
from tests.support.recording_server import Said
from tests.support.small_cluster import SmallCluster
from tests.support.small_objects import crashing, daemonset, healthy
from tests.unit.app.services.test_live import Program
from tests.unit.report.sample import EXPLAINED, FINE, UNEXPLAINED

Capture = pytest.CaptureFixture[str]
TIME = r"calicovet: \d\d:\d\d:\d\d "


class Told:
    """Plays a series of diagnoses and notes what is told of them."""

    def __init__(self, *looks: Diagnosis | type[BaseException] | None) -> None:
        self.looks = list(looks)
        self.lines: list[Sequence[str]] = []
        self.pauses: list[float] = []

    def look(self) -> Diagnosis | None:
        found = self.looks.pop(0)
        if isinstance(found, type):
            raise found
        return found

    def run(self, *, within: float | None = 60.0, until_healthy: bool = True) -> Diagnosis:
        return repeat(
            self.look,
            lambda _, lines: self.lines.append(lines),
            Language.EN,
            within=within,
            until_healthy=until_healthy,
            pause=self.pauses.append,
        )


def test_it_waits_until_calico_node_is_healthy() -> None:
    told = Told(EXPLAINED, EXPLAINED, UNEXPLAINED, FINE, EXPLAINED)
    assert told.run() is FINE
    assert told.looks == [EXPLAINED]
    assert len(told.pauses) == 3 and max(told.pauses) <= PAUSE


def test_what_did_not_change_is_not_told_again() -> None:
    told = Told(EXPLAINED, EXPLAINED, EXPLAINED, FINE)
    told.run()
    assert len(told.lines) == 2


def test_the_last_look_is_after_the_time_is_up() -> None:
    told = Told(EXPLAINED, UNEXPLAINED)
    assert told.run(within=0) is EXPLAINED
    assert told.pauses == []


def test_watching_goes_on_where_all_is_well_and_ends_with_ctrl_c() -> None:
    told = Told(FINE, EXPLAINED, KeyboardInterrupt)
    assert told.run(within=None, until_healthy=False) is EXPLAINED
    assert told.pauses == [PAUSE, PAUSE]


def test_sigterm_ends_it_with_the_exit_code_of_the_signal() -> None:
    class Sigterm(Terminated):
        def __init__(self) -> None:
            super().__init__(15)

    with pytest.raises(Terminated) as ended:
        Told(EXPLAINED, Sigterm).run()
    assert ended.value.exit_code == 143


def test_a_look_that_the_user_stopped_does_not_replace_the_one_before() -> None:
    assert Told(EXPLAINED, None).run() is EXPLAINED


@pytest.mark.parametrize("first", [None, KeyboardInterrupt])
def test_ctrl_c_before_there_is_anything_to_tell(first: type[BaseException] | None) -> None:
    with pytest.raises(KeyboardInterrupt):
        Told(first).run()


def test_a_node_that_is_being_started_is_not_healthy_yet() -> None:
    from calicovet.model.diagnosis import Passage

    passage = next(iter(Passage))
    starting = replace(FINE, nodes=tuple(replace(each, passage=passage) for each in FINE.nodes))
    assert Told(starting, FINE).run() is FINE


@pytest.mark.parametrize(
    ("before", "now", "lines"),
    [
        ({}, {"a": "healthy", "b": "unhealthy"}, ["b: unhealthy"]),
        ({"a": "healthy"}, {"a": "unhealthy"}, ["a: healthy -> unhealthy"]),
        ({"a": "healthy"}, {"a": "healthy", "b": "healthy"}, ["b: healthy"]),
        ({"a": "unhealthy"}, {}, ["a: unhealthy -> no longer unhealthy"]),
        ({"": "not known"}, {"": "not known"}, []),
    ],
)
def test_changes_are_a_line_per_node(
    before: dict[str, str], now: dict[str, str], lines: list[str]
) -> None:
    assert list(change_lines(before, now, Language.EN)) == lines


def test_many_changes_are_counted() -> None:
    now = {f"node-{number}": "unhealthy" for number in range(50)}
    lines = list(change_lines({}, now, Language.EN))
    assert len(lines) == 13 and lines[-1] == "38 more"


class Healing:
    """Stands for the pause between two looks, and changes the cluster in it."""

    def __init__(self, *steps: Callable[[], object] | type[BaseException]) -> None:
        self.steps = list(steps)

    def __call__(self, _: float) -> None:
        step = self.steps.pop(0)
        if isinstance(step, type):
            raise step
        step()


@pytest.fixture
def program(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Iterable[Program]:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("HOME", str(tmp_path))
    with SmallCluster(SICK) as cluster:
        yield Program(tmp_path, cluster, capsys)


WELL = [daemonset(2), *healthy(1), *healthy(2)]
SICK = [daemonset(2), *healthy(1), *crashing(2)]


def play(
    monkeypatch: pytest.MonkeyPatch, *steps: Callable[[], object] | type[BaseException]
) -> None:
    monkeypatch.setattr(diagnose, "sleep", Healing(*steps))


def becomes(program: Program, objects: list[dict[str, object]]) -> Callable[[], object]:
    def change() -> None:
        program.cluster.objects[:] = objects

    return change


def test_wait_ends_with_the_report_of_the_healthy_cluster(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, lambda: None, becomes(program, WELL))
    assert program("diagnose", "--wait") == 0
    assert program.out == "calico-node is healthy on 2 nodes.\n"
    changes = re.findall(rf"(?m)^{TIME}(.*)$", program.err)
    assert len(changes) == 2 and changes[0].startswith("node-2: unhealthy")
    assert changes[1].endswith("-> no longer unhealthy")
    assert "5 min at most" in program.err


def test_wait_whose_time_is_up_exits_like_the_diagnosis(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch)
    assert program("--wait=0", "-o", "json") == 3
    assert json.loads(program.out)["summary"]["verdict"] == "unexplained"
    assert "did not become healthy" in program.err
    assert program("--wait=0", "--exit-zero") == 0


def test_watch_shows_the_report_once_and_then_changes_until_ctrl_c(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, lambda: None, becomes(program, WELL), KeyboardInterrupt)
    assert program("diagnose", "--watch") == 0
    assert program.out.count("node-2\n") <= 1
    assert re.search(rf"(?m)^{TIME}node-2: unhealthy.* -> no longer unhealthy$", program.out)
    assert len(re.findall(rf"(?m)^{TIME}", program.out)) == 1


def test_watch_gives_programs_a_line_for_each_change(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, lambda: None, becomes(program, WELL), KeyboardInterrupt)
    assert program("diagnose", "--watch", "-o", "jsonl") == 0
    verdicts = [json.loads(line)["summary"]["verdict"] for line in program.out.splitlines()]
    assert verdicts == ["unexplained", "healthy"]


def test_a_server_that_does_not_answer_for_a_while_does_not_end_the_waiting(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.cluster.fail("", lambda _: Said(reset=True))
    play(monkeypatch, program.cluster.mend, becomes(program, WELL))
    assert program("diagnose", "--wait", "--request-timeout=2") == 0
    assert program.out == "calico-node is healthy on 2 nodes.\n"
    assert "the cluster could not be examined" in program.err


@pytest.mark.parametrize(
    "words",
    [["--wait", "5m", "x.txt"], ["--watch", "x.txt"], ["--watch", "-o", "json"]],
)
def test_a_text_cannot_be_watched_nor_one_document_filled_twice(
    words: list[str], program: Program
) -> None:
    assert program("diagnose", *words) == 2
    assert len(program.err.splitlines()) == 2 and program.out == ""
