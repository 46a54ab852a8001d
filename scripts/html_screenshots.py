"""Takes the pictures of the HTML report for the README, in the distribution's Chromium: docs/images/report.*.png."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from calicovet.api import diagnose_text, to_html
from calicovet.model.language import Language

IMAGES = Path(__file__).parents[1] / "docs" / "images"
DEMOS = Path(__file__).parents[1] / "src" / "calicovet" / "app" / "demos"
DEMO = "requests-hang-on-one-node"
SIZE = "1440,1180"
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def take(browser: str, language: Language, folder: Path) -> None:
    """One picture: what fits on a large screen."""
    page = folder / f"{language}.html"
    text = (DEMOS / f"{DEMO}.md").read_text(encoding="utf-8")
    page.write_text(to_html(diagnose_text(text), lang=language), encoding="utf-8")
    flags = ["--headless", "--hide-scrollbars", f"--window-size={SIZE}"]
    # Chromium's sandbox refuses to work for root.
    flags += ["--no-sandbox"] if os.getuid() == 0 else []
    picture = IMAGES / f"report.{language}.png"
    subprocess.run((browser, *flags, f"--screenshot={picture}", page.as_uri()), check=True)


def main() -> int:
    browser = next(filter(None, map(which, _BROWSERS)), None)
    if browser is None:
        print("no Chromium: apt-get install chromium fonts-noto-cjk", file=sys.stderr)
        return 1
    with TemporaryDirectory() as folder:
        for language in Language:
            take(browser, language, Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
