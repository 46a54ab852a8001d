"""What a user or a developer reads has none of the words that need a second reading."""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[3]
_SOURCES = _ROOT / "src" / "calicovet"
_AVOIDED = re.compile(
    r"\b(?:nobody|somebody|anybody|whoever|whomever|whom|nowhere|tells|told|sick|sickness|wish(?:es)?|in vain"
    r"|lament|frighten(?:s|ing)?|put right|made anew|of (?:its|their|your|his|one's) own)\b",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
_QUOTED = re.compile(r"`[^`]*`")

_TABLES = sorted([*_SOURCES.glob("report/*.toml"), *_SOURCES.glob("app/cli/*.toml")])
_PAGES = [_ROOT / name for name in ("README.md", "README.zh.md", "SECURITY.md")]
_CODE = sorted(path for path in _SOURCES.rglob("*.py") if path.name != "document.py")
"""document.py names a heading of the cause pages."""

_IN_CODE = re.compile(
    r"\b(?:nobody|somebody|whoever|whom|nowhere|tells|lament|frighten\w*|of (?:its|their|your|his|one's) own)\b"
)
"""`told` and `sick` are also names of values; the machine-readable output has a field `sick`."""

_BESIDE_THE_PROGRAM = (
    "tests",
    "gym",
    "lab",
    "score",
    "bench",
    "fuzz",
    "atlas",
    "handbook",
    "scripts",
)
_IN_PROSE = re.compile(
    r"\b(?:nobody|somebody|anybody|whoever|whomever|whom|nowhere|tells|in vain|anew|lament\w*|frighten\w*"
    r"|put right|of (?:its|their|your|his|one s) own)\b",
    re.IGNORECASE,
)
"""Searched in text with one space for every underscore, apostrophe or line break: names are prose, too."""
_BETWEEN_WORDS = re.compile(r"[_'\s]+")


@pytest.mark.parametrize("table", _TABLES, ids=lambda path: path.name)
def test_no_sentence_of_the_program_has_an_avoided_word(table: Path) -> None:
    rows = tomllib.loads(table.read_text(encoding="utf-8"))
    assert [text for text in _sentences(rows) if _has_avoided(text)] == []


@pytest.mark.parametrize("page", _PAGES, ids=lambda path: path.name)
def test_no_page_has_an_avoided_word(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if _has_avoided(line)] == []


def test_no_comment_or_name_in_the_code_has_an_avoided_word() -> None:
    found = [
        f"{path.relative_to(_ROOT)}:{number}: {line.strip()}"
        for path in _CODE
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _IN_CODE.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("folder", _BESIDE_THE_PROGRAM)
def test_no_comment_docstring_or_name_beside_the_program_has_an_avoided_word(folder: str) -> None:
    paths = sorted((_ROOT / folder).rglob("*.py"))
    assert paths
    assert [
        f"{path}:{found}" for path in paths for found in _avoided_in_code(path.read_text("utf-8"))
    ] == []


def test_only_comments_docstrings_and_names_of_code_are_prose() -> None:
    code = '''def asks_nobody() -> str:
    """Somebody asks."""
    return "nobody"  # frightens a user

class Case:
    user_of_nobody = 1
'''
    assert [found.partition(":")[0] for found in _avoided_in_code(code)] == ["1", "2", "3"]
    assert list(_avoided_in_code("def in_vain() -> None: ...")) == ["1: in_vain"]


def test_a_placeholder_and_a_quotation_are_no_sentence() -> None:
    assert not _has_avoided("{sick} of {all} nodes; `bird: nobody`")
    assert _has_avoided("Nobody answered.")


def _has_avoided(text: str) -> bool:
    return _AVOIDED.search(_QUOTED.sub("", _PLACEHOLDER.sub("", text))) is not None


def _sentences(rows: Mapping[str, object]) -> Iterator[str]:
    """The texts of a table, and the keys that are themselves sentences."""
    for key, value in rows.items():
        if " " in key:
            yield key
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from _sentences(value)


def _avoided_in_code(code: str) -> Iterator[str]:
    """Line and text of each comment, docstring, and name of a function or class with an avoided word."""
    if not _IN_PROSE.search(_BETWEEN_WORDS.sub(" ", code)):
        return
    for line, text in sorted(_prose(code)):
        if _IN_PROSE.search(_BETWEEN_WORDS.sub(" ", text)):
            yield f"{line}: {text}"


def _prose(code: str) -> Iterator[tuple[int, str]]:
    """Comments, docstrings (of attributes, too), and the names of functions and classes."""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, str(node.value.value)
