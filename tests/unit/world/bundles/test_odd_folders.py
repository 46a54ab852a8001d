"""Links, NULs and trailing bytes in what a user gives."""

import gzip
from io import BytesIO
from pathlib import Path

import pytest

from calicovet.model.errors import BadUsage
from calicovet.model.evidence import Snapshot
from calicovet.parse.text.large_input import keep_relevant_lines
from calicovet.world.bundles.inputs import read_texts
from tests.support.foreign_bundles import FORMS, tarred, zipped


def read(*paths: Path | str) -> Snapshot:
    return read_texts(
        [str(path) for path in paths], BytesIO(), keep_relevant_lines, lambda key, name: None
    )


def sources(snapshot: Snapshot) -> list[str]:
    return [piece.source for piece in snapshot.evidence]


def test_links_stay_inside_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("outside")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").write_text("inside")
    (folder / "again.txt").symlink_to("a.txt")
    (folder / "loop").symlink_to(".")
    (folder / "out.txt").symlink_to("../secret.txt")
    (folder / "up").symlink_to("..")
    (folder / "nothing").symlink_to("missing")
    snapshot = read(folder)
    assert sources(snapshot) == ["a.txt"]
    assert any("links (3" in gap.detail for gap in snapshot.gaps)


def test_one_nul_does_not_refuse_a_log(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes(b"calico-node\0 failed\n")
    assert "failed" in read(tmp_path / "a.log").evidence[0].content


def test_gzip_with_bytes_behind_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"calico-node failed\n") + b"signature")
    assert read(tmp_path / "a.gz").evidence[0].content == "calico-node failed\n".rstrip("\n")


def test_one_unreadable_path_leaves_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("calico-node failed")
    snapshot = read(tmp_path / "a.txt", tmp_path / "missing.txt")
    assert sources(snapshot) == ["a.txt"]
    assert [gap.detail for gap in snapshot.gaps] == ["no such file: missing.txt"]


UNREADABLE = {
    "p.png": b"\x89PNG\r\n\x1a\n",
    "empty.zip": zipped({}),
    "empty.tar": tarred({}),
    "nothing.txt": b"",
    "nothing.tar.gz": b"",
    "broken.tar.gz": b"\x1f\x8b\x08\0garbage",
    "broken.zip": b"PK\x03\x04garbage",
    "calico-node": b"\x7fELF\0\0\0\0" * 40,
    "locked.7z": b"7z\xbc\xaf\x27\x1c",
}


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("first", [True, False])
def test_what_cannot_be_read_among_several_paths_is_named(
    tmp_path: Path, name: str, first: bool
) -> None:
    good, bad = tmp_path / "a.txt", tmp_path / name
    good.write_text("calico-node failed")
    bad.write_bytes(UNREADABLE[name])
    snapshot = read(*((bad, good) if first else (good, bad)))
    assert sources(snapshot) == ["a.txt"]
    assert any(name in gap.detail for gap in snapshot.gaps)


@pytest.mark.parametrize("form", FORMS)
def test_what_cannot_be_read_in_a_folder_or_an_archive_leaves_the_others(
    tmp_path: Path, form: str
) -> None:
    files = {f"x/{name}": content for name, content in UNREADABLE.items()}
    snapshot = read(FORMS[form]({**files, "x/a.txt": b"calico-node failed"}, tmp_path))
    assert [source.rpartition("/")[2] for source in sources(snapshot)] == ["a.txt"]
    assert "p.png" in "".join(gap.detail for gap in snapshot.gaps)


def test_an_empty_path_is_a_usage_error() -> None:
    with pytest.raises(BadUsage):
        read("")
