"""Where the start cache is kept, and whose file is read."""

import marshal
import os
import sys
from pathlib import Path

import pytest

from calicovet.app.start_cache import cache_file

TABLES: cache_file.Tables = {"patterns": {("a", 0): (1, b"12")}, "toml": {}}


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The file beside the bytecode, and the user's own."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(cache_file.__spec__, "cached", str(tmp_path / "package" / "module.pyc"))
    name = f"start-cache.{sys.implementation.cache_tag}"
    return tmp_path / "package" / name, tmp_path / "home" / "calicovet" / name


def test_what_is_written_is_read(places: tuple[Path, Path]) -> None:
    assert cache_file.read() == {}
    cache_file.write(TABLES)
    assert cache_file.read() == TABLES
    assert [path.name for path in places[0].parent.iterdir()] == [places[0].name]


def test_the_user_has_an_own_file_where_the_package_cannot_be_written(
    places: tuple[Path, Path],
) -> None:
    beside, own = places
    beside.parent.write_text("a file, so nothing can be written below it")
    cache_file.write(TABLES)
    assert own.exists()
    assert cache_file.read() == TABLES
    assert own.parent.stat().st_mode & 0o077 == 0


def test_both_files_are_read(places: tuple[Path, Path]) -> None:
    cache_file.write(TABLES)
    places[1].parent.mkdir(parents=True)
    places[0].replace(places[1])
    cache_file.write({"patterns": {("b", 0): (2, b"34")}})
    assert cache_file.read()["patterns"] == {("a", 0): (1, b"12"), ("b", 0): (2, b"34")}


def test_nothing_is_written_where_no_bytecode_is(
    places: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    cache_file.write(TABLES)
    assert not any(place.exists() for place in places)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such rights")
@pytest.mark.parametrize("mode", [0o664, 0o646, 0o666])
def test_a_file_that_others_can_write_is_not_read(places: tuple[Path, Path], mode: int) -> None:
    cache_file.write(TABLES)
    places[0].chmod(mode)
    assert cache_file.read() == {}


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs root")
def test_a_file_of_another_user_is_not_read(places: tuple[Path, Path]) -> None:
    cache_file.write(TABLES)
    os.chown(places[0], 4711, 4711)
    assert cache_file.read() == {}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"something else",
        b"calicovet 1 3.9.1 (another) 20171005\n" + marshal.dumps(TABLES),
    ],
)
def test_a_file_of_another_interpreter_is_not_read(
    places: tuple[Path, Path], content: bytes
) -> None:
    places[0].parent.mkdir()
    places[0].write_bytes(content)
    assert cache_file.read() == {}


def test_a_file_that_was_cut_off_is_not_read(places: tuple[Path, Path]) -> None:
    cache_file.write(TABLES)
    places[0].write_bytes(places[0].read_bytes()[:-7])
    assert cache_file.read() == {}
