"""A large log gives the same findings in every form in which it may come, and nothing in it is skipped for its size."""

import io
import tarfile
import zipfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from bench.pastes import daily_log
from calicovet import api
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.finding import NAMED
from calicovet.world.bundles.named_text import WHOLE

_START = (
    "[INFO][9] startup/startup.go 432: Early log level set to info",
    "[INFO][9] startup/startup.go 180: Determined node name: worker-7",
    "[INFO][9] startup/startup.go 103: Using autodetected IPv4 address on interface ens160: 10.0.0.5/24",
    "[WARNING][9] startup/startup.go 970: Calico node 'worker-3' is already using the IPv4 address 10.0.0.5.",
    "[WARNING][9] startup/startup.go 186: Terminating",
)
_DECIDING = 3
_BEFORE, _AFTER = 80_000, 12_000


def a_large_log() -> bytes:
    """More than is read whole; a start fails in it far from both ends, and other programs' lines follow."""
    before = "".join(islice(daily_log(), _BEFORE))
    start = "".join(f"2020-12-30 00:00:00.{place}00 {line}\n" for place, line in enumerate(_START))
    after = "".join(
        f"I1230 00:00:{second % 60:02}.000000       1 proxier.go:862] syncProxyRules complete, elapsed {second}\n"
        for second in range(_AFTER)
    )
    return f"{before}{start}Calico node failed to start\n{after}".encode()


def as_file(folder: Path, content: bytes) -> Path:
    path = folder / "calico-node.log"
    path.write_bytes(content)
    return path


def as_folder(folder: Path, content: bytes) -> Path:
    (folder / "bundle").mkdir()
    as_file(folder / "bundle", content)
    return folder / "bundle"


def as_tar(folder: Path, content: bytes) -> Path:
    with tarfile.open(folder / "bundle.tar.gz", "w:gz", compresslevel=1) as archive:
        member = tarfile.TarInfo("calico-node.log")
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    return folder / "bundle.tar.gz"


def as_zip(folder: Path, content: bytes) -> Path:
    with zipfile.ZipFile(
        folder / "bundle.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1
    ) as archive:
        archive.writestr("calico-node.log", content)
    return folder / "bundle.zip"


def as_folder_of_archives(folder: Path, content: bytes) -> Path:
    (folder / "bundles").mkdir()
    as_tar(folder / "bundles", content)
    return folder / "bundles"


def named(diagnosis: Diagnosis) -> list[tuple[str, str, tuple[int, ...]]]:
    """What is named, with the line numbers on which it rests."""
    return [
        (finding.name, finding.verdict, lines)
        for node in diagnosis.nodes
        for finding in node.findings
        if finding.verdict in NAMED
        for lines in [tuple(int(each.source.rsplit(":", 1)[1]) for each in finding.evidence)]
    ]


@pytest.fixture(scope="module")
def large() -> bytes:
    return a_large_log()


@pytest.mark.parametrize("form", [as_file, as_folder, as_tar, as_zip, as_folder_of_archives])
def test_a_deciding_line_is_found_and_cited_alike(
    tmp_path: Path, large: bytes, form: Callable[[Path, bytes], Path]
) -> None:
    assert len(large) > WHOLE
    [(name, _, lines)] = named(api.diagnose_paths(form(tmp_path, large)))
    assert name == "ip-conflict-duplicate"
    assert _BEFORE + _DECIDING + 1 in lines


def test_a_paste_of_it_is_no_different(large: bytes) -> None:
    snapshot = api.read_paths("-", stdin=io.BytesIO(large))
    [(name, _, lines)] = named(api.diagnose_snapshot(snapshot))
    assert name == "ip-conflict-duplicate"
    assert _BEFORE + _DECIDING + 1 in lines


def test_little_of_a_large_log_is_kept(large: bytes) -> None:
    [piece] = api.read_paths("-", stdin=io.BytesIO(large)).evidence
    assert not piece.whole
    assert len(piece.content) < len(large) // 8
