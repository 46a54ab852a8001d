"""An image's archive: what containerd looks for, and nothing of the machine that made it."""

import io
import json
import tarfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from gym.archive import File, Folder, HardLink, Image, Link, Tree, made_from, write

_NAME = "docker.io/calico/node:v3.28.5"


def _image(**tree: File | Link | HardLink | Folder) -> Image:
    return Image(name=_NAME, tree=tree, command=("start_runit",))


def _content(archive: Path) -> Mapping[str, bytes]:
    with tarfile.open(archive) as packed:
        return {each.name: packed.extractfile(each).read() for each in packed}  # type: ignore[union-attr]


def _layer(tree: Tree, folder: Path) -> tarfile.TarFile:
    write(Image(name=_NAME, tree=tree, command=("sh",)), folder / "image.tar")
    content = _content(folder / "image.tar")
    [told] = json.loads(content["manifest.json"])
    return tarfile.open(fileobj=io.BytesIO(content[told["Layers"][0]]))


def test_the_manifest_leads_to_a_config_and_a_layer_with_the_digests_it_names(
    tmp_path: Path,
) -> None:
    write(_image(hello=File(b"world")), tmp_path / "image.tar")
    content = _content(tmp_path / "image.tar")
    [told] = json.loads(content["manifest.json"])
    assert told["RepoTags"] == [_NAME]
    config, [layer] = content[told["Config"]], told["Layers"]
    assert told["Config"] == f"{sha256(config).hexdigest()}.json"
    digest = sha256(content[layer]).hexdigest()
    said: Mapping[str, Any] = json.loads(config)
    assert said["rootfs"]["diff_ids"] == [f"sha256:{digest}"]
    assert said["config"]["Cmd"] == ["start_runit"]
    assert set(content) == {"manifest.json", told["Config"], layer}


def test_files_belong_to_root_unless_said_otherwise(tmp_path: Path) -> None:
    (tmp_path / "program").write_bytes(b"ELF")
    tree: Tree = {
        "bin/program": File(tmp_path / "program", 0o4755),
        "status/status.json": File(b"", 0o644, 999),
    }
    with _layer(tree, tmp_path) as layer:
        program, status = layer.getmember("bin/program"), layer.getmember("status/status.json")
        assert (program.uid, program.gid, program.mode, program.mtime) == (0, 0, 0o4755, 0)
        assert (status.uid, status.gid, status.mode) == (999, 999, 0o644)
        assert layer.getmember("status").isdir()
        read = layer.extractfile(program)
        assert read is not None and read.read() == b"ELF"


def test_folders_come_before_what_is_in_them_and_files_before_their_other_names(
    tmp_path: Path,
) -> None:
    tree: Tree = {
        "opt/cni/bin/install": HardLink("opt/cni/bin/calico"),
        "opt/cni/bin/calico": File(b"plugin"),
        "bin/sh": Link("/usr/sbin/bash"),
        "tmp": Folder(0o1777),
    }
    with _layer(tree, tmp_path) as layer:
        names = layer.getnames()
        assert names == [
            *("bin", "bin/sh", "opt", "opt/cni", "opt/cni/bin"),
            *("opt/cni/bin/calico", "opt/cni/bin/install", "tmp"),
        ]
        assert layer.getmember("opt/cni/bin/install").islnk()
        assert layer.getmember("bin/sh").linkname == "/usr/sbin/bash"
        assert layer.getmember("tmp").mode == 0o1777


def test_the_same_image_gives_the_same_bytes(tmp_path: Path) -> None:
    write(_image(a=File(b"1"), b=Link("a")), tmp_path / "one.tar")
    write(_image(b=Link("a"), a=File(b"1")), tmp_path / "two.tar")
    assert (tmp_path / "one.tar").read_bytes() == (tmp_path / "two.tar").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"one.tar", "two.tar"}


def test_whatever_changes_the_archive_changes_what_it_is_made_from(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"old")
    before = made_from(_image(a=File(program)))
    assert made_from(_image(a=File(program))) == before
    assert made_from(_image(a=File(program, 0o644))) != before
    assert made_from(_image(a=File(program, owner=999))) != before
    assert made_from(_image(a=Link("program"))) != made_from(_image(a=HardLink("program")))
    program.write_bytes(b"new")
    assert made_from(_image(a=File(program))) != before


def test_an_archive_is_called_after_its_image() -> None:
    assert _image().file_name == "calico-node-v3.28.5.tar"
