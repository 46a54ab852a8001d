"""What all tests need, wherever they are started from."""

import signal


def pytest_configure() -> None:
    """Lets Ctrl-C arrive: a job in the background ignores it, and so would every program that a test starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
