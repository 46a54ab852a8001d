"""The document of a cause: its sentences and its page, in one language."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, partial

from calicovet.causes.catalogue import folder_of
from calicovet.model.commands.shell import command
from calicovet.model.language import Language
from calicovet.model.record import record

HEADINGS: Mapping[Language, tuple[str, ...]] = {
    Language.EN: (
        "What you see",
        "Why it happens",
        "How calicovet tells",
        "How to put it right",
        "How to check",
        "Not to be confused with",
    ),
    Language.ZH: ("现象", "原因", "判定依据", "处理办法", "验证", "容易混淆"),
}

_HOLE = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_COMMAND = re.compile(r"(?:\{program\}|[a-z][\w-]*) ")
"""Code in a sentence that is a command and not a name."""
_STEP = "step."


@record
class Section:
    heading: str
    text: str


@record(kw_only=True)
class Document:
    title: str
    """Completes "calico-node is not ready because …"."""
    summary: str
    """One sentence with holes."""
    tell: str
    """What the deciding output looks like if this is the cause: the "if" of an answer."""
    because: str = ""
    """Why just this one, with holes, told only where all are filled; empty: nothing to add."""
    steps: Mapping[str, str]
    """The sentences of the steps that only this cause has, by key, with holes."""
    sections: tuple[Section, ...]

    def section(self, position: int) -> str:
        """The text under the heading at that place, the same in every language."""
        return self.sections[position].text


@cache
def document(name: str, language: Language) -> Document:
    """What is written about a cause; KeyError where no folder has that name."""
    file = folder_of(name) / f"doc.{language}.md"
    return read_document(file.read_text(encoding="utf-8"))


def fill(template: str, details: Mapping[str, str]) -> str:
    """The sentence with its holes filled; a hole that nothing fills becomes a question mark."""
    parts = template.split("`")
    return "`".join(
        _HOLE.sub(partial(_typed if number % 2 and _COMMAND.match(part) else _said, details), part)
        for number, part in enumerate(parts)
    )


def _said(details: Mapping[str, str], hole: re.Match[str]) -> str:
    return details.get(hole[1], "?")


def _typed(details: Mapping[str, str], hole: re.Match[str]) -> str:
    """The same in a command that a person may copy."""
    name = hole[1]
    value = details.get(name, "?")
    if name == "program":
        return value
    return command(f"{{{name}}}", **{name: "" if value in ("?", f"<{name}>") else value})


def holes(template: str) -> frozenset[str]:
    """The names of the holes in a sentence."""
    return frozenset(_HOLE.findall(template))


def read_document(text: str) -> Document:
    """A document from its text; ValueError where its head is not closed or lacks a line."""
    opening, head, body = _parts(text)
    if opening.strip():
        raise ValueError("a document begins with its head, between two lines of ---")
    lines = dict(_head(head))
    missing = [key for key in ("title", "summary", "tell") if not lines.get(key)]
    if missing:
        raise ValueError(f"the head of a document lacks {', '.join(missing)}")
    return Document(
        title=lines["title"],
        summary=lines["summary"],
        tell=lines["tell"],
        because=lines.get("because", ""),
        steps={key.removeprefix(_STEP): lines[key] for key in lines if key.startswith(_STEP)},
        sections=tuple(_sections(body)),
    )


def _parts(text: str) -> tuple[str, str, str]:
    parts = re.split(r"^---[ \t]*$\n?", text, maxsplit=2, flags=re.MULTILINE)
    if len(parts) != 3:
        raise ValueError("a document begins with its head, between two lines of ---")
    return parts[0], parts[1], parts[2]


def _head(head: str) -> Iterator[tuple[str, str]]:
    # A sentence with alternatives has a line for each below it.
    for line in re.split(r"\n(?!- )", head):
        key, colon, value = line.partition(":")
        if colon:
            yield key.strip(), value.strip()


def _sections(body: str) -> Iterator[Section]:
    for block in re.split(r"^## ", body, flags=re.MULTILINE)[1:]:
        heading, _, text = block.partition("\n")
        yield Section(heading.strip(), text.strip())
