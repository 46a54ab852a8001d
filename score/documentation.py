"""Texts that explain or report and prove nothing: pages of the handbook, documents, calicovet's own reports."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from json import dumps
from pathlib import Path

from calicovet.api import Diagnosis, diagnose_text, to_html, to_json, to_markdown, to_text
from calicovet.causes.catalogue import folder_of
from calicovet.model.cause import Cause
from calicovet.model.language import Language
from calicovet.report.catalogue_pages.explanation import render_explain
from calicovet.report.page.brief import make_brief
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.terminal.render import render_brief, render_terminal
from handbook.cause_page import cause_page
from handbook.lists import family_list, herring_list, stage_list
from handbook.page import marked
from handbook.project_pages import ROOT
from score.sample import Kind, Sample

DOCUMENTATION = "documentation"
_WIDTHS = (80, 100)

Texts = Mapping[str, str]


def cause_samples(cause: Cause) -> Iterator[Sample]:
    return _samples(cause_texts(cause))


def report_samples(demo: str) -> Iterator[Sample]:
    return _samples(report_texts(demo))


def page_samples(names: frozenset[str]) -> Iterator[Sample]:
    """Those of the project's documents and lists that have these names."""
    return _samples({name: text for name, text in page_texts().items() if name in names})


def _samples(texts: Texts) -> Iterator[Sample]:
    for name, text in texts.items():
        if text.strip():
            yield Sample(
                name=name, family=DOCUMENTATION, kind=Kind.DOCUMENTATION, texts={name: text}
            )


def cause_texts(cause: Cause) -> Texts:
    """The pages of a cause: as it is written, as `explain` prints it, as a page of the site."""
    return {
        f"{cause.name}.{form}.{language}": text
        for language in Language
        for form, text in _forms_of(cause, language)
    }


def _forms_of(cause: Cause, language: Language) -> Iterator[tuple[str, str]]:
    source = (folder_of(cause.name) / f"doc.{language}.md").read_text(encoding="utf-8")
    yield "source", source
    yield "page", cause_page(cause, language).text
    yield "explained", render_explain(cause, language, 80, colour=False)
    yield "explained in colour", render_explain(cause, language, 80, colour=True)
    yield "second half", _second_half(source)


def demo_names() -> tuple[str, ...]:
    return tuple(sorted(path.name.removesuffix(".md") for path in _demos() if path.suffix == ".md"))


def _demos() -> Iterator[Path]:
    return (Path(str(path)) for path in files("calicovet.app.demos").iterdir())


def report_texts(name: str) -> Texts:
    """All forms of the report of a demo."""
    return {f"{name}.{form}": text for form, text in reports_of(_diagnosis_of(name))}


@cache
def _diagnosis_of(name: str) -> Diagnosis:
    text = files("calicovet.app.demos").joinpath(f"{name}.md").read_text("utf-8")
    return diagnose_text(text)


def reports_of(diagnosis: Diagnosis) -> Iterator[tuple[str, str]]:
    """The report on a terminal, for a ticket and for a program."""
    yield "json", dumps(to_json(diagnosis), indent=2, ensure_ascii=False)
    yield "json.line", dumps(to_json(diagnosis), ensure_ascii=False)
    for language in Language:
        page = make_page(diagnosis, language)
        markdown = to_markdown(diagnosis, lang=language)
        yield f"markdown.{language}", markdown
        yield f"html.{language}", to_html(diagnosis, lang=language)
        yield f"markdown.{language}.second half", _second_half(markdown)
        for width in _WIDTHS:
            for details in (False, True):
                text = to_text(diagnosis, lang=language, width=width, details=details)
                form = f"text.{language}.{width}{'.details' if details else ''}"
                yield form, text
                yield f"{form}.second half", _second_half(text)
                yield f"{form}.quoted", _quoted(text)
            brief = render_brief(make_brief(diagnosis, language), width=width, colour=True)
            yield f"text.{language}.{width}.colour", brief
            whole = render_terminal(page, width=width, colour=True)
            yield f"text.{language}.{width}.details.colour", whole


def page_texts() -> Texts:
    """Documents of the project, and lists of the site."""
    written = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))
    lists = {
        f"{make.__name__}.{language}": marked(make(language).text)
        for language in Language
        for make in (family_list, herring_list, stage_list)
    }
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in written
    } | lists


def _second_half(text: str) -> str:
    lines = text.split("\n")
    return "\n".join(lines[len(lines) // 2 :])


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))
