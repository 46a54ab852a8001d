"""Images of one layer, in files that `ctr images import` takes."""

import io
import json
import os
import platform
import tarfile
from collections.abc import Iterator, Mapping
from hashlib import file_digest, sha256
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from calicovet.model.record import record

PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_ARCHITECTURES: Mapping[str, str] = {"x86_64": "amd64", "aarch64": "arm64"}


@record
class File:
    """A file with the content of another, or with different content."""

    content: Path | bytes
    mode: int = 0o755
    owner: int = 0


@record
class Link:
    """A symbolic link."""

    to: str


@record
class HardLink:
    """Another name of a file of the same image; by the alphabet it must come later."""

    to: str


@record
class Folder:
    """A folder that is empty, or that not everybody may use in the usual way."""

    mode: int = 0o755


Member = File | Link | HardLink | Folder
Tree = Mapping[str, Member]
"""What an image holds, by path from its root. Folders above are made."""


@record(kw_only=True)
class Image:
    name: str
    tree: Tree
    command: tuple[str, ...]
    environment: tuple[str, ...] = (PATH,)
    user: str = "0"

    @property
    def file_name(self) -> str:
        """What its archive is called: calico-node-v3.28.5.tar."""
        return f"{'-'.join(self.name.split('/')[1:]).replace(':', '-')}.tar"


def write(image: Image, to: Path) -> None:
    """Writes the archive; the same image always gives the same bytes."""
    layer = to.with_suffix(f".layer.{os.getpid()}")
    fresh = to.with_suffix(f".{os.getpid()}")
    try:
        with tarfile.open(layer, "w") as packed:
            _put_tree(packed, image.tree)
        with layer.open("rb") as content:
            digest = file_digest(content, "sha256").hexdigest()
        config = json.dumps(_config(image, digest), sort_keys=True).encode()
        config_name, layer_name = f"{sha256(config).hexdigest()}.json", f"{digest}.tar"
        manifest = [{"Config": config_name, "RepoTags": [image.name], "Layers": [layer_name]}]
        with tarfile.open(fresh, "w") as packed, layer.open("rb") as content:
            _put_bytes(packed, config_name, config)
            _put_file(packed, _member(layer_name, 0o644), content)
            _put_bytes(packed, "manifest.json", json.dumps(manifest).encode())
        fresh.rename(to)
    finally:
        layer.unlink(missing_ok=True)
        fresh.unlink(missing_ok=True)


def made_from(image: Image) -> str:
    """Everything that decides the bytes of its archive, in words."""
    told = [image.name, *image.environment, *image.command, image.user]
    told += (f"{path} {_told(what)}" for path, what in sorted(image.tree.items()))
    return "\n".join((*told, ""))


def _told(what: Member) -> str:
    return (
        f"{what.mode:o} {what.owner} {_digest(what.content)}"
        if isinstance(what, File)
        else repr(what)
    )


def _digest(content: Path | bytes) -> str:
    if isinstance(content, bytes):
        return sha256(content).hexdigest()
    with content.open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()


def _config(image: Image, layer: str) -> Mapping[str, object]:
    machine = platform.machine()
    return {
        "architecture": _ARCHITECTURES.get(machine, machine),
        "os": "linux",
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{layer}"]},
        "config": {
            "Env": list(image.environment),
            "Cmd": list(image.command),
            "User": image.user,
        },
    }


def _put_tree(packed: tarfile.TarFile, tree: Tree) -> None:
    for path in sorted({*tree, *_folders_above(tree)}):
        match tree.get(path, Folder()):
            case Link(to=to):
                packed.addfile(_member(path, 0o777, kind=tarfile.SYMTYPE, to=to))
            case HardLink(to=to):
                packed.addfile(_member(path, 0o755, kind=tarfile.LNKTYPE, to=to))
            case Folder(mode=mode):
                packed.addfile(_member(path, mode, kind=tarfile.DIRTYPE))
            case File(content=bytes(content), mode=mode, owner=owner):
                _put_file(packed, _member(path, mode, owner), io.BytesIO(content))
            case File(content=Path() as content, mode=mode, owner=owner):
                with content.open("rb") as opened:
                    _put_file(packed, _member(path, mode, owner), opened)


def _folders_above(tree: Tree) -> Iterator[str]:
    for path in tree:
        yield from (str(above) for above in PurePosixPath(path).parents if above.name)


def _put_bytes(packed: tarfile.TarFile, name: str, content: bytes) -> None:
    _put_file(packed, _member(name, 0o644), io.BytesIO(content))


def _put_file(packed: tarfile.TarFile, member: tarfile.TarInfo, content: BinaryIO) -> None:
    member.size = content.seek(0, os.SEEK_END)
    content.seek(0)
    packed.addfile(member, content)


def _member(
    name: str, mode: int, owner: int = 0, *, kind: bytes = tarfile.REGTYPE, to: str = ""
) -> tarfile.TarInfo:
    # The time stays 1970 and the names stay empty: nothing of this machine gets in.
    member = tarfile.TarInfo(name)
    member.mode, member.type, member.linkname = mode, kind, to
    member.uid = member.gid = owner
    return member
