"""What all tests need, wherever they are started from."""

import signal


def pytest_configure() -> None:
    """Restores signals that the caller ignores (`nohup`, background jobs): programs that tests start would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGHUP, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
