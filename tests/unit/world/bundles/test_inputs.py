"""Paths and standard input to a snapshot."""

import gzip
import io
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from calicovet.model.errors import BadInput
from calicovet.model.evidence import EvidenceKind, GapReason, Snapshot
from calicovet.world.bundles.inputs import read_texts

Numbered = Iterable[tuple[int, str]]


@dataclass(frozen=True)
class Kept:
    content: str
    numbers: tuple[int, ...]
    cut: bool


def keep_lines(lines: Numbered, whole_up_to: int) -> Kept:
    """Leaves out noise, as the real one does with what is too big."""
    every = tuple(lines)
    kept = [line for line in every if line[1] != "noise"]
    return Kept(
        "\n".join(text for _, text in kept),
        tuple(number for number, _ in kept),
        len(kept) < len(every),
    )


def read(*paths: Path | str, stdin: bytes = b"", notes: list[str] | None = None) -> Snapshot:
    told = notes if notes is not None else []
    return read_texts(
        [str(path) for path in paths],
        io.BytesIO(stdin),
        keep_lines,
        lambda key, name: told.append(f"{key} {name}"),
    )


def refused(*paths: Path | str, stdin: bytes = b"") -> str:
    with pytest.raises(BadInput) as caught:
        read(*paths, stdin=stdin)
    return caught.value.key


def file(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def test_a_file_is_one_paste_under_its_name(tmp_path: Path) -> None:
    [piece] = read(file(tmp_path, "paste.md", b"one\r\ntwo\n")).evidence
    assert (piece.kind, piece.source, piece.content) == (EvidenceKind.PASTE, "paste.md", "one\ntwo")
    assert piece.numbers == () and piece.whole and piece.id


def test_standard_input_is_called_paste() -> None:
    [piece] = read("-", stdin=b"hello").evidence
    assert piece.source == "paste"


def test_several_paths_are_one_incident_in_order(tmp_path: Path) -> None:
    first, second = file(tmp_path, "b.txt", b"1"), file(tmp_path, "a.txt", b"2")
    assert [piece.content for piece in read(first, second).evidence] == ["1", "2"]
    assert [piece.order for piece in read(first, second).evidence] == [0, 1]


def test_files_of_one_name_are_told_apart_by_their_paths(tmp_path: Path) -> None:
    first, second = file(tmp_path, "x/log", b"1"), file(tmp_path, "y/log", b"2")
    assert [piece.source for piece in read(first, second).evidence] == [str(first), str(second)]


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    file(tmp_path, "b/log", b"2")
    file(tmp_path, "a.txt", b"1")
    file(tmp_path, ".git/config", b"no")
    assert [piece.source for piece in read(tmp_path).evidence] == ["a.txt", "b/log"]


def test_a_picture_in_a_folder_does_not_hide_the_text(tmp_path: Path) -> None:
    file(tmp_path, "shot.png", b"\x89PNG\r\n")
    file(tmp_path, "a.txt", b"1")
    snapshot = read(tmp_path)
    assert [piece.source for piece in snapshot.evidence] == ["a.txt"]
    assert [(gap.reason, gap.detail) for gap in snapshot.gaps] == [
        (GapReason.ABSENT, "shot.png: a picture: shot.png")
    ]


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (b"\xff\xd8\xff\xe0", "picture"),
        (b"GIF89a", "picture"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "picture"),
        (b"%PDF-1.7", "picture"),
        (b"\x00\x00\x00\x18ftypheic", "picture"),
        (b"PK\x03\x04....", "broken-archive"),
        (b"\xfd7zXZ\x00", "broken-archive"),
        (b"\x28\xb5\x2f\xfd....", "archive"),
        (b"\x7fELF\x02\x01\x01\x00", "binary"),
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        (b"\x1f\x8bnonsense", "broken-gzip"),
    ],
)
def test_what_is_no_text_is_refused_in_plain_words(
    tmp_path: Path, content: bytes, key: str
) -> None:
    assert refused(file(tmp_path, "x", content)) == key


def test_a_text_that_begins_like_a_word_of_an_archive_is_text(tmp_path: Path) -> None:
    assert read(file(tmp_path, "x", b"PKI problem on node-4\n")).evidence


def test_what_is_not_there_or_not_allowed(tmp_path: Path) -> None:
    assert refused(tmp_path / "no") == "missing"
    (tmp_path / "empty").mkdir()
    assert refused(tmp_path / "empty") == "empty-folder"
    locked = file(tmp_path, "locked", b"1")
    locked.chmod(0)
    if os.access(locked, os.R_OK):  # the superuser may read everything
        return
    assert refused(locked) == "forbidden"


def test_a_place_below_a_file_cannot_be_read(tmp_path: Path) -> None:
    assert refused(file(tmp_path, "a", b"1") / "b") == "unreadable"


def test_gzip_is_undone_even_if_it_was_cut_off_or_joined(tmp_path: Path) -> None:
    packed = gzip.compress(b"one\n" * 1000)
    [piece] = read(file(tmp_path, "log.gz", packed)).evidence
    assert piece.content.count("one") == 1000
    [piece] = read(file(tmp_path, "two.gz", packed + gzip.compress(b"two"))).evidence
    assert piece.content.endswith("one\ntwo")
    [piece] = read(
        file(tmp_path, "cut.gz", gzip.compress(os.urandom(9).hex().encode())[:-9])
    ).evidence
    assert piece.content


def test_a_case_file_gives_its_sections_and_not_its_head(tmp_path: Path) -> None:
    case = b'# why\nnode = "b"\n\n-- paste.txt --\n$ uptime\nup\n-- logs/x --\nline\n'
    first, second = read(file(tmp_path, "x.case", case)).evidence
    assert (first.source, first.content, first.number_of(2)) == ("paste.txt", "$ uptime\nup", 2)
    assert (second.source, second.content) == ("logs/x", "line")


def test_a_case_file_without_sections_is_empty(tmp_path: Path) -> None:
    assert refused(file(tmp_path, "x.case", b'node = "b"\n')) == "empty"


def test_a_very_long_line_keeps_one_number(tmp_path: Path) -> None:
    long = "ä" * 50_000
    [piece] = read(file(tmp_path, "x", f"a\n{long}\nb".encode())).evidence
    assert piece.numbers == (1, 2, 2, 3)
    assert piece.content.replace("\n", "") == f"a{long}b"


def test_what_was_left_out_is_noted_and_keeps_its_numbers(tmp_path: Path) -> None:
    notes: list[str] = []
    content = b"noise\n" * 50 + b"keep me\n" + b"noise\n" * 50
    [piece] = read(file(tmp_path, "x", content), notes=notes).evidence
    assert (piece.content, piece.numbers, piece.whole) == ("keep me", (51,), False)
    assert notes == ["sifted x"]


def test_what_could_not_be_decoded_is_noted(tmp_path: Path) -> None:
    notes: list[str] = []
    read(file(tmp_path, "x", b"caf\xe9 \xff\n"), notes=notes)
    assert notes == ["replaced x"]


def test_secrets_do_not_become_evidence(tmp_path: Path) -> None:
    [piece] = read(file(tmp_path, "x", b"password: hunter2\nnode-4 is sick\n")).evidence
    assert piece.content == "password: <redacted>\nnode-4 is sick"
