"""Large pastes for measuring: of the size that was asked for, and always the same."""

from pathlib import Path

from bench.pastes import write_paste


def test_a_paste_has_its_size_and_ends_with_the_incident(tmp_path: Path) -> None:
    write_paste(tmp_path / "paste.md", 1, "# The incident\n")
    text = (tmp_path / "paste.md").read_text(encoding="utf-8")
    assert 1_000_000 <= len(text) < 1_300_000
    assert text.endswith("```\n\n# The incident\n")


def test_a_paste_is_always_the_same(tmp_path: Path) -> None:
    for name in ("one.md", "two.md"):
        write_paste(tmp_path / name, 1, "")
    assert (tmp_path / "one.md").read_bytes() == (tmp_path / "two.md").read_bytes()
