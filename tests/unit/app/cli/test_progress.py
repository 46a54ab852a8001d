"""How far it has come, for those who wait."""

from io import StringIO
from threading import Thread
from time import sleep

from calicovet.app.cli.progress import Progress
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
