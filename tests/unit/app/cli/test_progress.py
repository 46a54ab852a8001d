"""How far it has come, for those who wait."""

from io import StringIO
from threading import Thread
from time import sleep

import pytest

from calicovet.app.cli import progress as module
from calicovet.app.cli.progress import Progress, ReadingProgress
from calicovet.model.language import Language
from calicovet.report.words import words

FRAME = words(Language.EN)


def test_a_terminal_shows_a_bar_and_is_left_as_it_was() -> None:
    screen = StringIO()
    progress = Progress(FRAME, screen, terminal=True)
    progress.begin("logs", 2)
    progress.step()
    progress.step()
    progress.end()
    drawn = screen.getvalue().split("\r\033[K")
    assert drawn[1].startswith("░" * 24 + " 0/2")
    assert drawn[-2].startswith("█" * 24 + " 2/2")
    assert drawn[-1] == ""


def test_the_bar_is_never_more_than_full() -> None:
    screen = StringIO()
    progress = Progress(FRAME, screen, terminal=True)
    progress.begin("kubelets", 1)
    for _ in range(5):
        progress.step()
    assert "2/1" not in screen.getvalue()
    assert "█" * 25 not in screen.getvalue()


def test_nothing_to_do_is_not_drawn() -> None:
    screen = StringIO()
    progress = Progress(FRAME, screen, terminal=True)
    progress.begin("logs", 0)
    progress.end()
    assert screen.getvalue() == ""


def test_a_log_is_told_of_what_takes_long_and_of_nothing_else() -> None:
    log = StringIO()
    progress = Progress(FRAME, log, terminal=False)
    progress.begin("cluster", 1)
    progress.step()
    assert log.getvalue() == ""
    sleep(1.05)
    progress.begin("objects", 7, nodes=3)
    progress.begin("logs", 0)
    progress.end()
    assert log.getvalue() == "reading objects of 3 suspects and their peers\n"


def test_many_threads_may_tell() -> None:
    screen = StringIO()
    progress = Progress(FRAME, screen, terminal=True)
    progress.begin("logs", 400)

    def tell() -> None:
        for _ in range(100):
            progress.step()

    threads = [Thread(target=tell) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "400/400" in screen.getvalue()


def test_who_is_late_does_not_draw_on_a_terminal_that_was_left() -> None:
    screen = StringIO()
    progress = Progress(FRAME, screen, terminal=True)
    progress.begin("logs", 2)
    progress.step()
    progress.end()
    left = screen.getvalue()
    progress.step()
    progress.end()
    assert screen.getvalue() == left


def test_one_suspect_is_not_one_suspects() -> None:
    screen = StringIO()
    progress = Progress(FRAME, screen, terminal=True)
    progress.begin("objects", 4, nodes=1)
    assert screen.getvalue().endswith("reading objects of 1 suspect and its peers")
    progress.begin("objects", 4, nodes=2)
    assert screen.getvalue().endswith("reading objects of 2 suspects and their peers")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("_TICK", 0.01), ("_SILENT", 0.05), ("_QUIET", 0.0)):
        monkeypatch.setattr(module, name, value)


def shown(screen: StringIO, words: str) -> bool:
    """Whether the words come on the screen; looked for a few seconds."""
    for _ in range(500):
        if words in screen.getvalue():
            return True
        sleep(0.01)
    return False


@pytest.mark.usefixtures("quick")
def test_a_server_that_does_not_answer_is_told_of() -> None:
    screen = StringIO()
    progress = Progress(FRAME, screen, terminal=True)
    progress.begin("logs", 2)
    assert shown(screen, "0/2 reading logs: no answer for 0 s")
    progress.end()
    left = screen.getvalue()
    assert left.endswith("\r\033[K")
    sleep(0.05)
    assert screen.getvalue() == left


@pytest.mark.usefixtures("quick")
def test_bytes_are_an_answer_and_are_counted() -> None:
    screen = StringIO()
    volume = iter(range(2_000_000, 900_000_000, 1_000_000))
    progress = Progress(FRAME, screen, terminal=True, volume=lambda: next(volume))
    progress.begin("logs", 2)
    assert shown(screen, "0/2 reading logs, 2.0 MB (")
    assert shown(screen, "0/2 reading logs, 9.0 MB (")
    progress.end()
    assert "no answer" not in screen.getvalue()


@pytest.mark.usefixtures("quick")
def test_a_silent_one_shows_nothing() -> None:
    for terminal in (True, False):
        screen = StringIO()
        progress = Progress(FRAME, screen, terminal=terminal, silent=True)
        progress.begin("logs", 2)
        sleep(0.1)
        progress.step()
        progress.end()
        assert screen.getvalue() == ""


@pytest.mark.usefixtures("quick")
def test_a_long_read_shows_bytes_and_rate_and_leaves_the_line_blank() -> None:
    screen = StringIO()
    volume = iter(range(0, 900_000_000, 3_000_000))
    with ReadingProgress(FRAME, lambda: next(volume), screen, terminal=True):
        assert shown(screen, "reading, 3.0 MB (")
    assert screen.getvalue().endswith("\r\033[K")


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("terminal", "read"), [(False, 9_000_000), (True, 1_000)])
def test_a_log_and_a_short_read_are_not_told_of_bytes(terminal: bool, read: int) -> None:
    screen = StringIO()
    volume = iter([0, *([read] * 1000)])
    with ReadingProgress(FRAME, lambda: next(volume), screen, terminal=terminal):
        sleep(0.1)
    assert screen.getvalue() == ""
