"""The pages that list: causes by stage, causes by family, red herrings."""

from collections.abc import Iterable, Iterator

from calicovet.causes.catalogue import PREFIXES, area_of, load_catalogue
from calicovet.causes.document import document
from calicovet.model.cause import Cause
from calicovet.model.language import Language
from calicovet.report.catalogue_pages.cause_list import by_stage
from calicovet.report.catalogue_pages.proof import proven_by
from calicovet.report.catalogue_pages.red_herrings import Herring, herrings
from calicovet.report.words import catalogue_words
from handbook.page import Page, cell, linked, plain
from handbook.words import site_words


def stage_list(language: Language) -> Page:
    """Every cause under the stage where it enters."""
    frame, own = catalogue_words(language), site_words(language)
    parts = [f"# {own['causes-title']}", own["causes-lead"]]
    for stage, causes in by_stage(load_catalogue()).items():
        parts.append(f"## `{stage}` {frame.say(f'stage.{stage}')} {{ #{stage} }}")
        parts.append(_table(causes, language))
    return Page(path="causes/index.md", title=own["by-stage"], text="\n\n".join(parts) + "\n")


def family_list(language: Language) -> Page:
    """Every cause under its family."""
    frame, own = catalogue_words(language), site_words(language)
    parts = [f"# {own['families-title']}", own["families-lead"]]
    for area in PREFIXES:
        causes = [cause for cause in load_catalogue() if area_of(cause.name) == area]
        if causes:
            parts.append(f"## {frame.say(f'family.{area}')} {{ #{area} }}")
            parts.append(_table(causes, language))
    return Page(path="causes/families.md", title=own["by-family"], text="\n\n".join(parts) + "\n")


def _table(causes: Iterable[Cause], language: Language) -> str:
    own = site_words(language)
    rows = [f"| {own['cause']} | {own['title']} | {own['proof']} |", "|---|---|---|"]
    for cause in causes:
        said = cell(plain(document(cause.name, language).title))
        link = f"[`{cause.name}`]({cause.name}.md)<br>{cause.code}"
        rows.append(f"| {link} | {said} | {cell(plain(proven_by(cause, language)))} |")
    return '<div class="cause-table" markdown="1">\n\n' + "\n".join(rows) + "\n\n</div>"


def herring_list(language: Language) -> Page:
    """Every alarming line that is harmless."""
    own = site_words(language)
    parts = [f"# {own['herrings-title']}", own["herrings-lead"]]
    parts += (part for row in herrings() for part in _herring(row, language))
    return Page(path="red-herrings.md", title=own["herrings"], text="\n\n".join(parts) + "\n")


def _herring(row: Herring, language: Language) -> Iterator[str]:
    frame = catalogue_words(language)
    yield f"## {row.key} {{ #{row.key} }}"
    yield f"```text\n{row.line}\n```"
    rows = [
        (frame.say("herring.why"), row.why[language]),
        (frame.say("herring.seen"), row.seen[language]),
        (frame.say("herring.matters"), row.matters.get(language, frame.say("herring.never"))),
    ]
    if row.leads:
        comma = frame.say("page.separator")
        rows.append((frame.say("herring.leads"), comma.join(f"`{name}`" for name in row.leads)))
    yield "\n".join(f"- **{label}**: {linked(plain(told), 'causes/')}" for label, told in rows)
