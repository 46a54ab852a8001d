"""The project's own documents as pages of the site."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from calicovet.model.language import Language
from handbook.page import Page
from handbook.words import site_words

ROOT = Path(__file__).parents[1]
_READMES = ("README.md", "README.zh.md")
_CHINESE = ".zh.md"
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
_FENCE = re.compile(r"(^```.*?^```|`[^`\n]+`)", re.MULTILINE | re.DOTALL)


def project_pages(language: Language) -> Iterator[Page]:
    """What it is, how to take part, and every document in docs/."""
    own = site_words(language)
    places = _places(language)
    for file, path in places.items():
        text = (ROOT / file).read_text(encoding="utf-8")
        name = PurePosixPath(file).name.partition(".")[0]
        title = {"README": own["readme"], "CONTRIBUTING": own["contributing"]}.get(
            name, own.get(f"docs.{name}", _heading(text))
        )
        chinese = file.endswith(_CHINESE)
        note = "" if chinese else own["only-english"]
        yield Page(path=path, title=title, text=_moved(_with(note, text), file, path, places))


def images() -> Iterator[Path]:
    """Pictures that the documents show."""
    folder = ROOT / "docs" / "images"
    yield from sorted((*folder.glob("*.svg"), *folder.glob("*.png")))


def _places(language: Language) -> Mapping[str, str]:
    """Where each document stands in the project, and where in the site."""
    readme = _READMES[language is Language.ZH]
    places = {readme: "project/index.md", "CONTRIBUTING.md": "project/contributing.md"}
    for file in sorted((ROOT / "docs").glob("*.md")):
        if not file.name.endswith(_CHINESE):
            places[_in(language, f"docs/{file.name}")] = f"project/{file.name}"
    return places


def _in(language: Language, file: str) -> str:
    """The document in that language, where there is one."""
    chinese = f"{file.removesuffix('.md')}{_CHINESE}"
    return chinese if language is Language.ZH and (ROOT / chinese).exists() else file


def _heading(text: str) -> str:
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found[1] if found else ""


def _with(note: str, text: str) -> str:
    """The text with a note below its heading."""
    head, line, rest = text.partition("\n")
    return f"{head}{line}\n{note}\n{rest}" if note else text


def _moved(text: str, file: str, path: str, places: Mapping[str, str]) -> str:
    """The text with links that hold at its new place; what the site does not have is no link any more."""

    def link(found: re.Match[str]) -> str:
        picture, label, target = found.groups()
        if "://" in target or target.startswith(("#", "mailto:")):
            return found[0]
        wanted, _, anchor = target.partition("#")
        at = _resolved(PurePosixPath(file).parent / wanted)
        if picture:
            return f"![{label}](../images/{PurePosixPath(at).name})"
        if at in _READMES:
            # The other language is one click away on every page.
            if file in _READMES:
                return ""
            at = next(readme for readme in _READMES if readme in places)
        if at not in places:
            at = next((_in(other, at) for other in Language if _in(other, at) in places), "")
        if not at:
            return label
        to = _from(path, places[at])
        return f"[{label}]({to}{'#' + anchor if anchor else ''})"

    parts = _FENCE.split(text)
    return "".join(
        part if number % 2 else _LINK.sub(link, part) for number, part in enumerate(parts)
    )


def _resolved(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _from(here: str, there: str) -> str:
    ups = "../" * (len(PurePosixPath(here).parts) - 1)
    return f"{ups}{there}"
