"""What all tests need, wherever they are started from."""

import gc
import signal

# What tests keep (diagnoses, tables, parametrised cases) is kept to the end: looking for garbage in it finds none.
gc.set_threshold(50_000, 20, 100)


def pytest_configure() -> None:
    """Restores signals that the caller ignores (`nohup`, background jobs): programs that tests start would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGHUP, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """Leaves what was collected out of the search for garbage."""
    gc.freeze()
