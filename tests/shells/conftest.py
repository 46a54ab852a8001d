"""Real shells: each test of this folder needs one (`make test-shells`)."""

import sys
from pathlib import Path

import pytest

_HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The marker is set before markers select."""
    for item in items:
        if item.path.is_relative_to(_HERE):
            item.add_marker(pytest.mark.shells)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A skipped shell is told aloud."""
    skipped = {
        str(report.longrepr[2])
        for report in terminalreporter.getreports("skipped")
        if _HERE.name in str(report.nodeid) and isinstance(report.longrepr, tuple)
    }
    for reason in sorted(skipped):
        sys.stderr.write(f"\n!!! {reason}\n")
