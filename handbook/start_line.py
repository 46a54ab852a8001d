"""The start as a list: its stages in order, and at each the causes that enter there, by their titles."""

from collections.abc import Iterator, Sequence
from html import escape

from calicovet.causes.catalogue import load_catalogue
from calicovet.causes.document import document
from calicovet.model.cause import Cause
from calicovet.model.language import Language
from calicovet.model.stage import StageId
from calicovet.report.page.stage_boxes import GROUPS
from calicovet.report.words import catalogue_words, words
from handbook.page import capital
from handbook.words import site_words

_BESIDE = ("felix", "bird")
"""Groups of stages that run at the same time."""


def start_line(language: Language) -> str:
    """The list as HTML; its colours and its line come from the style sheet."""
    groups = "".join(_group(group, stages, language) for group, stages in GROUPS.items())
    return f'<ol class="start" aria-label="{escape(site_words(language)["line"])}">{groups}</ol>'


def _group(group: str, stages: Sequence[StageId], language: Language) -> str:
    label = escape(words(language).say(f"stage.{group}"))
    beside = escape(site_words(language)["side-by-side"]) if group in _BESIDE else ""
    aside = f' <span class="beside">{beside}</span>' if beside else ""
    inner = "".join(_stage(stage, language) for stage in stages)
    return (
        f'<li class="group group-{group}"><span class="pill">{label}</span>{aside}'
        f"<ol>{inner}</ol></li>"
    )


def _stage(stage: StageId, language: Language) -> str:
    causes = [cause for cause in load_catalogue() if cause.stage is stage]
    told = escape(capital(catalogue_words(language).say(f"stage.{stage}")))
    name = f"{told} <code>{stage}</code>"
    if not causes:
        return f'<li class="stage"><p>{name}</p></li>'
    link = f'<a href="causes/index.html#{stage}">{name}</a>'
    items = "".join(_items(causes, language))
    return f'<li class="stage"><p>{link}</p><ul>{items}</ul></li>'


def _items(causes: Sequence[Cause], language: Language) -> Iterator[str]:
    for cause in causes:
        title = escape(capital(document(cause.name, language).title))
        yield (
            f'<li><a href="causes/{cause.name}.html" title="{cause.name} ({cause.code})">{title}</a></li>'
        )
