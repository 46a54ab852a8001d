"""Many calls at once, and their end."""

import os
import signal
from functools import partial
from threading import Event, Lock, current_thread

import pytest

from calicovet.world.cluster.worker_pool import Pool


def pool(workers: int = 4, deadline: float = 10.0) -> Pool:
    return Pool(workers=workers, deadline=deadline, stop=Event())


def test_results_come_in_the_order_of_the_tasks() -> None:
    waits = [0.05, 0.0, 0.02]

    def task(number: int) -> int:
        Event().wait(waits[number])
        return number

    assert pool().run([partial(task, number) for number in range(3)]) == [0, 1, 2]


def test_nothing_to_do_is_done_at_once() -> None:
    assert pool().run([]) == []


def test_no_more_threads_run_than_allowed() -> None:
    names: set[str] = set()

    def task() -> None:
        names.add(current_thread().name)
        Event().wait(0.01)

    pool(workers=3).run([task] * 20)
    assert len(names) == 3


def test_every_task_that_ends_is_told() -> None:
    lock, told = Lock(), [0]

    def finished() -> None:
        with lock:
            told[0] += 1

    pool().run([lambda: 1] * 9, finished)
    assert told == [9]


def test_what_fails_fails_here() -> None:
    def fail() -> int:
        raise ValueError("in a thread")

    with pytest.raises(ValueError, match="in a thread"):
        pool().run([fail, lambda: 1])


def test_when_the_time_is_up_the_rest_is_nothing() -> None:
    released = Event()
    running = pool(workers=1, deadline=0.1)
    found = running.run([lambda: 1, lambda: int(released.wait(20)), lambda: 3], last_words=0.1)
    released.set()
    assert found == [1, None, None]
    assert not running.interrupted


def test_who_notices_the_stop_may_still_say_a_word() -> None:
    running = pool(deadline=0.1)

    def task() -> str:
        running.stop.wait(20)
        return "last word"

    assert running.run([task], last_words=5.0) == ["last word"]


def test_after_the_stop_nothing_begins() -> None:
    running = pool()
    running.stop.set()
    assert running.run([lambda: 1]) == [None]


def test_ctrl_c_ends_the_wait_and_not_the_program() -> None:
    released = Event()
    running = pool()

    def press() -> int:
        os.kill(os.getpid(), signal.SIGINT)
        released.wait(20)
        return 2

    found = running.run([lambda: 1, press], last_words=0.05)
    released.set()
    assert found[1] is None
    assert running.interrupted and running.stop.is_set()
    assert running.run([lambda: 1]) == [None]


def test_an_interrupt_may_come_from_elsewhere() -> None:
    running = pool()
    running.interrupt()
    assert running.interrupted and running.stop.is_set()
