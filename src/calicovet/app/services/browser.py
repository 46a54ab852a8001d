"""Shows a page in the system's browser."""

import os
import sys

from calicovet.app.cli.output import notify
from calicovet.app.cli.settings import Settings
from calicovet.model.errors import CannotGoOn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from webbrowser import BaseBrowser

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


def open_in_browser(page: str, settings: Settings) -> None:
    """Writes the page to a file that only its owner may read, and opens it; says where it is."""
    from pathlib import Path

    file = _written(page)
    browser = _browser()
    opened = browser is not None and browser.open(Path(file).as_uri())
    notify("opened" if opened else "no-browser", settings, file=file)


def _written(page: str) -> str:
    """The file's name. It stays: the browser reads it when it comes to it."""
    from tempfile import mkstemp

    try:
        handle, file = mkstemp(prefix="calicovet-", suffix=".html")
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as stream:
            stream.write(page)
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotGoOn(f"no temporary file: {reason}", key="no-page", reason=reason) from error
    return file


def _browser() -> "BaseBrowser | None":
    """The system's browser; None where there is no screen that it could show anything on."""
    import webbrowser

    if sys.platform == "linux" and not any(map(os.environ.get, _DISPLAYS)):
        return None  # what would be found is a browser for the terminal, which shows the report less well
    try:
        return webbrowser.get()
    except webbrowser.Error:
        return None
