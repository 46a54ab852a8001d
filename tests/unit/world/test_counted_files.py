"""What is read of files is counted, however it is read."""

import tarfile
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from calicovet.api import read_paths
from calicovet.world.counted_files import bytes_read, counted, open_counted

LINES = b"calico-node-abcde 0/1 CrashLoopBackOff 5 5d\n" * 2_000


def test_every_way_of_reading_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(LINES)
    before = bytes_read()
    with open_counted(path) as file:
        assert file.read(10) == LINES[:10]
        assert file.read() == LINES[10:]
    assert bytes_read() - before == len(LINES)
    assert b"".join(counted(iter([b"ab", b"c"]))) == b"abc"
    assert bytes_read() - before == len(LINES) + 3


@pytest.mark.parametrize("form", ["file", "folder", "tar", "zip", "stdin"])
def test_every_kind_of_input_is_counted(form: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "pods.txt").write_bytes(LINES)
    packed = tmp_path / f"all.{form}"
    if form == "tar":
        with tarfile.open(packed, "w") as archive:
            archive.add(folder, "folder")
    if form == "zip":
        with zipfile.ZipFile(packed, "w") as archived:
            archived.write(folder / "pods.txt", "pods.txt")
    path = {"file": folder / "pods.txt", "folder": folder}.get(form, packed)
    before = bytes_read()
    found = read_paths("-" if form == "stdin" else str(path), stdin=BytesIO(LINES))
    assert found.evidence
    assert bytes_read() - before >= len(LINES) // 100
