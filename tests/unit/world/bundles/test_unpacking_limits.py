"""What unpacks to far more than it is: it is read in part, what stands beside it is read, and the user is told."""

import gzip
import io
import json
import lzma
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from calicovet.model.evidence import Snapshot
from calicovet.world import budget
from calicovet.world.bundles import (
    archive,
)
from calicovet.world.bundles import (
    file_choice as pick,
)
from calicovet.world.bundles import (
    file_tree as trees,
)
from calicovet.world.bundles import (
    zip_archive as zips,
)
from tests.support.snapshots import read_back
from tests.unit.world.bundles.test_archive import FILES, WHOLE, details, noise, tar, texts, zipped

EMPTY = b"x" * 999 + b"\n"
LINE = b"2024-05-06 07:08:09.000 [INFO][9] felix/summary.go 100: again and again\n"


def read(folder: Path, content: bytes, name: str) -> Snapshot:
    path = folder / name
    path.write_bytes(content)
    return read_back(path)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bomb is told from 4 MiB on."""
    monkeypatch.setattr(budget, "BOMB", 4 << 20)
    monkeypatch.setattr(zips, "BOMB", 4 << 20)


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_a_packed_text_that_swells_is_read_in_part(
    tmp_path: Path, small: None, pack: Callable[[bytes], bytes]
) -> None:
    snapshot = read(tmp_path, pack(EMPTY * 20_000), "x.log.gz")
    assert "unpack to more than a bundle may hold" in details(snapshot)
    [piece] = snapshot.evidence
    assert piece.content.startswith("xxxx")
    assert not piece.whole
    assert len(piece.content) < 8 << 20


def test_a_packed_text_that_swells_does_not_hide_the_files_beside_it(
    tmp_path: Path, small: None
) -> None:
    (tmp_path / "bomb.log.gz").write_bytes(gzip.compress(EMPTY * 20_000))
    (tmp_path / "a.txt").write_bytes(b"one")
    snapshot = read_back(tmp_path)
    assert texts(snapshot)["a.txt"] == "one"
    assert "(1: bomb.log.gz)" in details(snapshot)


def test_of_a_packed_text_that_was_cut_off_what_there_is_is_read(tmp_path: Path) -> None:
    lines = noise(600_000)
    packed = gzip.compress(lines)
    snapshot = read(tmp_path, packed[: len(packed) // 2], "x.log.gz")
    [piece] = snapshot.evidence
    assert not piece.whole
    assert lines.decode().startswith(piece.content)
    assert len(piece.content) > len(lines) // 3
    assert "the end of x.log.gz" in details(snapshot)


def test_of_a_packed_text_that_is_broken_in_the_middle_the_front_is_read(tmp_path: Path) -> None:
    lines = noise(900_000)
    packed = bytearray(gzip.compress(lines))
    middle = len(packed) * 2 // 3
    packed[middle : middle + 64] = b"\xff" * 64
    snapshot = read(tmp_path, bytes(packed), "x.log.gz")
    [piece] = snapshot.evidence
    assert not piece.whole
    assert piece.content.splitlines()[:100] == lines.decode().splitlines()[:100]


def test_members_that_swell_are_measured_together(tmp_path: Path, small: None) -> None:
    # Each of them stays below the size from which one is called a bomb.
    files = {f"logs/{number:03}.log": EMPTY * 1_000 for number in range(40)}
    packed = zipped({**files, "a.txt": b"one"})
    snapshot = read(tmp_path, packed, "x.zip")
    assert "unpacks to more than a bundle may hold" in details(snapshot)
    assert len(texts(snapshot)) < 40
    read_at_all = sum(len(piece.content) for piece in snapshot.evidence)
    assert read_at_all <= max(budget.RATIO * len(packed), 4 << 20)


def test_a_zip_without_its_end_is_measured_as_a_whole(tmp_path: Path, small: None) -> None:
    files = {f"logs/{number:03}.log": EMPTY * 1_000 for number in range(40)}
    snapshot = read(tmp_path, zipped(files)[:-2_000], "x.zip")
    assert "unpacks to more than a bundle may hold" in details(snapshot)
    assert 0 < len(texts(snapshot)) < 40


def overlapping(content: bytes, times: int) -> bytes:
    """A zip whose list names the very same bytes many times."""
    whole = zipped({"a.txt": content})
    start = whole.index(b"PK\x01\x02")
    end = whole.rindex(b"PK\x05\x06")
    entries = whole[start:end] * times
    tail = bytearray(whole[end:])
    tail[8:12] = struct.pack("<HH", times, times)
    tail[12:16] = struct.pack("<I", len(entries))
    return whole[:start] + entries + bytes(tail)


def test_bytes_that_a_zip_lists_many_times_are_read_once(tmp_path: Path) -> None:
    snapshot = read(tmp_path, overlapping(LINE * 1_000, 20_000), "x.zip")
    assert len(snapshot.evidence) == 1


def test_archives_within_share_one_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pick, "MOST_READ", 100_000)
    inner = zipped({f"{number}.log": LINE * 300 for number in range(4)})
    nested = {f"{number:02}.zip": inner for number in range(16)}
    snapshot = read(tmp_path, zipped({"a.txt": b"one", **nested}), "42.zip")
    assert texts(snapshot)["a.txt"] == "one"
    assert sum(len(piece.content) for piece in snapshot.evidence) < 200_000
    assert "too much to read at once" in details(snapshot)


def _nested(depth: int) -> bytes:
    """So many archives in one another, each with a text beside the next one."""
    content = b""
    for number in range(depth, 0, -1):
        files = {f"{number}.txt": b"text"}
        content = zipped({**files, "next.zip": content} if content else files)
    return content


def test_archives_in_one_another_are_read_to_the_third(tmp_path: Path) -> None:
    assert texts(read(tmp_path, _nested(3), "x.zip")) == {
        "1.txt": "text",
        "next.zip/2.txt": "text",
        "next.zip/next.zip/3.txt": "text",
    }
    assert trees.DEEPEST == 3


def test_the_fourth_archive_in_one_another_is_named_and_left(tmp_path: Path) -> None:
    snapshot = read(tmp_path, _nested(5), "x.zip")
    assert len(snapshot.evidence) == 3
    assert "archives in it (1: next.zip)" in details(snapshot)


def test_archives_in_a_folder_have_the_same_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pick, "MOST_READ", 100_000)
    inner = zipped({f"{number}.log": LINE * 300 for number in range(4)})
    for number in range(16):
        (tmp_path / f"{number:02}.zip").write_bytes(inner)
    (tmp_path / "a.txt").write_bytes(b"one")
    (tmp_path / "deep.zip").write_bytes(_nested(4))
    snapshot = read_back(tmp_path)
    assert sum(len(piece.content) for piece in snapshot.evidence) < 200_000
    assert texts(snapshot)["a.txt"] == "one"
    assert "too much to read at once" in details(snapshot)


def test_a_bomb_in_an_archive_in_a_folder_ends_as_a_gap(tmp_path: Path, small: None) -> None:
    with gzip.open(tmp_path / "swells.tar.gz", "wb", 9) as file:
        file.write(tar({"x.log": b"0" * (64 << 20)}))
    (tmp_path / "a.txt").write_bytes(b"one")
    snapshot = read_back(tmp_path)
    assert texts(snapshot)["a.txt"] == "one"
    assert "swells.tar.gz" in details(snapshot)


def test_a_member_of_five_gigabytes_does_not_hide_what_comes_after(tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    size = 5 << 30
    with path.open("wb") as file:
        for name, length in (("big.bin", size), ("a.txt", 3)):
            member = tarfile.TarInfo(name)
            member.size = length
            file.write(member.tobuf(tarfile.GNU_FORMAT))
            # The bytes of the big one are a hole: it takes no room on the disk.
            file.write(b"one" if name == "a.txt" else b"")
            file.seek(-(-length // 512) * 512 - (3 if name == "a.txt" else 0), 1)
        file.write(b"\0" * 1024)
    assert path.stat().st_size > size
    snapshot = read_back(path)
    assert texts(snapshot) == {"a.txt": "one"}
    assert "big.bin" in details(snapshot)


@pytest.mark.parametrize("packed", [False, True])
def test_a_long_member_is_read_in_part_and_what_comes_after_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    monkeypatch.setattr(trees, "MOST_OF_A_MEMBER", 1 << 20)
    content = tar({"long.log": noise(6 << 20), **FILES})
    snapshot = read(tmp_path, gzip.compress(content, 1) if packed else content, "x.tgz")
    found = texts(snapshot)
    assert len(found.pop("long.log")) < 2 << 20
    assert found == WHOLE
    assert "too long to be read to the end (1: long.log)" in details(snapshot)
    assert archive.MOST_OF_A_MEMBER > 1 << 20


def test_an_index_that_names_one_file_again_and_again_gets_it_once(tmp_path: Path) -> None:
    piece = {"path": "pasted/x.txt", "id": "x", "kind": "paste"}
    index = {"schema": "calicovet-bundle/v1", "files": [piece] * 20_000}
    files = {"index.json": json.dumps(index).encode(), "pasted/x.txt": b"one"}
    snapshot = read(tmp_path, gzip.compress(tar(files)), "x.tgz")
    assert [piece.content for piece in snapshot.evidence] == ["one"]
    assert "19999 entries of index.json name a file again" in details(snapshot)


def test_an_index_that_names_what_is_not_there_is_told_in_short(tmp_path: Path) -> None:
    files = [{"path": f"{number}.txt", "id": "x", "kind": "paste"} for number in range(20_000)]
    files.append({"path": "pasted/x.txt", "id": "y", "kind": "paste"})
    index = {"schema": "calicovet-bundle/v1", "files": files}
    content = {"index.json": json.dumps(index).encode(), "pasted/x.txt": b"one"}
    snapshot = read(tmp_path, tar(content), "x.tar")
    assert len(snapshot.gaps) == 101
    assert "19900 more files are missing" in details(snapshot)


def test_a_tar_within_a_tar_is_bounded(tmp_path: Path) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("b.tar.gz", gzip.compress(tar(FILES)))
    assert texts(read(tmp_path, made.getvalue(), "x.zip")) == WHOLE
