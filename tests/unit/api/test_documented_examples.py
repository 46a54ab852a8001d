"""The examples in docs/api.md print what the page says."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

from tests.support.demos import FOLDER

_ROOT = Path(__file__).parents[3]
_PAGE = _ROOT / "docs" / "api.md"


def test_the_examples_print_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(FOLDER / "requests-hang-on-one-node.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```pycon\n(.*?)^```", _PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, _PAGE.name, None, None)
    assert len(examples.examples) > 20
    said: list[str] = []
    results = doctest.DocTestRunner().run(examples, out=said.append)
    assert results.failed == 0, "".join(said)
