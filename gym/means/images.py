"""An image of calico-node taken from a node's store, or replaced by another of the same name."""

from pathlib import Path

from gym.archive import Image, Tree, write
from gym.images import archives
from gym.installed import RELEASE
from gym.place import Place

NODE = f"docker.io/calico/node:{RELEASE}"


def forget(place: Place, image: str = NODE) -> None:
    """Removes it under all its names; a pod that needs it has to pull it."""
    listed = place.node.ctr("images", "ls").splitlines()
    digest = next(line.split()[2] for line in listed if line.startswith(f"{image} "))
    same = [line.split()[0] for line in listed if digest in line.split()]
    place.node.ctr("images", "rm", "--sync", *same)


def replace(place: Place, tree: Tree, image: str = NODE) -> None:
    """Another image under the name of one that is there; `tree` is all that it holds."""
    forget(place, image)
    other = Image(name=image, tree=tree, command=("start_runit",))
    # The node's own /tmp, as it is seen from outside.
    archive = place.node.folder / "tmp" / other.file_name
    write(other, archive)
    place.node.import_image(Path("/tmp") / archive.name)
    archive.unlink()


def restore(place: Place, image: str = NODE) -> None:
    """The right one again."""
    file_name = Image(name=image, tree={}, command=()).file_name
    right = next(path for path in archives(RELEASE) if path.name == file_name)
    place.node.import_image(right)
