"""Builds the site: pages from the package's own documents, one site for each language, a door to both."""

import subprocess
import sys
from pathlib import Path
from shutil import copy, copytree, move, rmtree

from calicovet.causes.catalogue import load_catalogue
from calicovet.model.language import Language
from calicovet.report.catalogue_pages.cause_list import by_stage
from calicovet.report.words import catalogue_words
from handbook.cause_page import cause_page
from handbook.lists import family_list, herring_list, stage_list
from handbook.not_found import not_found
from handbook.page import Page, marked
from handbook.project_pages import ROOT, images, project_pages
from handbook.search_index import write_index
from handbook.settings import Nav, settings
from handbook.start_page import start_page
from handbook.words import site_words

HOME = Path(__file__).parent
_DOOR = """<!doctype html>
<meta charset="utf-8">
<title>calicovet</title>
<script>location.replace((navigator.language.startsWith("zh") ? "zh" : "en") + "/index.html")</script>
<p><a href="en/index.html">English</a> · <a href="zh/index.html" lang="zh">中文</a></p>
"""


def write_sources(language: Language, folder: Path) -> None:
    """Everything that zensical needs for one language."""
    causes = {cause.name: cause_page(cause, language) for cause in load_catalogue()}
    start, stages, families, herrings = (
        make(language) for make in (start_page, stage_list, family_list, herring_list)
    )
    project = list(project_pages(language))
    pages = folder / "pages"
    for page in (start, stages, families, herrings, *causes.values(), *project):
        _write(page, pages)
    copytree(HOME / "assets", pages / "assets")
    (pages / "images").mkdir()
    for image in images():
        copy(image, pages / "images")
    copytree(HOME / "overrides", folder / "overrides")
    own = site_words(language)
    nav: Nav = [
        (start.title, start.path),
        (
            own["causes"],
            [
                (stages.title, stages.path),
                (families.title, families.path),
                *_by_stage(language, causes),
            ],
        ),
        (herrings.title, herrings.path),
        (own["project"], [(page.title, page.path) for page in project]),
    ]
    (folder / "zensical.toml").write_text(settings(language, nav), encoding="utf-8")


def _by_stage(language: Language, causes: dict[str, Page]) -> Nav:
    frame = catalogue_words(language)
    return [
        (
            frame.say(f"stage.{stage}"),
            [(causes[cause.name].title, causes[cause.name].path) for cause in found],
        )
        for stage, found in by_stage(load_catalogue()).items()
    ]


def _write(page: Page, folder: Path) -> None:
    file = folder / page.path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(marked(page.text), encoding="utf-8")


def build(sources: Path, site: Path) -> None:
    """The whole site in a folder; what stood there before is gone."""
    for folder in (sources, site):
        rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    for language in Language:
        folder = sources / language
        folder.mkdir()
        write_sources(language, folder)
        command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
        subprocess.run([*command, "--config-file", str(folder / "zensical.toml")], check=True)
        write_index(folder / "site", language)
        (folder / "site" / "404.html").write_text(not_found(language), encoding="utf-8")
        move(folder / "site", site / language)
    (site / "index.html").write_text(_DOOR, encoding="utf-8")


def main() -> None:
    site = ROOT / "build" / "site"
    build(ROOT / "build" / "handbook", site)
    print(f"the site is at {site / 'index.html'}")


if __name__ == "__main__":
    main()
