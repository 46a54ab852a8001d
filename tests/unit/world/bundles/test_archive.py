"""Archives that others made, were cut off, or were made to harm."""

import bz2
import gzip
import io
import json
import lzma
import os
import shutil
import struct
import subprocess
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from calicovet.model.errors import BadInput
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.model.subject import Subject
from calicovet.parse.text.large_input import keep_relevant_lines
from calicovet.world import budget
from calicovet.world.bundles.inputs import read_texts
from tests.support.growth import STEP, is_linear
from tests.support.snapshots import read_back

FILES = {"a.txt": b"one\n", "logs/b.log": b"two\n"}


def tar(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as opened:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            opened.addfile(member, io.BytesIO(content))
    return made.getvalue()


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return made.getvalue()


def read(folder: Path, content: bytes, name: str = "x.tgz") -> Snapshot:
    path = folder / name
    path.write_bytes(content)
    return read_back(path)


def refused(folder: Path, content: bytes) -> str:
    with pytest.raises(BadInput) as caught:
        read(folder, content)
    return caught.value.key


def texts(snapshot: Snapshot) -> dict[str, str]:
    return {piece.source: piece.content for piece in snapshot.evidence}


def details(snapshot: Snapshot) -> str:
    return "\n".join(gap.detail for gap in snapshot.gaps)


def only(snapshot: Snapshot) -> Evidence:
    [piece] = snapshot.evidence
    return piece


WHOLE = {"a.txt": "one", "logs/b.log": "two"}


@pytest.mark.parametrize(
    "content",
    [
        tar(FILES),
        gzip.compress(tar(FILES)),
        bz2.compress(tar(FILES)),
        lzma.compress(tar(FILES)),
        zipped(FILES),
        zipped(FILES, zipfile.ZIP_STORED),
        zipped({"x.tar.gz": gzip.compress(tar(FILES))}),
        gzip.compress(tar({"x.zip": zipped(FILES)})),
    ],
    ids=["tar", "gz", "bz2", "xz", "zip", "stored", "tar in zip", "zip in tar"],
)
def test_every_common_form_is_read_whatever_its_name(tmp_path: Path, content: bytes) -> None:
    snapshot = read(tmp_path, content, "attachment")
    assert texts(snapshot) == WHOLE
    assert {piece.kind for piece in snapshot.evidence} == {EvidenceKind.PASTE}
    assert snapshot.gaps == ()


@pytest.mark.parametrize(
    "command", [["tar", "czf"], ["tar", "--format=v7", "-cf"], ["tar", "cJf"], ["zip", "-qr"]]
)
def test_what_the_real_programs_make_is_read(tmp_path: Path, command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"no {command[0]} here")
    for name, content in FILES.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    subprocess.run([*command, tmp_path / "made.zip", *FILES], cwd=tmp_path / "in", check=True)
    assert texts(read_back(tmp_path / "made.zip")) == WHOLE


def test_an_archive_comes_through_a_pipe(tmp_path: Path) -> None:
    for content in (gzip.compress(tar(FILES)), zipped(FILES)):
        snapshot = read_texts(
            ["-"], io.BytesIO(content), keep_relevant_lines, lambda key, name: None
        )
        assert texts(snapshot) == WHOLE


def test_a_single_packed_log_is_a_text(tmp_path: Path) -> None:
    for pack in (gzip.compress, bz2.compress, lzma.compress):
        assert only(read(tmp_path, pack(b"calico-node is sick\n"))).content == "calico-node is sick"


def test_packed_logs_inside_are_unpacked(tmp_path: Path) -> None:
    assert texts(read(tmp_path, tar({"b.log.gz": gzip.compress(b"two\n")}))) == {"b.log.gz": "two"}


def test_pictures_and_programs_inside_are_counted_and_do_not_hide_the_text(tmp_path: Path) -> None:
    files = {**FILES, "p.png": b"\x89PNG\r\n", "calico-node": b"\x7fELF\0\0", ".git/x": b"x"}
    snapshot = read(tmp_path, zipped({**files, "__MACOSX/a.txt": b"\0\5"}))
    assert texts(snapshot) == WHOLE
    assert "no text (2: p.png, calico-node)" in details(snapshot)


def test_paths_that_lead_out_are_refused_and_named(tmp_path: Path) -> None:
    evil = {"../../etc/cron.d/x": b"x", "/etc/passwd": b"x", "a/../../b": b"x", "..\\w": b"x"}
    for content in (tar({**FILES, **evil}), zipped({**FILES, **evil})):
        snapshot = read(tmp_path, content)
        assert texts(snapshot) == WHOLE
        assert "paths that lead out of it (4: ../../etc/cron.d/x," in details(snapshot)
    assert [path.name for path in tmp_path.iterdir()] == ["x.tgz"]


def test_links_devices_and_pipes_are_refused_and_named(tmp_path: Path) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as opened:
        for kind, name in (
            (tarfile.SYMTYPE, "soft"),
            (tarfile.LNKTYPE, "hard"),
            (tarfile.CHRTYPE, "tty"),
            (tarfile.FIFOTYPE, "pipe"),
        ):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/shadow"
            opened.addfile(member)
        member = tarfile.TarInfo("a.txt")
        member.size = 3
        opened.addfile(member, io.BytesIO(b"one"))
    snapshot = read(tmp_path, made.getvalue())
    assert texts(snapshot) == {"a.txt": "one"}
    assert "links (2: soft, hard)" in details(snapshot)
    assert "devices and the like (2: tty, pipe)" in details(snapshot)


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as opened:
        link = zipfile.ZipInfo("soft")
        link.external_attr = 0o120777 << 16
        opened.writestr(link, "/etc/shadow")
        opened.writestr("a.txt", "one")
    snapshot = read(tmp_path, made.getvalue())
    assert texts(snapshot) == {"a.txt": "one"}
    assert "links (1: soft)" in details(snapshot)


def test_names_cannot_move_the_cursor(tmp_path: Path) -> None:
    assert list(texts(read(tmp_path, tar({"a\x1b[2J.txt": b"x"})))) == ["a?[2J.txt"]


def test_of_two_files_of_one_name_the_later_counts(tmp_path: Path) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as opened:
        for content in (b"old", b"new"):
            member = tarfile.TarInfo("a.txt")
            member.size = len(content)
            opened.addfile(member, io.BytesIO(content))
    assert texts(read(tmp_path, made.getvalue())) == {"a.txt": "new"}


def noise(size: int, line: int = 1_000) -> bytes:
    return os.urandom(size // 2).hex("\n", line // 2).encode()


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_of_a_tar_that_was_cut_off_the_front_is_read(tmp_path: Path, pack: object) -> None:
    assert callable(pack)
    content: bytes = pack(tar({"a.txt": b"one\n", "b": noise(2_400_000), "c": b"three"}))
    snapshot = read(tmp_path, content[: len(content) * 2 // 3])
    assert texts(snapshot)["a.txt"] == "one"
    assert "c" not in texts(snapshot)
    assert "x.tgz was cut off" in details(snapshot)
    assert [piece.whole for piece in snapshot.evidence if piece.source == "b"] == [False]


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_of_a_zip_that_lost_its_end_the_front_is_read(tmp_path: Path, method: int) -> None:
    content = zipped({"a.txt": b"one\n", "b": noise(600_000), "c": b"three"}, method)
    snapshot = read(tmp_path, content[: len(content) * 2 // 3])
    assert texts(snapshot)["a.txt"] == "one"
    assert "c" not in texts(snapshot)
    assert "x.tgz was cut off" in details(snapshot)
    assert [piece.whole for piece in snapshot.evidence if piece.source == "b"] == [False]


def test_half_a_line_at_the_end_of_what_was_cut_off_is_not_read(tmp_path: Path) -> None:
    content = zipped({"a.txt": b"node-1 is ill\nnode-123 is well\n"}, zipfile.ZIP_STORED)
    piece = only(read(tmp_path, content[: content.index(b"23 is well")]))
    assert (piece.content, piece.whole) == ("node-1 is ill", False)


def test_a_zip_from_a_pipe_that_lost_its_end_is_read(tmp_path: Path) -> None:
    class Pipe(io.RawIOBase):
        made = b""

        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            part = bytes(memoryview(data))  # type: ignore[arg-type]
            self.made += part
            return len(part)

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in FILES.items():
            opened.writestr(name, content)
    assert texts(read(tmp_path, pipe.made[:-30])) == WHOLE


def test_garbage_in_the_middle_ends_a_tar_and_is_told(tmp_path: Path) -> None:
    content = bytearray(tar({"a.txt": b"one\n", "b": b"two", "c": b"three"}))
    content[1024:1536] = b"\xaa" * 512
    snapshot = read(tmp_path, bytes(content))
    assert texts(snapshot) == {"a.txt": "one"}
    assert "broken" in details(snapshot)


def test_a_wrong_checksum_costs_one_file(tmp_path: Path) -> None:
    content = zipped(FILES, zipfile.ZIP_STORED).replace(b"one\n", b"eno\n")
    assert texts(read(tmp_path, content))["logs/b.log"] == "two"


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"PK\x03\x04 and then nothing", "broken-archive"),
        (tar({"a.txt": b"x"})[:300], "broken-archive"),
        (gzip.compress(tar({"p.png": b"\x89PNG"})), "empty-archive"),
        (zipped({}), "empty-archive"),
        (tar({}) + b"", "binary"),
    ],
)
def test_where_nothing_can_be_read_it_is_said_plainly(
    tmp_path: Path, content: bytes, key: str
) -> None:
    assert refused(tmp_path, content) == key


def locked(files: Mapping[str, bytes]) -> bytes:
    """Marked as locked, in both places of the format."""
    content = bytearray(zipped(files))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(mark)
        while at >= 0:
            content[at + offset] |= 1
            at = content.find(mark, at + 1)
    return bytes(content)


def test_a_locked_zip_is_told_from_a_broken_one(tmp_path: Path) -> None:
    assert refused(tmp_path, locked(FILES)) == "locked-archive"
    assert refused(tmp_path, locked(FILES)[:-40]) == "locked-archive"


@pytest.mark.skipif(shutil.which("zip") is None, reason="no zip here")
def test_a_zip_that_was_really_locked(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one")
    subprocess.run(["zip", "-q", "-P", "pw", "x.zip", "a.txt"], cwd=tmp_path, check=True)
    assert refused(tmp_path, (tmp_path / "x.zip").read_bytes()) == "locked-archive"


class Zeros(io.RawIOBase):
    """So many zero bytes, or spaces, without holding them."""

    def __init__(self, size: int, byte: bytes = b"\0") -> None:
        self._left, self._byte = size, byte

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        size = min(len(view), self._left)
        view[:size] = self._byte * size
        self._left -= size
        return size


def bomb(size: int, byte: bytes = b"\0") -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz", compresslevel=1) as opened:
        first = tarfile.TarInfo("a.txt")
        first.size = 3
        opened.addfile(first, io.BytesIO(b"one"))
        member = tarfile.TarInfo("z.log")
        member.size = size
        opened.addfile(member, io.BufferedReader(Zeros(size, byte)))
    return made.getvalue()


def test_a_bomb_is_not_unpacked_to_its_end(tmp_path: Path) -> None:
    content = bomb(1 << 28)
    snapshot = read(tmp_path, content)
    assert texts(snapshot) == {"a.txt": "one"}
    assert "unpacks to more than a bundle may hold" in details(snapshot)


def test_a_bomb_in_a_zip_is_not_unpacked(tmp_path: Path) -> None:
    made = io.BytesIO()
    with (
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as opened,
        opened.open("z.log", "w") as member,
    ):
        shutil.copyfileobj(io.BufferedReader(Zeros(budget.BOMB * 2)), member, 1 << 20)
    assert refused(tmp_path, made.getvalue()) == "bomb"
    assert refused(tmp_path, made.getvalue()[:-60]) == "bomb"


def test_many_bytes_in_one_line_are_survived(tmp_path: Path) -> None:
    # Random enough not to be a bomb, without a single line end.
    block = noise(1 << 20, line=2 << 20)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as opened:
        with opened.open("one-line.log", "w") as member:
            for _ in range(24):
                member.write(block)
        opened.writestr("a.txt", "one")
    snapshot = read(tmp_path, made.getvalue())
    assert texts(snapshot)["a.txt"] == "one"
    assert sum(len(piece.content) for piece in snapshot.evidence) < 12_000_000


def test_a_sparse_file_that_claims_a_terabyte_is_left_alone(tmp_path: Path) -> None:
    if shutil.which("tar") is None:
        pytest.skip("no tar here")
    with (tmp_path / "sparse.log").open("wb") as sparse:
        sparse.truncate(1 << 40)
    (tmp_path / "a.txt").write_text("one")
    command = ["tar", "--format=gnu", "-Scf", "x.tar", "sparse.log", "a.txt"]
    subprocess.run(command, cwd=tmp_path, check=True)
    snapshot = read_back(tmp_path / "x.tar")
    assert texts(snapshot) == {"a.txt": "one"}


@pytest.mark.parametrize("size", [b"77777777777\0", b"\x80" + b"\0" * 3 + b"\x7f" + b"\xff" * 7])
def test_a_tar_that_lies_about_a_size_does_no_harm(tmp_path: Path, size: bytes) -> None:
    content = bytearray(tar({"a.txt": b"one", "b.txt": b"two"}))
    head = 1024
    content[head + 124 : head + 136] = size
    total = sum(content[head : head + 148]) + 8 * 32 + sum(content[head + 156 : head + 512])
    content[head + 148 : head + 156] = b"%06o\0 " % total
    snapshot = read(tmp_path, bytes(content))
    assert texts(snapshot)["a.txt"] == "one"
    assert "cut off" in details(snapshot)


def test_a_zip_whose_list_points_outside_the_file_does_no_harm(tmp_path: Path) -> None:
    content = bytearray(zipped(FILES))
    at = content.rfind(b"PK\x01\x02")
    content[at + 42 : at + 46] = struct.pack("<I", 0x7FFFFFFF)
    assert texts(read(tmp_path, bytes(content))) == {"a.txt": "one"}


def test_chinese_names_of_windows_are_read(tmp_path: Path) -> None:
    content = zipped({"xxxx.txt": b"one"}).replace(b"xxxx", "日志".encode("gb18030"))
    assert list(texts(read(tmp_path, content))) == ["日志.txt"]


def with_other_files(count: int) -> bytes:
    """A sosreport with one file of use, and so many others."""
    files = {f"sos_commands/other/file{number}": b"x" * 900 for number in range(count)}
    uptime = " 10:00:00 up 3 days,  1 user,  load average: 83.10, 70.00, 60.00\n"
    top = "sosreport-node-4-2024-05-06-abcdefg"
    wrapped = {f"{top}/{name}": content for name, content in files.items()}
    wrapped[f"{top}/sos_commands/host/uptime"] = uptime.encode()
    return gzip.compress(tar(wrapped), 1)


def test_the_cost_of_other_files_grows_with_their_number(tmp_path: Path) -> None:
    contents = {count: with_other_files(count) for count in (1_000, 1_000 * STEP)}
    assert is_linear(lambda count: read(tmp_path, contents[count]), 1_000)


def test_thousands_of_other_files_make_one_gap(tmp_path: Path) -> None:
    snapshot = read(tmp_path, with_other_files(5_000))
    piece = only(snapshot)
    assert (piece.kind, piece.about, piece.taken_by) == (
        EvidenceKind.LOAD,
        Subject("node-4"),
        "uptime",
    )
    assert piece.whole
    assert len(snapshot.gaps) == 1 and "(5000: " in details(snapshot)


LOG = b"2024-05-06 07:08:09.000 [INFO][9] startup/startup.go 425: Early log level set to info\n"


@pytest.mark.parametrize(
    ("path", "kind", "about"),
    [
        (
            "sb/cluster-resources/pods/logs/kube-system/calico-node-x7k2p/install-cni-previous.log",
            EvidenceKind.CALICO_LOG,
            Subject("", "kube-system", "calico-node-x7k2p", "install-cni", True),
        ),
        (
            "pod-logs/calico-system/calico-node-x7k2p-calico-node.log",
            EvidenceKind.CALICO_LOG,
            Subject("", "calico-system", "calico-node-x7k2p", "calico-node"),
        ),
        (
            "mg/sha256-1/namespaces/calico-system/pods/calico-node-x7k2p/calico-node/calico-node/logs/previous.log",
            EvidenceKind.CALICO_LOG,
            Subject("", "calico-system", "calico-node-x7k2p", "calico-node", True),
        ),
        (
            "logs/kube-system/kube-proxy-abcde/kube-proxy.log",
            EvidenceKind.OTHER_LOG,
            Subject("", "kube-system", "kube-proxy-abcde", "kube-proxy"),
        ),
        (
            "var/log/pods/kube-system_calico-node-x7k2p_0b9c0e3e-1111-2222-3333-444455556666/upgrade-ipam/0.log",
            EvidenceKind.CALICO_LOG,
            Subject("", "kube-system", "calico-node-x7k2p", "upgrade-ipam"),
        ),
        (
            "calico-diagnostics-20240506_070809/nodes/node-4/ip-addr.txt",
            EvidenceKind.IP_ADDR,
            Subject("node-4"),
        ),
    ],
)
def test_a_file_belongs_to_the_subject_that_its_path_names(
    tmp_path: Path, path: str, kind: EvidenceKind, about: Subject
) -> None:
    piece = only(read(tmp_path, gzip.compress(tar({path: LOG}))))
    assert (piece.kind, piece.about, piece.source, piece.whole) == (kind, about, path, True)


def test_the_same_paths_in_a_folder_tell_the_same(tmp_path: Path) -> None:
    path = tmp_path / "cluster-resources/pods/logs/kube-system/calico-node-x7k2p/calico-node.log"
    path.parent.mkdir(parents=True)
    path.write_bytes(LOG)
    (tmp_path / "cluster-resources/other.json").write_bytes(b"{}")
    snapshot = read_back(tmp_path)
    assert only(snapshot).about.pod == "calico-node-x7k2p"
    assert "(1: cluster-resources/other.json)" in details(snapshot)


def test_a_dump_of_the_cluster_gives_each_container_its_log(tmp_path: Path) -> None:
    marks = b"==== %s logs for container %s of pod kube-system/calico-node-x7k2p ====\n"
    log = b"".join(
        (
            marks % (b"START", b"upgrade-ipam") + LOG + marks % (b"END", b"upgrade-ipam"),
            marks % (b"START", b"calico-node") + LOG * 2 + marks % (b"END", b"calico-node"),
        )
    )
    files = {"nodes.json": b'{"kind": "NodeList", "items": []}'}
    snapshot = read(tmp_path, tar({**files, "kube-system/calico-node-x7k2p/logs.txt": log}))
    logs = [piece for piece in snapshot.evidence if piece.kind is EvidenceKind.CALICO_LOG]
    assert [piece.about.container for piece in logs] == ["upgrade-ipam", "calico-node"]
    assert logs[1].numbers == (5, 6)


def test_a_host_is_named_by_a_file_where_no_folder_does(tmp_path: Path) -> None:
    files = {"diagnostics/ipv4_addr": b"1: lo: <LOOPBACK>\n", "diagnostics/hostname": b"Node-4\n"}
    [piece] = [
        piece
        for piece in read(tmp_path, gzip.compress(tar(files))).evidence
        if piece.kind is EvidenceKind.IP_ADDR
    ]
    assert piece.about == Subject("node-4")


def test_objects_on_one_line_and_bare_arrays_become_readable(tmp_path: Path) -> None:
    pods = [{"metadata": {"name": f"calico-node-{number:05}"}} for number in range(4000)]
    path = "cluster-resources/pods/kube-system.json"
    piece = only(read(tmp_path, tar({path: json.dumps(pods).encode()})))
    assert piece.kind is EvidenceKind.OBJECTS
    found = json.loads(piece.content)
    assert (found["kind"], len(found["items"])) == ("PodList", 4000)


def test_what_a_bundle_writes_for_an_empty_string_is_empty(tmp_path: Path) -> None:
    files = {
        "b/yamls/cluster/v1/nodes.yaml": b'kind: List\nitems:\n- message: "null"\n  a: nully\n'
    }
    assert only(read(tmp_path, tar(files))).content == (
        'kind: List\nitems:\n- message: ""\n  a: nully'
    )
