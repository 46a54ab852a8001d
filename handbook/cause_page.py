"""The page of a cause."""

import re
from collections.abc import Iterator
from html import escape

from calicovet.causes.catalogue import area_of
from calicovet.causes.document import HEADINGS, document
from calicovet.model.cause import Cause
from calicovet.model.language import Language
from calicovet.model.stage import Shape
from calicovet.report.catalogue_pages.proof import proven_by
from calicovet.report.words import catalogue_words
from handbook.page import Page, capital, linked, plain
from handbook.words import site_words

_HOLE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def cause_page(cause: Cause, language: Language) -> Page:
    """What is written about it, below what its data say."""
    written = document(cause.name, language)
    head = f"---\ntitle: {cause.name}\ndescription: {_quoted(written.title)}\n---\n\n"
    parts = [
        f"# {plain(capital(written.title))}",
        f'<p class="cause-name"><code>{cause.name}</code> <code>{cause.code}</code></p>',
        f'<p class="cause-summary" title="{site_words(language)["filled"]}">{_summary(written.summary)}</p>',
        '<dl class="cause-facts" markdown="0">\n' + "\n".join(_facts(cause, language)) + "\n</dl>",
    ]
    if cause.bystander:
        parts.append(f"*{catalogue_words(language).say('page.bystander')}*")
    # The same anchors in every language, so that a link works in both.
    parts += (
        f"## {section.heading} {{ #{_anchor(english)} }}\n\n{linked(plain(section.text), '')}"
        for section, english in zip(written.sections, HEADINGS[Language.EN], strict=True)
    )
    return Page(
        path=f"causes/{cause.name}.md",
        title=capital(written.title),
        text=head + "\n\n".join(parts) + "\n",
    )


def _facts(cause: Cause, language: Language) -> Iterator[str]:
    frame = catalogue_words(language)
    comma, semicolon = frame.say("page.separator"), frame.say("page.semicolon")
    area = area_of(cause.name)
    looks = semicolon.join(
        frame.say(f"shape.{shape}") for shape in Shape if shape in cause.shows_as
    )
    rows = {
        "stage": f'<a href="index.html#{cause.stage}"><code>{cause.stage}</code></a> '
        + escape(frame.say(f"stage.{cause.stage}")),
        "family": f'<a href="families.html#{area}">{escape(frame.say(f"family.{area}"))}</a>',
        "looks": escape(looks),
        "scope": escape(frame.say(f"scope.{cause.scope}")),
        "proof": escape(proven_by(cause, language)),
        "takes-along": comma.join(map(_link, cause.explains)),
        "effect-of": comma.join(map(_link, cause.caused_by)),
    }
    for key, told in rows.items():
        if told:
            yield f"<div><dt>{escape(frame.say(f'page.{key}'))}</dt><dd>{told}</dd></div>"


def _link(name: str) -> str:
    return f'<a href="{name}.html"><code>{name}</code></a>'


def _summary(text: str) -> str:
    """The sentence with its holes shown as blanks that have a name."""
    return _HOLE.sub(lambda hole: f"<var>{hole[1].replace('_', ' ')}</var>", escape(text))


def _anchor(heading: str) -> str:
    return heading.lower().replace(" ", "-")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
